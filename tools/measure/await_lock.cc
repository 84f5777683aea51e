#include "tools/measure/await_lock.h"

#include <fmt/format.h>

#include <chrono>
#include <string>

#include "tools/results/input_error.h"

namespace playbook {

bool AwaitLock(MachineLock& lock, bool wait, Interrupts& interrupts, Progress& progress, const char* option) {
  constexpr std::chrono::milliseconds kBetweenTries{200};
  bool said = false;
  while (!lock.Try()) {
    const std::string holder = lock.Holder();
    const std::string words =
        fmt::format("another playbook measures on this machine ({}; lock {})",
                    holder.empty() ? "its process is not known" : "process " + holder, lock.path().string());
    if (!wait) {
      throw InputError(fmt::format("{}; wait for it, or let {} do so", words, option));
    }
    if (!said) {
      progress.Say("waiting: " + words);
      said = true;
    }
    if (interrupts.Wait(kBetweenTries)) {
      return false;
    }
  }
  return true;
}

}  // namespace playbook
