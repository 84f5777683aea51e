// Every exit code of `playbook compare`, through a shell, as a build server sees it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "tests/cli/compare/compare_said.h"
#include "tests/cli/scripts/shell.h"
#include "tests/unit/tools/fake_run.h"

namespace playbook {
namespace {

using ::testing::HasSubstr;

Outcome InShell(const std::string& set, const std::string& options) {
  return Shell(Quoted(PLAYBOOK_BINARY_DIR "/playbook") + " compare " + Quoted(Recorded(set, "base")) + " " +
               Quoted(Recorded(set, "contender")) + " " + options);
}

TEST(CompareExitCodesTest, ZeroWithoutAGateWhateverIsFound) {
  const Outcome outcome = InShell("13_exit_status", "");
  EXPECT_EQ(outcome.code, 0) << outcome.output;
  EXPECT_THAT(outcome.output, HasSubstr("slower"));
}

TEST(CompareExitCodesTest, ZeroWhereTheGatePasses) {
  EXPECT_EQ(InShell("03_names_on_one_side", "--gate slower:3% --filter BM_put").code, 0);
  EXPECT_EQ(InShell("13_exit_status", "--gate faster:3%").code, 0);
}

TEST(CompareExitCodesTest, OneWhereTheGateTrips) {
  const Outcome outcome = InShell("13_exit_status", "--gate slower:3%");
  EXPECT_EQ(outcome.code, 1) << outcome.output;
  EXPECT_THAT(outcome.output, HasSubstr("gate: BM_put, real_time: slower, 1.498x (1.4"));
  EXPECT_THAT(outcome.output, HasSubstr("gate tripped\n"));
  EXPECT_EQ(InShell("13_exit_status", "--gate 3%").code, 1);
  for (const char* format : {"md", "json", "csv", "junit"}) {
    EXPECT_EQ(InShell("13_exit_status", std::string("--gate slower:3% --format ") + format).code, 1) << format;
  }
}

TEST(CompareExitCodesTest, TwoForAWrongCommandLine) {
  EXPECT_EQ(InShell("13_exit_status", "--gate slower:much").code, 2);
  EXPECT_EQ(InShell("13_exit_status", "one_too_many").code, 2);
  // A variable that is not set is no gate, and must not be taken for one that is open.
  for (const char* option : {"--gate", "--margin", "--filter", "--out"}) {
    const Outcome outcome = InShell("13_exit_status", std::string(option) + " \"$NOT_SET\"");
    EXPECT_EQ(outcome.code, 2) << option;
    EXPECT_THAT(outcome.output, HasSubstr(std::string(option) + " is \"\", must not be empty"));
  }
  EXPECT_EQ(Shell(Quoted(PLAYBOOK_BINARY_DIR "/playbook") + " compare").code, 2);
  EXPECT_EQ(InShell("12_counters", "--gate slower:3% --metric page_splits").code, 2);
}

TEST(CompareExitCodesTest, ThreeForBadInput) {
  EXPECT_EQ(InShell("02_duplicate_names_unequal", "").code, 3);
  EXPECT_EQ(InShell("no_such_set", "").code, 3);
  const TemporaryFolder folder;
  const std::string empty = (folder.path() / "empty.json").string();
  std::ofstream(empty).flush();
  const std::string command =
      Quoted(PLAYBOOK_BINARY_DIR "/playbook") + " compare " + Quoted(empty) + " " + Quoted(empty);
  EXPECT_EQ(Shell(command).code, 3);
}

TEST(CompareExitCodesTest, FourWhereItRefuses) {
  EXPECT_EQ(InShell("11_other_host", "").code, 4);
  EXPECT_EQ(InShell("11_other_host", "--gate slower:3%").code, 4);
  EXPECT_EQ(InShell("11_other_host", "--force").code, 0);
  EXPECT_EQ(InShell("11_other_host", "--force --gate faster:3%").code, 1);
}

TEST(CompareExitCodesTest, FiveWhereTheGateCannotTell) {
  const Outcome outcome = InShell("01_repetitions_are_no_pairs", "--gate slower:1%");
  EXPECT_EQ(outcome.code, 5) << outcome.output;
  EXPECT_THAT(outcome.output, HasSubstr("gate cannot tell: BM_put, real_time: cannot tell (needs "));
  // A row that is gone or failed has not passed.
  EXPECT_EQ(InShell("03_names_on_one_side", "--gate slower:3%").code, 5);
  EXPECT_EQ(InShell("06_errors_and_skips", "--gate slower:30%").code, 5);
}

}  // namespace
}  // namespace playbook
