#include "tools/compare/measured_run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <string>
#include <vector>

#include "tests/unit/tools/fake_run.h"
#include "tools/measure/run_folder.h"
#include "tools/results/input_error.h"

namespace playbook {
namespace {

using ::testing::Contains;
using ::testing::Each;
using ::testing::Key;
using ::testing::SizeIs;

const MeasuredRow& RowOf(const Measured& side, const std::string& name) {
  const auto found =
      std::find_if(side.rows.begin(), side.rows.end(), [&name](const MeasuredRow& row) { return row.name == name; });
  if (found == side.rows.end()) {
    throw std::out_of_range(name);
  }
  return *found;
}

TEST(MeasuredRunTest, PairsTwoBuildsOfOneRunByRound) {
  FakeRun fake;
  fake.pairs = {FakeCost("slow_lines")};
  fake.Write();
  const MeasuredPair pair = MeasuredBuilds(LoadRun(fake.folder()), "gcc", "clang");
  EXPECT_TRUE(pair.paired);
  EXPECT_EQ(pair.rounds, 10);
  EXPECT_EQ(pair.base.label, "gcc");
  EXPECT_EQ(pair.contender.label, "clang");
  const MeasuredRow& row = RowOf(pair.base, "slow_lines/wrong/buffer_bytes:1");
  EXPECT_THAT(row.values.at(std::string(kRealTime)), SizeIs(10));
  EXPECT_THAT(row.values, Contains(Key("bytes_per_second")));
  EXPECT_TRUE(pair.base.whole);
}

TEST(MeasuredRunTest, KeepsThePlaceOfARoundThatIsMissing) {
  FakeRun fake;
  fake.pairs = {FakeCost("slow_lines")};
  fake.rounds_done = 4;
  fake.done = false;
  fake.Write();
  const MeasuredPair pair = MeasuredBuilds(LoadRun(fake.folder()), "gcc", "clang");
  const std::vector<double>& times = RowOf(pair.base, "slow_lines/control").values.at(std::string(kRealTime));
  ASSERT_THAT(times, SizeIs(10));
  EXPECT_FALSE(std::isnan(times[3]));
  EXPECT_TRUE(std::isnan(times[4]));
  EXPECT_FALSE(pair.base.whole);
  EXPECT_THAT(pair.base.notes, Contains("the run is incomplete: 4 of 10 rounds are whole"));
  // Said once.
  EXPECT_THAT(pair.contender.notes, Each(testing::Not("the run is incomplete: 4 of 10 rounds are whole")));
}

TEST(MeasuredRunTest, GivesOneValueForEachProcessOfABuildByItself) {
  FakeRun fake;
  fake.pairs = {FakeCost("slow_lines")};
  fake.rounds_done = 4;
  fake.done = false;
  fake.Write();
  const Measured side = MeasuredBuild(LoadRun(fake.folder()), "clang");
  EXPECT_EQ(side.value_kind, ValueKind::kProcess);
  EXPECT_THAT(RowOf(side, "slow_lines/control").values.at(std::string(kRealTime)), SizeIs(4));
  EXPECT_THAT(RowOf(side, "slow_lines/control").iterations, SizeIs(4));
}

TEST(MeasuredRunTest, CountsEveryRepetitionThatFailed) {
  FakeRun fake;
  fake.pairs = {FakeCost("slow_lines")};
  fake.pairs[0].rows[0].error = "no such device";
  fake.Write();
  const MeasuredRow row = RowOf(MeasuredBuilds(LoadRun(fake.folder()), "gcc", "clang").base, fake.pairs[0].rows[0].row);
  EXPECT_EQ(row.failed, 10);
  EXPECT_EQ(row.failure, "no such device");
  EXPECT_THAT(row.values.at(std::string(kRealTime)), Each(testing::IsNan()));
}

TEST(MeasuredRunTest, KeepsThatARoundHasNoFiniteTime) {
  FakeRun fake;
  fake.pairs = {FakeCost("slow_lines")};
  fake.pairs[0].rows[0].time_ns = [](const std::string&, int round) { return round == 3 ? std::nan("") : 100.0; };
  fake.Write();
  const Measured base = MeasuredBuilds(LoadRun(fake.folder()), "gcc", "clang").base;
  const std::vector<double>& times = RowOf(base, fake.pairs[0].rows[0].row).values.at(std::string(kRealTime));
  EXPECT_EQ(times[2], std::numeric_limits<double>::infinity());
  EXPECT_EQ(times[3], 100);
}

TEST(MeasuredRunTest, IsNotWholeWithoutARoundThatIsDamaged) {
  FakeRun fake;
  fake.pairs = {FakeCost("slow_lines")};
  fake.Write();
  WriteWhole(RunFolder(fake.folder()).Result(3, "clang", "slow_lines"), "{");
  const MeasuredPair pair = MeasuredBuilds(LoadRun(fake.folder()), "gcc", "clang");
  EXPECT_FALSE(pair.base.whole);
  EXPECT_FALSE(pair.contender.whole);
}

TEST(MeasuredRunTest, SaysWhichBuildsThereAre) {
  FakeRun fake;
  fake.Write();
  try {
    MeasuredBuild(LoadRun(fake.folder()), "clamg");
    FAIL() << "found";
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(), "the run has no build \"clamg\"; did you mean clang?; its builds are: gcc, clang");
  }
}

TEST(MeasuredRunTest, SaysWhatWasGivenUp) {
  FakeRun fake;
  fake.failed = {"gcc.slow_lines"};
  fake.Write();
  const Measured side = MeasuredBuild(LoadRun(fake.folder()), "gcc");
  EXPECT_THAT(side.notes, Contains("slow_lines was given up: was killed by signal 11"));
}

TEST(MeasuredRunTest, RefusesABuildWithoutResults) {
  FakeRun fake;
  fake.rounds_done = 0;
  fake.done = false;
  fake.Write();
  EXPECT_THROW(MeasuredBuild(LoadRun(fake.folder()), "gcc"), InputError);
}

}  // namespace
}  // namespace playbook
