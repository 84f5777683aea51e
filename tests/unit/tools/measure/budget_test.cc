#include "tools/measure/budget.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace playbook {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

// One build, no overhead, rows with these times per iteration.
PairCost Rows(std::vector<double> iteration_s) {
  PairCost pair = {.start_s = {0}, .repetition_s = {0}};
  for (const double one : iteration_s) {
    pair.rows.push_back({.row = "row", .iteration_s = {one}});
  }
  return pair;
}

TEST(IterationCountTest, FillsTheRowTimeWithWholeIterations) {
  EXPECT_EQ(IterationCount({.row = "row", .iteration_s = {1e-3}}, 10.5e-3), 10);
}

TEST(IterationCountTest, GivesASlowRowOneIteration) {
  EXPECT_EQ(IterationCount({.row = "row", .iteration_s = {0.6}}, 10e-3), 1);
}

TEST(IterationCountTest, TakesTheSlowerBuild) {
  EXPECT_EQ(IterationCount({.row = "row", .iteration_s = {1e-6, 4e-6, 2e-6}}, 8e-3), 2000);
}

TEST(IterationCountTest, CapsALoopThatWasDeleted) {
  EXPECT_EQ(IterationCount({.row = "row", .iteration_s = {0.0}}, 10e-3), kMostIterations);
  EXPECT_EQ(IterationCount({.row = "row", .iteration_s = {1e-20}}, 10e-3), kMostIterations);
}

TEST(IterationCountTest, CountsByTheBuildThatKeptALoopWhichAnotherDeleted) {
  EXPECT_EQ(IterationCount({.row = "row", .iteration_s = {0.0, 1e-6}}, 10e-3), 10000);
}

TEST(PlanRoundsTest, FillsTheBudget) {
  // 2 rows, 2 repetitions, 10 rounds: 40 shares of 1 s.
  const Schedule schedule = PlanRounds({Rows({1e-6, 1e-7})}, {.rounds = 10, .left_s = 40});
  EXPECT_EQ(schedule.rounds, 10);
  EXPECT_NEAR(schedule.row_time_s, 1.0, 1e-3);
  EXPECT_LE(schedule.expected_s, 40.0);
  EXPECT_NEAR(schedule.expected_s, 40.0, 0.01);
  EXPECT_THAT(schedule.notes, IsEmpty());
}

TEST(PlanRoundsTest, TakesWhatASlowRowNeedsFromTheOthers) {
  // The slow row needs 0.24 s of each of 20 repetitions; of 8.8 s, 4 s are left for the other one.
  const Schedule schedule = PlanRounds({Rows({0.24, 1e-6})}, {.rounds = 10, .left_s = 8.8});
  EXPECT_NEAR(schedule.row_time_s, 0.2, 1e-3);
  EXPECT_LE(schedule.expected_s, 8.8);
}

TEST(PlanRoundsTest, CountsStartAndSetUpOfEveryBuild) {
  PairCost pair = {.start_s = {0.1, 0.2}, .repetition_s = {0.05, 0.05}};
  pair.rows.push_back({.row = "row", .iteration_s = {1e-6, 1e-6}});
  // A round is 0.3 s of starts, 0.2 s of set-up and 4 times the row time.
  const Schedule schedule = PlanRounds({pair}, {.rounds = 6, .left_s = 6 * (0.5 + 4 * 0.25)});
  EXPECT_NEAR(schedule.row_time_s, 0.25, 1e-3);
}

TEST(PlanRoundsTest, GivesUpRoundsBeforeRowsBecomeTooShort) {
  // 400 rows: at 5 ms a row, 2 s a round of one repetition; 16 s hold 8 of them.
  const Schedule schedule = PlanRounds({Rows(std::vector<double>(400, 1e-7))}, {.rounds = 10, .left_s = 16.01});
  EXPECT_EQ(schedule.rounds, 8);
  EXPECT_EQ(schedule.repetitions, 1);
  EXPECT_GE(schedule.row_time_s, kLeastRowTime_s);
  ASSERT_EQ(schedule.notes.size(), 1U);
  EXPECT_THAT(schedule.notes[0], HasSubstr("8 rounds instead of 10"));
}

TEST(PlanRoundsTest, GivesUpRepetitionsBeforeRounds) {
  // 400 rows: at 5 ms a row, 4 s a round of two repetitions; 25 s hold 10 rounds of one.
  const Schedule schedule = PlanRounds({Rows(std::vector<double>(400, 1e-7))}, {.rounds = 10, .left_s = 25});
  EXPECT_EQ(schedule.rounds, 10);
  EXPECT_EQ(schedule.repetitions, 1);
  EXPECT_LE(schedule.expected_s, 25);
  EXPECT_THAT(schedule.notes, IsEmpty());
}

TEST(PlanRoundsTest, NeverGoesBelowSixRoundsAndSaysWhatTheyTake) {
  const Schedule schedule = PlanRounds({Rows({2.0})}, {.rounds = 10, .left_s = 1});
  EXPECT_EQ(schedule.rounds, 6);
  EXPECT_NEAR(schedule.expected_s, 12.0, 1e-9);
  ASSERT_EQ(schedule.notes.size(), 2U);
  EXPECT_THAT(schedule.notes[1], HasSubstr("6 rounds need about 12 s: going on with 6 rounds all the same"));
}

TEST(PlanRoundsTest, LeavesRoundsAloneThatTheUserNamed) {
  const Schedule schedule = PlanRounds({Rows({2.0})}, {.rounds = 12, .rounds_fixed = true, .left_s = 1});
  EXPECT_EQ(schedule.rounds, 12);
}

TEST(PlanRoundsTest, PlansWhereEverythingWasSpentAlready) {
  const Schedule schedule = PlanRounds({Rows({1e-6})}, {.rounds = 10, .left_s = -3});
  EXPECT_EQ(schedule.rounds, 6);
  EXPECT_EQ(schedule.row_time_s, kLeastRowTime_s);
}

TEST(PlanRoundsTest, PlansNothingWhereEveryPairWasGivenUp) {
  const Schedule schedule = PlanRounds({PairCost{}}, {.rounds = 10, .left_s = 50});
  EXPECT_EQ(schedule.rounds, 10);
  EXPECT_EQ(schedule.expected_s, 0);
}

TEST(BudgetTest, RepeatsInsideAProcessOnlyWhereEveryIterationIsShort) {
  PairCost pair = {.rows = {{.row = "a", .iteration_s = {0.001, 0.24}}, {.row = "b", .iteration_s = {0.1, 0.1}}}};
  EXPECT_EQ(RepetitionCount(pair, kRepetitions), kRepetitions);
  EXPECT_EQ(RepetitionCount(pair, 1), 1);
  pair.rows[0].iteration_s[1] = 0.26;
  EXPECT_EQ(RepetitionCount(pair, kRepetitions), 1);
}

}  // namespace
}  // namespace playbook
