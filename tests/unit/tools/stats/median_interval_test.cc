#include "tools/stats/median_interval.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

namespace playbook {
namespace {

TEST(MedianIntervalTest, IsTheExactOneOfTheSignTest) {
  // n = 10: the 2nd to the 9th smallest, 97.9 %.
  const MedianInterval interval = IntervalOf(std::vector<double>{10, 9, 8, 7, 6, 5, 4, 3, 2, 1});
  EXPECT_EQ(interval.n, 10);
  EXPECT_DOUBLE_EQ(interval.median, 5.5);
  EXPECT_DOUBLE_EQ(interval.low, 2);
  EXPECT_DOUBLE_EQ(interval.high, 9);
  EXPECT_TRUE(interval.has_interval);
  EXPECT_NEAR(interval.level, 0.9785, 1e-4);
}

TEST(MedianIntervalTest, IsTheRangeOfTooFewValues) {
  const MedianInterval interval = IntervalOf(std::vector<double>{3, 1, 2});
  EXPECT_FALSE(interval.has_interval);
  EXPECT_DOUBLE_EQ(interval.low, 1);
  EXPECT_DOUBLE_EQ(interval.high, 3);
  EXPECT_DOUBLE_EQ(interval.level, 0.75);
}

TEST(MedianIntervalTest, HasNothingToSayOfOneValueOrNone) {
  const MedianInterval one = IntervalOf(std::vector<double>{3});
  EXPECT_DOUBLE_EQ(one.low, 3);
  EXPECT_DOUBLE_EQ(one.high, 3);
  EXPECT_EQ(one.level, 0);
  const MedianInterval none = IntervalOf(std::vector<double>{std::numeric_limits<double>::quiet_NaN()});
  EXPECT_EQ(none.n, 0);
  EXPECT_TRUE(std::isnan(none.median));
}

}  // namespace
}  // namespace playbook
