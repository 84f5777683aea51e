// What `playbook run` does with benchmarks, evidence and folders that fail.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/cli/golden.h"
#include "tests/cli/run/fake_tree.h"
#include "tests/cli/run/private_mount.h"

namespace playbook {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using testing::Contains;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;

json JsonFile(const fs::path& path) {
  return json::parse(FileText(path));
}

struct Fault {
  const char* stage;
  const char* fault;
  const char* reason;  // part of what the failure file says
};

class RunFaultTest : public testing::TestWithParam<Fault> {};

TEST_P(RunFaultTest, GivesUpThatPairUnderThatBuildAndGoesOnWithTheOthers) {
  const FakeTree tree;
  const Fault& fault = GetParam();
  tree.Fault("gcc", "alpha", fault.stage, fault.fault);
  const Said said = tree.Measure({});
  EXPECT_EQ(said.code, 1) << said.err;
  const json failure = JsonFile(tree.Run() / "failures/gcc.alpha.json");
  EXPECT_EQ(failure["stage"], fault.stage);
  EXPECT_THAT(failure["reason"].get<std::string>(), HasSubstr(fault.reason));
  EXPECT_THAT(said.err, HasSubstr(std::string("error: alpha under gcc is given up (") + fault.stage));
  EXPECT_THAT(said.err, Not(HasSubstr("\x1b"))) << "what a child says must not reach the terminal as it is";
  // The others have every round, and nothing that looks like a result of the failed one is there.
  for (const std::string other : {"gcc.beta", "clang.alpha", "clang.beta"}) {
    EXPECT_TRUE(fs::exists(tree.Run() / "rounds/0006" / (other + ".json"))) << other;
  }
  EXPECT_THAT(tree.RunFiles(), Not(Contains(HasSubstr("rounds/0001/gcc.alpha"))));
  EXPECT_THAT(tree.RunFiles(), Not(Contains(EndsWith(".part"))));
  EXPECT_TRUE(fs::exists(tree.Run() / "done.json"));
}

INSTANTIATE_TEST_SUITE_P(
    Stages, RunFaultTest,
    testing::Values(Fault{"describe", "crash", "was ended by signal 6"},
                    Fault{"describe", "exit", "exited with code 7"},
                    Fault{"describe", "other_id", "describes the pair \"somebody\", must be \"alpha\""},
                    Fault{"evidence", "crash", "was ended by signal 6"},
                    Fault{"evidence", "garbage", "its evidence cannot be read"},
                    Fault{"evidence", "exit", "exited with code 7"},
                    Fault{"calibrate", "crash", "was ended by signal 6"}, Fault{"calibrate", "broken", "its result"},
                    Fault{"round", "crash", "was ended by signal 6"}, Fault{"round", "exit", "exited with code 7"},
                    Fault{"round", "broken", "its result"}, Fault{"round", "empty", "it wrote no result"},
                    Fault{"round", "no_result", "it wrote no result"},
                    Fault{"round", "error", "the row alpha/wrong/n:1 reported an error: no such ?[1mdevice"},
                    Fault{"round", "missing_row", "is there 0 times, must be there 2 times"}),
    [](const testing::TestParamInfo<Fault>& one) { return std::string(one.param.stage) + "_" + one.param.fault; });

TEST(RunFaultsTest, EndsAHangingBenchmarkWithAllItStarted) {
  const FakeTree tree;
  tree.Fault("gcc", "alpha", "round", "hang");
  const Said said = tree.Measure({"--timeout", "0.5s"});
  EXPECT_EQ(said.code, 1) << said.err;
  EXPECT_EQ(JsonFile(tree.Run() / "failures/gcc.alpha.json")["reason"], "did not end within 0.5 s and was ended");
  EXPECT_TRUE(fs::exists(tree.Run() / "rounds/0006/gcc.beta.json"));
  AwaitGone(AwaitNumberIn(tree.folder() / "build" / "grandchild"));
}

TEST(RunFaultsTest, SaysWhatACrashingBenchmarkSaidLast) {
  const FakeTree tree;
  tree.Fault("gcc", "alpha", "round", "crash");
  const Said said = tree.Measure({"alpha"});
  EXPECT_EQ(said.code, 1);
  ExpectGolden("run/crash.err", tree.Normalised(said.err));
  EXPECT_EQ(JsonFile(tree.Run() / "failures/gcc.alpha.json")["detail"], "about to ?[31mcrash");
}

TEST(RunFaultsTest, PrintsTheClaimThatFailsAndStillMeasures) {
  const FakeTree tree;
  tree.Fault("gcc", "alpha", "evidence", "fails");
  tree.Fault("clang", "alpha", "evidence", "unverified");
  const Said said = tree.Measure({"alpha"});
  EXPECT_EQ(said.code, 1);
  EXPECT_THAT(said.err, HasSubstr("error: evidence of alpha under gcc: a claim fails: calls; alpha/wrong/n:1 has 3, "
                                  "expected exactly 8"));
  EXPECT_THAT(said.err, HasSubstr("error: evidence of alpha under clang: verify fails: 12 lines"));
  EXPECT_TRUE(fs::exists(tree.Run() / "rounds/0006/gcc.alpha.json"));
}

TEST(RunFaultsTest, GivesUpAPairThatOneBuildLacks) {
  const FakeTree tree;
  fs::remove(tree.folder() / "build/clang/benchmarks/beta");
  const Said said = tree.Measure({"beta"});
  EXPECT_EQ(said.code, 1);
  EXPECT_EQ(JsonFile(tree.Run() / "failures/clang.beta.json")["reason"],
            "could not be started: No such file or directory");
  EXPECT_TRUE(fs::exists(tree.Run() / "rounds/0006/gcc.beta.json"));
}

TEST(RunFaultsTest, RefusesAScratchFolderThatIsNotThere) {
  const FakeTree tree;
  fs::remove(tree.folder() / "scratch");
  const Said said = tree.Measure({});
  EXPECT_EQ(said.code, 3);
  ExpectGolden("run/scratch_missing.err", tree.Normalised(said.err));
  EXPECT_FALSE(fs::exists(tree.Run()));
}

TEST(RunFaultsTest, RefusesAnOutputFolderWithoutAParent) {
  const FakeTree tree;
  const Said said = FakeTree::Playbook(
      {"run", "--scratch", (tree.folder() / "scratch").string(), "--out", (tree.folder() / "nowhere/run").string()});
  EXPECT_EQ(said.code, 3);
  ExpectGolden("run/out_without_parent.err", tree.Normalised(said.err));
}

TEST(RunFaultsTest, RefusesAnOutputFolderThatHoldsSomething) {
  const FakeTree tree;
  fs::create_directory(tree.Run());
  std::ofstream(tree.Run() / "thesis.txt") << "years of work";
  const Said said = tree.Measure({});
  EXPECT_EQ(said.code, 3);
  EXPECT_THAT(said.err, HasSubstr("is not an empty folder"));
  EXPECT_EQ(FileText(tree.Run() / "thesis.txt"), "years of work");
}

TEST(RunFaultsTest, RefusesFoldersThatAreReadOnly) {
  const FakeTree tree;
  const PrivateMount mount(tree.folder() / "scratch", "size=1m", true);
  if (!mount.reason().empty()) {
    GTEST_SKIP() << mount.reason();
  }
  const Said scratch = tree.Measure({});
  EXPECT_EQ(scratch.code, 3);
  EXPECT_THAT(scratch.err, HasSubstr("scratch cannot be written to: Read-only file system"));
  const Said out = FakeTree::Playbook(
      {"run", "--scratch", tree.folder().string(), "--out", (tree.folder() / "scratch" / "run").string()});
  EXPECT_EQ(out.code, 3);
  EXPECT_THAT(out.err, HasSubstr("scratch/run cannot be made: Read-only file system"));
}

TEST(RunFaultsTest, RefusesAScratchFolderWithoutRoom) {
  const FakeTree tree;
  const PrivateMount mount(tree.folder() / "scratch", "size=4m", false);
  if (!mount.reason().empty()) {
    GTEST_SKIP() << mount.reason();
  }
  const Said little = tree.Measure({});
  EXPECT_EQ(little.code, 3);
  EXPECT_THAT(little.err, HasSubstr("bytes free, must have at least 67108864"));
  mount.Fill();
  const Said none = tree.Measure({});
  EXPECT_EQ(none.code, 3);
  EXPECT_THAT(none.err, HasSubstr("scratch cannot be written to: No space left on device"));
  EXPECT_FALSE(fs::exists(tree.Run()));
}

TEST(RunFaultsTest, RefusesAnOutputFolderOnAFullDiskAndLeavesNothing) {
  const FakeTree tree;
  fs::create_directory(tree.folder() / "small");
  const PrivateMount mount(tree.folder() / "small", "size=64k", false);
  if (!mount.reason().empty()) {
    GTEST_SKIP() << mount.reason();
  }
  mount.Fill();
  const Said said = FakeTree::Playbook(
      {"run", "--scratch", (tree.folder() / "scratch").string(), "--out", (tree.folder() / "small" / "run").string()});
  EXPECT_EQ(said.code, 3);
  EXPECT_THAT(said.err, HasSubstr("small/run cannot be written to: No space left on device"));
  EXPECT_FALSE(fs::exists(tree.folder() / "small" / "run"));
}

// Two sizes, a page apart: with the one the benchmark finds the disk full, with the other we do.
class DiskFillsUpTest : public testing::TestWithParam<const char*> {};

TEST_P(DiskFillsUpTest, KeepsWhatIsDoneAndFinishesLater) {
  const FakeTree tree;
  fs::create_directory(tree.folder() / "small");
  // Room for a few of the 24 processes.
  const PrivateMount mount(tree.folder() / "small", GetParam(), false);
  if (!mount.reason().empty()) {
    GTEST_SKIP() << mount.reason();
  }
  const fs::path run = tree.folder() / "small" / "run";
  const std::string scratch = (tree.folder() / "scratch").string();
  const Said said = FakeTree::Playbook({"run", "--rounds", "6", "--scratch", scratch, "--out", run.string()});
  EXPECT_EQ(said.code, 3) << said.err;
  EXPECT_THAT(said.err, testing::AnyOf(HasSubstr("No space left on device"), HasSubstr("the run folder is full")));
  EXPECT_THAT(said.err, HasSubstr("go on with: playbook run --resume"));
  EXPECT_FALSE(fs::exists(run / "done.json"));
  EXPECT_FALSE(fs::exists(run / "failures")) << "the disk is at fault, not the pairs";
  int results = 0;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(run)) {
    EXPECT_NE(entry.path().extension(), ".part");
    if (entry.path().extension() == ".json") {
      EXPECT_NO_THROW(JsonFile(entry.path())) << entry.path();
      ++results;
    }
  }
  EXPECT_GT(results, 0);
  mount.Grow("size=4m");
  const Said resumed = FakeTree::Playbook({"run", "--scratch", scratch, "--resume", run.string()});
  EXPECT_EQ(resumed.code, 0) << resumed.err;
  EXPECT_TRUE(fs::exists(run / "rounds/0006/clang.beta.json"));
}

INSTANTIATE_TEST_SUITE_P(Sizes, DiskFillsUpTest, testing::Values("size=200k", "size=204k"));

}  // namespace
}  // namespace playbook
