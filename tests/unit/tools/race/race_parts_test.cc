// The parts of a race that start nothing: flags, options, the plan's file.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/tools/race/fake_race.h"
#include "tools/measure/run_folder.h"
#include "tools/race/race_options.h"
#include "tools/race/race_plan.h"
#include "tools/race/row_flags.h"

namespace playbook {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

TEST(RowFlagsTest, TakesNamesLiterally) {
  EXPECT_THAT(RowFlags(Control::kProcess, {{"BM_Sort<int>/a+b(1)", 7}}, 0.1),
              ElementsAre("--benchmark_min_time=7x", "--benchmark_filter=^(BM_Sort<int>/a\\+b\\(1\\))$"));
}

TEST(RowFlagsTest, FindsOurRowsUnderTheNamesThatACountGivesThem) {
  EXPECT_THAT(RowFlags(Control::kRows, {{"x/wrong", 3}, {"x/right/n:8", 5}}, 0.1),
              ElementsAre("--playbook_iterations=x/wrong=3", "--playbook_iterations=x/right/n:8=5",
                          "--benchmark_filter=^(x/wrong|x/right/n:8)/iterations:"));
}

TEST(RowFlagsTest, WritesTheMinimumTimeAsTheLibraryReadsIt) {
  EXPECT_THAT(CalibrationFlags(Control::kOwn, {"A"}, 0.01),
              ElementsAre("--benchmark_min_time=0.01", "--benchmark_filter=^(A)$"));
  EXPECT_THAT(CalibrationFlags(Control::kProcess, {"A"}, 0.01),
              ElementsAre("--benchmark_min_time=0.01s", "--benchmark_filter=^(A)$"));
}

TEST(RaceOptionsTest, RefusesArgumentsThatAreTheRacesOwn) {
  RaceOptions options;
  options.contender.arguments = {"--verbose", "--benchmark_filter=BM_A"};
  EXPECT_THAT(FaultOf(options), AllOf(HasSubstr("--benchmark_filter=BM_A"), HasSubstr("use --filter")));
  options.contender.arguments = {"--benchmark_out=x.json"};
  EXPECT_THAT(FaultOf(options), HasSubstr("--benchmark_out=x.json is the race's own"));
  options.contender.arguments = {"--benchmark_filters=BM_A"};
  EXPECT_EQ(FaultOf(options), "");
}

TEST(RaceOptionsTest, RefusesVariablesWithoutAName) {
  RaceOptions options;
  for (const char* const variable : {"", "A", "=B"}) {
    options.base.variables = {variable};
    EXPECT_THAT(FaultOf(options), HasSubstr("must be NAME=VALUE")) << variable;
  }
  options.base.variables = {"A="};
  EXPECT_EQ(FaultOf(options), "");
}

TEST(RaceOptionsTest, RefusesCpusAndFoldersThatAreNotThere) {
  RaceOptions options;
  options.cpu = 100'000;
  EXPECT_THAT(FaultOf(options), HasSubstr("CPU 100000 is not one"));
  options.cpu = -1;
  options.base.folder = "/no/such/folder";
  EXPECT_THAT(FaultOf(options), HasSubstr("the folder /no/such/folder is not there"));
}

RacePlan SomePlan() {
  RacePlan plan;
  plan.started = "2026-01-31T12:00:00+01:00";
  plan.command = "playbook compare a b";
  plan.seed = UINT64_MAX;
  plan.sides = {RacedSide{"a", {"--x"}, {"K=V"}}, RacedSide{"b", {}, {}}};
  plan.programs = {{"p", {"1", "2"}, {Control::kOwn, Control::kProcess}}};
  plan.rows = {{.program = 0, .group = 3, .slice = 2, .names = {"A", "B"}, .iterations = INT64_MAX}};
  plan.asked = {{"A", "B"}};
  plan.budget_s = 60.5;
  plan.row_time_s = 0.1;
  plan.timeout_s = 120;
  plan.cpu = 1;
  plan.all_rounds_s = 9;
  plan.only = {std::vector<std::string>{"C"}, {}};
  plan.left_out = {{{"D", "E"}, "broken"}};
  plan.notes = {"a note"};
  return plan;
}

class RacePlanTest : public testing::Test {
 protected:
  // Reads the text as a plan, after a replacement.
  RacePlan Reread(const std::string& from, const std::string& to) {
    std::string text = ToJson(SomePlan());
    if (!from.empty()) {
      text.replace(text.find(from), from.size(), to);
    }
    WriteWhole(race_.folder / "race.json", text);
    return ReadRacePlan(race_.folder / "race.json");
  }
  std::string FaultWith(const std::string& from, const std::string& to) {
    try {
      Reread(from, to);
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  }

  FakeRace race_;
};

TEST_F(RacePlanTest, ComesBackFromItsFile) {
  const RacePlan plan = Reread("", "");
  EXPECT_EQ(ToJson(plan), ToJson(SomePlan()));
  EXPECT_EQ(plan.seed, UINT64_MAX);
  EXPECT_EQ(plan.rows.front().iterations, INT64_MAX);
  EXPECT_FALSE(plan.rounds);
  EXPECT_FALSE(plan.precision);
}

TEST_F(RacePlanTest, RefusesWhatIsNoPlan) {
  EXPECT_THAT(FaultWith("\"schema_version\": 1", "\"schema_version\": 9"),
              HasSubstr("race.json: schema_version is 9, this playbook knows 1"));
  EXPECT_THAT(FaultWith("\"rows\"", "\"sorw\""), HasSubstr("is not the plan of a race"));
  EXPECT_THAT(FaultWith("\"own\"", "\"mine\""), HasSubstr("the control is \"mine\", must be rows, process or own"));
  EXPECT_THAT(FaultWith("\"program\": 0", "\"program\": 1"), HasSubstr("the row A is of program 1, there are 1"));
  EXPECT_THAT(FaultWith("\"seed\": \"1", "\"seed\": \"x"), HasSubstr("the seed is no number"));
}

TEST_F(RacePlanTest, TheEndComesBackAndRefusesWordsThatItDoesNotKnow) {
  const RaceEnd end = {.how = RaceEnd::How::kBudget, .finished = "then", .elapsed_s = 3.5, .fault = "x"};
  std::string text = ToJson(end);
  WriteWhole(race_.folder / "end.json", text);
  EXPECT_EQ(ToJson(ReadRaceEnd(race_.folder / "end.json")), text);
  text.replace(text.find("budget"), 6, "whim");
  WriteWhole(race_.folder / "end.json", text);
  EXPECT_THROW(ReadRaceEnd(race_.folder / "end.json"), InputError);
}

}  // namespace
}  // namespace playbook
