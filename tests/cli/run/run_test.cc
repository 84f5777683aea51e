// What `playbook run` says and leaves when nothing is wrong with the builds, and what it refuses before it measures.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <pty.h>
#include <sys/file.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <system_error>

#include "tests/cli/golden.h"
#include "tests/cli/run/fake_tree.h"

namespace playbook {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

json JsonFile(const fs::path& path) {
  return json::parse(FileText(path));
}

TEST(RunTest, MeasuresEveryPairUnderEveryBuild) {
  const FakeTree tree;
  const Said said = tree.Measure({});
  EXPECT_EQ(said.code, 0) << said.err;
  // Other tests run beside this one, which the first line may tell.
  const std::size_t table = said.out.find("pair   build");
  ASSERT_NE(table, std::string::npos) << said.out;
  ExpectGolden("run/two_builds.out", said.out.substr(table));
  ExpectGolden("run/two_builds.err", tree.Normalised(said.err));
  std::set<std::string> results;
  for (const std::string& file : tree.RunFiles()) {
    if (file.rfind("rounds/", 0) == 0 && file.find(".side.") == std::string::npos) {
      results.insert(file.substr(file.rfind('/') + 1));
    }
  }
  EXPECT_THAT(results, ElementsAre("clang.alpha.json", "clang.beta.json", "gcc.alpha.json", "gcc.beta.json"));
}

TEST(RunTest, LeavesExactlyTheFilesOfARunFolder) {
  const FakeTree tree;
  ASSERT_EQ(tree.Measure({"alpha", "--builds", "gcc"}).code, 0);
  std::string files;
  for (const std::string& file : tree.RunFiles()) {
    files += file + "\n";
  }
  ExpectGolden("run/one_build.files", files);
}

TEST(RunTest, KeepsARawResultAsWrittenButForHostAndExecutable) {
  const FakeTree tree;
  ASSERT_EQ(tree.Measure({"alpha", "--builds", "gcc"}).code, 0);
  const std::string text = FileText(tree.Run() / "rounds/0001/gcc.alpha.json");
  const json result = json::parse(text);
  EXPECT_EQ(result["context"]["host_name"], "");
  EXPECT_EQ(result["context"]["executable"], "gcc/benchmarks/alpha");
  EXPECT_EQ(result["context"]["playbook.compiler"], "fake gcc");
  EXPECT_THAT(text, HasSubstr("e+0"));  // numbers as the harness writes them, all digits
}

TEST(RunTest, NamesNoFolderOfThisMachineInAnyFile) {
  const FakeTree tree;
  tree.Fault("gcc", "beta", "round", "crash");
  ASSERT_EQ(tree.Measure({}).code, 1);
  for (const std::string& file : tree.RunFiles()) {
    EXPECT_THAT(FileText(tree.Run() / file), Not(HasSubstr(tree.folder().string()))) << file;
  }
}

TEST(RunTest, RunsEachRowWithTheSameCountInEveryRoundAndBuild) {
  const FakeTree tree;
  ASSERT_EQ(tree.Measure({"alpha"}).code, 0);
  std::set<std::string> names;
  for (const std::string& file : tree.RunFiles()) {
    if (file.rfind("rounds/", 0) == 0 && file.find(".side.") == std::string::npos) {
      const json result = JsonFile(tree.Run() / file);
      for (const json& row : result["benchmarks"]) {
        names.insert(row["name"]);
      }
    }
  }
  EXPECT_EQ(names.size(), 5U) << "one name a row, its count included";
  EXPECT_THAT(FileText(tree.Run() / "iterations/alpha.txt"), HasSubstr("alpha/control=100000000\n"));
}

TEST(RunTest, KeepsTheOrderOfProcessesAndTheConditionsBesideEachResult) {
  const FakeTree tree;
  ASSERT_EQ(tree.Measure({}).code, 0);
  std::set<int> positions;
  for (const std::string name : {"gcc.alpha", "gcc.beta", "clang.alpha", "clang.beta"}) {
    const json side = JsonFile(tree.Run() / "rounds/0002" / (name + ".side.json"));
    positions.insert(side["position"].get<int>());
    EXPECT_EQ(side["round"], 2);
    EXPECT_EQ(side["exit_code"], 0);
    EXPECT_EQ(side["build"].get<std::string>() + "." + side["id"].get<std::string>(), name);
    EXPECT_GT(side["wall_s"].get<double>(), 0);
    EXPECT_GT(side["max_resident_kib"].get<int>(), 0);
    for (const std::string key : {"started", "finished", "load_before", "steal_ticks", "pressure", "voluntary_switches",
                                  "involuntary_switches", "user_s", "system_s"}) {
      EXPECT_TRUE(side.contains(key)) << key;
    }
  }
  EXPECT_THAT(positions, ElementsAre(1, 2, 3, 4));
}

TEST(RunTest, TakesSixRoundsAndAThirdOfTheTimeWhenAskedToBeQuick) {
  const FakeTree tree;
  const Said said = FakeTree::Playbook({"run", "alpha", "--quick", "--builds", "gcc", "--scratch",
                                        (tree.folder() / "scratch").string(), "--out", tree.Run().string()});
  ASSERT_EQ(said.code, 0) << said.err;
  const json plan = JsonFile(tree.Run() / "plan.json");
  EXPECT_EQ(plan["rounds"], 6);
  EXPECT_NEAR(plan["budget_s"].get<double>(), 10.0 / 3, 1e-9);
  EXPECT_EQ(plan["command"], "playbook run alpha --quick --builds gcc");
}

TEST(RunTest, SaysWhereTheBudgetCannotBeKeptAndGoesOn) {
  const FakeTree tree;
  const Said said = FakeTree::Playbook({"run", "alpha", "--budget", "0.001s", "--builds", "gcc", "--scratch",
                                        (tree.folder() / "scratch").string(), "--out", tree.Run().string()});
  ASSERT_EQ(said.code, 0) << said.err;
  const json plan = JsonFile(tree.Run() / "plan.json");
  EXPECT_EQ(plan["rounds"], 6);
  EXPECT_THAT(said.err, HasSubstr("going on with 6 rounds all the same"));
  EXPECT_THAT(plan["notes"].dump(), HasSubstr("going on with 6 rounds all the same"));
}

TEST(RunTest, RefusesAnUnknownPairWithTheNearestNameAndTheList) {
  const FakeTree tree;
  const Said said = tree.Measure({"alpah"});
  EXPECT_EQ(said.code, 2);
  ExpectGolden("run/unknown_pair.err", tree.Normalised(said.err));
  EXPECT_FALSE(fs::exists(tree.Run()));
}

TEST(RunTest, RefusesAMissingBuildWithTheCommandThatBuildsIt) {
  const FakeTree tree;
  const Said said = tree.Measure({"--builds", "gcc,clnag"});
  EXPECT_EQ(said.code, 3);
  ExpectGolden("run/missing_build.err", tree.Normalised(said.err));
}

TEST(RunTest, RefusesABuildThatIsConfiguredButNotBuilt) {
  const FakeTree tree;
  fs::create_directories(tree.folder() / "build/gcc-o3");
  const Said said = tree.Measure({"--builds", "gcc-o3"});
  EXPECT_EQ(said.code, 3);
  ExpectGolden("run/unbuilt.err", tree.Normalised(said.err));
}

TEST(RunTest, TakesTheBuildOfTheCompilerThatTheEnvironmentChooses) {
  const FakeTree tree;
  fs::create_directory(tree.folder() / "build/clang++-99");
  fs::rename(tree.folder() / "build/clang", tree.folder() / "build/clang++-99/clang");
  setenv("PLAYBOOK_CLANG", "clang++-99", 1);
  const Said said = tree.Measure({"alpha", "--builds", "clang"});
  unsetenv("PLAYBOOK_CLANG");
  EXPECT_EQ(said.code, 0) << said.err;
  EXPECT_EQ(JsonFile(tree.Run() / "plan.json")["builds"][0]["name"], "clang++-99/clang");
  EXPECT_TRUE(fs::exists(tree.Run() / "rounds/0001/clang++-99_clang.alpha.json"));
}

TEST(RunTest, RefusesValuesOutsideTheirRange) {
  const FakeTree tree;
  std::string said;
  for (const std::vector<std::string>& arguments :
       std::vector<std::vector<std::string>>{{"--rounds", "5"},
                                             {"--rounds", "many"},
                                             {"--budget", "0s"},
                                             {"--budget", "soon"},
                                             {"--timeout", "-1"},
                                             {"--lock", "ignore"},
                                             {"--seed", "-1"},
                                             {"--builds", "gcc,gcc"},
                                             {"alpha", "alpha"},
                                             {"--roundz", "7"},
                                             {"--resume", "elsewhere", "--quick"}}) {
    std::vector<std::string> all = {"run"};
    all.insert(all.end(), arguments.begin(), arguments.end());
    const Said one = FakeTree::Playbook(all);
    EXPECT_EQ(one.code, 2) << one.err;
    EXPECT_EQ(one.out, "");
    said += one.err;
  }
  ExpectGolden("run/usage.err", said);
}

TEST(RunTest, WaitsForNobodyWhenToldToRefuse) {
  const FakeTree tree;
  const fs::path lock = tree.folder() / "lock";
  std::ofstream(lock) << "4242\n";
  const int held = open(lock.c_str(), O_RDWR | O_CLOEXEC);
  ASSERT_EQ(flock(held, LOCK_EX), 0);
  const Said said = tree.Measure({"--lock", "refuse"});
  close(held);
  EXPECT_EQ(said.code, 3);
  ExpectGolden("run/locked.err", tree.Normalised(said.err));
  EXPECT_FALSE(fs::exists(tree.Run())) << "nothing was measured, so nothing is left";
}

TEST(RunTest, MeasuresOnceTheOtherIsDone) {
  const FakeTree tree;
  const fs::path lock = tree.folder() / "lock";
  std::ofstream(lock) << "4242\n";
  const int held = open(lock.c_str(), O_RDWR | O_CLOEXEC);
  ASSERT_EQ(flock(held, LOCK_EX), 0);
  std::vector<std::string> arguments = tree.MeasureArguments();
  arguments.insert(arguments.end(), {"alpha", "--builds", "gcc"});
  const Started started = tree.Start(arguments);
  AwaitText(started.err, "waiting: another playbook measures on this machine (process 4242");
  close(held);
  const Said said = FakeTree::Wait(started);
  EXPECT_EQ(said.code, 0) << said.err;
  EXPECT_TRUE(fs::exists(tree.Run() / "done.json"));
}

TEST(RunTest, KeepsTheHarnessFromTakingFlagsOutOfTheEnvironment) {
  const FakeTree tree;
  setenv("BENCHMARK_FILTER", "nothing", 1);
  tree.Fault("gcc", "alpha", "calibrate", "environment");
  const Said said = tree.Measure({"alpha", "--builds", "gcc"});
  unsetenv("BENCHMARK_FILTER");
  EXPECT_EQ(said.code, 0) << said.err;
}

TEST(RunTest, RewritesOneLineOnATerminal) {
  int outer = -1;
  int inner = -1;
  if (openpty(&outer, &inner, nullptr, nullptr, nullptr) != 0) {
    GTEST_SKIP() << "no terminal can be made here (" << std::generic_category().message(errno)
                 << "); is /dev/pts mounted?";
  }
  close(inner);
  close(outer);
  const FakeTree tree;
  int terminal = -1;
  std::vector<std::string> arguments = tree.MeasureArguments();
  arguments.insert(arguments.end(), {"alpha", "--builds", "gcc"});
  setenv("TERM", "xterm", 1);
  setenv("COLUMNS", "30", 1);
  const Started started = tree.StartOnTerminal(arguments, terminal);
  std::string shown;
  std::array<char, 4096> buffer = {};
  // Ends with an error, once the other side has been closed.
  for (ssize_t size = 0; (size = read(terminal, buffer.data(), buffer.size())) > 0;) {
    shown.append(buffer.data(), static_cast<std::size_t>(size));
  }
  close(terminal);
  EXPECT_EQ(FakeTree::Wait(started).code, 0) << shown;
  EXPECT_THAT(shown, HasSubstr("\rround 6 of 6 · alpha under gc\r")) << "cut to 29 of the 30 columns";
  EXPECT_THAT(shown, HasSubstr("\revidence of alpha under gcc"));
  EXPECT_THAT(shown, Not(HasSubstr("\x1b")));
}

TEST(RunTest, LeavesTheScratchFolderEmpty) {
  const FakeTree tree;
  ASSERT_EQ(tree.Measure({"alpha"}).code, 0);
  EXPECT_TRUE(fs::is_empty(tree.folder() / "scratch"));
}

}  // namespace
}  // namespace playbook
