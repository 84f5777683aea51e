#include "tools/race/race_schedule.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace playbook {
namespace {

using testing::ElementsAre;
using testing::SizeIs;

std::vector<RowTime> Rows(std::size_t count, double time_s, std::size_t program = 0) {
  return std::vector<RowTime>(count, {.program = program, .name_bytes = 10, .time_s = time_s});
}

TEST(RaceScheduleTest, PutsAllRowsOfAProgramIntoOneProcess) {
  const RaceSchedule schedule = PlanRace(Rows(5, 0.2), {.start_s = {0.1}, .one_row = {false}, .budget_s = 60});
  ASSERT_THAT(schedule.slices, SizeIs(1));
  ASSERT_THAT(schedule.groups, SizeIs(1));
  EXPECT_THAT(schedule.groups[0].rows, ElementsAre(0, 1, 2, 3, 4));
  EXPECT_NEAR(schedule.RoundOfAll(), 1.1, 1e-9);
}

TEST(RaceScheduleTest, GivesEveryRowItsProcessWhereAProcessHasOneCount) {
  const RaceSchedule schedule = PlanRace(Rows(3, 0.2), {.start_s = {0.1}, .one_row = {true}, .budget_s = 60});
  EXPECT_THAT(schedule.groups, SizeIs(3));
  ASSERT_THAT(schedule.slices, SizeIs(1));
  EXPECT_NEAR(schedule.RoundOfAll(), 0.9, 1e-9);
}

TEST(RaceScheduleTest, KeepsProgramsApart) {
  std::vector<RowTime> rows = Rows(2, 0.2, 0);
  const std::vector<RowTime> others = Rows(2, 0.2, 1);
  rows.insert(rows.end(), others.begin(), others.end());
  const RaceSchedule schedule =
      PlanRace(rows, {.start_s = {0.1, 0.3}, .one_row = {false, false}, .budget_s = {}, .rounds = 10});
  ASSERT_THAT(schedule.groups, SizeIs(2));
  EXPECT_EQ(schedule.groups[1].program, 1U);
  EXPECT_NEAR(schedule.groups[1].time_s, 0.7, 1e-9);
}

TEST(RaceScheduleTest, BreaksAProcessWhoseNamesAreTooLong) {
  std::vector<RowTime> rows = Rows(4, 0.2);
  for (RowTime& row : rows) {
    row.name_bytes = 3000;
  }
  const RaceSchedule schedule = PlanRace(rows, {.start_s = {0.1}, .one_row = {false}});
  ASSERT_THAT(schedule.groups, SizeIs(2));
  EXPECT_THAT(schedule.groups[0].rows, ElementsAre(0, 1));
}

TEST(RaceScheduleTest, CutsIntoSlicesOnlyWhereAVerdictOnAllTakesTooLong) {
  // 100 rows need 12 rounds of 20 s.
  const RaceLimits enough = {.start_s = {0}, .one_row = {false}, .budget_s = 250};
  EXPECT_THAT(PlanRace(Rows(100, 0.2), enough).slices, SizeIs(1));
  const RaceLimits little = {.start_s = {0}, .one_row = {false}, .budget_s = 60};
  const RaceSchedule schedule = PlanRace(Rows(100, 0.2), little);
  EXPECT_GT(schedule.slices.size(), 4U);
  EXPECT_EQ(schedule.first_rounds, 12);
  std::vector<std::size_t> rows;
  for (const RaceSlice& slice : schedule.slices) {
    EXPECT_LE(slice.time_s * schedule.first_rounds, 60 * 0.25 + 1e-9);
    for (const std::size_t group : slice.groups) {
      rows.insert(rows.end(), schedule.groups[group].rows.begin(), schedule.groups[group].rows.end());
    }
  }
  ASSERT_THAT(rows, SizeIs(100));
  EXPECT_TRUE(std::is_sorted(rows.begin(), rows.end()));
}

TEST(RaceScheduleTest, ASliceIsLongBesideTheStartOfItsProcesses) {
  const RaceSchedule schedule = PlanRace(Rows(100, 0.2), {.start_s = {2}, .one_row = {false}, .budget_s = 60});
  for (std::size_t slice = 0; slice + 1 < schedule.slices.size(); ++slice) {
    EXPECT_GT(schedule.slices[slice].time_s, 7.5);
  }
}

// The slices of the rounds in their order.
std::vector<std::size_t> Sequence(const RaceSchedule& schedule, std::vector<bool> ended, std::optional<int> rounds,
                                  int count) {
  std::vector<int> done(schedule.slices.size());
  std::vector<std::size_t> sequence;
  while (static_cast<int>(sequence.size()) < count) {
    const auto slice = NextSlice(schedule, done, ended, rounds);
    if (!slice) {
      break;
    }
    ++done[*slice];
    sequence.push_back(*slice);
  }
  return sequence;
}

TEST(RaceScheduleTest, FinishesASliceBeforeTheNextThenGoesRoundInTwos) {
  RaceSchedule schedule;
  schedule.slices.resize(3);
  schedule.first_rounds = 4;
  EXPECT_THAT(Sequence(schedule, {false, false, false}, {}, 20),
              ElementsAre(0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 0, 0, 1, 1, 2, 2, 0, 0));
}

TEST(RaceScheduleTest, StopsAtTheRoundsOfEveryRowAndLeavesOutWhatHasEnded) {
  RaceSchedule schedule;
  schedule.slices.resize(3);
  schedule.first_rounds = 3;
  EXPECT_THAT(Sequence(schedule, {false, true, false}, 3, 20), ElementsAre(0, 0, 0, 2, 2, 2));
}

}  // namespace
}  // namespace playbook
