#include "tools/measure/run_data.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>

#include "tests/unit/tools/fake_run.h"
#include "tools/results/input_error.h"

namespace playbook {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

std::string Fault(const std::filesystem::path& folder) {
  try {
    LoadRun(folder);
  } catch (const InputError& error) {
    return error.what();
  }
  return "loaded";
}

TEST(RunDataTest, HoldsEveryRowRoundAndBuild) {
  FakeRun fake;
  fake.Write();
  const RunData run = LoadRun(fake.folder());
  EXPECT_TRUE(run.complete);
  EXPECT_THAT(run.warnings, IsEmpty());
  EXPECT_EQ(run.WholeRounds(), 10);
  EXPECT_THAT(run.plan.pairs, ElementsAre("slow_lines", "gone_loop"));
  const RowSeries& row = run.Of("clang", "slow_lines").rows.at("slow_lines/wrong/buffer_bytes:1");
  ASSERT_EQ(row.time_ns.size(), 10U);
  EXPECT_DOUBLE_EQ(row.time_ns[2], Around(300)("clang", 3));
  EXPECT_DOUBLE_EQ(row.total_ns[2], Around(300)("clang", 3) * 1e6);
  EXPECT_EQ(row.iterations[2], 1'000'000);
  EXPECT_EQ(row.counters.at("buffer_bytes")[9], 1);
  EXPECT_EQ(run.Of("gcc", "slow_lines").context.at("playbook.compiler"), "gcc 12.2.0");
  EXPECT_EQ(run.Of("gcc", "slow_lines").evidence->claims.front().words, "1,000 -> 2 write calls");
  EXPECT_EQ(run.Of("gcc", "slow_lines").processes.size(), 10U);
  EXPECT_EQ(run.pairs.at("slow_lines").Headline("right"), "slow_lines/right/buffer_bytes:65536");
  EXPECT_EQ(run.Of("gcc", "slow_lines").ClockGrainNs(), 20);
}

TEST(RunDataTest, TakesTheMedianOfTheRepetitionsOfOneProcess) {
  FakeRun fake;
  fake.Write();
  const RunFolder to(fake.folder());
  WriteWhole(to.Result(1, "gcc", "gone_loop"),
             R"({"benchmarks": [{"name": "gone_loop/right", "iterations": 2, "real_time": 1, "x": 5},
                               {"name": "gone_loop/right", "iterations": 2, "real_time": 9, "x": 7},
                               {"name": "gone_loop/right", "iterations": 2, "real_time": 3, "x": 6}]})");
  const RunData run = LoadRun(fake.folder());
  const RowSeries& row = run.Of("gcc", "gone_loop").rows.at("gone_loop/right");
  EXPECT_EQ(row.time_ns[0], 3);
  EXPECT_EQ(row.total_ns[0], 6);
  EXPECT_EQ(row.counters.at("x")[0], 6);
  EXPECT_TRUE(std::isnan(row.counters.at("x")[1]));
}

TEST(RunDataTest, AddsUpTheShareOfTimeInWhichACpuWasWaitedFor) {
  FakeRun fake;
  fake.cpu_pressure_us = 100'000;
  fake.Write();
  EXPECT_DOUBLE_EQ(LoadRun(fake.folder()).CpuWaitShare().value(), 0.2);
  FakeRun unknown;
  unknown.rounds_done = 0;
  unknown.Write();
  EXPECT_FALSE(LoadRun(unknown.folder()).CpuWaitShare());
}

TEST(RunDataTest, TellsWhatEachProcessMeasuresAnew) {
  EXPECT_TRUE(IsMeasuredAnew("playbook.clock_step_ns"));
  EXPECT_TRUE(IsMeasuredAnew("playbook.clock_harness_ns"));
  EXPECT_FALSE(IsMeasuredAnew("playbook.clock_source"));
  EXPECT_FALSE(IsMeasuredAnew("playbook.flags"));
  EXPECT_FALSE(IsMeasuredAnew("clock_step_ns"));
}

