#include "tools/measure/side.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace playbook {
namespace {

TEST(SideTest, HoldsWhatWasAddedWhileTheProcessRan) {
  Side side = {.build = "gcc", .id = "a", .round = 3, .position = 2};
  side.before = {
      .load_average = 0.5, .steal_ticks = 10, .cpu_pressure_us = 100, .io_pressure_us = 7, .memory_pressure_us = 0};
  side.after = {
      .load_average = 0.9, .steal_ticks = 12, .cpu_pressure_us = 150, .io_pressure_us = 7, .memory_pressure_us = 1};
  const nlohmann::json json = nlohmann::json::parse(ToJson(side));
  EXPECT_EQ(json["schema_version"], 1);
  EXPECT_EQ(json["load_before"], 0.5);
  EXPECT_EQ(json["steal_ticks"], 2);
  EXPECT_EQ(json["pressure"]["cpu"], 50);
  EXPECT_EQ(json["pressure"]["io"], 0);
  EXPECT_EQ(json["pressure"]["memory"], 1);
}

TEST(SideTest, HasNullWhereTheKernelDoesNotSay) {
  Side side;
  side.after.steal_ticks = 12;
  const nlohmann::json json = nlohmann::json::parse(ToJson(side));
  EXPECT_TRUE(json["load_before"].is_null());
  EXPECT_TRUE(json["steal_ticks"].is_null());
  EXPECT_TRUE(json["pressure"]["cpu"].is_null());
}

TEST(SideTest, HasNullWhereATotalRanBackwards) {
  Side side;
  side.before.steal_ticks = 12;
  side.after.steal_ticks = 3;
  EXPECT_TRUE(nlohmann::json::parse(ToJson(side))["steal_ticks"].is_null());
}

}  // namespace
}  // namespace playbook
