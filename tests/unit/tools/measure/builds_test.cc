#include "tools/measure/builds.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace playbook {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class BuildsTest : public testing::Test {
 protected:
  BuildsTest() {
    std::string name = (fs::temp_directory_path() / "playbook_builds.XXXXXX").string();
    folder_ = mkdtemp(name.data());
    for (const char* const variable : {"PLAYBOOK_BUILD_ROOT", "PLAYBOOK_GCC", "PLAYBOOK_CLANG"}) {
      unsetenv(variable);
    }
  }
  ~BuildsTest() override {
    fs::remove_all(folder_);
    for (const char* const variable : {"PLAYBOOK_BUILD_ROOT", "PLAYBOOK_GCC", "PLAYBOOK_CLANG"}) {
      unsetenv(variable);
    }
  }

  void Program(const std::string& path) const {
    fs::create_directories((folder_ / path).parent_path());
    std::ofstream(folder_ / path) << "#!/bin/sh\n";
    fs::permissions(folder_ / path, fs::perms::owner_all);
  }

  fs::path folder_;
  std::string fault_;
};

TEST_F(BuildsTest, FindsTheRootOfABuildTree) {
  Program("src/build/gcc/benchmarks/dead_code");
  const Root root = FindRoot(folder_ / "src/build/gcc/playbook");
  EXPECT_EQ(root.folder, folder_ / "src/build");
  EXPECT_FALSE(root.installed);
}

TEST_F(BuildsTest, FindsTheRootAboveTheFolderOfAChosenCompiler) {
  EXPECT_EQ(FindRoot("/src/build/clang++-19/clang/playbook").folder, "/src/build");
}

TEST_F(BuildsTest, FindsTheRootOfATreeThatIsNotCalledBuild) {
  EXPECT_EQ(FindRoot("/elsewhere/out/gcc/playbook").folder, "/elsewhere/out");
}

TEST_F(BuildsTest, FindsTheRootOfAnInstalledTree) {
  Program("usr/libexec/playbook/gcc/benchmarks/dead_code");
  const Root root = FindRoot(folder_ / "usr/bin/playbook");
  EXPECT_EQ(root.folder, folder_ / "usr/libexec/playbook");
  EXPECT_TRUE(root.installed);
}

TEST_F(BuildsTest, PrefersTheRootThatTheEnvironmentNames) {
  setenv("PLAYBOOK_BUILD_ROOT", "/chosen/./tree", 1);
  EXPECT_EQ(FindRoot("/src/build/gcc/playbook").folder, "/chosen/tree");
}

TEST_F(BuildsTest, FindsABuildAndItsPairs) {
  Program("gcc/benchmarks/dead_code");
  Program("gcc/benchmarks/another");
  Program("gcc/benchmarks/dead_code.variant-o3");
  Program("gcc/benchmarks/ladder");
  fs::create_directory(folder_ / "gcc/benchmarks/CMakeFiles");
  std::ofstream(folder_ / "gcc/benchmarks/notes") << "not a program";
  const auto build = FindBuild({folder_, false}, "gcc", fault_);
  ASSERT_TRUE(build) << fault_;
  EXPECT_EQ(build->label, "gcc");
  EXPECT_THAT(PairIds(*build), ElementsAre("another", "dead_code"));
  EXPECT_EQ(build->Benchmark("dead_code"), folder_ / "gcc/benchmarks/dead_code");
  EXPECT_EQ(build->Evidence("dead_code"), folder_ / "gcc/evidence/dead_code");
}

TEST_F(BuildsTest, FollowsTheCompilerThatTheEnvironmentChoosesAsThePresetsDo) {
  Program("clang++-19/clang-o3/benchmarks/dead_code");
  setenv("PLAYBOOK_CLANG", "clang++-19", 1);
  setenv("PLAYBOOK_GCC", "g++-13", 1);
  const auto build = FindBuild({folder_, false}, "clang-o3", fault_);
  ASSERT_TRUE(build) << fault_;
  EXPECT_EQ(build->name, "clang++-19/clang-o3");
  EXPECT_EQ(build->label, "clang++-19_clang-o3");
  EXPECT_FALSE(FindBuildByName({folder_, false}, "clang-o3", fault_)) << "a recorded name is taken as it is";
}