TEST(RunDataTest, IsUsableWhileTheRunIsUnfinished) {
  FakeRun fake;
  fake.rounds_done = 3;
  fake.done = false;
  fake.Write();
  std::filesystem::remove(RunFolder(fake.folder()).Result(2, "gcc", "slow_lines"));
  const RunData run = LoadRun(fake.folder());
  EXPECT_FALSE(run.complete);
  EXPECT_EQ(run.WholeRounds(), 2);
  const RowSeries& row = run.Of("gcc", "slow_lines").rows.at("slow_lines/control");
  EXPECT_TRUE(std::isfinite(row.time_ns[0]));
  EXPECT_TRUE(std::isnan(row.time_ns[1]));
  EXPECT_TRUE(std::isfinite(row.time_ns[2]));
  EXPECT_TRUE(std::isnan(row.time_ns[9]));
  EXPECT_THAT(run.warnings, IsEmpty());
}

TEST(RunDataTest, HasNothingBeforeTheFirstRound) {
  FakeRun fake;
  fake.rounds_done = 0;
  fake.done = false;
  fake.Write();
  const RunData run = LoadRun(fake.folder());
  EXPECT_EQ(run.WholeRounds(), 0);
  EXPECT_THAT(run.Of("gcc", "slow_lines").rows, IsEmpty());
  EXPECT_THAT(run.Of("no", "such").rows, IsEmpty());
}

TEST(RunDataTest, KeepsWhyAPairWasGivenUp) {
  FakeRun fake;
  fake.failed = {"gcc.slow_lines"};
  fake.Write();
  const RunData run = LoadRun(fake.folder());
  EXPECT_EQ(run.Of("gcc", "slow_lines").failure->reason, "was killed by signal 11");
  EXPECT_EQ(run.WholeRounds(), 10);
  EXPECT_EQ(run.pairs.count("slow_lines"), 1U);
}

TEST(RunDataTest, LeavesOutABrokenFileWithAWarningThatNamesNoFolder) {
  FakeRun fake;
  fake.Write();
  WriteWhole(RunFolder(fake.folder()).Result(4, "gcc", "slow_lines"), "{\"benchmarks\": [");
  WriteWhole(RunFolder(fake.folder()).Evidence("clang", "gone_loop"), "{\"schema_version\": 9}");
  const RunData run = LoadRun(fake.folder());
  EXPECT_TRUE(std::isnan(run.Of("gcc", "slow_lines").rows.at("slow_lines/control").time_ns[3]));
  EXPECT_FALSE(run.Of("clang", "gone_loop").evidence.has_value());
  EXPECT_THAT(run.warnings, Contains(AllOf(HasSubstr("rounds/0004/gcc.slow_lines.json"), HasSubstr("ends at byte"))));
  EXPECT_THAT(run.warnings, Contains(HasSubstr("schema_version is 9, this playbook knows 1")));
  EXPECT_THAT(run.warnings, Contains(HasSubstr("only 9 of 10 rounds are whole")));
  EXPECT_THAT(run.warnings, Not(Contains(HasSubstr(fake.folder().string()))));
}

TEST(RunDataTest, CleansTextOfControlCharacters) {
  FakeRun fake;
  fake.context["playbook.cpu_model"] = "red \x1b[31m";
  fake.pairs[0].rows[0].error = "no\x07 disk";
  fake.Write();
  const RunData run = LoadRun(fake.folder());
  EXPECT_EQ(run.Of("gcc", "slow_lines").context.at("playbook.cpu_model"), "red ?[31m");
  EXPECT_THAT(run.Of("gcc", "slow_lines").rows.at("slow_lines/wrong/buffer_bytes:1").errors, ElementsAre("no? disk"));
}

TEST(RunDataTest, SaysWhyAFolderIsNoRun) {
  const TemporaryFolder empty;
  EXPECT_THAT(Fault(empty.path()), HasSubstr("this is not the folder of a run"));
  EXPECT_THAT(Fault(empty.path() / "none"), HasSubstr("does not exist; must be the folder that playbook run wrote"));
  WriteWhole(empty.path() / "file", "x");
  EXPECT_THAT(Fault(empty.path() / "file"), HasSubstr("is not a folder"));
  WriteWhole(empty.path() / "plan.json", "{\"schema_version\": 1}");
  EXPECT_THAT(Fault(empty.path()), HasSubstr("plan.json"));
}

}  // namespace
}  // namespace playbook
