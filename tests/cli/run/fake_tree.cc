#include "tests/cli/run/fake_tree.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <pty.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <iterator>
#include <regex>
#include <sstream>
#include <thread>

#include "tools/commands.h"

namespace playbook {
namespace {

namespace fs = std::filesystem;

// Far longer than any machine needs: reached only if what is waited for never comes.
constexpr std::chrono::minutes kPatience{1};

void Await(const std::string& what, const std::function<bool()>& reached) {
  const auto limit = std::chrono::steady_clock::now() + kPatience;
  while (!reached()) {
    ASSERT_LT(std::chrono::steady_clock::now(), limit) << "waited in vain for " << what;
    // Between looks, not instead of them: nothing depends on how long this takes.
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

}  // namespace

FakeTree::FakeTree() {
  std::string name = (fs::temp_directory_path() / "playbook_fake.XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) {
    throw std::runtime_error("cannot make " + name);
  }
  folder_ = name;
  fs::create_directory(folder_ / "scratch");
  for (const std::string build : {"gcc", "clang"}) {
    for (const std::string kind : {"benchmarks", "evidence"}) {
      fs::create_directories(folder_ / "build" / build / kind);
      for (const std::string id : {"alpha", "beta"}) {
        fs::create_symlink(fs::path(PLAYBOOK_BINARY_DIR) / "fake_benchmark", folder_ / "build" / build / kind / id);
      }
    }
  }
  setenv("PLAYBOOK_BUILD_ROOT", (folder_ / "build").c_str(), 1);
  setenv("PLAYBOOK_LOCK", (folder_ / "lock").c_str(), 1);
  setenv("XDG_DATA_HOME", (folder_ / "data").c_str(), 1);
  // What would change the builds that are looked for, or the form of what is said.
  for (const char* const variable : {"PLAYBOOK_GCC", "PLAYBOOK_CLANG", "COLUMNS", "NO_COLOR"}) {
    unsetenv(variable);
  }
}

FakeTree::~FakeTree() {
  std::error_code error;
  fs::remove_all(folder_, error);
}

void FakeTree::Fault(const std::string& build, const std::string& id, const std::string& stage,
                     const std::string& fault) const {
  std::ofstream(folder_ / "build" / build / (id + ".faults"), std::ios::app) << stage << ' ' << fault << '\n';
}

void FakeTree::NoFault(const std::string& build, const std::string& id) const {
  fs::remove(folder_ / "build" / build / (id + ".faults"));
}

Said FakeTree::Playbook(const std::vector<std::string>& arguments) {
  std::ostringstream out;
  std::ostringstream err;
  Said said;
  said.code = playbook::Playbook(arguments, out, err);
  said.out = out.str();
  said.err = err.str();
  return said;
}

std::vector<std::string> FakeTree::MeasureArguments() const {
  return {"run", "--scratch", (folder_ / "scratch").string(), "--out", Run().string(), "--seed", "1", "--rounds", "6"};
}

Said FakeTree::Measure(const std::vector<std::string>& arguments) const {
  std::vector<std::string> all = MeasureArguments();
  all.insert(all.end(), arguments.begin(), arguments.end());
  return Playbook(all);
}

Started FakeTree::Start(const std::vector<std::string>& arguments) const {
  return StartWith(arguments, open((folder_ / "started.err").c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600));
}

Started FakeTree::StartOnTerminal(const std::vector<std::string>& arguments, int& terminal) const {
  int inner = -1;
  if (openpty(&terminal, &inner, nullptr, nullptr, nullptr) != 0) {
    throw std::runtime_error("cannot open a terminal");
  }
  fcntl(terminal, F_SETFD, FD_CLOEXEC);
  fcntl(inner, F_SETFD, FD_CLOEXEC);
  return StartWith(arguments, inner);
}

Started FakeTree::StartWith(const std::vector<std::string>& arguments, int err) const {
  Started started = {.out = folder_ / "started.out", .err = folder_ / "started.err"};
  std::vector<std::string> words = {(fs::path(PLAYBOOK_BINARY_DIR) / "playbook").string()};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> argv;
  for (std::string& word : words) {
    argv.push_back(word.data());
  }
  argv.push_back(nullptr);
  const int out = open(started.out.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  started.process = fork();
  if (started.process == 0) {
    dup2(out, STDOUT_FILENO);
    dup2(err, STDERR_FILENO);
    execv(argv[0], argv.data());
    _exit(127);
  }
  close(out);
  close(err);
  return started;
}

Said FakeTree::Wait(const Started& started) {
  int status = 0;
  waitpid(started.process, &status, 0);
  return {.code = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status),
          .out = FileText(started.out),
          .err = FileText(started.err)};
}

std::vector<std::string> FakeTree::RunFiles() const {
  std::vector<std::string> files;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(Run(), error)) {
    if (entry.is_regular_file()) {
      files.push_back(entry.path().lexically_relative(Run()).string());
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::string FakeTree::Normalised(std::string text) const {
  for (std::size_t at = text.find(folder_.string()); at != std::string::npos; at = text.find(folder_.string())) {
    text.replace(at, folder_.string().size(), "<tree>");
  }
  text = std::regex_replace(text, std::regex("[0-9.e+-]+ ms for each row"), "<time> for each row");
  text = std::regex_replace(text, std::regex("about ([0-9]+ min )?[0-9]+ s"), "about <time>");
  text = std::regex_replace(text, std::regex("process [0-9]+"), "process <id>");
  text = std::regex_replace(text, std::regex("(scratch folder: <tree>/scratch) \\(.*\\)"), "$1 (<file system>)");
  return text;
}

int AwaitNumberIn(const fs::path& file) {
  Await(file.string(), [&file] { return fs::exists(file); });
  int number = -1;
  std::ifstream(file) >> number;
  return number;
}

void AwaitText(const fs::path& file, const std::string& text) {
  Await(text, [&] { return FileText(file).find(text) != std::string::npos; });
}

void AwaitGone(pid_t process) {
  Await("the end of process " + std::to_string(process), [process] {
    // A zombie that nobody has waited for yet has ended, too: its state, behind the name in brackets, is Z.
    const std::string stat = FileText("/proc/" + std::to_string(process) + "/stat");
    const std::size_t bracket = stat.rfind(')');
    return bracket == std::string::npos || stat.substr(bracket + 2, 1) == "Z" || stat.substr(bracket + 2, 1) == "X";
  });
}

std::string FileText(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

}  // namespace playbook
