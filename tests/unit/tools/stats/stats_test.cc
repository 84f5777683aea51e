#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "tools/stats/paired_ratio.h"
#include "tools/stats/rank_interval.h"
#include "tools/stats/sample.h"

namespace playbook {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr double kNotANumber = std::numeric_limits<double>::quiet_NaN();

TEST(MedianTest, IsTheMiddleOrTheMeanOfTheTwoMiddleOnes) {
  EXPECT_EQ(Median(std::vector<double>{3, 1, 2}), 2);
  EXPECT_EQ(Median(std::vector<double>{4, 1, 2, 3}), 2.5);
  EXPECT_EQ(Median(std::vector<double>{7}), 7);
  EXPECT_TRUE(std::isnan(Median({})));
}

TEST(SampleTest, GivesTheRangeAndCountsWhatItLeavesOut) {
  const Sample whole = Summarise(std::vector<double>{5, 1, 3});
  EXPECT_EQ(whole.n, 3U);
  EXPECT_EQ(whole.low, 1);
  EXPECT_EQ(whole.high, 5);
  EXPECT_THAT(whole.warnings, IsEmpty());
  const Sample holed = Summarise(std::vector<double>{5, kNotANumber, 3});
  EXPECT_EQ(holed.n, 2U);
  EXPECT_EQ(holed.median, 4);
  EXPECT_THAT(holed.warnings, ElementsAre(HasSubstr("1 of 3 values")));
  EXPECT_TRUE(std::isnan(Summarise({}).median));
}

struct Known {
  int n;
  int low;
  int high;
  double level_percent;
};

// Exact binomial values, to the printed digit.
class RankTableTest : public ::testing::TestWithParam<Known> {};

TEST_P(RankTableTest, AgreesWithTheTableOfTheSignTest) {
  const Known known = GetParam();
  const auto ranks = SignTestRanks(known.n, 0.95);
  ASSERT_TRUE(ranks.has_value());
  EXPECT_EQ(ranks->n, known.n);
  EXPECT_EQ(ranks->low, known.low);
  EXPECT_EQ(ranks->high, known.high);
  EXPECT_NEAR(100 * ranks->level, known.level_percent, 0.05);
}

INSTANTIATE_TEST_SUITE_P(Rounds, RankTableTest,
                         ::testing::Values(Known{6, 1, 6, 96.9}, Known{8, 1, 8, 99.2}, Known{10, 2, 9, 97.9},
                                           Known{12, 3, 10, 96.1}, Known{16, 4, 13, 97.9}, Known{20, 6, 15, 95.9},
                                           Known{30, 10, 21, 95.7}, Known{40, 14, 27, 96.2}, Known{51, 19, 33, 95.1}));

TEST(RankIntervalTest, HasNoneForFiveAtNinetyFive) {
  EXPECT_FALSE(SignTestRanks(5, 0.95).has_value());
  EXPECT_FALSE(SignTestRanks(0, 0.95).has_value());
  EXPECT_NEAR(WidestRanks(5).level, 0.9375, 1e-12);
  EXPECT_NEAR(WidestRanks(6).level, 0.96875, 1e-12);
}

TEST(RankIntervalTest, KnowsTheSmallestSampleForATable) {
  EXPECT_EQ(SmallestSample(0.90), 5);
  EXPECT_EQ(SmallestSample(0.95), 6);
  EXPECT_EQ(SmallestSample(RowLevel(10)), 9);
  EXPECT_EQ(SmallestSample(RowLevel(50)), 11);
  EXPECT_EQ(SmallestSample(RowLevel(100)), 12);
  EXPECT_EQ(SmallestSample(RowLevel(200)), 13);
}

TEST(PairedRatioTest, CancelsADriftThatBothSidesShare) {
  std::vector<double> right;
  std::vector<double> wrong;
  for (int round = 0; round < 10; ++round) {
    right.push_back(std::pow(2.0, round));
    wrong.push_back(3 * right.back());
  }
  const RatioEstimate estimate = PairedRatio(wrong, right, 0.95);
  EXPECT_EQ(estimate.n, 10);
  EXPECT_NEAR(estimate.ratio, 3, 1e-9);
  EXPECT_NEAR(estimate.low, 3, 1e-9);
  EXPECT_NEAR(estimate.high, 3, 1e-9);
  EXPECT_THAT(estimate.warnings, IsEmpty());
}

TEST(PairedRatioTest, TakesTheSecondAndNinthOfTenAsInterval) {
  const std::vector<double> wrong = {10, 1, 2, 3, 4, 5, 6, 7, 8, 9};
  const std::vector<double> right(10, 1.0);
  const RatioEstimate estimate = PairedRatio(wrong, right, 0.95);
  EXPECT_TRUE(estimate.has_interval);
  EXPECT_TRUE(estimate.reaches_wanted);
  EXPECT_NEAR(estimate.ratio, std::sqrt(30.0), 1e-9);
  EXPECT_NEAR(estimate.low, 2, 1e-9);
  EXPECT_NEAR(estimate.high, 9, 1e-9);
  EXPECT_NEAR(estimate.level, 0.9785, 1e-4);
}

TEST(PairedRatioTest, SaysWhatItReachesWhereTheRoundsDoNotAllowTheLevel) {
  const std::vector<double> wrong = {1, 2, 3, 4, 5, 6};
  const std::vector<double> right(6, 1.0);
  const RatioEstimate estimate = PairedRatio(wrong, right, RowLevel(5));
  EXPECT_TRUE(estimate.has_interval);
  EXPECT_FALSE(estimate.reaches_wanted);
  EXPECT_NEAR(estimate.low, 1, 1e-9);
  EXPECT_NEAR(estimate.high, 6, 1e-9);
  EXPECT_NEAR(estimate.level, 0.96875, 1e-9);
  EXPECT_THAT(estimate.warnings, ElementsAre("6 rounds give an interval at 96.9 %, 99.0 % would need 8 rounds"));
}

TEST(PairedRatioTest, GivesNoIntervalBelowSixRounds) {
  const std::vector<double> side(5, 1.0);
  const RatioEstimate estimate = PairedRatio(side, side, 0.5);
  EXPECT_FALSE(estimate.has_interval);
  EXPECT_EQ(estimate.ratio, 1);
  EXPECT_THAT(estimate.warnings, ElementsAre("no interval: 5 rounds, at least 6 are needed"));
}

TEST(PairedRatioTest, LeavesOutRoundsWithoutAUsableValue) {
  const std::vector<double> wrong = {2, 0, kNotANumber, 2, 2, 2, 2, 2};
  const std::vector<double> right(8, 1.0);
  const RatioEstimate estimate = PairedRatio(wrong, right, 0.95);
  EXPECT_EQ(estimate.n, 6);
  EXPECT_NEAR(estimate.ratio, 2, 1e-9);
  EXPECT_THAT(estimate.warnings, ElementsAre(HasSubstr("1 of 8 rounds left out"), HasSubstr("1 of 8 rounds left out")));
}

TEST(PairedRatioTest, KeepsItsIntervalInsideTheData) {
  for (int n = 6; n < 60; ++n) {
    std::vector<double> wrong;
    for (int round = 0; round < n; ++round) {
      wrong.push_back(1 + (round * 7919 % n));
    }
    const RatioEstimate estimate = PairedRatio(wrong, std::vector<double>(wrong.size(), 1.0), 0.95);
    EXPECT_GE(estimate.low, 1 - 1e-9) << n;
    EXPECT_LE(estimate.high, n + 1e-9) << n;
    EXPECT_LE(estimate.low, estimate.ratio) << n;
    EXPECT_GE(estimate.high, estimate.ratio) << n;
    EXPECT_GE(estimate.level, 0.95) << n;
  }
}

}  // namespace
}  // namespace playbook
