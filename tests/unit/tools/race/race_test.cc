#include "tools/race/race.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/unit/tools/race/fake_race.h"
#include "tools/measure/run_folder.h"

namespace playbook {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::ContainsRegex;
using testing::Each;
using testing::ElementsAre;
using testing::Ge;
using testing::HasSubstr;
using testing::Le;
using testing::Not;
using testing::SizeIs;

std::string FaultOfRace(FakeRace& race) {
  try {
    race.Measure();
  } catch (const InputError& error) {
    return error.what();
  }
  ADD_FAILURE() << "the race did not fail";
  return "";
}

int RoundsOf(const MeasuredRow& row) {
  const auto& values = row.values.at("real_time");
  return static_cast<int>(
      std::count_if(values.begin(), values.end(), [](double value) { return std::isfinite(value); }));
}

TEST(RaceTest, PairsTheRoundsOfBothSides) {
  FakeRace race;
  race.options.contender.variables.emplace_back("FAKE_FACTOR=1.5");
  const RaceData data = race.Run();
  EXPECT_TRUE(data.pair.paired);
  EXPECT_EQ(data.pair.rounds, 6);
  EXPECT_EQ(data.pair.base.label, "before");
  EXPECT_EQ(data.pair.contender.label, "after");
  ASSERT_THAT(data.pair.base.rows, SizeIs(2));
  for (const std::string name : {"BM_A", "BM_B/8"}) {
    const std::vector<double> base = RowOf(data.pair.base, name).values.at("real_time");
    const std::vector<double> contender = RowOf(data.pair.contender, name).values.at("real_time");
    ASSERT_THAT(base, SizeIs(6));
    ASSERT_THAT(contender, SizeIs(6));
    for (std::size_t round = 0; round < base.size(); ++round) {
      EXPECT_NEAR(contender[round] / base[round], 1.5, 1e-9);
    }
  }
  EXPECT_THAT(RowOf(data.pair.base, "BM_A").values.at("bytes_per_second"), SizeIs(6));
  EXPECT_TRUE(data.pair.base.whole);
}

TEST(RaceTest, GivesBothSidesTheSameCountsWhereOursCanBeTold) {
  FakeRace race;
  race.Set("FAKE_KIND=ours");
  race.options.contender.variables.emplace_back("FAKE_FACTOR=2");
  const RaceData data = race.Run();
  // The slower side's 4000 ns fill 0.1 s in 25,000 iterations, or one fewer, as the division rounds.
  EXPECT_THAT(RowOf(data.pair.base, "BM_A").iterations, Each(AllOf(Ge(24999), Le(25000))));
  EXPECT_EQ(RowOf(data.pair.contender, "BM_A").iterations, RowOf(data.pair.base, "BM_A").iterations);
  // One process of each side for all rows.
  EXPECT_THAT(race.Starts("/rounds/0001/"), SizeIs(2));
  EXPECT_THAT(race.Starts("/rounds/0001/"),
              Each(AllOf(HasSubstr("--playbook_iterations=BM_A="), HasSubstr("--playbook_iterations=BM_B/8="))));
}

TEST(RaceTest, GivesNewerLibrariesACountForEachProcess) {
  FakeRace race;
  race.Set("FAKE_KIND=counts");
  const RaceData data = race.Run();
  EXPECT_THAT(RowOf(data.pair.contender, "BM_B/8").iterations, Each(AllOf(Ge(24999), Le(25000))));
  EXPECT_EQ(RowOf(data.pair.base, "BM_B/8").iterations, RowOf(data.pair.contender, "BM_B/8").iterations);
  // A row a process.
  EXPECT_THAT(race.Starts("/rounds/0001/"), SizeIs(4));
  EXPECT_THAT(race.Starts("/rounds/0001/base.000.json"),
              ElementsAre(AllOf(ContainsRegex("--benchmark_min_time=(50000|49999)x "),
                                HasSubstr("--benchmark_filter=^(BM_A)$"))));
}

TEST(RaceTest, LeavesOlderLibrariesTheirCalibrationAndKeepsWhatCameOfIt) {
  FakeRace race;
  race.options.contender.variables.emplace_back("FAKE_CALIBRATED=2468");
  const RaceData data = race.Run();
  EXPECT_THAT(race.Starts("/rounds/"), SizeIs(12));
  EXPECT_THAT(race.Starts("/rounds/"),
              Each(AllOf(HasSubstr("--benchmark_min_time=0.1 "), HasSubstr("--benchmark_filter=^(BM_A|BM_B/8)$"))));
  EXPECT_THAT(RowOf(data.pair.base, "BM_A").iterations, Each(1234));
  EXPECT_THAT(RowOf(data.pair.contender, "BM_A").iterations, Each(2468));
}

TEST(RaceTest, AsksNoProgramToMeasureWhenItAsksForItsRows) {
  FakeRace race;
  race.options.rounds = 1;
  race.Measure();
  for (const std::string& start : race.Starts("")) {
    EXPECT_TRUE(start.find("--benchmark_list_tests=true") != std::string::npos ||
                start.find("--benchmark_out=") != std::string::npos)
        << start;
  }
}

TEST(RaceTest, BalancesWhichSideComesFirst) {
  FakeRace race;
  race.options.rounds = 8;
  race.Measure();
  int base_first = 0;
  for (int round = 1; round <= 8; ++round) {
    const std::string which = race.Text(RaceFolder(race.Kept()).Conditions(round, WhichSide::kBase, 0));
    base_first += which.find("\"position\": 1") != std::string::npos ? 1 : 0;
    EXPECT_THAT(which, AllOf(HasSubstr("\"involuntary_switches\""), HasSubstr("\"steal_ticks\""),
                             HasSubstr("\"load_before\""), HasSubstr("\"pressure\"")));
  }
  EXPECT_EQ(base_first, 4);
}

TEST(RaceTest, SetsTwoRowsOfOneProgramSideBySide) {
  FakeRace race;
  race.options.rows = {{"BM_A", "BM_B/8"}};
  const RaceData data = race.Run();
  ASSERT_THAT(data.asked, SizeIs(1));
  EXPECT_EQ(data.asked.front().contender, "BM_B/8");
  ASSERT_THAT(data.pair.base.rows, SizeIs(1));
  EXPECT_EQ(data.pair.base.rows.front().name, "BM_A");
  EXPECT_EQ(data.pair.contender.rows.front().name, "BM_B/8");
  EXPECT_NEAR(data.pair.contender.rows.front().values.at("real_time")[0] /
                  data.pair.base.rows.front().values.at("real_time")[0],
              2.0, 1e-9);
  EXPECT_THAT(race.Starts("/rounds/0001/base"), Each(HasSubstr("=^(BM_A)$")));
  EXPECT_THAT(race.Starts("/rounds/0001/contender"), Each(HasSubstr("=^(BM_B/8)$")));
}

TEST(RaceTest, MeasuresOnlyWhatTheFilterTakesAndListsRowsOfOneSide) {
  FakeRace race;
  race.options.base.variables.emplace_back("FAKE_ROWS=BM_A,BM_Old,XX_C");
  race.options.contender.variables.emplace_back("FAKE_ROWS=BM_A,BM_New,XX_C");
  race.options.filter = "^BM";
  const RaceData data = race.Run();
  EXPECT_THAT(race.Starts("/rounds/"), Each(HasSubstr("=^(BM_A)$")));
  ASSERT_THAT(data.pair.base.rows, SizeIs(2));
  EXPECT_EQ(data.pair.base.rows.back().name, "BM_Old");
  EXPECT_THAT(data.pair.base.rows.back().values, SizeIs(0));
  EXPECT_EQ(data.pair.contender.rows.back().name, "BM_New");
}

TEST(RaceTest, StopsWhenEveryIntervalIsAsNarrowAsAsked) {
  FakeRace race;
  race.options.rounds = 40;
  race.options.precision = 0.01;
  // Ratios that do not move are known as soon as there is an interval: two rows need 7 rounds, and rounds come in twos.
  const RaceData data = race.Run();
  EXPECT_EQ(data.pair.rounds, 8);
  EXPECT_EQ(ReadRaceEnd(RaceFolder(race.Kept()).End()).how, RaceEnd::How::kPrecision);
}

TEST(RaceTest, GoesOnWhereAnIntervalIsWiderThanAsked) {
  FakeRace race;
  race.options.rounds = 12;
  race.options.precision = 0.01;
  // The base's rounds differ by some 40 %, the contender's do not.
  race.options.base.variables.emplace_back("FAKE_NOISE=0.1");
  const RaceData data = race.Run();
  EXPECT_EQ(data.pair.rounds, 12);
  EXPECT_EQ(ReadRaceEnd(RaceFolder(race.Kept()).End()).how, RaceEnd::How::kRounds);
}

TEST(RaceTest, StopsAtItsBudget) {
  FakeRace race;
  race.options.rounds.reset();
  race.options.budget_s = 2;
  race.options.row_time_s = 1e-4;
  const RaceData data = race.Run();
  EXPECT_GE(data.pair.rounds, 1);
  EXPECT_EQ(ReadRaceEnd(RaceFolder(race.Kept()).End()).how, RaceEnd::How::kBudget);
  EXPECT_TRUE(data.pair.base.whole);
  EXPECT_THAT(race.said.str(), AllOf(HasSubstr("plan: 2 rows, about "), HasSubstr(" rounds of ")));
}

TEST(RaceTest, SaysThatTheBudgetIsOverBeforeTheFirstRound) {
  FakeRace race;
  race.options.rounds.reset();
  race.options.budget_s = 1e-6;
  EXPECT_THAT(FaultOfRace(race), AllOf(HasSubstr("the budget of 1e-06 s is over before the first round"),
                                       HasSubstr("give more time with --budget")));
}

TEST(RaceTest, MeasuresSlicesOneAfterTheOtherWhereAllIsTooLong) {
  FakeRace race;
  race.Set("FAKE_KIND=ours");
  // A second for one iteration, they say: no budget is enough for a round of all, and yet every process ends at once.
  race.Set("FAKE_TIME_NS=5e8");
  race.Set("FAKE_ROWS=r1,r2,r3,r4,r5,r6,r7,r8");
  race.options.budget_s = 1000;
  race.options.rounds = 2;
  const RaceData data = race.Run();
  const RacePlan plan = ReadRacePlan(RaceFolder(race.Kept()).Plan());
  EXPECT_GT(plan.rows.back().slice, 0U);
  EXPECT_THAT(race.said.str(), HasSubstr(" slices, 2 rounds of one before the next"));
  for (const RacedRow& row : plan.rows) {
    EXPECT_EQ(RoundsOf(RowOf(data.pair.base, row.names[0])), 2) << row.names[0];
    // Its first round comes after both rounds of every slice before its own.
    const std::vector<double> values = RowOf(data.pair.base, row.names[0]).values.at("real_time");
    EXPECT_TRUE(std::isfinite(values[2 * row.slice])) << row.names[0];
  }
}

TEST(RaceTest, ListsRowsThatWereNotReachedWithTheReason) {
  FakeRace race;
  race.Set("FAKE_KIND=ours");
  race.Set("FAKE_TIME_NS=5e8");
  race.Set("FAKE_ROWS=r1,r2,r3,r4,r5,r6,r7,r8");
  race.options.budget_s = 1000;
  race.options.rounds = 2;
  race.options.contender.variables.emplace_back("FAKE_FAULT=crash@3");
  EXPECT_THAT(FaultOfRace(race), HasSubstr("failed in round 3"));
  const RaceData data = race.Load();
  EXPECT_EQ(RoundsOf(RowOf(data.pair.base, "r1")), 2);
  EXPECT_THAT(RowOf(data.pair.base, "r8").failure,
              HasSubstr("the race ended early, before a whole round of it: the contender, after, failed in round 3"));
  EXPECT_THAT(data.pair.notes, Not(Contains(HasSubstr("there was no time for "))));
  // The same race, had it gone on to its budget.
  const std::filesystem::path end = RaceFolder(race.Kept()).End();
  WriteWhole(end, ToJson(RaceEnd{.how = RaceEnd::How::kBudget}));
  EXPECT_EQ(RowOf(race.Load().pair.base, "r8").failure, "there was no time for it");
  EXPECT_THAT(race.Load().pair.notes, Contains(HasSubstr("there was no time for ")));
}

TEST(RaceTest, LeavesOutRowsThatFailInCalibration) {
  FakeRace race;
  race.options.contender.variables.emplace_back("FAKE_FAULT=error@0");
  EXPECT_THAT(FaultOfRace(race), AllOf(HasSubstr("no row can be measured on both sides: BM_A"),
                                       HasSubstr("of the contender, in calibration: no such device")));
}

TEST(RaceTest, KeepsARowThatFailsInOneRound) {
  FakeRace race;
  race.options.base.variables.emplace_back("FAKE_FAULT=error@2");
  const RaceData data = race.Run();
  EXPECT_EQ(RoundsOf(RowOf(data.pair.base, "BM_A")), 5);
  EXPECT_EQ(RowOf(data.pair.base, "BM_A").failed, 1);
  EXPECT_EQ(RowOf(data.pair.base, "BM_A").failure, "no such device");
  EXPECT_EQ(RoundsOf(RowOf(data.pair.contender, "BM_A")), 6);
}

TEST(RaceTest, KeepsHostAndFoldersOutOfWhatItKeeps) {
  FakeRace race;
  race.options.command = "playbook compare";
  race.Measure();
  for (const auto& entry : std::filesystem::recursive_directory_iterator(race.Kept())) {
    if (entry.is_regular_file() && entry.path().filename() != "race.json") {
      EXPECT_THAT(race.Text(entry.path()), AllOf(Not(HasSubstr("secret-host")), Not(HasSubstr("/secret/folder"))))
          << entry.path();
    }
    EXPECT_NE(entry.path().extension(), ".part");
    EXPECT_NE(entry.path().extension(), ".err");
  }
}

TEST(RaceTest, StartsTheSidesAsAsked) {
  FakeRace race;
  std::filesystem::create_directory(race.folder / "elsewhere");
  race.options.contender.arguments = {"--known=1"};
  race.options.contender.variables.emplace_back("FAKE_PASSED=yes");
  const RaceData data = race.Run();
  EXPECT_THAT(race.Starts("/rounds/0001/contender"), Each(HasSubstr("--known=1 --benchmark_min_time")));
  EXPECT_THAT(race.Starts("/rounds/0001/base"), Each(Not(HasSubstr("--known=1"))));
  EXPECT_EQ(data.pair.contender.context.at("passed"), "yes");
  EXPECT_EQ(data.pair.base.context.at("passed"), "");
}

}  // namespace
}  // namespace playbook
