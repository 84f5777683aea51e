// The processes that pipeline_startup starts.
//
//   write WAIT_US HEX [WAIT_US HEX ...]   the producer that proves the wait. It begins when a byte on descriptor 3 has
//   said
//                                         that the reader's clock runs, and sends each piece, and at last the end, only
//                                         when the kernel says that the reader sleeps: its read has found nothing. So
//                                         the number of reads and of waits is the same in every run.
//   read                                  the program of article `pipeline` as a process of its own: reads standard
//   input
//                                         and reports on standard output
#include <fmt/format.h>
#include <time.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "fixtures/inputs/bytecode.h"
#include "fixtures/workloads/stdin_program.h"
#include "fixtures/workloads/upstream.h"

namespace playbook {
namespace {

using SteadyClock = std::chrono::steady_clock;

constexpr int kUsageError = 2;
constexpr int kFault = 3;
constexpr std::chrono::seconds kPatience(
    10);  // for a reader that says it reads and never waits; only a fault gets there
constexpr std::int64_t kLookAgainNs = 20'000;

void SleepNs(std::int64_t duration_ns) {
  timespec left = {.tv_sec = duration_ns / 1'000'000'000, .tv_nsec = duration_ns % 1'000'000'000};
  while (nanosleep(&left, &left) != 0 && errno == EINTR) {
  }
}

// State letter of a process's main thread: 'S' sleeps until something happens, 'R' runs or could.
char StateOf(pid_t process) {
  const std::string path = fmt::format("/proc/{}/stat", process);
  std::ifstream file(path);
  const std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  // The program's name stands in brackets before it and may hold anything, brackets included.
  const std::size_t bracket = text.rfind(')');
  if (bracket == std::string::npos || bracket + 2 >= text.size()) {
    throw std::runtime_error(fmt::format("{} does not say whether the reader waits", path));
  }
  return text[bracket + 2];
}

void AwaitGo() {
  char go = 0;
  ssize_t got = -1;
  do {
    got = read(Upstream::kGoDescriptor, &go, 1);
  } while (got < 0 && errno == EINTR);
  if (got != 1) {
    throw std::runtime_error("the reader ended before its clock ran");
  }
}

void AwaitSleepingReader() {
  const auto deadline = SteadyClock::now() + kPatience;
  while (StateOf(getppid()) != 'S') {
    if (SteadyClock::now() > deadline) {
      throw std::runtime_error(fmt::format("the reader has not waited for its input within {} s", kPatience.count()));
    }
    SleepNs(kLookAgainNs);
  }
}

void WriteAll(const std::vector<std::uint8_t>& bytes) {
  std::size_t done = 0;
  while (done < bytes.size()) {
    const ssize_t written = write(STDOUT_FILENO, bytes.data() + done, bytes.size() - done);
    if (written >= 0) {
      done += static_cast<std::size_t>(written);
    } else if (errno != EINTR) {
      throw std::system_error(errno, std::generic_category(), "cannot write");
    }
  }
}

int Write(const std::vector<std::string_view>& steps) {
  AwaitGo();
  for (std::size_t i = 0; i + 1 < steps.size(); i += 2) {
    std::int64_t wait_us = 0;
    const char* const end = steps[i].data() + steps[i].size();
    const auto [stopped, error] = std::from_chars(steps[i].data(), end, wait_us);
    if (error != std::errc() || stopped != end || wait_us < 0) {
      throw std::invalid_argument(fmt::format("wait is \"{}\", must be microseconds, at least 0", steps[i]));
    }
    AwaitSleepingReader();
    if (wait_us > 0) {
      SleepNs(wait_us * 1000);
    }
    WriteAll(FromHex(steps[i + 1]));
  }
  AwaitSleepingReader();  // our end closes the pipe
  return 0;
}

int Main(const std::vector<std::string_view>& arguments) {
  if (arguments.size() == 1 && arguments[0] == "read") {
    fmt::print("{}", FormatReport(RunProgramTimed(STDIN_FILENO)));
    return 0;
  }
  if (arguments.size() >= 3 && arguments.size() % 2 == 1 && arguments[0] == "write") {
    return Write({arguments.begin() + 1, arguments.end()});
  }
  fmt::print(stderr, "error: must be called with read, or with write WAIT_US HEX [WAIT_US HEX ...]\n");
  return kUsageError;
}

}  // namespace
}  // namespace playbook

int main(int argc, char** argv) {
  try {
    return playbook::Main({argv + 1, argv + argc});
  } catch (const std::exception& error) {
    fmt::print(stderr, "error: {}\n", error.what());
    return playbook::kFault;
  }
}
