#include "tools/measure/run_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <system_error>
#include <vector>

#include "tools/measure/plan.h"
#include "tools/results/input_error.h"

namespace playbook {
namespace {

namespace fs = std::filesystem;

class RunFolderTest : public testing::Test {
 protected:
  RunFolderTest() {
    std::string name = (fs::temp_directory_path() / "playbook_folder.XXXXXX").string();
    folder_ = mkdtemp(name.data());
  }
  ~RunFolderTest() override { fs::remove_all(folder_); }

  fs::path folder_;
};

TEST_F(RunFolderTest, KnowsThePlacesOfTheContract) {
  const RunFolder run("r");
  EXPECT_EQ(run.Plan(), "r/plan.json");
  EXPECT_EQ(run.Description("gcc", "a"), "r/describe/gcc/a.json");
  EXPECT_EQ(run.Evidence("gcc", "a"), "r/evidence/gcc/a.json");
  EXPECT_EQ(run.Calibration("gcc", "a"), "r/calibration/gcc/a.json");
  EXPECT_EQ(run.Iterations("a"), "r/iterations/a.txt");
  EXPECT_EQ(run.Result(7, "gcc", "a"), "r/rounds/0007/gcc.a.json");
  EXPECT_EQ(run.Side(7, "gcc", "a"), "r/rounds/0007/gcc.a.side.json");
  EXPECT_EQ(run.Failure("gcc", "a"), "r/failures/gcc.a.json");
  EXPECT_EQ(run.Done(), "r/done.json");
  EXPECT_EQ(run.Report(), "r/report.md");
}

TEST_F(RunFolderTest, WritesAWholeFileAndNothingBesideIt) {
  WriteWhole(folder_ / "a/b/c.json", "text");
  EXPECT_EQ(ReadWhole(folder_ / "a/b/c.json"), "text");
  WriteWhole(folder_ / "a/b/c.json", "");
  EXPECT_EQ(ReadWhole(folder_ / "a/b/c.json"), "");
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_ / "a/b"), {}), 1);
}

// The files that were brought to the disk, by the name that they had then. Takes the place of the system's own.
std::vector<std::string> synced;

}  // namespace
}  // namespace playbook

extern "C" int fsync(int descriptor) {
  std::error_code error;
  const auto link = std::filesystem::path("/proc/self/fd") / std::to_string(descriptor);
  playbook::synced.push_back(std::filesystem::read_symlink(link, error).string());
  return fdatasync(descriptor);
}

namespace playbook {
namespace {

TEST_F(RunFolderTest, BringsAFileToTheDiskBeforeItHasItsName) {
  synced.clear();
  WriteWhole(folder_ / "plan.json", "text");
  EXPECT_THAT(synced, testing::ElementsAre(fs::canonical(folder_) / "plan.json.part"));
}

TEST_F(RunFolderTest, LeavesTheOldFileWhereTheNewOneCannotBeWritten) {
  WriteWhole(folder_ / "plan.json", "old");
  // The name under which it would be written first is taken by a folder.
  fs::create_directory(PartOf(folder_ / "plan.json"));
  EXPECT_THROW(WriteWhole(folder_ / "plan.json", "new"), InputError);
  EXPECT_EQ(ReadWhole(folder_ / "plan.json"), "old");
}

TEST_F(RunFolderTest, NamesTheFileAndTheReason) {
  std::ofstream(folder_ / "file") << "x";
  try {
    WriteWhole(folder_ / "file" / "below.json", "x");
    FAIL();
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("Not a directory"));
  }
  EXPECT_THROW(ReadWhole(folder_ / "nothing"), InputError);
}

TEST_F(RunFolderTest, RemovesTemporaryFilesOnEveryLevel) {
  WriteWhole(folder_ / "rounds/0001/gcc.a.json", "whole");
  std::ofstream(folder_ / "rounds/0001/gcc.b.json.part") << "half";
  std::ofstream(folder_ / "plan.json.part") << "half";
  RemoveParts(folder_);
  EXPECT_FALSE(fs::exists(folder_ / "rounds/0001/gcc.b.json.part"));
  EXPECT_FALSE(fs::exists(folder_ / "plan.json.part"));
  EXPECT_TRUE(fs::exists(folder_ / "rounds/0001/gcc.a.json"));
}

Plan SomePlan() {
  return {.started = "2026-01-31T12:00:00+01:00",
          .command = "playbook run --quick",
          .seed = 18446744073709551615U,
          .rounds = 7,
          .rounds_fixed = true,
          .repetitions = {{"a", 1}, {"b", 2}},
          .budget_s = 33.5,
          .row_time_ms = 12.25,
          .timeout_s = 120,
          .scratch_file_system = "ext4",
          .builds = {{"clang++-19/clang", "clang++-19_clang"}},
          .pairs = {"a", "b"},
          .binaries = {{"clang++-19/clang/a", "00ff"}},
          .notes = {"a note"}};
}

TEST_F(RunFolderTest, ReadsAPlanAsItWasWritten) {
  WriteWhole(folder_ / "plan.json", ToJson(SomePlan()));
  EXPECT_EQ(ToJson(ReadPlan(folder_ / "plan.json")), ToJson(SomePlan()));
  Plan unplanned = SomePlan();
  unplanned.row_time_ms.reset();
  WriteWhole(folder_ / "plan.json", ToJson(unplanned));
  EXPECT_FALSE(ReadPlan(folder_ / "plan.json").row_time_ms);
}

TEST_F(RunFolderTest, RefusesAPlanThatIsNone) {
  const std::string whole = ToJson(SomePlan());
  const auto with = [&whole](const std::string& old_text, const std::string& new_text) {
    std::string text = whole;
    return text.replace(text.find(old_text), old_text.size(), new_text);
  };
  for (const std::string& text :
       {std::string(), std::string("[]"), std::string("{}"), whole.substr(0, whole.size() / 2),
        with("\"schema_version\": 1", "\"schema_version\": 2"), with("\"18446744073709551615\"", "\"many\""),
        with("\"rounds\": 7", "\"rounds\": 0"), with("\"rounds\": 7", "\"rounds\": \"7\"")}) {
    WriteWhole(folder_ / "plan.json", text);
    EXPECT_THROW(ReadPlan(folder_ / "plan.json"), InputError) << text;
  }
  EXPECT_THROW(ReadPlan(folder_ / "none.json"), InputError);
}

TEST(LocalTimeTest, IsARfc3339Time) {
  setenv("TZ", "XYZ-5:30", 1);
  tzset();
  EXPECT_EQ(LocalTime(0), "1970-01-01T05:30:00+05:30");
  unsetenv("TZ");
  tzset();
}

}  // namespace
}  // namespace playbook
