#include "tools/compare/metric.h"

#include <gtest/gtest.h>

#include <cmath>

namespace playbook {
namespace {

TEST(MetricTest, KnowsWhichIsBetter) {
  EXPECT_EQ(DirectionOf("real_time", {}), Direction::kLessIsBetter);
  EXPECT_EQ(DirectionOf("cpu_time", {}), Direction::kLessIsBetter);
  EXPECT_EQ(DirectionOf("bytes_per_second", {}), Direction::kMoreIsBetter);
  EXPECT_EQ(DirectionOf("reads/s", {}), Direction::kMoreIsBetter);
  EXPECT_EQ(DirectionOf("max_bytes_used", {}), Direction::kLessIsBetter);
  EXPECT_EQ(DirectionOf("cache_hits", {}), Direction::kUnknown);
}

TEST(MetricTest, LetsTheUserSayWhichIsBetter) {
  EXPECT_EQ(DirectionOf("cache_hits", {.more_is_better = {"cache_hits"}}), Direction::kMoreIsBetter);
  EXPECT_EQ(DirectionOf("lost_per_second", {.less_is_better = {"lost_per_second"}}), Direction::kLessIsBetter);
  EXPECT_STREQ(Word(Direction::kMoreIsBetter), "more_is_better");
  EXPECT_STREQ(Word(Direction::kUnknown), "unknown");
}

TEST(MetricTest, WritesEachInItsUnit) {
  EXPECT_EQ(MetricText("real_time", 3127000, 0), "3.13 ms");
  EXPECT_EQ(MetricText("bytes_per_second", 34.5e9, 0), "34.5 GB/s");
  EXPECT_EQ(MetricText("items_per_second", 1.2e6, 0), "1.20 M items/s");
  EXPECT_EQ(MetricText("reads/s", 1.2e6, 0), "1.20 M reads/s");
  EXPECT_EQ(MetricText("hops", 4096, 0), "4,096");
  EXPECT_EQ(MetricText("hit_ratio", 0.125, 0), "0.125");
  EXPECT_EQ(MetricText("hops", 1e300, 0), "1e+300");
  EXPECT_EQ(MetricText("hops", std::nan(""), 0), "n/a");
}

}  // namespace
}  // namespace playbook
