// What is read of a race whose values are no numbers, or whose files are not what they were.
#include "tools/race/load_race.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "tests/unit/tools/race/fake_race.h"
#include "tools/compare/comparison.h"
#include "tools/measure/run_folder.h"
#include "tools/race/self_report.h"

namespace playbook {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::SizeIs;

class LoadRaceTest : public testing::Test {
 protected:
  static constexpr double kInfinite = std::numeric_limits<double>::infinity();

  // The real times of BM_A.
  static std::vector<double> Times(const Measured& side) { return RowOf(side, "BM_A").values.at("real_time"); }

  // Cuts a file of the race in two.
  void Cut(const std::filesystem::path& path) {
    const std::string text = race_.Text(path);
    ASSERT_FALSE(text.empty()) << path;
    WriteWhole(path, text.substr(0, text.size() / 2));
  }
  RaceFolder Folder() const { return RaceFolder(race_.Kept()); }

  FakeRace race_;
};

TEST_F(LoadRaceTest, KeepsThatARoundHasNoFiniteTime) {
  race_.options.rounds = 8;
  for (const std::string fault : {"nan@3", "infinite@3"}) {
    std::filesystem::remove_all(race_.Kept());
    race_.Set("FAKE_FAULT=" + fault);
    const RaceData data = race_.Run();
    EXPECT_EQ(Times(data.pair.base)[2], kInfinite) << fault;
    EXPECT_EQ(Times(data.pair.contender)[2], kInfinite) << fault;
    EXPECT_TRUE(std::isfinite(Times(data.pair.base)[3]));
    EXPECT_EQ(RowOf(data.pair.base, "BM_A").failed, 0);
  }
}

TEST_F(LoadRaceTest, KeepsZerosAndNegativeTimesAsTheyAre) {
  race_.options.contender.variables.emplace_back("FAKE_FAULT=zero@3");
  EXPECT_EQ(Times(race_.Run().pair.contender)[2], 0);
  std::filesystem::remove_all(race_.Kept());
  race_.options.contender.variables.back() = "FAKE_FAULT=negative@3";
  EXPECT_LT(Times(race_.Run().pair.contender)[2], 0);
}

TEST_F(LoadRaceTest, KeepsARowWithoutAnyFiniteTime) {
  race_.options.rounds = 1;
  race_.Set("FAKE_FAULT=nan@1");
  const RaceData data = race_.Run();
  EXPECT_THAT(Times(data.pair.base), ElementsAre(kInfinite));
  EXPECT_EQ(RowOf(data.pair.base, "BM_A").failure, "");
}

TEST_F(LoadRaceTest, KeepsThatARoundLacksACounter) {
  race_.Set("FAKE_HOPS=4");
  race_.Set("FAKE_FAULT=uncounted@1");
  const RaceData data = race_.Run();
  EXPECT_THAT(RowOf(data.pair.base, "BM_A").values.at("hops"), ElementsAre(kInfinite, 4, 4, 4, 4, 4));
  EXPECT_THAT(Times(data.pair.base), Each(Not(kInfinite)));
}

TEST_F(LoadRaceTest, CountsRepetitionsThatFailed) {
  race_.options.contender.variables.emplace_back("FAKE_FAULT=error@2");
  const RaceData data = race_.Run();
  EXPECT_EQ(RowOf(data.pair.contender, "BM_A").failed, 1);
  // It has no time, which is not the same as one that is no number.
  EXPECT_TRUE(std::isnan(Times(data.pair.contender)[1]));
}

TEST_F(LoadRaceTest, SelfReportTellsOfRowsThatItLeavesOut) {
  race_.options.rounds = 8;
  race_.options.contender.variables.emplace_back("FAKE_FAULT=zero@3");
  const RaceData data = race_.Run();
  EXPECT_THROW(ReportSelf(data.pair), InputError);
  race_.options.contender.variables.back() = "FAKE_FAULT=error@3";
  std::filesystem::remove_all(race_.Kept());
  EXPECT_THAT(ReportSelf(race_.Run().pair).notes, Contains("BM_A: 1 of 8 rounds left out: a value is missing"));
}

TEST_F(LoadRaceTest, SaysWhichMetricsThereAreWhereAnAskedOneIsNot) {
  race_.Measure();
  const RaceData data = LoadRace(race_.Kept(), {"hops"});
  try {
    Compare(data.pair, {.metrics = {"hops"}});
    FAIL() << "compared";
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(), "no row has the metric hops on both sides; there are real_time, bytes_per_second");
  }
  // The processor's time is kept for those who ask for it, and the real time comes along.
  EXPECT_THAT(RowOf(LoadRace(race_.Kept(), {"cpu_time"}).pair.base, "BM_A").values, SizeIs(2));
}

