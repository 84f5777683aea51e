// How many times larger is one side than the other, and how sure is that?
//
// For measurements that come in rounds: the ratio is taken inside each round, so what drifts from round to round
// cancels out. The estimate is the median of the log ratios, the interval comes from their order statistics. Not for
// two files of two sessions: nothing pairs them (unpaired_ratio.h). A ratio of times above 1 says that the numerator is
// slower. Where more is better (bytes per second), the caller turns the ratio round, by swapping the two, so that above
// 1 is always worse.
//
//   const RatioEstimate estimate = PairedRatio(wrong_ns, right_ns, RowLevel(5));
//   // estimate.ratio, estimate.low .. estimate.high at estimate.level, over estimate.n rounds
#ifndef TOOLS_STATS_PAIRED_RATIO_H_
#define TOOLS_STATS_PAIRED_RATIO_H_

#include <limits>
#include <span>
#include <string>
#include <vector>

namespace playbook {

// The level of every statement of this project: of a whole table, when nothing else is said.
constexpr double kTableLevel = 0.95;

// No interval is given below this many rounds: with fewer, smallest to largest does not reach kTableLevel.
constexpr int kLeastRounds = 6;

// The level each of `rows` intervals needs so that all of them hold together at kTableLevel (Bonferroni). rows >= 1.
double RowLevel(int rows);

// The level of the interval that an equivalence test needs: each of its two one-sided tests may err as often as one
// two-sided interval does in all (two one-sided tests, Schuirmann 1987). 0.95 gives 0.90.
double EquivalenceLevel(double level);

struct RatioEstimate {
  int n = 0;                                                // rounds used
  double ratio = std::numeric_limits<double>::quiet_NaN();  // not a number where n is 0
  bool has_interval = false;
  double low = std::numeric_limits<double>::quiet_NaN();
  double high = std::numeric_limits<double>::quiet_NaN();
  double level = 0.0;           // true level of the interval
  bool reaches_wanted = false;  // false: the widest interval that n allows, below the wanted level
  std::vector<std::string> warnings = {};
};

struct LogRatios {
  std::vector<double> values = {};  // ln of numerator over denominator, one for each round that was used, in order
  int missing = 0;                  // rounds in which a value is not a number: there is none
  int without_ratio = 0;            // rounds in which both values are there, and one is infinite or not above 0
  std::vector<std::string> warnings = {};
};

// Round i is numerator[i] / denominator[i]; both spans have the same size. Rounds in which a value is not finite or not
// above 0 are left out, with a warning that counts them: one for values that are missing, one for those that have no
// ratio. What is left of a row that has such values says nothing of the row, so whoever judges looks at without_ratio.
LogRatios RoundLogRatios(std::span<const double> numerator, std::span<const double> denominator);

// Median and sign-test interval of log ratios, which are all finite. See PairedRatio.
RatioEstimate EstimateRatio(std::span<const double> log_ratios, double wanted_level);

// Round i is numerator[i] / denominator[i]; both spans have the same size. Rounds in which a value is not finite or not
// above 0 are left out, with a warning. Below kLeastRounds there is no interval, and a warning says how many are
// needed. Where n does not allow `wanted_level`, the interval is smallest to largest, with its true level and a
// warning.
RatioEstimate PairedRatio(std::span<const double> numerator, std::span<const double> denominator, double wanted_level);

}  // namespace playbook

#endif  // TOOLS_STATS_PAIRED_RATIO_H_
