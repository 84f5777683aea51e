// Between which two of n sorted values does the median of what they were drawn from lie?
//
// The exact interval of the sign test: no shape of the distribution is assumed and nothing is approximated, so the true
// level is mostly above the wanted one and is always handed out. Source: the binomial distribution with one half;
// Conover, Practical Nonparametric Statistics, "confidence interval for a quantile". Not for values that depend on each
// other, such as the repetitions inside one process: they are one sample of what differs between processes.
//
//   const auto ranks = SignTestRanks(10, 0.95);  // {10, 2, 9, 0.979}: the 2nd to the 9th smallest
#ifndef TOOLS_STATS_RANK_INTERVAL_H_
#define TOOLS_STATS_RANK_INTERVAL_H_

#include <optional>

namespace playbook {

struct RankInterval {
  int n = 0;
  int low = 0;  // ranks count from 1
  int high = 0;
  double level = 0.0;  // true level, a fraction
};

// The narrowest interval whose level is at least `level`; nothing where even the smallest and largest value do not
// reach it. `level` lies between 0 and 1, both excluded.
std::optional<RankInterval> SignTestRanks(int n, double level);

// Smallest to largest value, whatever level that gives. n is at least 2.
RankInterval WidestRanks(int n);

// The smallest n for which SignTestRanks gives an interval: 6 for 0.95.
int SmallestSample(double level);

}  // namespace playbook

#endif  // TOOLS_STATS_RANK_INTERVAL_H_
