// Did all rows move by one factor, so that the machine or the flags changed and not the code?
//
// Let m be the median over the rows of ln ratio, with its sign-test interval over the rows (rank_interval.h). A factor
// is common to the table if
//   - the interval of m leaves 0 out, at kTableLevel, which takes at least kLeastRounds rows;
//   - |m| is more than log(1 + margin): a factor smaller than the margin needs no explanation;
//   - at least kNearlyAll of the rows have |ln ratio - m| <= max(log(1 + margin), |m| / 4).
// The last says that what is common is larger than what is not. To be asked before any row is judged. Not a proof: code
// that all rows share gives one factor as well.
//
//   const CommonFactor factor = FindCommonFactor(ratios_of_rows, kDefaultMargin);
//   if (factor.found) Print("all rows moved by", factor.estimate.ratio, factor.agreeing, "of", factor.estimate.n);
#ifndef TOOLS_STATS_COMMON_FACTOR_H_
#define TOOLS_STATS_COMMON_FACTOR_H_

#include <span>

#include "tools/stats/paired_ratio.h"

namespace playbook {

// Nine rows of ten: one or two rows that the change does not touch (a sleep, a disk) do not hide it.
constexpr double kNearlyAll = 0.9;

struct CommonFactor {
  bool found = false;
  RatioEstimate estimate = {};  // n is the number of rows
  int agreeing = 0;             // rows within the tolerance
  double tolerance = 0.0;       // a factor: 1.02 is 2 % to either side
};

// One ratio for each matched row. Those that are not finite or not above 0 are left out, with a warning.
CommonFactor FindCommonFactor(std::span<const double> ratios, double margin);

}  // namespace playbook

#endif  // TOOLS_STATS_COMMON_FACTOR_H_
