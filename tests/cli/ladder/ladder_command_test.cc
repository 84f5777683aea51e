// `playbook ladder` and `playbook rung`, in process, with builds whose ladder only pretends.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "tests/cli/ladder/ladder_command.h"
#include "tests/cli/run/private_mount.h"
#include "tools/ladder/limits.h"
#include "tools/measure/machine_lock.h"

namespace playbook {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

TEST_F(LadderCommandTest, RunsEachRungInAProcessOfItsOwnUnderEachBuild) {
  const Said said = Ladder({"--rounds", "3"});
  ASSERT_EQ(said.code, 0) << said.err;
  std::map<std::string, int> started;
  std::istringstream lines(FileText(tree_.folder() / "build" / "started"));
  for (std::string line; std::getline(lines, line);) {
    ++started[line];
  }
  EXPECT_EQ(started.size(), 10U);
  for (const auto& [line, times] : started) {
    EXPECT_EQ(times, line.find("describe") == std::string::npos ? 3 : 1) << line;
  }
  EXPECT_THAT(said.out, HasSubstr("call/whole (a ?[1mnote)"));
  EXPECT_THAT(said.err, HasSubstr("round 1 of 3\nround 2 of 3, about"));
  EXPECT_THAT(said.out + said.err, Not(HasSubstr("\x1b")));
  EXPECT_THAT(said.out + said.err, Not(HasSubstr("secret-host")));
  EXPECT_TRUE(fs::is_empty(tree_.folder() / "scratch"));
}

TEST_F(LadderCommandTest, KeepsItAsTheLimitsOfThisMachine) {
  const Said said = Ladder({"--rounds", "1", "--save"});
  ASSERT_EQ(said.code, 0) << said.err;
  const fs::path place = DefaultLimits(MachineKey(ReadMachine()));
  EXPECT_EQ(place.parent_path(), tree_.folder() / "data" / "playbook" / "limits");
  EXPECT_THAT(said.err, HasSubstr("kept in " + place.string()));
  const playbook::Ladder kept = ReadLadder(place);
  EXPECT_EQ(kept.rounds, 1);
  EXPECT_EQ(kept.builds.size(), 2U);
  EXPECT_EQ(kept.builds[0].context.count("playbook.clock_step_ns"), 0U);
  EXPECT_THAT(kept.command, StartsWith("playbook ladder --builds gcc,clang --rounds 1"));
  EXPECT_DOUBLE_EQ(kept.At("call/whole").Value("gcc").median, 20);
  EXPECT_DOUBLE_EQ(kept.At("call/whole").Value("clang").median, 10);
  EXPECT_EQ(FileText(place).find(tree_.folder().string()), std::string::npos) << "it names a folder";
  const Said rung = FakeTree::Playbook({"rung", "50us"});
  EXPECT_EQ(rung.code, 0) << rung.err;
  EXPECT_THAT(rung.out, HasSubstr("at most 5,000 calls"));
  EXPECT_EQ(rung.err, "");
}

TEST_F(LadderCommandTest, KeepsItInTheFolderOneIsIn) {
  const fs::path before = fs::current_path();
  fs::current_path(tree_.folder());
  const Said said = Ladder({"--rounds", "1", "--save", "limits.json"});
  fs::current_path(before);
  EXPECT_EQ(said.code, 0) << said.err;
  EXPECT_THAT(said.err, HasSubstr("kept in limits.json\n"));
  EXPECT_EQ(ReadLadder(Limits()).rounds, 1);
}

TEST_F(LadderCommandTest, PrintsAndComparesWhatWasKept) {
  ASSERT_EQ(Ladder({"--rounds", "1", "--save", Limits().string(), "--format", "json"}).code, 0);
  const Said from = FakeTree::Playbook({"ladder", "--from", Limits().string(), "--format", "csv"});
  EXPECT_EQ(from.code, 0) << from.err;
  EXPECT_THAT(from.out, StartsWith("rung,row,build,state"));
  const Said against = Ladder({"--rounds", "1", "--against", Limits().string(), "--format", "md"});
  EXPECT_EQ(against.code, 0) << against.err;
  EXPECT_THAT(against.out, StartsWith("Against the ladder taken "));
  EXPECT_THAT(against.out, HasSubstr("Nothing is known to differ in their provenance."));
  EXPECT_THAT(against.out, HasSubstr("| `call/whole`"));
}

TEST_F(LadderCommandTest, RefusesBuildsOfDifferentSources) {
  Fault("clang", "describe", "other_rungs");
  const Said said = Ladder({"--rounds", "1"});
  EXPECT_EQ(said.code, 3);
  EXPECT_THAT(said.err, HasSubstr("the ladder of clang has other rungs than that of gcc"));
}

TEST_F(LadderCommandTest, RefusesALadderThatCannotDescribeItself) {
  Fault("gcc", "describe", "garbage");
  const Said said = Ladder({"--rounds", "1"});
  EXPECT_EQ(said.code, 3);
  EXPECT_THAT(said.err, HasSubstr("the ladder of the build gcc does not describe itself as a ladder"));
}

TEST_F(LadderCommandTest, NamesTheCommandsThatBuildMissingLadders) {
  for (const char* const build : {"gcc", "clang"}) {
    fs::remove(tree_.folder() / "build" / build / "benchmarks" / "ladder");
  }
  const Said said = Ladder({"--rounds", "1"});
  EXPECT_EQ(said.code, 3);
  EXPECT_THAT(said.err,
              AllOf(StartsWith("error: the build \"gcc\" in "), HasSubstr("\nerror: the build \"clang\" in ")));
  EXPECT_THAT(said.err, AllOf(HasSubstr("cmake --build --preset gcc --target benchmark_ladder\n"),
                              HasSubstr("cmake --build --preset clang --target benchmark_ladder\n")));
}

TEST_F(LadderCommandTest, RefusesAScratchFolderThatItCannotWriteTo) {
  fs::remove(tree_.folder() / "scratch");
  const Said missing = Ladder({"--rounds", "1"});
  EXPECT_EQ(missing.code, 3);
  EXPECT_THAT(missing.err, HasSubstr("scratch is not there"));
  fs::create_directory(tree_.folder() / "scratch");
  for (const auto& [read_only, message] :
       {std::pair(true, "Read-only file system"), std::pair(false, "must have at least 314572800")}) {
    const PrivateMount mount(tree_.folder() / "scratch", "size=4m", read_only);
    if (!mount.reason().empty()) {
      GTEST_SKIP() << mount.reason();
    }
    const Said said = Ladder({"--rounds", "1"});
    EXPECT_EQ(said.code, 3);
    EXPECT_THAT(said.err, HasSubstr(message));
  }
  EXPECT_FALSE(fs::exists(tree_.folder() / "build" / "started"));
}

TEST_F(LadderCommandTest, MeasuresOnlyWhenNobodyElseDoes) {
  MachineLock other(LockPath());
  ASSERT_TRUE(other.Try());
  const Said said = Ladder({"--rounds", "1", "--lock", "refuse"});
  EXPECT_EQ(said.code, 3);
  EXPECT_THAT(said.err, HasSubstr("another playbook measures on this machine"));
}

TEST_F(LadderCommandTest, OpensItsFilesBeforeItMeasures) {
  std::ofstream(tree_.folder() / "file") << "x";
  const Said save = Ladder({"--save", (tree_.folder() / "file" / "limits.json").string()});
  EXPECT_EQ(save.code, 3);
  EXPECT_THAT(save.err, HasSubstr("cannot be written: the folder "));
  const Said against = Ladder({"--against", (tree_.folder() / "gone.json").string()});
  EXPECT_EQ(against.code, 3);
  EXPECT_THAT(against.err, HasSubstr("cannot read the limits"));
  EXPECT_FALSE(fs::exists(tree_.folder() / "build" / "started"));
}

TEST_F(LadderCommandTest, SavesToNothingButARegularFileInAFolderThatIsThere) {
  fs::create_symlink(tree_.folder() / "gone", tree_.folder() / "link");
  const std::map<std::string, std::string> wrong = {
      {"/dev/full", "the file /dev/full cannot be written: it is a device, must be a regular file or not there"},
      {tree_.folder().string(), "it is a folder, must be"},
      {(tree_.folder() / "link").string(), "it is a link to nothing, must be"},
      {(tree_.folder() / "no" / "such" / "limits.json").string(), "/no/such is not there; make it, or choose another"}};
  for (const auto& [file, message] : wrong) {
    const Said said = Ladder({"--rounds", "1", "--save", file});
    EXPECT_EQ(said.code, 3) << file;
    EXPECT_THAT(said.err, AllOf(StartsWith("error: "), HasSubstr(message)));
  }
  EXPECT_TRUE(fs::is_character_file("/dev/full"));
  EXPECT_FALSE(fs::exists(tree_.folder() / "no"));
  EXPECT_FALSE(fs::exists(tree_.folder() / "build" / "started")) << "it measured first";
}

TEST_F(LadderCommandTest, SavesBehindALink) {
  std::ofstream(Limits()) << "old";
  fs::create_symlink(Limits(), tree_.folder() / "link");
  EXPECT_EQ(Ladder({"--rounds", "1", "--save", (tree_.folder() / "link").string()}).code, 0);
  EXPECT_TRUE(fs::is_symlink(tree_.folder() / "link"));
  EXPECT_EQ(ReadLadder(Limits()).rounds, 1);
}

TEST_F(LadderCommandTest, FromTakesNoOptionOfAMeasurement) {
  const std::map<std::string, std::string> options = {{"--builds", "gcc"},   {"--rounds", "3"},  {"--min-time", "1ms"},
                                                      {"--scratch", "/tmp"}, {"--lock", "wait"}, {"--save", "a"}};
  for (const auto& [option, value] : options) {
    const Said said = FakeTree::Playbook({"ladder", "--from", Limits().string(), option, value});
    EXPECT_EQ(said.code, 2) << option;
    EXPECT_THAT(said.err, HasSubstr("measures nothing, so it takes no " + option));
  }
}

TEST_F(LadderCommandTest, RefusesWhatCannotBeMeant) {
  const std::map<std::vector<std::string>, std::string> wrong = {
      {{"--rounds", "0"}, "--rounds is \"0\", must be a whole number from 1 to 1000"},
      {{"--rounds", "many"}, "--rounds is \"many\""},
      {{"--min-time", "3GB/s"}, "--min-time is \"3GB/s\", must be a time"},
      {{"--format", "xml"}, "--format is \"xml\", must be md, json or csv"},
      {{"--builds", "gcc,gcc"}, "must name at least one build and none twice"},
      {{"--lock", "perhaps"}, "--lock is \"perhaps\""},
      {{"--against", "a", "--format", "csv"}, "--against is for people to read"},
      {{"--from", "a", "--save"}, "measures nothing, so it takes no --save"},
      {{"--from", ""}, "--from is \"\", must not be empty"},
      {{"--against", ""}, "--against is \"\", must not be empty"},
      {{"--save", ""}, "--save is \"\", must not be empty"},
      {{"--save="}, "--save"},
      {{"--builds", ""}, "--builds is \"\""},
      {{"--builds", "gcc,"}, "--builds is \"gcc,\", must name at least one build and none twice"},
      {{"--min-time", ""}, "--min-time is \"\""},
      {{"--format", ""}, "--format is \"\", must not be empty"},
      {{"--round", "3"}, "did you mean --rounds?"}};
  for (const auto& [arguments, message] : wrong) {
    const Said said = Ladder(arguments);
    EXPECT_EQ(said.code, 2) << message;
    EXPECT_THAT(said.err, AllOf(StartsWith("error: "), HasSubstr(message)));
  }
}

TEST_F(LadderCommandTest, ARunLooksAtTheLimitsOfThisMachine) {
  const fs::path place = DefaultLimits(MachineKey(ReadMachine()));
  fs::create_directories(place.parent_path());
  std::ofstream(place) << "{}";
  const Said said = tree_.Measure({"--builds", "gcc"});
  EXPECT_EQ(said.code, 0) << said.err;
  EXPECT_THAT(said.err, HasSubstr("warning: the limits of this machine are not used: " + place.string()));
}

TEST_F(LadderCommandTest, RungSaysWhatItNeeds) {
  const Said unit = FakeTree::Playbook({"rung", "50", "fortnights"});
  EXPECT_EQ(unit.code, 2);
  EXPECT_THAT(unit.err, HasSubstr("\"50 fortnights\" is no time and no rate"));
  EXPECT_EQ(FakeTree::Playbook({"rung"}).code, 2);
  const Said empty = FakeTree::Playbook({"rung", "50us", "--limits", ""});
  EXPECT_EQ(empty.code, 2);
  EXPECT_THAT(empty.err, HasSubstr("--limits is \"\", must not be empty"));
  const Said scratch = FakeTree::Playbook({"ladder", "--scratch", ""});
  EXPECT_EQ(scratch.code, 2);
  EXPECT_THAT(scratch.err, HasSubstr("--scratch is \"\", must not be empty"));
  const Said unknown = FakeTree::Playbook({"rung", "50us"});
  EXPECT_EQ(unknown.code, 3);
  EXPECT_THAT(unknown.err, HasSubstr("measure it with: playbook ladder --save"));
  const Said missing = FakeTree::Playbook({"rung", "50us", "--limits", Limits().string()});
  EXPECT_EQ(missing.code, 3);
  EXPECT_THAT(missing.err, HasSubstr("cannot read the limits"));
}

TEST_F(LadderCommandTest, RungWarnsOfTheLimitsOfAnotherMachine) {
  ASSERT_EQ(Ladder({"--rounds", "1", "--save", Limits().string()}).code, 0);
  playbook::Ladder other = ReadLadder(Limits());
  other.machine = "another";
  std::ofstream(Limits()) << ToJson(other);
  const Said said = FakeTree::Playbook({"rung", "50us", "--limits", Limits().string()});
  EXPECT_EQ(said.code, 0);
  EXPECT_THAT(said.out, HasSubstr("warning: these are the limits of another, not of this machine"));
}

}  // namespace
}  // namespace playbook
