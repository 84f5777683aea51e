// How long may each row be timed, so that the whole run fits the time somebody has?
//
// Every row gets the same time per repetition, as far as one iteration fits into it; a row whose iteration is longer
// gets one. Counts are fixed once, from the slower build, and are the same in every round and build: sides that were
// calibrated apart have been seen to differ by a percent for that reason alone. Pure arithmetic: nothing is run here.
//
//   const Schedule schedule = PlanRounds(costs, {.rounds = 10, .left_s = 82.5});
//   const std::int64_t count = IterationCount(costs[0].rows[0], schedule.row_time_s);
#ifndef TOOLS_MEASURE_BUDGET_H_
#define TOOLS_MEASURE_BUDGET_H_

#include <cstdint>
#include <string>
#include <vector>

#include "tools/stats/paired_ratio.h"  // kLeastRounds

namespace playbook {

inline constexpr int kDefaultRounds = 10;
// In each process, at most. A pair with a row whose single iteration takes longer than kSlowIteration_s gets one, and
// where the budget is short all pairs do: another round, a fresh process, is worth more than a second look at the same
// one.
inline constexpr int kRepetitions = 2;
inline constexpr double kSlowIteration_s = 0.25;
inline constexpr double kDefaultBudgetPerProcess_s = 10.0;  // for each pair under each build

// A repetition shorter than this is disturbed as a whole by a single interrupt or a switch of context; repetitions are
// given up for it, and then rounds, down to kLeastRounds.
inline constexpr double kLeastRowTime_s = 5e-3;
// An iteration that was deleted costs nothing, but the harness must still be given a number: with this many, the two
// clock readings around the loop weigh less than a thousandth of a nanosecond, and a loop that does exist under some
// other build ends within a second.
inline constexpr std::int64_t kMostIterations = 100'000'000;

// What one row costs, in every build in which its pair works.
struct RowCost {
  std::string row = {};
  std::vector<double> iteration_s = {};  // wall-clock, of each build; 0 is possible
};

struct PairCost {
  std::vector<double> start_s = {};       // of a process that times nothing, of each build
  std::vector<double> repetition_s = {};  // what one repetition of all rows costs beside the iterations, of each build
  std::vector<RowCost> rows = {};
};

struct Budget {
  int rounds = kDefaultRounds;
  bool rounds_fixed = false;  // the user named them
  double left_s = 0;          // for all rounds of all pairs
};

struct Schedule {
  int rounds = kDefaultRounds;
  int repetitions = kRepetitions;  // at most
  double row_time_s = 0;
  double expected_s = 0;                // of all rounds
  std::vector<std::string> notes = {};  // where the budget could not be kept, or rounds were given up for it
};

// Of every row of a pair, in each process.
int RepetitionCount(const PairCost& pair, int at_most);

Schedule PlanRounds(const std::vector<PairCost>& pairs, const Budget& budget);

// The same count for every build; at least 1, at most kMostIterations.
std::int64_t IterationCount(const RowCost& row, double row_time_s);

}  // namespace playbook

#endif  // TOOLS_MEASURE_BUDGET_H_
