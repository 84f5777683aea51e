// Do the rounds lie on one side of a value more often than chance puts them there?
//
// The exact two-sided and one-sided sign test. It is the twin of SignTestRanks: the interval of level 1 - a leaves `at`
// out exactly where the two-sided p is at most a, so a table never shows an interval and a p that contradict each
// other. For that, a round that equals `at` counts against both sides; leaving such rounds out, as some do, would let
// the p fall below what the interval says. Source: Conover, Practical Nonparametric Statistics, "the sign test".
// Not for rounds that depend on each other: their number is then not the number of facts.
//
//   const SignTest test = TestSigns(log_ratios, 0.0);
//   // 9 of 10 rounds above: test.p is 0.021, test.p_above 0.011
#ifndef TOOLS_STATS_SIGN_TEST_H_
#define TOOLS_STATS_SIGN_TEST_H_

#include <span>

namespace playbook {

struct SignTest {
  int n = 0;
  int above = 0;
  int below = 0;         // n - above - below rounds equal the value
  double p = 1.0;        // that the median is `at`; twice the smaller of the two below, at most 1
  double p_above = 1.0;  // that the median is at most `at`: small where the rounds lie above it
  double p_below = 1.0;  // that the median is at least `at`
};

// A value that is not a number counts like one that equals `at`; infinities have a sign. No values: every p is 1.
SignTest TestSigns(std::span<const double> values, double at);

// P(X <= successes) of n throws of a fair coin. Below 0: 0.
double FairCoinTail(int n, int successes);

}  // namespace playbook

#endif  // TOOLS_STATS_SIGN_TEST_H_
