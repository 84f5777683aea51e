#include "tools/race/self_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "tools/results/input_error.h"

namespace playbook {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::SizeIs;

// A row whose rounds differ by so much, the sign by turns, on the contender's side.
MeasuredPair PairOf(const std::string& name, std::size_t rounds, double difference) {
  MeasuredRow base = {.name = name, .full_name = name};
  MeasuredRow contender = base;
  for (std::size_t round = 0; round < rounds; ++round) {
    base.values["real_time"].push_back(100);
    contender.values["real_time"].push_back(100 * std::exp(round % 2 == 0 ? difference : -difference));
  }
  MeasuredPair pair = {.paired = true, .rounds = static_cast<int>(rounds)};
  pair.base.label = "bench";
  pair.base.rows = {base};
  pair.contender.rows = {contender};
  return pair;
}

TEST(SelfReportTest, CountsBlocksAndFindsTheVisibleEffect) {
  const SelfReport report = ReportSelf(PairOf("BM_A", 24, 0.01));
  ASSERT_THAT(report.subjects, SizeIs(1));
  ASSERT_THAT(report.all, SizeIs(4));
  EXPECT_EQ(report.all[0].rounds, 6);
  EXPECT_EQ(report.all[0].comparisons, 4);
  EXPECT_EQ(report.all[0].false_alarms, 0);
  EXPECT_EQ(report.all[3].comparisons, 0);
  // Of 6 rounds the interval goes from the smallest to the largest: what exceeds 1 % is seen.
  EXPECT_NEAR(report.subjects[0].rows[0].visible, std::exp(0.01), 1e-9);
}

TEST(SelfReportTest, AddsUpTheRows) {
  MeasuredPair pair = PairOf("BM_A", 12, 0.01);
  MeasuredPair other = PairOf("BM_B", 12, 0.01);
  // Every round of the second row is slower on one side: a false alarm in each of its blocks.
  for (double& value : other.contender.rows[0].values["real_time"]) {
    value = 105;
  }
  pair.base.rows.push_back(other.base.rows[0]);
  pair.contender.rows.push_back(other.contender.rows[0]);
  const SelfReport report = ReportSelf(pair);
  EXPECT_EQ(report.all[0].comparisons, 4);
  EXPECT_EQ(report.all[0].false_alarms, 2);
}

TEST(SelfReportTest, LeavesOutNumbersOfRoundsThatThereAreNot) {
  const SelfReport report = ReportSelf(PairOf("BM_A", 12, 0.01));
  EXPECT_THAT(TextOfSelf(report, SelfFormat::kTerminal),
              AllOf(HasSubstr("6 rounds"), HasSubstr("10 rounds"), Not(HasSubstr("20 rounds")), HasSubstr("1 %")));
}

TEST(SelfReportTest, EscapesNamesInPages) {
  const SelfReport report = ReportSelf(PairOf("BM|A`", 12, 0.01));
  EXPECT_THAT(TextOfSelf(report, SelfFormat::kMarkdown), HasSubstr("``"));
}

TEST(SelfReportTest, SaysThatTooFewRoundsTellNothing) {
  try {
    ReportSelf(PairOf("BM_A", 5, 0.01));
    ADD_FAILURE() << "five rounds were taken";
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("no row of bench has the 6 rounds that an interval needs"));
  }
}

}  // namespace
}  // namespace playbook
