// Into the kernel and back: the barest call there is, and the article's, a write of one byte that goes nowhere.
#include <benchmark/benchmark.h>
#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdint>

#include "fixtures/ladder/rung.h"
#include "fixtures/pair/verify.h"

namespace playbook {
namespace {

// getppid has nothing to do but to read one number, and the C library adds nothing when it is asked by number.
void BareCall(benchmark::State& state) {
  std::uint64_t sum = 0;
  for (auto _ : state) {
    sum += static_cast<std::uint64_t>(syscall(SYS_getppid));
  }
  state.SetItemsProcessed(state.iterations());
  Check(state, Same("the sum of the answers", sum,
                    static_cast<std::uint64_t>(getppid()) * static_cast<std::uint64_t>(state.iterations())));
}

void WriteByte(benchmark::State& state) {
  const int null = open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (null < 0) {
    Unmeasured(state, "/dev/null cannot be opened");
    return;
  }
  const char byte = 'x';
  std::uint64_t written = 0;
  for (auto _ : state) {
    written += static_cast<std::uint64_t>(write(null, &byte, 1));
  }
  close(null);
  state.SetItemsProcessed(state.iterations());
  Check(state, Same("the bytes written", written, static_cast<std::uint64_t>(state.iterations())));
}

PLAYBOOK_RUNG({
    .number = 2,
    .id = "system_call",
    .title = "system call",
    .published = "write(/dev/null, 1 byte): 115.14 ns",
    .cases = {{.function = WriteByte,
               .variant = "write_dev_null",
               .counts = "a write of one byte",
               .part = Part::kKernel,
               .yardstick = Yardstick::kSystemCall,
               .one = "a system call that writes a byte",
               .many = "system calls that write a byte",
               .ruled_out = {"no system call was made", "no byte was written by a system call"}},
              {.function = BareCall,
               .variant = "getppid",
               .counts = "a call of getppid",
               .part = Part::kKernel,
               .one = "a system call",
               .many = "system calls",
               .ruled_out = {"no system call was made"}}},
    .relations = {{"system_call/getppid", "system_call/write_dev_null", "a write is a system call, and more", 0.05},
                  {"system_call/write_dev_null", "hand_over/same_cpu", "two threads hand over through system calls"}},
});

}  // namespace
}  // namespace playbook
