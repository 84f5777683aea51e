// A look at the clock: through the page that the kernel shares with every process, and by a real system call.
#include <benchmark/benchmark.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <cstdint>

#include "fixtures/ladder/rung.h"
#include "fixtures/pair/verify.h"

namespace playbook {
namespace {

std::int64_t Nanoseconds(const timespec& time) {
  return static_cast<std::int64_t>(time.tv_sec) * 1'000'000'000 + time.tv_nsec;
}

int ByVdso(timespec* time) {
  return clock_gettime(CLOCK_MONOTONIC, time);
}

int BySystemCall(timespec* time) {
  return static_cast<int>(syscall(SYS_clock_gettime, CLOCK_MONOTONIC, time));
}

template <auto kLook>
void Look(benchmark::State& state) {
  timespec first = {};
  std::uint64_t failed = static_cast<std::uint64_t>(kLook(&first) != 0);
  timespec now = first;
  std::uint64_t backwards = 0;
  for (auto _ : state) {
    const std::int64_t before = Nanoseconds(now);
    failed += static_cast<std::uint64_t>(kLook(&now) != 0);
    backwards += static_cast<std::uint64_t>(Nanoseconds(now) < before);
  }
  state.SetItemsProcessed(state.iterations());
  Check(
      state,
      All({Same("the looks that failed", failed, 0), Same("the looks that went backwards", backwards, 0),
           Same("the clock's standing still", static_cast<std::uint64_t>(Nanoseconds(now) == Nanoseconds(first)), 0)}));
}

PLAYBOOK_RUNG({
    .number = 3,
    .id = "clock",
    .title = "look at the clock",
    .published = "through the vDSO: 11.41 ns",
    .cases = {{.function = Look<ByVdso>,
               .variant = "vdso",
               .counts = "a call of clock_gettime",
               .part = Part::kVdso,
               .one = "a look at the clock",
               .many = "looks at the clock",
               .ruled_out = {"nobody asked the system for the exact time"}},
              {.function = Look<BySystemCall>,
               .variant = "system_call",
               .counts = "clock_gettime by system call",
               .part = Part::kKernel,
               .one = "a look at the clock",
               .many = "looks at the clock",
               .ruled_out = {"nobody asked the system for the exact time", "no system call was made"}}},
    .relations = {{"clock/vdso", "clock/system_call",
                   "the vDSO saves the way into the kernel; where the clock source does not allow it, both go there",
                   0.1},
                  {"system_call/getppid", "clock/system_call", "reading the clock in the kernel is a system call",
                   0.05}},
});

}  // namespace
}  // namespace playbook
