#include "tools/measure/process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <string_view>
#include <system_error>
#include <utility>

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

// The environment with some variables hidden and some added, as pointers into ours and into `added`. One that is added
// takes the place of its namesake, since programs differ in which of two they see.
std::vector<char*> Environment(const std::string& hidden, std::vector<std::string>& added) {
  const auto is_added = [&added](std::string_view variable) {
    const std::string_view name = variable.substr(0, variable.find('=') + 1);
    return !name.empty() && std::any_of(added.begin(), added.end(), [name](const std::string& one) {
      return one.compare(0, name.size(), name) == 0;
    });
  };
  std::vector<char*> kept;
  for (char** variable = environ; *variable != nullptr; ++variable) {
    const std::string_view text = *variable;
    if ((hidden.empty() || text.substr(0, hidden.size()) != hidden) && !is_added(text)) {
      kept.push_back(*variable);
    }
  }
  for (std::string& variable : added) {
    kept.push_back(variable.data());
  }
  kept.push_back(nullptr);
  return kept;
}

// What the child is to be, prepared before the vfork: nothing may be allocated after it.
struct Start {
  char* const* argv;
  char* const* environment;
  const char* folder;     // null: ours
  const cpu_set_t* cpus;  // null: ours
  const sigset_t* mask;
};

// The child's side of vfork, which runs in our memory until the exec: system calls only, and nothing of ours is
// changed. Never returns; errno goes through the pipe.
[[noreturn]] void Exec(const Start& start, pid_t parent, int input, int output, int errors, int report) {
  setpgid(0, 0);
  // Should we be killed outright, the kernel ends the program too; if that happened before this line, the parent has
  // changed by now.
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) {
    _exit(127);
  }
  // A mask outlives exec, as does "ignored"; a benchmark must find signals as it would from a shell.
  signal(SIGPIPE, SIG_DFL);
  pthread_sigmask(SIG_SETMASK, start.mask, nullptr);
  if (dup2(input, STDIN_FILENO) >= 0 && dup2(output, STDOUT_FILENO) >= 0 && dup2(errors, STDERR_FILENO) >= 0 &&
      (start.folder == nullptr || chdir(start.folder) == 0) &&
      (start.cpus == nullptr || sched_setaffinity(0, sizeof *start.cpus, start.cpus) == 0)) {
    execve(start.argv[0], start.argv, start.environment);
  }
  const int reason = errno;
  // If even this fails the parent reads nothing and sees exit code 127.
  (void)!write(report, &reason, sizeof reason);
  _exit(127);
}

// Waits until the leader is a zombie, that is: still there to hold its process group's number. False: not yet.
bool HasEnded(pid_t leader) {
  siginfo_t info = {};
  int result = 0;
  do {
    result = waitid(P_PID, static_cast<id_t>(leader), &info, WEXITED | WNOHANG | WNOWAIT);
  } while (result != 0 && errno == EINTR);
  return result == 0 && info.si_pid == leader;
}

// A program under way, with all it started. Ended and waited for when it goes out of scope.
class Child {
 public:
  Child(const Command& command, const Interrupts& interrupts);
  ~Child() {
    if (pid_ >= 0) {
      Finish();
    }
  }
  Child(Child&& other) noexcept
      : output_(std::move(other.output_)),
        pid_(other.pid_),
        started_(other.started_),
        finished_(other.finished_),
        reason_(other.reason_) {
    other.pid_ = -1;
  }
  Child& operator=(Child&&) = delete;

  // Ends it when it must not go on. False: it is still there.
  bool Ended(bool stop) {
    if (!HasEnded(pid_)) {
      if (stop) {
        finished_.how = Finished::How::kStopped;
      } else if (Left().count() <= 0) {
        finished_.how = Finished::How::kTimedOut;
      } else if (IsTooLong()) {
        finished_.how = Finished::How::kTooLong;
      }
      if (finished_.how != Finished::How::kExited) {
        kill(-pid_, SIGKILL);
      }
      return false;
    }
    finished_.wall_s = std::chrono::duration<double>(Clock::now() - started_).count();
    Finish();
    return true;
  }

  // Until there is something to look at though no signal says so.
  std::chrono::milliseconds Patience() const {
    constexpr std::chrono::milliseconds kBetweenLooks{20};
    const std::chrono::milliseconds left = std::max(Left(), std::chrono::milliseconds(1));
    return finished_.most_output_bytes > 0 ? std::min(left, kBetweenLooks) : left;
  }
  std::chrono::milliseconds Left() const {
    return std::chrono::duration_cast<std::chrono::milliseconds>(started_ + finished_.timeout - Clock::now());
  }
  bool running() const { return pid_ >= 0; }
  const Finished& finished() const { return finished_; }

