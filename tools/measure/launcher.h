// What do a build's programs say when they are asked to describe, to prove, or to measure?
//
// Starts a build's program, waits for it, and says either what it wrote or why that cannot be used. Nothing here
// decides what to do next. Interrupts end the program and come out as Interrupted.
//
//   Launcher launcher(scratch, std::chrono::seconds(120), interrupts);
//   const Attempt attempt = launcher.Describe(build, "dead_code", folder.Description("gcc", "dead_code"));
//   if (!attempt.reason.empty()) { GiveUp(attempt.reason, attempt.detail); }
#ifndef TOOLS_MEASURE_LAUNCHER_H_
#define TOOLS_MEASURE_LAUNCHER_H_

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include "tools/measure/attempt.h"
#include "tools/measure/builds.h"
#include "tools/measure/folders.h"
#include "tools/measure/raw_result.h"

namespace playbook {

// Where a pair is given up, and what is known of the fault; the words of a failure file.
enum class Stage { kDescribe, kEvidence, kCalibrate, kRound };
const char* Word(Stage stage);

class Launcher {
 public:
  using Path = std::filesystem::path;

  Launcher(const ScratchOfRun& scratch, std::chrono::milliseconds timeout, Interrupts& interrupts)
      : scratch_(scratch), timeout_(timeout), interrupts_(interrupts) {}

  // `place` is where the text will be kept; temporary files lie beside it. Each throws Interrupted, and InputError
  // where the program failed because a folder of ours is full.
  Attempt Describe(const Build& build, const std::string& id, const Path& place);
  // Of several builds side by side, which may be: evidence reads no clock. In the order of the questions. An evidence
  // that fails is usable: it says what failed. Exit codes other than 0 and 1 are not.
  struct Question {
    const Build* build = nullptr;
    std::string id = {};
    Path place = {};
  };
  std::vector<Attempt> Evidence(const std::vector<Question>& questions);
  Attempt Benchmark(const Build& build, const std::string& id, std::vector<std::string> arguments,
                    const ExpectedRows& expected, const Path& place);

 private:
  // With an empty scratch folder; throws InputError where the program failed because it is full.
  std::vector<Attempt> Run(std::vector<Job> jobs);
  // A program whose standard output goes to `output`, empty for nowhere.
  Job JobOf(Path program, std::vector<std::string> arguments, Path output, Path written) const;

  const ScratchOfRun& scratch_;
  std::chrono::milliseconds timeout_;
  Interrupts& interrupts_;
};

}  // namespace playbook

#endif  // TOOLS_MEASURE_LAUNCHER_H_
