// How is a ladder measured?
//
// Each rung in a fresh process of each build, so that none inherits another's memory, in rounds of shuffled order. One
// process runs at a time. A rung that fails under a build is given up there, with the reason in its rows, and the
// others go on. Not for pairs: nothing is paired with a verdict here.
//
//   LadderSession session(builds, {.rounds = 6}, scratch, interrupts, progress);
//   const Ladder ladder = session.Run();
#ifndef TOOLS_LADDER_LADDER_SESSION_H_
#define TOOLS_LADDER_LADDER_SESSION_H_

#include <chrono>
#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "tools/ladder/ladder.h"
#include "tools/measure/builds.h"
#include "tools/measure/folders.h"
#include "tools/measure/interrupts.h"
#include "tools/measure/progress.h"

namespace playbook {

struct LadderSettings {
  int rounds = 0;
  double min_time_s = 0;  // of a row in a process
  std::uint64_t seed = 0;
  std::chrono::milliseconds timeout = {};
};

class LadderSession {
 public:
  LadderSession(std::vector<Build> builds, LadderSettings settings, const ScratchOfRun& scratch, Interrupts& interrupts,
                Progress& progress)
      : builds_(std::move(builds)),
        settings_(settings),
        scratch_(scratch),
        interrupts_(interrupts),
        progress_(progress) {}

  // Builds, rungs and values; taken, machine and command are the caller's to fill. One that is interrupted has the
  // rounds that were whole by then; where there is none it throws Interrupted (launcher.h). Throws InputError where a
  // build's ladder cannot be used at all.
  Ladder Run();
  bool interrupted() const { return interrupted_; }

 private:
  Ladder Describe() const;
  void MeasureRound(Ladder& ladder, int round, const std::string& left);
  // One process: its values, or the reason in all rows of the rung, which is then given up.
  void Measure(Ladder& ladder, std::size_t rung, const Build& build, int round);
  void GiveUp(LadderRung& rung, const Build& build, const std::string& reason);
  // What the binary wrote; the reason why not in `fault`. Never throws but for Interrupted: a scratch folder that was
  // full for a moment costs a rung and not the ladder.
  std::string Start(const Build& build, std::vector<std::string> arguments, std::string& fault) const;

  std::vector<Build> builds_;
  LadderSettings settings_;
  const ScratchOfRun& scratch_;
  Interrupts& interrupts_;
  Progress& progress_;
  std::set<std::pair<std::string, std::string>> given_up_;  // build and rung
  bool interrupted_ = false;
};

}  // namespace playbook

#endif  // TOOLS_LADDER_LADDER_SESSION_H_
