#include "tools/measure/process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <string_view>
#include <system_error>

namespace playbook {
namespace {

using Clock = std::chrono::steady_clock;

// A descriptor that is closed when it goes out of scope, and by exec.
class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() { Close(); }
  Descriptor(Descriptor&& other) noexcept : number_(other.number_) { other.number_ = -1; }
  Descriptor& operator=(Descriptor&&) = delete;
  int number() const { return number_; }
  void Close() {
    if (number_ >= 0) {
      close(number_);
      number_ = -1;
    }
  }

 private:
  int number_ = -1;
};

std::system_error Failure(const std::string& what) {
  return {errno, std::generic_category(), what};
}

Descriptor OpenOutput(const std::filesystem::path& path) {
  const std::string name = path.empty() ? "/dev/null" : path.string();
  const int number = open(name.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (number < 0) {
    throw Failure("cannot write " + name);
  }
  return Descriptor(number);
}

double Seconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
}

std::vector<char*> Environment(const std::string& hidden) {
  std::vector<char*> kept;
  for (char** variable = environ; *variable != nullptr; ++variable) {
    if (hidden.empty() || std::string_view(*variable).substr(0, hidden.size()) != hidden) {
      kept.push_back(*variable);
    }
  }
  kept.push_back(nullptr);
  return kept;
}

// The child's side of fork: only calls that are safe there. Never returns; errno goes through the pipe.
[[noreturn]] void Exec(char* const* argv, char* const* environment, pid_t parent, const sigset_t& mask, int input,
                       int output, int errors, int report) {
  setpgid(0, 0);
  // Should we be killed outright, the kernel ends the program too; if that happened before this line, the parent has
  // changed by now.
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) {
    _exit(127);
  }
  // A mask outlives exec, as does "ignored"; a benchmark must find signals as it would from a shell.
  signal(SIGPIPE, SIG_DFL);
  pthread_sigmask(SIG_SETMASK, &mask, nullptr);
  if (dup2(input, STDIN_FILENO) >= 0 && dup2(output, STDOUT_FILENO) >= 0 && dup2(errors, STDERR_FILENO) >= 0) {
    execve(argv[0], argv, environment);
  }
  const int reason = errno;
  // If even this fails the parent reads nothing and sees exit code 127.
  (void)!write(report, &reason, sizeof reason);
  _exit(127);
}

// Waits until the leader is a zombie, that is: still there to hold its process group's number. False: not yet.
bool Ended(pid_t leader) {
  siginfo_t info = {};
  int result = 0;
  do {
    result = waitid(P_PID, static_cast<id_t>(leader), &info, WEXITED | WNOHANG | WNOWAIT);
  } while (result != 0 && errno == EINTR);
  return result == 0 && info.si_pid == leader;
}

}  // namespace

Finished RunProcess(const Command& command, Interrupts& interrupts) {
  const Descriptor output = OpenOutput(command.output);
  const Descriptor errors = OpenOutput(command.errors);
  const Descriptor input(open("/dev/null", O_RDONLY | O_CLOEXEC));
  std::array<int, 2> ends = {};
  if (input.number() < 0 || pipe2(ends.data(), O_CLOEXEC) != 0) {
    throw Failure("cannot start " + command.program.string());
  }
  const Descriptor reader(ends[0]);
  Descriptor writer(ends[1]);

  std::vector<std::string> words = {command.program.string()};
  words.insert(words.end(), command.arguments.begin(), command.arguments.end());
  std::vector<char*> argv;
  for (std::string& word : words) {
    argv.push_back(word.data());
  }
  argv.push_back(nullptr);

  std::vector<char*> environment = Environment(command.hidden_variables);

  const pid_t parent = getpid();
  const Clock::time_point started = Clock::now();
  const pid_t child = fork();
  if (child < 0) {
    throw Failure("cannot start " + command.program.string());
  }
  if (child == 0) {
    Exec(argv.data(), environment.data(), parent, interrupts.mask_before(), input.number(), output.number(),
         errors.number(), writer.number());
  }
  // Both sides do it, since either may come first.
  setpgid(child, child);
  writer.Close();
  int reason = 0;
  // Ends at the exec, which closes the other end.
  const bool failed_to_start = read(reader.number(), &reason, sizeof reason) == static_cast<ssize_t>(sizeof reason);

  Finished finished = {.timeout = command.timeout};
  finished.how = Finished::How::kExited;
  const Clock::time_point limit = started + command.timeout;
  while (!Ended(child)) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(limit - Clock::now());
    if (interrupts.Requested()) {
      finished.how = Finished::How::kStopped;
    } else if (left.count() <= 0) {
      finished.how = Finished::How::kTimedOut;
    }
    if (finished.how != Finished::How::kExited) {
      kill(-child, SIGKILL);
    }
    interrupts.Wait(std::max(left, std::chrono::milliseconds(1)));
  }
  finished.wall_s = std::chrono::duration<double>(Clock::now() - started).count();
  // What the program left running would disturb the next one. The zombie still holds the group's number.
  kill(-child, SIGKILL);
  int status = 0;
  rusage usage = {};
  while (wait4(child, &status, 0, &usage) < 0 && errno == EINTR) {
  }
  finished.user_s = Seconds(usage.ru_utime);
  finished.system_s = Seconds(usage.ru_stime);
  finished.voluntary_switches = usage.ru_nvcsw;
  finished.involuntary_switches = usage.ru_nivcsw;
  finished.max_resident_kib = usage.ru_maxrss;
  if (failed_to_start) {
    finished.how = Finished::How::kNotStarted;
    finished.code = reason;
  } else if (finished.how == Finished::How::kExited) {
    finished.how = WIFSIGNALED(status) ? Finished::How::kSignalled : Finished::How::kExited;
    finished.code = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
  }
  return finished;
}

std::string Finished::Words() const {
  switch (how) {
    case How::kExited:
      return fmt::format("exited with code {}", code);
    case How::kSignalled:
      return fmt::format("was ended by signal {} ({})", code, strsignal(code));
    case How::kTimedOut:
      return fmt::format("did not end within {} s and was ended", static_cast<double>(timeout.count()) / 1000);
    case How::kStopped:
      return "was ended, as asked";
    case How::kNotStarted:
      return fmt::format("could not be started: {}", std::generic_category().message(code));
  }
  return "";
}

}  // namespace playbook