 private:
  void Finish();
  // Takes note of how long the output is.
  bool IsTooLong() {
    struct stat written = {};
    if (finished_.most_output_bytes > 0 && fstat(output_.number(), &written) == 0) {
      finished_.output_bytes = static_cast<std::uint64_t>(written.st_size);
    }
    return finished_.output_bytes > finished_.most_output_bytes;
  }

  Descriptor output_;
  pid_t pid_ = -1;
  Clock::time_point started_ = Clock::now();
  Finished finished_ = {};
  int reason_ = 0;  // errno of a start that failed
};

Child::Child(const Command& command, const Interrupts& interrupts) : output_(OpenOutput(command.output)) {
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
  argv.reserve(words.size() + 1);
  for (std::string& word : words) {
    argv.push_back(word.data());
  }
  argv.push_back(nullptr);

  std::vector<std::string> variables = command.variables;
  const std::vector<char*> environment = Environment(command.hidden_variables, variables);
  cpu_set_t cpus;
  CPU_ZERO(&cpus);
  if (command.cpu >= 0) {
    CPU_SET(static_cast<std::size_t>(command.cpu), &cpus);
  }
  const Start start = {.argv = argv.data(),
                       .environment = environment.data(),
                       .folder = command.folder.empty() ? nullptr : command.folder.c_str(),
                       .cpus = command.cpu < 0 ? nullptr : &cpus,
                       .mask = &interrupts.mask_before()};

  finished_.timeout = command.timeout;
  finished_.most_output_bytes = command.most_output_bytes;
  finished_.how = Finished::How::kExited;
  const pid_t parent = getpid();
  started_ = Clock::now();
  // Not fork, which copies the page tables of a process that may be large (docs/decisions/build-time.md). No signal has
  // a handler of ours that would run in the child.
  pid_ = vfork();  // NOLINT(clang-analyzer-security.insecureAPI.vfork,clang-analyzer-unix.Vfork)
  if (pid_ < 0) {
    throw Failure("cannot start " + command.program.string());
  }
  if (pid_ == 0) {
    Exec(start, parent, input.number(), output_.number(), errors.number(), writer.number());
  }
  // Both sides do it, since either may come first.
  setpgid(pid_, pid_);
  writer.Close();
  // Ends at the exec, which closes the other end.
  if (read(reader.number(), &reason_, sizeof reason_) != static_cast<ssize_t>(sizeof reason_)) {
    reason_ = 0;
  }
}

void Child::Finish() {
  // What the program left running would disturb the next one. The zombie still holds the group's number.
  kill(-pid_, SIGKILL);
  int status = 0;
  rusage usage = {};
  while (wait4(pid_, &status, 0, &usage) < 0 && errno == EINTR) {
  }
  pid_ = -1;
  finished_.user_s = Seconds(usage.ru_utime);
  finished_.system_s = Seconds(usage.ru_stime);
  finished_.voluntary_switches = usage.ru_nvcsw;
  finished_.involuntary_switches = usage.ru_nivcsw;
  finished_.max_resident_kib = usage.ru_maxrss;
  if (reason_ != 0) {
    finished_.how = Finished::How::kNotStarted;
    finished_.code = reason_;
  } else if (finished_.how == Finished::How::kExited) {
    finished_.how = IsTooLong()           ? Finished::How::kTooLong
                    : WIFSIGNALED(status) ? Finished::How::kSignalled
                                          : Finished::How::kExited;
    finished_.code = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
  }
}

}  // namespace

Finished RunProcess(const Command& command, Interrupts& interrupts) {
  return RunTogether({command}, interrupts).front();
}

std::vector<Finished> RunTogether(const std::vector<Command>& commands, Interrupts& interrupts) {
  std::vector<Child> children;
  children.reserve(commands.size());
  for (const Command& command : commands) {
    children.emplace_back(command, interrupts);
  }
  for (bool waiting = true; waiting;) {
    waiting = false;
    std::chrono::milliseconds wait = std::chrono::milliseconds::max();
    // Takes signals along, so it comes before the look at the children: one that ends after it makes Wait return.
    const bool stop = interrupts.Requested();
    for (Child& child : children) {
      if (child.running() && !child.Ended(stop)) {
        waiting = true;
        wait = std::min(wait, child.Patience());
      }
    }
    if (waiting) {
      interrupts.Wait(wait);
    }
  }
  std::vector<Finished> finished;
  finished.reserve(children.size());
  for (const Child& child : children) {
    finished.push_back(child.finished());
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
    case How::kTooLong:
      return fmt::format("printed {} bytes, must print at most {}", output_bytes, most_output_bytes);
    case How::kStopped:
      return "was ended, as asked";
    case How::kNotStarted:
      return fmt::format("could not be started: {}", std::generic_category().message(code));
  }
  return "";
}

}  // namespace playbook
