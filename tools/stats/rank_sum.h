// Could two samples that nothing pairs have been drawn from the same values?
//
// Mann and Whitney's test with equal values counted as they are. Up to kExactPairs pairs the p is exact: of all ways to
// deal the pooled values to two sides of these sizes, the share whose rank sum lies at least as far out. Equal values
// share the mean of their ranks (Lehmann, Nonparametrics, "the treatment of ties"). Beyond that size, the normal
// approximation with tie and continuity correction. It tests order and not medians, and it cannot know what changed
// between two sessions: two files of the same program may differ truly. Not for rounds: sign_test.h.
//
//   const RankSum test = CompareRanks(base_logs, contender_logs);
//   // test.p of test.first_n and test.second_n values, which is never below LeastRankSumP(first_n, second_n)
#ifndef TOOLS_STATS_RANK_SUM_H_
#define TOOLS_STATS_RANK_SUM_H_

#include <span>

namespace playbook {

struct RankSum {
  int first_n = 0;
  int second_n = 0;
  double u = 0.0;        // pairs in which the second is larger; an equal pair counts a half
  double p = 1.0;        // twice the smaller of the two below, at most 1
  double p_above = 1.0;  // that the second is no larger than the first: small where it lies above
  double p_below = 1.0;
  double equal_pairs = 0.0;
  bool exact = true;
  bool ties = false;
};

// `shift` is added to every value of `first` before they are compared: it asks whether the second is larger by more
// than that. All values are finite. A side without values: every p is 1.
RankSum CompareRanks(std::span<const double> first, std::span<const double> second, double shift = 0.0);

}  // namespace playbook

#endif  // TOOLS_STATS_RANK_SUM_H_
