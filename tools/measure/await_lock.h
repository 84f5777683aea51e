// May we measure now, or does somebody else?
//
// Waits for the machine's lock, or refuses to, and says which process it waits for. Not for holding it: that is
// MachineLock, which must live as long as the measurement.
//
//   MachineLock lock(LockPath());
//   if (!AwaitLock(lock, options.wait_for_lock, interrupts, progress)) { return kInterrupted; }
#ifndef TOOLS_MEASURE_AWAIT_LOCK_H_
#define TOOLS_MEASURE_AWAIT_LOCK_H_

#include "tools/measure/interrupts.h"
#include "tools/measure/machine_lock.h"
#include "tools/measure/progress.h"

namespace playbook {

// Returns false if somebody asked us to stop waiting. Throws InputError where the lock is taken and `wait` is not set;
// `option` is how the command is told to wait.
bool AwaitLock(MachineLock& lock, bool wait, Interrupts& interrupts, Progress& progress,
               const char* option = "--lock wait");

}  // namespace playbook

#endif  // TOOLS_MEASURE_AWAIT_LOCK_H_
