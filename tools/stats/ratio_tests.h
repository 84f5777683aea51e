// Which statements about a ratio do the measurements support, and with what chance of error?
//
// Three statements can be proved, each by rejecting its opposite: the ratio is not 1; it lies beyond the margin; it
// lies inside it. Each has a p, so that a table of many rows can be corrected (holm.h) before a verdict is given
// (verdict.h). Paired by the sign test, the twin of paired_ratio.h's interval. Unpaired by Mann and Whitney's, and
// where values are equal each p is the larger of the exact one (rank_sum.h) and that of unpaired_ratio.h's interval, so
// that nothing is proved that the printed interval does not show. Not a verdict: the three are not exclusive.
//
//   const RatioTests tests = PairedTests(log_ratios, kDefaultMargin);
//   // tests.differs 0.002, tests.beyond 0.021, tests.inside 1: above the margin, if one row is all there is
#ifndef TOOLS_STATS_RATIO_TESTS_H_
#define TOOLS_STATS_RATIO_TESTS_H_

#include <limits>
#include <span>

namespace playbook {

// The smallest difference worth speaking of, where nobody says otherwise: the ratio's band is 1 / 1.02 to 1.02.
constexpr double kDefaultMargin = 0.02;

struct RatioTests {
  // Two-sided p that the ratio is 1. Not a number, as the other two are, where there are too few values for any verdict
  // at kTableLevel.
  double differs = std::numeric_limits<double>::quiet_NaN();
  // Two-sided p that the ratio is at most 1 + margin (at least 1 / (1 + margin), where it lies below 1).
  double beyond = std::numeric_limits<double>::quiet_NaN();
  // The larger p of the two one-sided tests that the ratio lies outside the band (Schuirmann, "A comparison of the two
  // one-sided tests procedure and the power approach", 1987).
  double inside = std::numeric_limits<double>::quiet_NaN();
  // The exact p of its own test that the ratio is 1, equal values and all: `differs` as it was before it was held to
  // the interval, and never adjusted for other rows.
  double exact = std::numeric_limits<double>::quiet_NaN();
  bool above = false;  // on which side of 1 the evidence lies
};

// Of log ratios, one for each round, all finite. Fewer than kLeastRounds: no tests. margin is at
// least 0; at 0 nothing lies inside it.
RatioTests PairedTests(std::span<const double> log_ratios, double margin);

// Of the logs of two samples, all finite. Without EnoughRepetitions: no tests.
RatioTests UnpairedTests(std::span<const double> numerator_logs, std::span<const double> denominator_logs,
                         double margin);

}  // namespace playbook

#endif  // TOOLS_STATS_RATIO_TESTS_H_
