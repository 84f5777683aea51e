// `playbook compare` of programs and builds, which it measures itself: from the command line to the table.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/cli/compare/compare_said.h"
#include "tests/cli/scripts/shell.h"
#include "tests/unit/tools/fake_run.h"
#include "tools/measure/machine_lock.h"

namespace playbook {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

class CompareRaceTest : public testing::Test {
 protected:
  CompareRaceTest() {
    // Neither sees nor disturbs a real measurement.
    setenv("PLAYBOOK_LOCK", (folder_.path() / "lock").c_str(), 1);
    setenv("FAKE_LOG", (folder_.path() / "log").c_str(), 1);
    for (const char* const name : {"before", "after"}) {
      fs::create_symlink(fs::path(PLAYBOOK_BINARY_DIR) / "fake_program", folder_.path() / name);
    }
  }
  ~CompareRaceTest() override {
    for (const char* const variable : {"PLAYBOOK_LOCK", "FAKE_LOG", "FAKE_ROWS", "PLAYBOOK_BUILD_ROOT"}) {
      unsetenv(variable);
    }
  }

  std::string Path(const std::string& name) const { return (folder_.path() / name).string(); }

  // Of the two programs, into the folder "race".
  Said Measure(const Arguments& more) const {
    Arguments arguments = {Path("before"), Path("after"), "--out", Path("race"), "--seed", "1"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return RunCompareWith(arguments);
  }

  std::string Text(const fs::path& path) const {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  // The verdict of each row's real time.
  static std::map<std::string, std::string> Verdicts(const std::string& json) {
    std::map<std::string, std::string> verdicts;
    const nlohmann::json document = nlohmann::json::parse(json);
    for (const nlohmann::json& row : document.at("rows")) {
      if (row.at("metric") == "real_time") {
        verdicts[row.at("name")] = row.at("verdict");
      }
    }
    return verdicts;
  }

  TemporaryFolder folder_;
};

using Words = std::map<std::string, std::string>;

TEST_F(CompareRaceTest, MeasuresTwoProgramsAndJudgesTheirRows) {
  const Said said = Measure({"--rounds", "8", "--contender-args=--known_factor=1.5", "--format", "json"});
  EXPECT_EQ(said.code, kOk) << said.err;
  EXPECT_EQ(Verdicts(said.out), (Words{{"BM_A", "slower"}, {"BM_B/8", "slower"}}));
  EXPECT_THAT(said.err, AllOf(HasSubstr("plan: 2 rows, 8 rounds of "), HasSubstr("race folder: " + Path("race"))));
  const nlohmann::json document = nlohmann::json::parse(said.out);
  EXPECT_EQ(document.at("paired"), true);
  EXPECT_EQ(document.at("base"), "before");
  EXPECT_EQ(document.at("contender"), "after");
}

TEST_F(CompareRaceTest, ReadsTheFolderOfARaceAgain) {
  const Said measured = Measure({"--rounds", "8", "--contender-args=--known_factor=0.5", "--format", "csv"});
  ASSERT_EQ(measured.code, kOk) << measured.err;
  const Said read = RunCompareWith({Path("race"), "--format", "csv"});
  EXPECT_EQ(read.code, kOk) << read.err;
  EXPECT_EQ(read.out, measured.out);
  EXPECT_THAT(read.out, HasSubstr("faster"));
}

TEST_F(CompareRaceTest, GivesEachSideWhatIsMeantForIt) {
  const Said said =
      Measure({"--rounds", "1", "--base-args=--known_1 --known_2", "--contender-args", "--known_3", "--env",
               "FAKE_KIND=counts", "--min-time", "0.2s", "--cwd", folder_.path().string(), "--", "--known_4"});
  EXPECT_EQ(said.code, kOk) << said.err;
  const std::string log = Text(folder_.path() / "log");
  EXPECT_THAT(log, ContainsRegex("--known_1 --known_2 --known_4 --benchmark_min_time=(100000|99999)x"));
  EXPECT_THAT(log, ContainsRegex("--known_3 --known_4 --benchmark_min_time=(100000|99999)x"));
  EXPECT_THAT(Text(folder_.path() / "race/rounds/0001/base.000.json"),
              HasSubstr("\"folder\": \"" + folder_.path().filename().string() + "\""));
  // The command is kept, the folders are not.
  EXPECT_THAT(Text(folder_.path() / "race/race.json"),
              AllOf(HasSubstr("playbook compare before after --rounds 1"), HasSubstr("-- --known_4"),
                    Not(HasSubstr(folder_.path().string()))));
}

TEST_F(CompareRaceTest, SetsRowsOfOneProgramSideBySide) {
  const Said said = RunCompareWith({Path("before"), Path("before"), "--out", Path("race"), "--rows", "BM_A=BM_B/8",
                                    "--rounds", "6", "--format", "json"});
  EXPECT_EQ(said.code, kOk) << said.err;
  EXPECT_EQ(Verdicts(said.out), (Words{{"BM_A = BM_B/8", "slower"}}));
  // The folder knows which rows were set side by side.
  EXPECT_EQ(Verdicts(RunCompareWith({Path("race"), "--format", "json"}).out), (Words{{"BM_A = BM_B/8", "slower"}}));
}

TEST_F(CompareRaceTest, ComparesTheProgramsThatTwoBuildsShare) {
  setenv("PLAYBOOK_BUILD_ROOT", Path("build").c_str(), 1);
  setenv("FAKE_ROWS", "%/wrong,%/right", 1);
  for (const char* const program : {"gcc/benchmarks/alpha", "gcc/benchmarks/beta", "gcc/benchmarks/only",
                                    "clang/benchmarks/alpha", "clang/benchmarks/beta"}) {
    fs::create_directories((folder_.path() / "build" / program).parent_path());
    fs::create_symlink(fs::path(PLAYBOOK_BINARY_DIR) / "fake_program", folder_.path() / "build" / program);
  }
  const Said said = RunCompareWith({"gcc", "clang", "--out", Path("race"), "--rounds", "8", "--env", "FAKE_KIND=ours",
                                    "--contender-args=--known_factor=2", "--format", "json"});
  EXPECT_EQ(said.code, kOk) << said.err;
  EXPECT_EQ(
      Verdicts(said.out),
      (Words{
          {"alpha/wrong", "slower"}, {"alpha/right", "slower"}, {"beta/wrong", "slower"}, {"beta/right", "slower"}}));
  EXPECT_THAT(said.err, HasSubstr("note: only is in the build gcc only"));
  const Said beta = RunCompareWith({"gcc", "clang", "--out", Path("other"), "--rounds", "6", "--env", "FAKE_KIND=ours",
                                    "--filter", "^beta/w", "--format", "json"});
  EXPECT_EQ(Verdicts(beta.out), (Words{{"beta/wrong", "equivalent"}})) << beta.err;
}

TEST_F(CompareRaceTest, AFaultLeavesWhatWasMeasuredToBeRead) {
  const Said said = Measure({"--rounds", "12", "--contender-args=--known_fault=crash@10 --known_factor=1.5"});
  EXPECT_EQ(said.code, kBadInput);
  EXPECT_THAT(said.err,
              AllOf(HasSubstr("error: the contender, after, failed in round 10: was ended by signal 6"),
                    HasSubstr("about to ?[31mcrash"), HasSubstr("read it with: playbook compare " + Path("race"))));
  const Said read = RunCompareWith({Path("race"), "--format", "json"});
  EXPECT_EQ(read.code, kOk) << read.err;
  EXPECT_EQ(Verdicts(read.out).at("BM_A"), "slower");
  EXPECT_THAT(read.err, HasSubstr("note: the race ended early: the contender, after, failed in round 10"));
}

TEST_F(CompareRaceTest, AFaultBeforeTheRoundsLeavesNothing) {
  const Said said = Measure({"--rounds", "6", "--contender-args=--known_fault=exit@0"});
  EXPECT_EQ(said.code, kBadInput);
  EXPECT_THAT(said.err, HasSubstr("error: after: after failed in calibration: exited with code 7"));
  EXPECT_FALSE(fs::exists(folder_.path() / "race"));
}

TEST_F(CompareRaceTest, RefusesWhileAnotherMeasuresIfAsked) {
  MachineLock lock(folder_.path() / "lock");
  ASSERT_TRUE(lock.Try());
  const Said said = Measure({"--rounds", "1", "--no-wait"});
  EXPECT_EQ(said.code, kBadInput);
  EXPECT_THAT(said.err, HasSubstr("error: another playbook measures on this machine"));
  EXPECT_FALSE(fs::exists(folder_.path() / "race"));
}

TEST_F(CompareRaceTest, MeasuresAProgramAgainstItself) {
  const Arguments self = {"--self", Path("before"), "--rounds", "20"};
  const auto with = [&self](const Arguments& more) {
    Arguments all = self;
    all.insert(all.end(), more.begin(), more.end());
    return RunCompareWith(all);
  };
  const Said table = with({"--out", Path("one")});
  EXPECT_EQ(table.code, kOk) << table.err;
  EXPECT_THAT(table.out, AllOf(StartsWith("before against itself"), HasSubstr("false alarms"), HasSubstr("20 rounds"),
                               Not(HasSubstr("40 rounds")), HasSubstr("\nBM_B/8 ")));
  const Said json = with({"--out", Path("two"), "--format", "json"});
  const nlohmann::json document = nlohmann::json::parse(json.out);
  EXPECT_EQ(document.at("schema_version"), 1);
  ASSERT_EQ(document.at("rows").size(), 2U);
  // 20 rounds hold 3 comparisons of 6 for each of 2 rows, and these sides never differ.
  EXPECT_EQ(document.at("all_rows").at(0).at("comparisons"), 6);
  EXPECT_EQ(document.at("all_rows").at(0).at("false_alarms"), 0);
}

TEST_F(CompareRaceTest, SaysWhatIsWrongWithTheCommandLine) {
  const std::vector<std::pair<Arguments, std::string>> wrong = {
      {{"--rounds", "0"}, "--rounds is \"0\", must be a whole number from 1 to"},
      {{"--budget", "soon"}, "--budget is \"soon\", must be a time above 0"},
      {{"--precision", "-1%"}, "--precision"},
      {{"--pin", "99999"}, "CPU 99999 is not one that this process may use"},
      {{"--env", "FAKE"}, "the variable \"FAKE\" must be NAME=VALUE"},
      {{"--wait", "--no-wait"}, "give one of them"},
      {{"--self"}, "give no CONTENDER"},
      {{"--", "--benchmark_filter=BM"}, "use --filter"},
      {{"--cwd", "/no/such/folder"}, "the folder /no/such/folder is not there"},
      {{"--filter", "("}, "--filter ( is no regular expression"},
  };
  for (const auto& [arguments, message] : wrong) {
    const Said said = Measure(arguments);
    EXPECT_EQ(said.code, kUsage) << said.err;
    EXPECT_THAT(said.err, HasSubstr(message));
    EXPECT_FALSE(fs::exists(folder_.path() / "race"));
  }
  const Said files = RunCompareOn("09_ties", {"--rounds", "6"});
  EXPECT_EQ(files.code, kUsage);
  EXPECT_THAT(files.err, HasSubstr("--rounds 6 is for what is measured, but "));
}

TEST_F(CompareRaceTest, RefusesSidesThatCannotBeMeasuredTogether) {
  const Said mixed = RunCompareWith({Path("before"), Recorded("09_ties", "base"), "--out", Path("race")});
  EXPECT_EQ(mixed.code, kBadInput);
  EXPECT_THAT(mixed.err, HasSubstr("is a program and "));
  ASSERT_EQ(Measure({"--rounds", "1"}).code, kOk);
  const Said folder = RunCompareWith({Path("race"), Recorded("09_ties", "base")});
  EXPECT_EQ(folder.code, kBadInput);
  EXPECT_THAT(folder.err, HasSubstr("is the folder of a race, which holds both sides; give it alone"));
}

// The real program, as a build server sees it.
std::string CompareCommand(const std::string& arguments) {
  return Quoted(PLAYBOOK_BINARY_DIR "/playbook") + " compare " + arguments;
}

TEST_F(CompareRaceTest, TheGateDecidesTheExitCode) {
  const std::string sides = Quoted(Path("before")) + " " + Quoted(Path("after")) + " --filter BM_A";
  const auto code = [&](const std::string& name, const std::string& more) {
    const Outcome outcome = Shell(CompareCommand(sides + " --out " + Quoted(Path(name)) + " " + more));
    return outcome.code;
  };
  EXPECT_EQ(code("tripped", "--gate slower:3% --rounds 8 --contender-args=--known_factor=1.5"), 1);
  EXPECT_EQ(code("passed", "--gate slower:3% --rounds 8"), 0);
  EXPECT_EQ(code("undecided", "--gate slower:3% --rounds 2"), 5);
  EXPECT_EQ(code("failed", "--gate slower:3% --rounds 8 --contender-args=--known_fault=crash@8"), 3);
  // What is left of a race passes no gate: its last rounds might have tripped it.
  EXPECT_EQ(Shell(CompareCommand(Quoted(Path("failed")) + " --gate slower:3%")).code, 5);
}

// Ends it with the signal while the contender hangs in round 7, and says with which code it ended.
std::string Ended(const std::string& command, const std::string& mark, const char* signal) {
  return command + " & pid=$!; until [ -e " + Quoted(mark) + " ]; do sleep 0.01; done; kill -" + signal +
         " $pid; wait $pid; echo \"ended with $?\"";
}

TEST_F(CompareRaceTest, AnInterruptSaysHowToReadWhatIsLeft) {
  setenv("FAKE_MARK", Path("mark").c_str(), 1);
  const std::string command =
      CompareCommand(Quoted(Path("before")) + " " + Quoted(Path("after")) + " --rounds 20 --out " +
                     Quoted(Path("race")) + " --contender-args=--known_fault=hang@7");
  const Outcome outcome = Shell(Ended(command, Path("mark"), "TERM"));
  unsetenv("FAKE_MARK");
  EXPECT_THAT(outcome.output, AllOf(HasSubstr("interrupted: what was measured is kept in " + Path("race")),
                                    HasSubstr("ended with 130")));
  EXPECT_THAT(RunCompareWith({Path("race")}).err, HasSubstr("note: the race was interrupted"));
}

TEST_F(CompareRaceTest, AKilledRaceCanBeRead) {
  setenv("FAKE_MARK", Path("mark").c_str(), 1);
  const std::string command =
      CompareCommand(Quoted(Path("before")) + " " + Quoted(Path("after")) + " --rounds 20 --out " +
                     Quoted(Path("race")) + " --contender-args=--known_fault=hang@7");
  Shell(Ended(command, Path("mark"), "KILL"));
  unsetenv("FAKE_MARK");
  const Said read = RunCompareWith({Path("race"), "--format", "json", "--filter", "BM_A"});
  EXPECT_EQ(read.code, kOk) << read.err;
  EXPECT_EQ(Verdicts(read.out), (Words{{"BM_A", "equivalent"}}));
  EXPECT_THAT(read.err, HasSubstr("note: the race was cut off"));
}

}  // namespace
}  // namespace playbook
