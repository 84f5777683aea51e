// `playbook ladder` with rungs that fail, and one that is ended in the middle.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>

#include "tests/cli/ladder/ladder_command.h"
#include "tools/ladder/limits.h"

namespace playbook {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

struct RungFault {
  const char* fault;
  const char* said;
};

class LadderFaultTest : public LadderCommandTest, public testing::WithParamInterface<RungFault> {};

TEST_P(LadderFaultTest, GivesUpThatRungUnderThatBuildAndKeepsNothing) {
  Fault("gcc", "kernel", GetParam().fault);
  const Said said = Ladder({"--rounds", "2", "--save", Limits().string()});
  EXPECT_EQ(said.code, 1) << said.err;
  EXPECT_THAT(said.err, HasSubstr(GetParam().said));
  EXPECT_THAT(said.err + said.out, Not(HasSubstr("\x1b")));
  EXPECT_THAT(said.err, HasSubstr("not kept in"));
  EXPECT_FALSE(fs::exists(Limits()));
  EXPECT_THAT(said.out, AllOf(HasSubstr("failed: "), HasSubstr("disk/fsync")));
  const std::string started = FileText(tree_.folder() / "build" / "started");
  EXPECT_EQ(started.find("gcc kernel"), started.rfind("gcc kernel")) << "a rung that failed is not tried again";
}

INSTANTIATE_TEST_SUITE_P(
    Faults, LadderFaultTest,
    testing::Values(RungFault{"crash", "error: the rung kernel under gcc is given up: was ended by signal 6"},
                    RungFault{"exit", "error: the rung kernel under gcc is given up: exited with code 7"},
                    RungFault{"broken", "error: the rung kernel under gcc is given up: its result"},
                    RungFault{"no_result", "error: the rung kernel under gcc is given up: it wrote no result"},
                    RungFault{"missing_row", "it reported 0 rows, must report 1"},
                    RungFault{"no_figure", "the row kernel/write under gcc failed: it reported no items_per_second"},
                    RungFault{"tiny", "the row kernel/write under gcc failed: it reported items_per_second 1e-320"},
                    RungFault{"error", "error: the row kernel/write under gcc failed: the sum is 1, must be ?[2J2"}),
    [](const testing::TestParamInfo<RungFault>& one) { return std::string(one.param.fault); });

TEST_F(LadderCommandTest, ARowThatIsReportedTwiceStandsForNoOther) {
  Fault("gcc", "call", "twice");
  const Said said = Ladder({"--rounds", "1"});
  EXPECT_EQ(said.code, 1);
  EXPECT_THAT(said.err, HasSubstr("the rung call under gcc is given up: it reported 1 rows, must report 2"));
}

TEST_F(LadderCommandTest, KeepsWhatARowMeasuredBeforeItCouldNotBeMeasured) {
  Fault("gcc", "kernel", "skipped_later");
  const Said said = Ladder({"--rounds", "2", "--save", Limits().string()});
  EXPECT_EQ(said.code, 0) << said.err;
  EXPECT_THAT(said.out, HasSubstr("in 1 of 2 rounds; else: needs 2 CPUs"));
  const playbook::Ladder kept = ReadLadder(Limits());
  EXPECT_EQ(kept.At("kernel/write").Value("gcc").n, 1);
  EXPECT_EQ(kept.At("kernel/write").series.at("gcc").skipped, "");
}

class LadderInterruptedTest : public LadderCommandTest, public testing::WithParamInterface<int> {};

TEST_P(LadderInterruptedTest, PrintsItsWholeRoundsAndLeavesWhatWasKept) {
  std::ofstream(Limits()) << "as it was";
  Fault("clang", "disk", "block_later");
  const Started started = tree_.Start({"ladder", "--scratch", (tree_.folder() / "scratch").string(), "--rounds", "3",
                                       "--format", "csv", "--save", Limits().string()});
  const pid_t child = AwaitNumberIn(tree_.folder() / "build" / "blocked");
  kill(started.process, GetParam());
  const Said said = FakeTree::Wait(started);
  AwaitGone(child);
  EXPECT_EQ(FileText(Limits()), "as it was");
  if (GetParam() == SIGKILL) {
    EXPECT_EQ(said.code, 128 + SIGKILL);
    return;
  }
  EXPECT_EQ(said.code, 130);
  EXPECT_THAT(said.err, HasSubstr("interrupted; what 1 of 3 rounds measured is printed, and not kept"));
  EXPECT_THAT(said.out, AllOf(StartsWith("rung,row,build,state"), HasSubstr("disk/fsync,clang,measured,ns,"),
                              Not(HasSubstr("missing"))));
  EXPECT_TRUE(fs::is_empty(tree_.folder() / "scratch"));
}

INSTANTIATE_TEST_SUITE_P(Signals, LadderInterruptedTest, testing::Values(SIGINT, SIGTERM, SIGKILL),
                         [](const testing::TestParamInfo<int>& one) { return std::string(sigabbrev_np(one.param)); });

TEST_F(LadderCommandTest, ARowThatCannotBeMeasuredHereIsNoFailure) {
  Fault("gcc", "disk", "skipped");
  const Said said = Ladder({"--rounds", "2", "--save", Limits().string()});
  EXPECT_EQ(said.code, 0) << said.err;
  EXPECT_THAT(said.out, HasSubstr("not measured: needs 2 CPUs"));
  EXPECT_EQ(ReadLadder(Limits()).At("disk/fsync").series.at("gcc").skipped, "needs 2 CPUs");
}

}  // namespace
}  // namespace playbook
