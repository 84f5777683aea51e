// How is a run measured, from the first look at its builds to the last round?
//
// Does whatever the run folder does not hold yet, in a fixed order: descriptions, evidence, calibration, the plan, the
// rounds; so the same code starts a run and finishes one that was killed. A pair that fails under a build is given up
// there, with the reason in the folder, and everything else goes on. What is timed runs alone; evidence, which reads no
// clock, is taken of several builds at once.
//
//   Session session(RunFolder("runs/first"), plan, builds, launcher, progress);
//   session.Run();
#ifndef TOOLS_MEASURE_SESSION_H_
#define TOOLS_MEASURE_SESSION_H_

#include <chrono>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "tools/measure/budget.h"
#include "tools/measure/builds.h"
#include "tools/measure/calibrate.h"
#include "tools/measure/launcher.h"
#include "tools/measure/plan.h"
#include "tools/measure/progress.h"
#include "tools/measure/run_folder.h"
#include "tools/results/input_error.h"

namespace playbook {

// A run that was begun with other builds, or on another machine, and that cannot be finished with these.
class OtherBuilds : public InputError {
 public:
  using InputError::InputError;
};

class Session {
 public:
  // The builds stand in the plan's order.
  Session(RunFolder folder, Plan plan, std::vector<Build> builds, Launcher& launcher, Progress& progress);

  // Throws Interrupted when asked to stop, OtherBuilds, and InputError where the environment fails; what was done is in
  // the folder.
  void Run();

  // Pairs given up and evidence that fails, over the whole run.
  int faults() const { return faults_; }

 private:
  // One pair under one build.
  struct Subject {
    std::size_t pair = 0;
    std::size_t build = 0;
    Outline outline = {};
    Cost cost = {};
    std::map<std::string, std::string> context = {};  // of the calibrating process: where the run was begun
    std::map<std::string, std::int64_t> iterations = {};
    bool given_up = false;
  };

  void CheckBinaries() const;
  void DescribeAll();
  void ProveAll();
  void Prove(const std::vector<Subject*>& subjects);  // of one pair, under several builds
  void CalibrateAll();
  void PlanAll();
  void MeasureRound(int round);
  void MeasureOne(int round, std::size_t position, Subject& subject);

  // Why rows of the same pair under two builds cannot be compared, or empty.
  std::string OtherRows(const Subject& subject, const Outline& outline) const;
  void GiveUp(Subject& subject, Stage stage, int round, const Attempt& attempt);
  // Throws OtherBuilds if a process of a resumed run says that it ran elsewhere than those before it.
  void CheckContext(const Subject& subject, const std::string& text) const;
  bool Measured(int round, const Subject& subject) const;
  double ExpectedTime(const Subject& subject) const;
  double ExpectedTimeLeft(int round) const;

  const std::string& Id(const Subject& subject) const { return plan_.pairs[subject.pair]; }
  const Build& BuildOf(const Subject& subject) const { return builds_[subject.build]; }
  std::string Name(const Subject& subject) const;  // "dead_code under gcc"

  RunFolder folder_;
  Plan plan_;
  std::vector<Build> builds_;
  Launcher& launcher_;
  Progress& progress_;
  std::vector<Subject> subjects_;  // pair by pair, each with all builds
  std::chrono::steady_clock::time_point started_ = std::chrono::steady_clock::now();
  double expected_so_far_s_ = 0;
  double measured_so_far_s_ = 0;
  int faults_ = 0;
};

}  // namespace playbook

#endif  // TOOLS_MEASURE_SESSION_H_
