// Is the interval of two unpaired samples that of all their ratios, and the twin of the test?
#include "tools/stats/unpaired_ratio.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <vector>

#include "tests/unit/tools/stats/noise.h"
#include "tools/stats/mann_whitney.h"
#include "tools/stats/rank_sum.h"

namespace playbook {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<double> AllDifferences(const std::vector<double>& first, const std::vector<double>& second) {
  std::vector<double> differences;
  for (const double one : first) {
    for (const double other : second) {
      differences.push_back(one - other);
    }
  }
  std::sort(differences.begin(), differences.end());
  return differences;
}

TEST(RankedDifferenceTest, IsThatOfAllDifferencesSorted) {
  Noise noise(1);
  for (int trial = 0; trial < 60; ++trial) {
    std::vector<double> first;
    std::vector<double> second;
    for (int i = 0; i < 1 + trial % 9; ++i) {
      first.push_back(trial % 2 == 0 ? noise.Normal() : std::floor(3 * noise.Normal()));
    }
    for (int i = 0; i < 1 + trial % 7; ++i) {
      second.push_back(trial % 2 == 0 ? noise.Normal() : std::floor(3 * noise.Normal()));
    }
    std::sort(first.begin(), first.end());
    std::sort(second.begin(), second.end());
    const std::vector<double> all = AllDifferences(first, second);
    for (std::size_t rank = 1; rank <= all.size(); ++rank) {
      ASSERT_EQ(RankedDifference(first, second, static_cast<std::int64_t>(rank)), all[rank - 1])
          << "trial " << trial << ", rank " << rank;
    }
  }
}

// Large enough that the ranks are searched for before what is left is laid out.
TEST(RankedDifferenceTest, IsTheSameOfLargeSamples) {
  Noise noise(2);
  const auto smooth = [&noise] { return noise.Normal(); };
  const auto tied = [&noise] { return std::floor(3 * noise.Normal()); };
  const auto wide = [&noise] { return std::exp(60 * noise.Normal()); };
  const auto equal = [] { return 1.5; };
  for (const std::function<double()>& draw : {std::function<double()>(smooth), std::function<double()>(tied),
                                              std::function<double()>(wide), std::function<double()>(equal)}) {
    std::vector<double> first(60);
    std::vector<double> second(41);
    std::generate(first.begin(), first.end(), draw);
    std::generate(second.begin(), second.end(), draw);
    std::sort(first.begin(), first.end());
    std::sort(second.begin(), second.end());
    const std::vector<double> all = AllDifferences(first, second);
    for (std::size_t rank = 1; rank <= all.size(); rank += 7) {
      ASSERT_EQ(RankedDifference(first, second, static_cast<std::int64_t>(rank)), all[rank - 1]) << rank;
    }
    ASSERT_EQ(RankedDifference(first, second, static_cast<std::int64_t>(all.size())), all.back());
  }
}

TEST(UnpairedRatioTest, IsTheMedianOfAllRatiosWithTheRanksOfU) {
  const std::vector<double> contender = {2, 4, 6, 8, 10};
  const std::vector<double> base = {1, 3, 5, 7, 9};
  std::vector<double> ratios;
  for (const double one : contender) {
    for (const double other : base) {
      ratios.push_back(one / other);
    }
  }
  std::sort(ratios.begin(), ratios.end());
  const UnpairedEstimate estimate = UnpairedRatio(contender, base, 0.95);
  EXPECT_NEAR(estimate.ratio.ratio, ratios[12], 1e-12);
  EXPECT_NEAR(estimate.ratio.low, ratios[2], 1e-12);    // critical value 2: the third smallest
  EXPECT_NEAR(estimate.ratio.high, ratios[22], 1e-12);  // and the third largest
  EXPECT_NEAR(estimate.ratio.level, 1 - 2 * 4.0 / 252, 1e-12);
  EXPECT_EQ(estimate.numerator_n, 5);
  EXPECT_EQ(estimate.denominator_n, 5);
  EXPECT_THAT(estimate.ratio.warnings, IsEmpty());
}

// Hollander and Wolfe, Nonparametric Statistical Methods, examples 4.3 and 4.4 on the data of their table 4.1: shift
// 0.305, interval -0.15 to 0.76.
TEST(UnpairedRatioTest, AgreesWithAPublishedExample) {
  const std::vector<double> term = {0.80, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46};
  const std::vector<double> early = {1.15, 0.88, 0.90, 0.74, 1.21};
  const UnpairedEstimate estimate = EstimateShift(term, early, 0.95);
  EXPECT_NEAR(std::log(estimate.ratio.ratio), 0.305, 1e-9);
  EXPECT_NEAR(std::log(estimate.ratio.low), -0.15, 1e-9);
  EXPECT_NEAR(std::log(estimate.ratio.high), 0.76, 1e-9);
}

TEST(UnpairedRatioTest, LeavesAShiftOutWhereTheTestDoes) {
  Noise noise(2);
  for (const auto& [n, m] : {std::pair(4, 4), std::pair(5, 7), std::pair(10, 10), std::pair(12, 6)}) {
    std::vector<double> first;
    std::vector<double> second;
    for (int i = 0; i < n; ++i) {
      first.push_back(noise.Normal());
    }
    for (int i = 0; i < m; ++i) {
      second.push_back(noise.Normal());
    }
    const UnpairedEstimate estimate = EstimateShift(first, second, 0.95);
    ASSERT_TRUE(estimate.ratio.has_interval);
    for (double shift = -4; shift < 4; shift += 0.037) {
      const bool left_out = shift < std::log(estimate.ratio.low) || shift > std::log(estimate.ratio.high);
      EXPECT_EQ(CompareRanks(second, first, shift).p <= 0.05, left_out) << n << ", " << m << ", shift " << shift;
    }
  }
}

TEST(UnpairedRatioTest, DoesNotDependOnOrderAndTurnsRoundWithItsSides) {
  std::vector<double> a = {5, 3, 4, 4, 9, 7};
  std::vector<double> b = {2, 3, 3, 8, 1};
  const UnpairedEstimate forth = UnpairedRatio(a, b, 0.95);
  std::sort(a.begin(), a.end());
  std::reverse(b.begin(), b.end());
  const UnpairedEstimate again = UnpairedRatio(a, b, 0.95);
  const UnpairedEstimate back = UnpairedRatio(b, a, 0.95);
  EXPECT_EQ(forth.ratio.low, again.ratio.low);
  EXPECT_EQ(forth.ratio.ratio, again.ratio.ratio);
  EXPECT_EQ(forth.ratio.high, again.ratio.high);
  EXPECT_NEAR(forth.ratio.low, 1 / back.ratio.high, 1e-12);
  EXPECT_NEAR(forth.ratio.high, 1 / back.ratio.low, 1e-12);
  EXPECT_NEAR(forth.ratio.ratio, 1 / back.ratio.ratio, 1e-12);
}

TEST(UnpairedRatioTest, RefusesAnIntervalOfThree) {
  const std::vector<double> side = {1, 2, 3};
  const UnpairedEstimate estimate = UnpairedRatio(side, side, 0.5);
  EXPECT_FALSE(estimate.ratio.has_interval);
  EXPECT_EQ(estimate.ratio.ratio, 1.0);
  EXPECT_EQ(estimate.ratio.n, 3);
  EXPECT_THAT(estimate.ratio.warnings, ElementsAre("no interval: 3 and 3 repetitions, at least 4 of each are needed"));
}

TEST(UnpairedRatioTest, SaysWhatItReachesWhereTheSizesDoNotAllowTheLevel) {
  const std::vector<double> side = {1, 2, 3, 4, 5};
  const UnpairedEstimate estimate = UnpairedRatio(side, side, RowLevel(10));
  EXPECT_TRUE(estimate.ratio.has_interval);
  EXPECT_FALSE(estimate.ratio.reaches_wanted);
  EXPECT_NEAR(estimate.ratio.low, 0.2, 1e-12);
  EXPECT_NEAR(estimate.ratio.high, 5, 1e-12);
  EXPECT_THAT(estimate.ratio.warnings,
              ElementsAre("5 and 5 repetitions give an interval at 99.2 %, 99.5 % would need 6 of each"));
}

TEST(UnpairedRatioTest, LeavesOutWhatHasNoLogarithm) {
  const double infinite = std::numeric_limits<double>::infinity();
  const UnpairedEstimate estimate =
      UnpairedRatio(std::vector<double>{1, infinite, 0}, std::vector<double>{2, std::nan("")}, 0.95);
  EXPECT_EQ(estimate.numerator_n, 1);
  EXPECT_EQ(estimate.denominator_n, 1);
  EXPECT_NEAR(estimate.ratio.ratio, 0.5, 1e-15);
  EXPECT_THAT(estimate.ratio.warnings, ElementsAre("2 of 3 values of the contender left out: missing or not above 0",
                                                   "1 of 2 values of the base left out: missing or not above 0",
                                                   "no interval: 1 and 1 repetitions, at least 4 of each are needed"));
  const UnpairedEstimate empty = UnpairedRatio({}, std::vector<double>{2}, 0.95);
  EXPECT_EQ(empty.ratio.n, 0);
  EXPECT_TRUE(std::isnan(empty.ratio.ratio));
  EXPECT_THAT(empty.ratio.warnings, ElementsAre("no ratio: a side has no value"));
}

TEST(UnpairedRatioTest, FindsTheSameWhetherTheRatiosAreLaidOutOrSearchedFor) {
  Noise noise(21);
  for (const int n : {25, 26, 40}) {  // 625 ratios are the last to be laid out
    std::vector<double> first;
    std::vector<double> second;
    for (int i = 0; i < n; ++i) {
      first.push_back(noise.Normal());
      second.push_back(noise.Normal());
    }
    const std::vector<double> all = AllDifferences(first, second);
    const auto critical = static_cast<std::size_t>(*MannWhitneyCritical(n, n, 0.95));
    const RatioEstimate ratio = EstimateShift(first, second, 0.95).ratio;
    EXPECT_EQ(ratio.low, std::exp(all[critical])) << n;
    EXPECT_EQ(ratio.high, std::exp(all[all.size() - 1 - critical])) << n;
    EXPECT_EQ(ratio.ratio, std::exp(all[(all.size() - 1) / 2] / 2 + all[all.size() / 2] / 2)) << n;
  }
}

TEST(UnpairedRatioTest, HoldsForEqualValuesAndForManyValues) {
  const std::vector<double> same(8, 3.0);
  const UnpairedEstimate equal = UnpairedRatio(same, same, 0.95);
  EXPECT_EQ(equal.ratio.low, 1.0);
  EXPECT_EQ(equal.ratio.high, 1.0);
  std::vector<double> a;
  std::vector<double> b;
  for (int i = 1; i <= 1000; ++i) {
    a.push_back(2.0 * i);
    b.push_back(i);
  }
  const UnpairedEstimate many = UnpairedRatio(a, b, 0.95);
  EXPECT_NEAR(many.ratio.ratio, 2.0, 1e-9);
  EXPECT_NEAR(many.ratio.level, 0.95, 1e-4);
  EXPECT_LT(many.ratio.low, 2.0);
  EXPECT_GT(many.ratio.high, 2.0);
}

}  // namespace
}  // namespace playbook
