// A process that is started and waited for: a copy of this one, which is small, and another program.
#include <benchmark/benchmark.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <string>

#include "fixtures/ladder/rung.h"
#include "fixtures/pair/verify.h"

namespace playbook {
namespace {

constexpr int kAnswer = 7;  // a child that did not run cannot say it by chance

std::int64_t ResidentKib() {
  std::ifstream status("/proc/self/status");
  long long kib = 0;
  for (std::string line; std::getline(status, line);) {
    if (std::sscanf(line.c_str(), "VmRSS: %lld kB", &kib) == 1) {
      break;
    }
  }
  return kib;
}

// True if it ended by itself with that code.
bool EndedWith(pid_t child, int code) {
  int status = 0;
  pid_t waited = 0;
  do {
    waited = waitpid(child, &status, 0);
  } while (waited < 0 && errno == EINTR);
  return waited == child && WIFEXITED(status) && WEXITSTATUS(status) == code;
}

void ForkAndWait(benchmark::State& state) {
  std::uint64_t answered = 0;
  for (auto _ : state) {
    const pid_t child = fork();
    if (child == 0) {
      _exit(kAnswer);
    }
    answered += static_cast<std::uint64_t>(child > 0 && EndedWith(child, kAnswer));
  }
  state.SetItemsProcessed(state.iterations());
  // The price grows with the memory that is to be shared, so it is told.
  constexpr std::int64_t kKib = 1024;
  state.SetLabel(fmt::format("{} MiB resident", (ResidentKib() + kKib / 2) / kKib));
  Check(state, Same("the children that answered", answered, static_cast<std::uint64_t>(state.iterations())));
}

void SpawnAndWait(benchmark::State& state) {
  char program[] = "/bin/true";
  char* const arguments[] = {program, nullptr};
  char* const environment[] = {nullptr};
  if (access(program, X_OK) != 0) {
    Unmeasured(state, "there is no program /bin/true");
    return;
  }
  std::uint64_t answered = 0;
  for (auto _ : state) {
    pid_t child = 0;
    const int error = posix_spawn(&child, program, nullptr, nullptr, arguments, environment);
    answered += static_cast<std::uint64_t>(error == 0 && EndedWith(child, 0));
  }
  state.SetItemsProcessed(state.iterations());
  Check(state, Same("the programs that ended well", answered, static_cast<std::uint64_t>(state.iterations())));
}

PLAYBOOK_RUNG({
    .number = 9,
    .id = "process",
    .title = "process",
    .published = "fork and wait: 120.1 us",
    .cases = {{.function = ForkAndWait,
               .variant = "fork_wait",
               .counts = "fork, _exit and waitpid",
               .part = Part::kKernel,
               .one = "a fork and wait",
               .many = "forks and waits",
               .ruled_out = {"no process was started and waited for"}},
              {.function = SpawnAndWait,
               .variant = "posix_spawn",
               .counts = "posix_spawn of /bin/true, and waitpid",
               .part = Part::kKernel,
               .one = "a start of another program",
               .many = "starts of another program",
               .ruled_out = {"no process was started and waited for", "no other program was run to its end"}}},
    .relations = {{"system_call/write_dev_null", "process/fork_wait", "a fork is a system call, and more"},
                  {"process/fork_wait", "process/posix_spawn", "a program has to be loaded, too"}},
});

}  // namespace
}  // namespace playbook
