// How does a verb that measures get the machine to itself?
//
//   MachineLock lock(LockPath());
//   if (!WaitForLock(lock, options.wait_for_lock, interrupts, progress)) { return kInterrupted; }
#ifndef TOOLS_MEASURE_WAIT_FOR_LOCK_H_
#define TOOLS_MEASURE_WAIT_FOR_LOCK_H_

#include "tools/measure/interrupts.h"
#include "tools/measure/machine_lock.h"
#include "tools/measure/progress.h"

namespace playbook {

// Returns false if somebody asked us to stop waiting. Throws InputError, naming the holder, where the lock is held and
// `wait` is false.
bool WaitForLock(MachineLock& lock, bool wait, Interrupts& interrupts, Progress& progress);

}  // namespace playbook

#endif  // TOOLS_MEASURE_WAIT_FOR_LOCK_H_
