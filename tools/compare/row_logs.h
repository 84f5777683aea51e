// What do the values of one row allow, whether rounds pair them or not?
//
// The one place where paired and unpaired part: each question goes to the method of tools/stats that fits. Not for a
// table's verdicts: those need all its rows (comparison.h).
//
//   const RowLogs logs = TakeLogs(base_ns, contender_ns, pair.paired);
//   const RatioTests tests = TestsOf(logs, false, kDefaultMargin);
//   const RatioEstimate ratio = EstimateOf(logs, RowLevel(rows));  // contender over base
#ifndef TOOLS_COMPARE_ROW_LOGS_H_
#define TOOLS_COMPARE_ROW_LOGS_H_

#include <span>
#include <string>
#include <vector>

#include "tools/stats/paired_ratio.h"
#include "tools/stats/ratio_tests.h"

namespace playbook {

struct RowLogs {
  bool paired = false;
  std::vector<double> ratios = {};    // paired: of each round that was used, contender over base
  std::vector<double> by_round = {};  // paired: of every round, not a number where it was not used
  std::vector<double> base = {};      // not paired
  std::vector<double> contender = {};
  std::vector<std::string> warnings = {};  // what is missing, or why there is no ratio
  // A value is 0 or less, or infinite: the row has no ratio, and there are no logs of it. To judge the other values
  // alone would be to choose them by what they are.
  bool no_ratio = false;
  bool missing = false;  // some values are, and those that are there may be a choice
};

// Values that are not a number are missing, with a warning; of paired values, both of the round. A round in which
// neither side has a value was not meant for this row, and is left out without one.
RowLogs TakeLogs(std::span<const double> base, std::span<const double> contender, bool paired);

// Above 1 is worse: with `more_is_better`, base over contender.
RatioTests TestsOf(const RowLogs& logs, bool more_is_better, double margin);

RatioEstimate EstimateOf(const RowLogs& logs, double level);

// Whether so many values can give a verdict at this level, and how many can: rounds, or values a side.
bool AllowVerdict(const RowLogs& logs, double level);
int LeastValues(bool paired, double level);

// Rounds, or values a side, after which this row is expected to be told; kNeverTells where it is not.
int NeededFor(const RowLogs& logs, double margin, double level);

}  // namespace playbook

#endif  // TOOLS_COMPARE_ROW_LOGS_H_
