#include "tools/compare/row_logs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "tests/unit/tools/compare/sides.h"
#include "tools/stats/verdict.h"

namespace playbook {
namespace {

using ::testing::DoubleNear;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

TEST(RowLogsTest, TakesUnpairedSidesAsTheyAre) {
  const RowLogs logs = TakeLogs(Values{1, std::exp(1)}, Values{1}, false);
  EXPECT_THAT(logs.base, ElementsAre(0, DoubleNear(1, 1e-12)));
  EXPECT_THAT(logs.contender, ElementsAre(0));
  EXPECT_THAT(logs.by_round, IsEmpty());
  EXPECT_THAT(logs.warnings, IsEmpty());
  EXPECT_FALSE(logs.missing);
}

TEST(RowLogsTest, HasNoRatioWhereAValueIsNotAboveZero) {
  const double infinity = std::numeric_limits<double>::infinity();
  for (const double value : {0.0, -1.0, infinity}) {
    const RowLogs logs = TakeLogs(Values{1, 2, value}, Values{1, 2, 3}, false);
    EXPECT_TRUE(logs.no_ratio) << value;
    EXPECT_THAT(logs.base, IsEmpty()) << value;
    EXPECT_THAT(logs.contender, IsEmpty()) << value;
    EXPECT_THAT(logs.warnings, ElementsAre("1 of 3 values of the base are 0, below it or infinite: there is no ratio"));
    const RowLogs paired = TakeLogs(Values{1, 2, 3}, Values{1, value, 3}, true);
    EXPECT_TRUE(paired.no_ratio) << value;
    EXPECT_THAT(paired.ratios, IsEmpty()) << value;
    EXPECT_THAT(paired.warnings, ElementsAre("in 1 of 3 rounds a value is 0, below it or infinite: there is no ratio"));
  }
}

TEST(RowLogsTest, CountsTheValuesThatAreMissing) {
  const RowLogs logs = TakeLogs(Values{1, std::nan(""), 1}, Values{1}, false);
  EXPECT_TRUE(logs.missing);
  EXPECT_FALSE(logs.no_ratio);
  EXPECT_THAT(logs.warnings, ElementsAre("1 of 3 values of the base are missing"));
}

TEST(RowLogsTest, TakesPairedRatiosAndKeepsTheirRounds) {
  const double missing = std::nan("");
  const RowLogs logs = TakeLogs(Values{1, missing, 1, missing}, Values{std::exp(1), missing, missing, 1}, true);
  EXPECT_THAT(logs.ratios, ElementsAre(DoubleNear(1, 1e-12)));
  ASSERT_THAT(logs.by_round, SizeIs(4));
  EXPECT_FALSE(std::isnan(logs.by_round[0]));
  EXPECT_TRUE(std::isnan(logs.by_round[1]));
  // The round that neither side has was not meant for the row.
  EXPECT_THAT(logs.warnings, ElementsAre("in 2 of 3 rounds the value of one side is missing"));
  EXPECT_TRUE(logs.missing);
}

TEST(RowLogsTest, TurnsTheTestsAndNotTheRatioWhereMoreIsBetter) {
  for (const bool paired : {false, true}) {
    const RowLogs logs = TakeLogs(Near(100), Near(110), paired);
    EXPECT_EQ(JudgeTests(TestsOf(logs, false, 0.02), kTableLevel), Verdict::kSlower) << paired;
    EXPECT_EQ(JudgeTests(TestsOf(logs, true, 0.02), kTableLevel), Verdict::kFaster) << paired;
    EXPECT_GT(EstimateOf(logs, kTableLevel).low, 1) << paired;
  }
}

TEST(RowLogsTest, KnowsHowManyValuesAllowAVerdict) {
  EXPECT_FALSE(AllowVerdict(TakeLogs(Near(1, 3), Near(1, 3), false), 0.95));
  EXPECT_TRUE(AllowVerdict(TakeLogs(Near(1, 4), Near(1, 4), false), 0.95));
  EXPECT_FALSE(AllowVerdict(TakeLogs(Near(1, 5), Near(1, 5), true), 0.95));
  EXPECT_TRUE(AllowVerdict(TakeLogs(Near(1, 6), Near(1, 6), true), 0.95));
  EXPECT_FALSE(AllowVerdict(TakeLogs(Values{}, Near(1, 6), false), 0.95));
  EXPECT_FALSE(AllowVerdict(TakeLogs(Near(1, 1), Near(1, 100), false), 0.95));
  EXPECT_EQ(LeastValues(false, 0.95), 4);
  EXPECT_EQ(LeastValues(true, 0.95), 6);
}

}  // namespace
}  // namespace playbook
