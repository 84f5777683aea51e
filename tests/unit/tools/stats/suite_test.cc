// What is said of a whole table: its mean, a factor common to all rows.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "tools/stats/common_factor.h"
#include "tools/stats/geometric_mean.h"

namespace playbook {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

TEST(GeometricMeanOverRowsTest, AgreesWithAnExampleWorkedByHand) {
  // Logs -1, 0, 1 and so on: mean 0.5, standard deviation sqrt(5 / 3), t of 3 degrees at 97.5 % is 3.182446.
  const std::vector<double> ratios = {std::exp(-1.0), 1.0, std::exp(1.0), std::exp(2.0)};
  const RatioEstimate mean = GeometricMeanOverRows(ratios, 0.95);
  const double half = 3.182446305284263 * std::sqrt(5.0 / 3) / 2;
  EXPECT_EQ(mean.n, 4);
  EXPECT_NEAR(mean.ratio, std::exp(0.5), 1e-12);
  EXPECT_NEAR(std::log(mean.low), 0.5 - half, 1e-9);
  EXPECT_NEAR(std::log(mean.high), 0.5 + half, 1e-9);
  EXPECT_EQ(mean.level, 0.95);
  EXPECT_THAT(mean.warnings, IsEmpty());
}

TEST(GeometricMeanOverRowsTest, LeavesOutRowsWithoutARatio) {
  const RatioEstimate mean =
      GeometricMeanOverRows(std::vector<double>{2, 0, kNone, 8, std::numeric_limits<double>::infinity(), -1}, 0.95);
  EXPECT_EQ(mean.n, 2);
  EXPECT_NEAR(mean.ratio, 4, 1e-12);
  EXPECT_THAT(mean.warnings, ElementsAre("4 of 6 rows left out: missing or not above 0"));
}

TEST(GeometricMeanOverRowsTest, HasNoIntervalOfOneRowAndNoMeanOfNone) {
  const RatioEstimate one = GeometricMeanOverRows(std::vector<double>{3.0}, 0.95);
  EXPECT_NEAR(one.ratio, 3.0, 1e-12);
  EXPECT_FALSE(one.has_interval);
  EXPECT_THAT(one.warnings, ElementsAre("no interval of the mean: 1 row, at least 2 are needed"));
  EXPECT_TRUE(std::isnan(GeometricMeanOverRows({}, 0.95).ratio));
}

TEST(GeometricMeanOverRowsTest, DoesNotDependOnOrder) {
  const RatioEstimate forth = GeometricMeanOverRows(std::vector<double>{1.1, 0.7, 1.3, 0.9}, 0.95);
  const RatioEstimate back = GeometricMeanOverRows(std::vector<double>{0.9, 1.3, 0.7, 1.1}, 0.95);
  EXPECT_EQ(forth.ratio, back.ratio);
  EXPECT_EQ(forth.low, back.low);
  EXPECT_EQ(forth.high, back.high);
}

TEST(GeometricMeanByRoundTest, TakesTheMeanOfEachRoundFirst) {
  // Two rows that move against each other: their mean is 0.1, 0.2, ... 0.6, exactly.
  std::vector<std::vector<double>> rows(2);
  for (int round = 1; round <= 6; ++round) {
    rows[0].push_back(0.1 * round + 5);
    rows[1].push_back(0.1 * round - 5);
  }
  const RatioEstimate mean = GeometricMeanByRound(rows, 0.95);
  EXPECT_EQ(mean.n, 6);
  EXPECT_NEAR(std::log(mean.ratio), 0.35, 1e-9);
  EXPECT_NEAR(std::log(mean.low), 0.1, 1e-9);
  EXPECT_NEAR(std::log(mean.high), 0.6, 1e-9);
  EXPECT_NEAR(mean.level, 0.96875, 1e-12);
  EXPECT_THAT(mean.warnings, IsEmpty());
  std::swap(rows[0], rows[1]);
  EXPECT_EQ(GeometricMeanByRound(rows, 0.95).low, mean.low);
}

TEST(GeometricMeanByRoundTest, UsesOnlyRoundsThatHaveAllRows) {
  std::vector<std::vector<double>> rows(3, std::vector<double>(8, 0.5));
  rows[1][2] = kNone;
  rows[2][7] = std::numeric_limits<double>::infinity();
  const RatioEstimate mean = GeometricMeanByRound(rows, 0.95);
  EXPECT_EQ(mean.n, 6);
  EXPECT_NEAR(mean.ratio, std::exp(0.5), 1e-12);
  EXPECT_THAT(mean.warnings, ElementsAre("2 of 8 rounds left out: not all 3 rows have a ratio"));
  rows[0][0] = kNone;
  EXPECT_FALSE(GeometricMeanByRound(rows, 0.95).has_interval);
  EXPECT_EQ(GeometricMeanByRound({}, 0.95).n, 0);
}

TEST(CommonFactorTest, IsFoundWhereAllRowsMovedAlike) {
  const std::vector<double> ratios = {1.20, 1.21, 1.19, 1.22, 1.20, 1.18, 1.23, 1.20};
  const CommonFactor factor = FindCommonFactor(ratios, 0.02);
  EXPECT_TRUE(factor.found);
  EXPECT_NEAR(factor.estimate.ratio, 1.20, 1e-9);
  EXPECT_EQ(factor.estimate.n, 8);
  EXPECT_EQ(factor.agreeing, 8);
  EXPECT_NEAR(factor.tolerance, std::pow(1.20, 0.25), 1e-9);  // a quarter of the factor's own log
  std::vector<double> faster;
  for (const double ratio : ratios) {
    faster.push_back(1 / ratio);
  }
  EXPECT_TRUE(FindCommonFactor(faster, 0.02).found);
}

TEST(CommonFactorTest, AllowsAFewRowsThatTheChangeDoesNotTouch) {
  std::vector<double> ratios(18, 0.5);
  ratios.insert(ratios.end(), {1.0, 1.0});
  const CommonFactor nine_of_ten = FindCommonFactor(ratios, 0.02);
  EXPECT_TRUE(nine_of_ten.found);
  EXPECT_EQ(nine_of_ten.agreeing, 18);
  ratios.push_back(1.0);
  EXPECT_FALSE(FindCommonFactor(ratios, 0.02).found) << "18 of 21 are too few";
}

TEST(CommonFactorTest, IsNotFoundWhereNothingMovedOrNotTogether) {
  EXPECT_FALSE(FindCommonFactor(std::vector<double>(20, 1.0), 0.02).found);
  EXPECT_FALSE(FindCommonFactor(std::vector<double>(20, 1.01), 0.02).found) << "within the margin";
  EXPECT_TRUE(FindCommonFactor(std::vector<double>(20, 1.021), 0.02).found);
  EXPECT_FALSE(FindCommonFactor(std::vector<double>{1.1, 1.5, 1.2, 2.0, 1.05, 1.3, 1.8, 1.4}, 0.02).found);
  EXPECT_FALSE(FindCommonFactor(std::vector<double>{1.2, 0.8, 1.2, 0.8, 1.2, 0.8, 1.2, 0.8}, 0.02).found);
}

TEST(CommonFactorTest, TakesSixRows) {
  const CommonFactor five = FindCommonFactor(std::vector<double>(5, 2.0), 0.02);
  EXPECT_FALSE(five.found);
  EXPECT_THAT(five.estimate.warnings, ElementsAre("no common factor can be told of 5 rows, at least 6 are needed"));
  EXPECT_TRUE(FindCommonFactor(std::vector<double>(6, 2.0), 0.02).found);
  EXPECT_FALSE(FindCommonFactor({}, 0.02).found);
}

TEST(CommonFactorTest, LeavesOutRowsWithoutARatio) {
  const CommonFactor factor = FindCommonFactor(std::vector<double>{2, 2, kNone, 2, 2, 2, 0, 2}, 0.02);
  EXPECT_TRUE(factor.found);
  EXPECT_EQ(factor.estimate.n, 6);
  EXPECT_THAT(factor.estimate.warnings, ElementsAre(HasSubstr("2 of 8 rows left out")));
}

}  // namespace
}  // namespace playbook
