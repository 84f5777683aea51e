// What `playbook compare` of two programs says where values, files or programs are not as they should be: never less
// than it knows, never more.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "tests/cli/compare/compare_said.h"
#include "tests/cli/scripts/shell.h"
#include "tests/unit/tools/fake_run.h"
#include "tools/measure/machine_lock.h"

namespace playbook {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

class CompareRaceValuesTest : public testing::Test {
 protected:
  CompareRaceValuesTest() {
    // Neither sees nor disturbs a real measurement.
    setenv("PLAYBOOK_LOCK", (folder_.path() / "lock").c_str(), 1);
    for (const char* const name : {"before", "after"}) {
      fs::create_symlink(fs::path(PLAYBOOK_BINARY_DIR) / "fake_program", folder_.path() / name);
    }
  }
  ~CompareRaceValuesTest() override { unsetenv("PLAYBOOK_LOCK"); }

  std::string Path(const std::string& name) const { return (folder_.path() / name).string(); }

  // Of the two programs, into the folder "race".
  Said Measure(const Arguments& more) const {
    Arguments arguments = {Path("before"), Path("after"), "--out", Path("race"), "--seed", "1"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return RunCompareWith(arguments);
  }
  // The same by the real program, as a shell has it.
  std::string Command(const std::string& more) const {
    return fmt::format("{} compare {} {} --out {} {}", Quoted(PLAYBOOK_BINARY_DIR "/playbook"), Quoted(Path("before")),
                       Quoted(Path("after")), Quoted(Path("race")), more);
  }

  static std::string Text(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  TemporaryFolder folder_;
};

TEST_F(CompareRaceValuesTest, ACounterThatIsZeroEverywhereIsTheSameAndHasNoRatio) {
  const Said said = Measure({"--rounds", "6", "--format", "json", "--env", "FAKE_HOPS=0"});
  ASSERT_EQ(said.code, kOk) << said.err;
  const nlohmann::json document = nlohmann::json::parse(said.out);
  int counters = 0;
  for (const nlohmann::json& row : document.at("rows")) {
    if (row.at("metric") == "hops") {
      ++counters;
      EXPECT_EQ(row.at("identical"), true);
      EXPECT_TRUE(row.at("ratio").is_null());
    }
  }
  EXPECT_EQ(counters, 2);
}

TEST_F(CompareRaceValuesTest, AMetricThatIsNotThereIsSaidWithThoseThatAre) {
  ASSERT_EQ(Measure({"--rounds", "1"}).code, kOk);
  const Said said = RunCompareWith({Path("race"), "--metric", "hops"});
  EXPECT_EQ(said.code, kBadInput);
  EXPECT_THAT(said.err, AllOf(HasSubstr("no row has the metric hops on both sides; there are real_time, "),
                              Not(HasSubstr("no time for it"))));
}

TEST_F(CompareRaceValuesTest, ARoundOfOneSideWithoutARatioOrAValuePassesNoGate) {
  ASSERT_EQ(Measure({"--rounds", "10", "--gate", "3%"}).code, kOk) << "it passes where nothing is wrong";
  for (const auto& [fault, reason] :
       {std::pair("zero", "no ratio"), std::pair("negative", "no ratio"), std::pair("infinite", "no ratio"),
        std::pair("nan", "no ratio"), std::pair("error", "in 1 of 10 rounds the value of one side is missing")}) {
    fs::remove_all(Path("race"));
    const Said said =
        Measure({"--rounds", "10", "--gate", "3%", fmt::format("--contender-args=--known_fault={}@3", fault)});
    EXPECT_EQ(said.code, kUndecided) << fault << "\n" << said.out << said.err;
    EXPECT_THAT(said.out + said.err, HasSubstr(reason)) << fault;
  }
}

TEST_F(CompareRaceValuesTest, ADamagedRoundIsLeftOutAndPassesNoGate) {
  ASSERT_EQ(Measure({"--rounds", "10"}).code, kOk);
  const fs::path file = folder_.path() / "race/rounds/0004/base.000.json";
  const std::string text = Text(file);
  std::ofstream(file) << text.substr(0, text.size() / 2);
  const Said said = RunCompareWith({Path("race"), "--format", "csv"});
  EXPECT_EQ(said.code, kOk) << said.err;
  EXPECT_THAT(said.err,
              HasSubstr("note: files of 1 of 10 rounds are damaged or gone, and what they measured is left out"));
  EXPECT_THAT(said.out, HasSubstr(",9,9,"));
  EXPECT_EQ(RunCompareWith({Path("race"), "--gate", "3%"}).code, kUndecided);
}

TEST_F(CompareRaceValuesTest, WhatWasMeasuredIsKeptWhereTheFolderCannotBeWrittenAnyMore) {
  const Said said = Measure({"--rounds", "10", "--contender-args=--known_fault=blocks@8"});
  EXPECT_EQ(said.code, kBadInput);
  EXPECT_THAT(said.err, AllOf(HasSubstr("error: the race ended early: after 7 whole rounds it could not go on: "
                                        "cannot write rounds/0008/contender.000.json: "),
                              HasSubstr("what was measured is kept in " + Path("race"))));
  const Said read = RunCompareWith({Path("race")});
  EXPECT_EQ(read.code, kOk) << read.err;
  EXPECT_THAT(read.err, HasSubstr("note: the race ended early: after 7 whole rounds"));
}

TEST_F(CompareRaceValuesTest, ARaceThatWasKilledInCalibrationSaysSo) {
  setenv("FAKE_MARK", Path("mark").c_str(), 1);
  Shell(Command("--rounds 6 --base-args=--known_fault=hang@0") + " & pid=$!; until [ -e " + Quoted(Path("mark")) +
        " ]; do sleep 0.01; done; kill -KILL $pid; wait $pid");
  unsetenv("FAKE_MARK");
  const Said said = RunCompareWith({Path("race")});
  EXPECT_EQ(said.code, kBadInput);
  EXPECT_THAT(said.err, HasSubstr("the race was stopped before its first round, so nothing was measured"));
}

TEST_F(CompareRaceValuesTest, AnInterruptInTheFirstRoundPromisesNothing) {
  setenv("FAKE_MARK", Path("mark").c_str(), 1);
  const Outcome outcome = Shell(Command("--rounds 6 --contender-args=--known_fault=hang@1") + " & pid=$!; until [ -e " +
                                Quoted(Path("mark")) + " ]; do sleep 0.01; done; kill -TERM $pid; wait $pid");
  unsetenv("FAKE_MARK");
  EXPECT_THAT(outcome.output, HasSubstr("interrupted: no round was whole, so nothing was measured"));
  EXPECT_THAT(RunCompareWith({Path("race")}).err, HasSubstr("the race was interrupted before a whole round of it"));
}

TEST_F(CompareRaceValuesTest, AListingWithoutEndIsRefused) {
  const Said said = Measure({"--rounds", "6", "--env", "FAKE_PRINTS=endless"});
  EXPECT_EQ(said.code, kBadInput);
  EXPECT_THAT(said.err, HasSubstr(" bytes, must print at most 16777216; is it a Google Benchmark program?"));
  EXPECT_FALSE(fs::exists(folder_.path() / "race"));
}

TEST_F(CompareRaceValuesTest, ACalibrationThatOutlivesTheBudgetEnds) {
  const Said said = Measure({"--budget", "0.000001s"});
  EXPECT_EQ(said.code, kBadInput);
  EXPECT_THAT(said.err, AllOf(HasSubstr("the budget of 1e-06 s is over before the first round: "),
                              HasSubstr("the calibration of 2 rows, which has not ended")));
}

TEST_F(CompareRaceValuesTest, TheCommandIsKeptAsAShellReadsIt) {
  const Said said = Measure({"--rounds", "1", "--filter", "^BM_(A|B)", "--env", "FAKE_PASSED=it's here",
                             "--base-args=--known_1 --known_2", "--", "--known=$HOME"});
  ASSERT_EQ(said.code, kOk) << said.err;
  const nlohmann::json plan = nlohmann::json::parse(Text(folder_.path() / "race/race.json"));
  const std::string command = plan.at("command");
  EXPECT_THAT(command, HasSubstr("--filter '^BM_(A|B)'"));
  EXPECT_THAT(command, Not(HasSubstr(folder_.path().string())));
  // What the shell makes of it.
  const Outcome words = Shell("set -- " + command + "; printf '<%s>' \"$@\"");
  EXPECT_THAT(words.output, AllOf(HasSubstr("<FAKE_PASSED=it's here>"), HasSubstr("<--known=$HOME>"),
                                  HasSubstr("<--base-args=--known_1 --known_2>")));
}

TEST_F(CompareRaceValuesTest, HintsNameOptionsThatItHas) {
  MachineLock lock(folder_.path() / "lock");
  ASSERT_TRUE(lock.Try());
  EXPECT_THAT(Measure({"--rounds", "1", "--no-wait"}).err, HasSubstr("wait for it, or let --wait do so"));
  setenv("TMPDIR", Path("nothing").c_str(), 1);
  const Outcome outcome = Shell(Command("--rounds 1"));
  unsetenv("TMPDIR");
  EXPECT_EQ(outcome.code, kBadInput);
  EXPECT_THAT(outcome.output,
              AllOf(HasSubstr("is not there; make it, or choose another with TMPDIR"), Not(HasSubstr("--scratch"))));
}

TEST_F(CompareRaceValuesTest, NotesProgramsThatSetTheirOwnCounts) {
  const Said said = Measure({"--rounds", "2", "--env", "FAKE_KIND=counts", "--env", "FAKE_COUNT=5"});
  EXPECT_EQ(said.code, kOk) << said.err;
  EXPECT_THAT(said.err,
              AllOf(HasSubstr("note: in 2 of 2 rows the base did not run the iterations that it was asked for"),
                    HasSubstr("note: in 2 of 2 rows the contender did not run")));
}

}  // namespace
}  // namespace playbook