TEST_F(BuildsTest, IgnoresThoseVariablesInAnInstalledTree) {
  Program("clang/benchmarks/dead_code");
  setenv("PLAYBOOK_CLANG", "clang++-19", 1);
  EXPECT_TRUE(FindBuild({folder_, true}, "clang", fault_));
}

TEST_F(BuildsTest, NamesTheCommandThatBuildsWhatIsMissing) {
  Program("gcc/benchmarks/dead_code");
  EXPECT_FALSE(FindBuild({folder_, false}, "gcc-o3", fault_));
  EXPECT_THAT(fault_,
              HasSubstr("builds there: gcc\nbuild it with: cmake --preset gcc-o3 && cmake --build --preset gcc-o3"));
  setenv("PLAYBOOK_CLANG", "clang++-19", 1);
  EXPECT_FALSE(FindBuild({folder_, false}, "clang", fault_));
  EXPECT_THAT(fault_, HasSubstr("PLAYBOOK_CLANG=clang++-19 cmake --preset clang && PLAYBOOK_CLANG=clang++-19 cmake "
                                "--build --preset clang"));
  unsetenv("PLAYBOOK_CLANG");
  EXPECT_FALSE(FindBuild({folder_, true}, "clang", fault_));
  EXPECT_THAT(fault_, HasSubstr("cmake --install build/clang"));
}

TEST_F(BuildsTest, NamesTheCommandThatBuildsTheLadderAlone) {
  Program("gcc/benchmarks/dead_code");
  EXPECT_FALSE(FindBuild({folder_, false}, "gcc", fault_, Wanted::kTheLadder));
  EXPECT_THAT(fault_, HasSubstr("holds no ladder\nbuild it with: cmake --preset gcc && cmake --build --preset gcc "
                                "--target benchmark_ladder"));
  EXPECT_FALSE(FindBuild({folder_, true}, "gcc", fault_, Wanted::kTheLadder));
  EXPECT_THAT(fault_,
              HasSubstr("with: cmake --build build/gcc --target benchmark_ladder && cmake --install build/gcc"));
  Program("gcc/benchmarks/ladder");
  EXPECT_TRUE(FindBuild({folder_, false}, "gcc", fault_, Wanted::kTheLadder));
}

TEST_F(BuildsTest, TellsABuildWithoutBenchmarksFromNone) {
  fs::create_directories(folder_ / "gcc/benchmarks");
  EXPECT_FALSE(FindBuild({folder_, false}, "gcc", fault_));
  EXPECT_THAT(fault_, HasSubstr("holds no benchmark: it is configured but not built"));
}

TEST_F(BuildsTest, RefusesAnEmptyName) {
  Program("benchmarks/dead_code");  // the root itself must not count as a build
  EXPECT_FALSE(FindBuild({folder_, false}, "", fault_));
}

TEST_F(BuildsTest, ListsBuildsOnBothLevels) {
  Program("gcc/benchmarks/dead_code");
  Program("clang++-19/clang/benchmarks/dead_code");
  fs::create_directories(folder_ / "empty");
  EXPECT_THAT(BuildNames({folder_, false}), ElementsAre("clang++-19/clang", "gcc"));
  EXPECT_THAT(BuildNames({folder_ / "nowhere", false}), IsEmpty());
}

TEST(LabelTest, KeepsWhatIsSafeInAFileName) {
  EXPECT_EQ(Label("clang++-19/clang_x"), "clang++-19_clang_x");
  EXPECT_EQ(Label("../a b.c"), "___a_b_c");
}

}  // namespace
}  // namespace playbook
