#include "tools/measure/interrupts.h"

#include <cerrno>
#include <ctime>

namespace playbook {

Interrupts::Interrupts() {
  sigemptyset(&blocked_);
  for (const int one : {SIGINT, SIGTERM, SIGHUP, SIGCHLD}) {
    sigaddset(&blocked_, one);
  }
  pthread_sigmask(SIG_BLOCK, &blocked_, &mask_before_);
}

Interrupts::~Interrupts() {
  // A signal that arrived since the last look would end the program as soon as the mask is lifted.
  Requested();
  pthread_sigmask(SIG_SETMASK, &mask_before_, nullptr);
}

bool Interrupts::Requested() {
  return Wait(std::chrono::milliseconds(0));
}

bool Interrupts::Wait(std::chrono::milliseconds longest) {
  timespec limit = {.tv_sec = longest.count() / 1000, .tv_nsec = longest.count() % 1000 * 1'000'000};
  // The first signal ends the waiting; whatever else is pending is taken along.
  for (;;) {
    const int taken = sigtimedwait(&blocked_, nullptr, &limit);
    if (taken < 0) {
      return requested_;
    }
    requested_ = requested_ || taken != SIGCHLD;
    limit = {.tv_sec = 0, .tv_nsec = 0};
  }
}

}  // namespace playbook
