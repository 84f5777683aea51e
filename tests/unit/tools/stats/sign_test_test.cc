// Is the sign test exact, and does it say the same as the interval?
#include "tools/stats/sign_test.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <vector>

#include "tools/stats/paired_ratio.h"
#include "tools/stats/rank_interval.h"

namespace playbook {
namespace {

// All 2^n ways in which n rounds can lie above or below, each as likely as another: how many have at most that many
// above?
double CountedTail(int n, int most_above) {
  unsigned counted = 0;
  for (unsigned signs = 0; signs < 1U << n; ++signs) {
    counted += std::popcount(signs) <= most_above ? 1 : 0;
  }
  return static_cast<double>(counted) / static_cast<double>(1U << n);
}

TEST(SignTestTest, AgreesWithCountingAllWaysTheRoundsCanFall) {
  for (int n = 1; n <= 14; ++n) {
    EXPECT_EQ(FairCoinTail(n, -1), 0.0);
    EXPECT_EQ(FairCoinTail(n, n), 1.0);
    for (int above = 0; above <= n; ++above) {
      std::vector<double> rounds(static_cast<std::size_t>(n), -1.0);
      std::fill(rounds.begin(), rounds.begin() + above, 1.0);
      const SignTest test = TestSigns(rounds, 0.0);
      const double at_most = CountedTail(n, above);
      const double at_least = CountedTail(n, n - above);
      EXPECT_EQ(test.n, n);
      EXPECT_EQ(test.above, above);
      EXPECT_EQ(test.below, n - above);
      EXPECT_NEAR(test.p_below, at_most, 1e-12) << above << " of " << n;
      EXPECT_NEAR(test.p_above, at_least, 1e-12) << above << " of " << n;
      EXPECT_NEAR(test.p, std::min(1.0, 2 * std::min(at_most, at_least)), 1e-12) << above << " of " << n;
    }
  }
}

// Critical values at 5 %, two-sided: the largest count on the rarer side that is still significant. Dixon and Mood,
// "The statistical sign test", 1946, table 1.
TEST(SignTestTest, AgreesWithThePublishedCriticalValues) {
  const std::vector<std::pair<int, int>> published = {{6, 0},  {7, 0},  {8, 0},  {9, 1},   {10, 1}, {11, 1}, {12, 2},
                                                      {13, 2}, {14, 2}, {15, 3}, {16, 3},  {17, 4}, {18, 4}, {19, 4},
                                                      {20, 5}, {25, 7}, {30, 9}, {40, 13}, {50, 17}};
  for (const auto& [n, critical] : published) {
    EXPECT_LE(2 * FairCoinTail(n, critical), 0.05) << n;
    EXPECT_GT(2 * FairCoinTail(n, critical + 1), 0.05) << n;
    EXPECT_EQ(SignTestRanks(n, 0.95)->low, critical + 1) << n;
  }
  EXPECT_GT(2 * FairCoinTail(5, 0), 0.05);
}

TEST(SignTestTest, LeavesAValueOutWhereTheIntervalDoes) {
  for (int n = 6; n <= 40; ++n) {
    for (const double level : {0.90, 0.95, 0.99}) {
      const auto ranks = SignTestRanks(n, level);
      if (!ranks) {
        continue;
      }
      // Rounds 1 .. n, some of them equal to their neighbour.
      std::vector<double> rounds;
      for (int round = 1; round <= n; ++round) {
        rounds.push_back(round % 3 == 0 ? round - 1 : round);
      }
      const double low = rounds[static_cast<std::size_t>(ranks->low - 1)];
      const double high = rounds[static_cast<std::size_t>(ranks->high - 1)];
      for (double at = 0; at <= n + 1; at += 0.5) {
        EXPECT_EQ(TestSigns(rounds, at).p <= 1 - level, at < low || at > high) << n << " rounds, at " << at;
      }
    }
  }
}

TEST(SignTestTest, CountsARoundThatEqualsTheValueAgainstBothSides) {
  const std::vector<double> rounds = {0, 0, 1, 1, 1, 1, 1, 1, 1, 1};
  const SignTest test = TestSigns(rounds, 0.0);
  EXPECT_EQ(test.above, 8);
  EXPECT_EQ(test.below, 0);
  EXPECT_NEAR(test.p_above, 56.0 / 1024, 1e-12);  // (10 choose 0, 1, 2)
  EXPECT_EQ(test.p_below, 1.0);
  EXPECT_EQ(TestSigns(std::vector<double>(20, 0.0), 0.0).p, 1.0);
}

TEST(SignTestTest, TakesInfinitiesForTheirSignAndNoNumberForNoFact) {
  const double infinite = std::numeric_limits<double>::infinity();
  const double none = std::numeric_limits<double>::quiet_NaN();
  EXPECT_NEAR(TestSigns(std::vector<double>{infinite, 1, 1, 1, 1, 1}, 0.0).p, 2.0 / 64, 1e-12);
  EXPECT_NEAR(TestSigns(std::vector<double>{-infinite, 1, 1, 1, 1, 1}, 0.0).p, 14.0 / 64, 1e-12);
  EXPECT_NEAR(TestSigns(std::vector<double>{none, 1, 1, 1, 1, 1}, 0.0).p, 14.0 / 64, 1e-12);
}

TEST(SignTestTest, SaysNothingOfNoRounds) {
  const SignTest test = TestSigns({}, 0.0);
  EXPECT_EQ(test.n, 0);
  EXPECT_EQ(test.p, 1.0);
  EXPECT_EQ(test.p_above, 1.0);
  EXPECT_EQ(test.p_below, 1.0);
}

TEST(LogRatiosTest, RefuseWhatHasNoLogarithm) {
  const double infinite = std::numeric_limits<double>::infinity();
  const std::vector<double> numerator = {2, infinite, -1, 0, std::numeric_limits<double>::quiet_NaN(), 8};
  const LogRatios logs = RoundLogRatios(numerator, std::vector<double>(6, 2.0));
  ASSERT_EQ(logs.values.size(), 2U);
  EXPECT_EQ(logs.values[0], 0.0);
  EXPECT_NEAR(logs.values[1], std::log(4.0), 1e-15);
  EXPECT_EQ(logs.missing, 1);
  EXPECT_EQ(logs.without_ratio, 3);
  EXPECT_EQ(logs.warnings, (std::vector<std::string>{"1 of 6 rounds left out: a value is missing",
                                                     "3 of 6 rounds left out: a value is not finite or not above 0"}));
}

TEST(LogRatiosTest, TurnRoundWithTheirSides) {
  const std::vector<double> a = {1.0, 2.5, 3.0, 4.0, 5.5, 6.0, 7.0, 8.0};
  const std::vector<double> b = {1.1, 2.0, 3.5, 4.5, 5.0, 6.5, 7.5, 8.5};
  const RatioEstimate forth = PairedRatio(a, b, 0.95);
  const RatioEstimate back = PairedRatio(b, a, 0.95);
  EXPECT_NEAR(forth.low, 1 / back.high, 1e-12);
  EXPECT_NEAR(forth.high, 1 / back.low, 1e-12);
  EXPECT_NEAR(forth.ratio, 1 / back.ratio, 1e-12);
}

}  // namespace
}  // namespace playbook
