// How many times larger are the values of one file than those of another, as far as their repetitions can tell?
//
// The estimate is Hodges and Lehmann's shift of the logs: the median of all n * m log ratios of one value of each side
// ("Estimates of location based on rank tests", 1963). The interval is the same ratios' order statistics, with the
// ranks that Mann and Whitney's U gives. Without equal values it is the twin of rank_sum.h and leaves 1 out exactly
// where the p is small enough; an equal pair counts against both sides, so with equal values it is mostly the wider of
// the two (ratio_tests.h takes both). It holds for repetitions drawn alike. Two files of two sessions are not: what
// differs between sessions is in the ratio and not in the interval. Whoever prints it says "unpaired: drift not
// controlled". Where rounds exist: paired_ratio.h.
//
//   const UnpairedEstimate estimate = UnpairedRatio(contender_ns, base_ns, 0.95);
//   // estimate.ratio.low .. estimate.ratio.high at estimate.ratio.level, of estimate.numerator_n and denominator_n
#ifndef TOOLS_STATS_UNPAIRED_RATIO_H_
#define TOOLS_STATS_UNPAIRED_RATIO_H_

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "tools/stats/paired_ratio.h"

namespace playbook {

struct UnpairedEstimate {
  RatioEstimate ratio = {};  // n is the size of the smaller side
  int numerator_n = 0;       // values used
  int denominator_n = 0;
};

struct LogValues {
  std::vector<double> values = {};  // ln of each usable value
  std::vector<std::string> warnings = {};
};

// Values that are not finite or not above 0 are left out, with a warning that counts them. `what` is what the warning
// calls them: "values of the base", "rows".
LogValues UsableLogs(std::span<const double> values, const std::string& what);

// Of logs, which are all finite. Without EnoughRepetitions there is no interval, and a warning says how many are
// needed; where they do not allow `wanted_level`, the interval is the smallest to the largest ratio, with its true
// level and a warning.
UnpairedEstimate EstimateShift(std::span<const double> numerator_logs, std::span<const double> denominator_logs,
                               double wanted_level);

// The same of values, with those left out that have no logarithm.
UnpairedEstimate UnpairedRatio(std::span<const double> numerator, std::span<const double> denominator,
                               double wanted_level);

// The rank-th smallest of all differences first[i] - second[j]; ranks count from 1. Both sorted, finite, not empty.
// Costs of the order of n + m, and not n * m: a thousand repetitions a side have a million differences.
double RankedDifference(std::span<const double> first, std::span<const double> second, std::int64_t rank);

}  // namespace playbook

#endif  // TOOLS_STATS_UNPAIRED_RATIO_H_