TEST_F(LoadRaceTest, SaysWhyNoRowHasARound) {
  race_.options.contender.variables.emplace_back("FAKE_FAULT=crash@1");
  EXPECT_THROW(race_.Measure(), RaceFault);
  const auto reason = [this] { return RowOf(race_.Load().pair.base, "BM_A").failure; };
  EXPECT_THAT(reason(), HasSubstr("the race ended early, before a whole round of it: the contender, after, failed in"));
  WriteWhole(Folder().End(), ToJson(RaceEnd{.how = RaceEnd::How::kStopped}));
  EXPECT_EQ(reason(), "the race was interrupted before a whole round of it");
  std::filesystem::remove(Folder().End());
  EXPECT_EQ(reason(), "the race was cut off before a whole round of it");
  EXPECT_THAT(race_.Load().pair.notes, Contains("2 of 2 rows have no whole round"));
}

TEST_F(LoadRaceTest, LeavesOutARoundWhoseFileIsDamaged) {
  race_.Measure();
  Cut(Folder().Result(3, WhichSide::kContender, 0));
  const RaceData data = race_.Load();
  for (const Measured* const side : {&data.pair.base, &data.pair.contender}) {
    ASSERT_THAT(Times(*side), SizeIs(6));
    EXPECT_TRUE(std::isnan(Times(*side)[2]));
    EXPECT_TRUE(std::isfinite(Times(*side)[3]));
    EXPECT_FALSE(side->whole);
  }
  EXPECT_THAT(
      data.pair.notes,
      Contains(AllOf(HasSubstr("files of 1 of 6 rounds are damaged or gone, and what they measured is left out, "
                               "as of round 3: "),
                     Not(HasSubstr(race_.folder.string())))));
}

TEST_F(LoadRaceTest, TellsOfFilesThatAreGone) {
  race_.Measure();
  std::filesystem::remove(Folder().Result(2, WhichSide::kBase, 0));
  std::filesystem::remove_all(Folder().Result(4, WhichSide::kBase, 0).parent_path());
  const RaceData data = race_.Load();
  EXPECT_FALSE(data.pair.base.whole);
  EXPECT_THAT(data.pair.notes, Contains(HasSubstr("files of 2 of 6 rounds are damaged or gone")));
}

TEST_F(LoadRaceTest, SaysThatAllRoundsOfARowAreDamaged) {
  race_.options.rounds = 2;
  race_.Measure();
  Cut(Folder().Result(1, WhichSide::kBase, 0));
  Cut(Folder().Result(2, WhichSide::kBase, 0));
  EXPECT_THAT(RowOf(race_.Load().pair.base, "BM_A").failure,
              HasSubstr("every round of it is damaged, as of round 1: "));
}

TEST_F(LoadRaceTest, ReadsARaceWhoseEndIsDamaged) {
  race_.Measure();
  Cut(Folder().End());
  const RaceData data = race_.Load();
  EXPECT_THAT(Times(data.pair.base), SizeIs(6));
  EXPECT_FALSE(data.pair.base.whole);
  EXPECT_THAT(data.pair.notes,
              Contains(HasSubstr("how the race ended is not known: end.json: is not the end of a race: ")));
}

TEST_F(LoadRaceTest, KeepsTheValuesOfAProcessWhoseConditionsAreDamaged) {
  race_.Measure();
  Cut(Folder().Conditions(3, WhichSide::kBase, 0));
  const RaceData data = race_.Load();
  EXPECT_THAT(Times(data.pair.base), Each(Not(std::numeric_limits<double>::quiet_NaN())));
  EXPECT_TRUE(std::isfinite(Times(data.pair.base)[2]));
  EXPECT_TRUE(data.pair.base.whole);
  EXPECT_THAT(data.pair.notes, Contains(HasSubstr("the conditions of 1 of 12 processes cannot be read: rounds/0003/")));
}

TEST_F(LoadRaceTest, NotesProgramsThatIgnoreTheCountTheyAreGiven) {
  race_.Set("FAKE_KIND=counts");
  race_.Set("FAKE_COUNT=77");
  const std::vector<std::string> notes = race_.Run().pair.notes;
  EXPECT_THAT(notes, Contains(HasSubstr("in 2 of 2 rows the base did not run the iterations that it was asked for "
                                        "(BM_A ran 77, was asked for ")));
  EXPECT_THAT(notes, Contains(HasSubstr("in 2 of 2 rows the contender did not run the iterations")));
}

TEST_F(LoadRaceTest, NotesNoCountsWhereTheyAreAsAskedOrNobodyAsked) {
  race_.options.base.variables.emplace_back("FAKE_KIND=counts");
  EXPECT_THAT(race_.Run().pair.notes, Not(Contains(HasSubstr("iterations"))));
}

}  // namespace
}  // namespace playbook
