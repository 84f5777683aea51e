// Which rows do the two sides share, how often is each run, and what does that add up to?
//
// Everything between the options and the first round: the programs are asked for their rows, the rows are matched, the
// cost of each is taken, and counts, processes and slices are planned. What it learns for good is in the plan; the rest
// is for the race that follows. Not for measuring.
//
//   const RacePreparation prepared = PrepareRace(options, folder, runner, progress);
//   WriteWhole(folder.Plan(), ToJson(prepared.plan));
#ifndef TOOLS_RACE_RACE_PREPARATION_H_
#define TOOLS_RACE_RACE_PREPARATION_H_

#include <functional>
#include <string>

#include "tools/measure/progress.h"
#include "tools/race/race_folder.h"
#include "tools/race/race_options.h"
#include "tools/race/race_plan.h"
#include "tools/race/race_schedule.h"

namespace playbook {

struct RacePreparation {
  RacePlan plan = {};
  RaceSchedule schedule = {};  // of the plan's rows, in their order
};

// `spent_s` says how much of the budget is gone when it is asked. Throws InputError where a program cannot be raced or
// no row is left, and Interrupted.
RacePreparation PrepareRace(const RaceOptions& options, const RaceFolder& folder, ProgramRunner& runner,
                            Progress& progress, const std::function<double()>& spent_s);

// What is about to be done, in one line: rows, rounds, and how long that takes.
std::string PlanWords(const RacePreparation& prepared, double left_s);

}  // namespace playbook

#endif  // TOOLS_RACE_RACE_PREPARATION_H_
