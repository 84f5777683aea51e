// A build tree of programs that only pretend, for tests of `playbook run`
//
// Lives in a temporary folder that is gone with the object, and is made known to `playbook` by environment variables,
// so it neither sees nor disturbs real builds or a real measurement. Not for tests of what is measured: times are made
// up.
//
//   FakeTree tree;
//   tree.Fault("gcc", "alpha", "round", "crash");
//   const Said said = tree.Playbook({"run", "--builds", "gcc"});
#ifndef TESTS_CLI_RUN_FAKE_TREE_H_
#define TESTS_CLI_RUN_FAKE_TREE_H_

#include <sys/types.h>

#include <filesystem>
#include <string>
#include <vector>

namespace playbook {

struct Said {
  int code = -1;
  std::string out = {};
  std::string err = {};
};

// A playbook in a process of its own.
struct Started {
  pid_t process = -1;
  std::filesystem::path out = {};
  std::filesystem::path err = {};
};

class FakeTree {
 public:
  using Path = std::filesystem::path;

  // Builds gcc and clang with the pairs alpha and beta each.
  FakeTree();
  ~FakeTree();
  FakeTree(const FakeTree&) = delete;
  FakeTree& operator=(const FakeTree&) = delete;

  const Path& folder() const { return folder_; }
  Path Run() const { return folder_ / "run"; }

  // Makes a stage (describe, evidence, calibrate, round) of a pair fail; see fake_benchmark.cc.
  void Fault(const std::string& build, const std::string& id, const std::string& stage, const std::string& fault) const;
  void NoFault(const std::string& build, const std::string& id) const;

  // `run` with the scratch and run folder of this tree and a fixed seed, in this process; more arguments follow.
  Said Measure(const std::vector<std::string>& arguments) const;
  // Any verb, in this process.
  static Said Playbook(const std::vector<std::string>& arguments);
  // The real program, with `run` and the arguments of Measure.
  Started Start(const std::vector<std::string>& arguments) const;
  // The same, with its standard error on a terminal, whose other side is to be read and closed.
  Started StartOnTerminal(const std::vector<std::string>& arguments, int& terminal) const;
  // Waits for its end; 128 and the signal's number if one ended it.
  static Said Wait(const Started& started);

  std::vector<std::string> MeasureArguments() const;

  // Whole files below the run folder, sorted, by their names relative to it.
  std::vector<std::string> RunFiles() const;

  // Text with the tree's folder, times and process ids replaced by words.
  std::string Normalised(std::string text) const;

 private:
  // Closes `err`.
  Started StartWith(const std::vector<std::string>& arguments, int err) const;

  Path folder_;
};

// Waits until a file is there, and reads the number in it. Fails the test after a minute.
int AwaitNumberIn(const std::filesystem::path& file);
// Waits until a file holds a text. Fails the test after a minute.
void AwaitText(const std::filesystem::path& file, const std::string& text);
// Waits until no process with that id is left that is not a zombie. Fails the test after a minute.
void AwaitGone(pid_t process);
std::string FileText(const std::filesystem::path& path);

}  // namespace playbook

#endif  // TESTS_CLI_RUN_FAKE_TREE_H_
