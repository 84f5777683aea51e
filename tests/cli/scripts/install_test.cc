#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <string>

#include "tests/cli/scripts/shell.h"
#include "tests/unit/fixtures/host/fake_root.h"

namespace playbook {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

std::set<std::string> Names(const fs::path& folder) {
  std::set<std::string> names;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    if (entry.is_regular_file()) {
      names.insert(entry.path().filename());
    }
  }
  return names;
}

// What stands before the suffix in the names of the sources of pitfalls that end with it and hold no other dot.
std::set<std::string> Sources(const std::string& suffix, const std::string& rename) {
  std::set<std::string> names;
  for (const std::string& name : Names(fs::path(PLAYBOOK_SOURCE_DIR) / "benchmarks" / "pitfalls")) {
    const std::size_t dot = name.find('.');
    if (name.substr(dot) == suffix) {
      names.insert(name.substr(0, dot) + rename);
    }
  }
  return names;
}

// This build under its own name below build/, as the presets lay it out; else under its folder's name.
std::string BuildName() {
  const std::string name = fs::path(PLAYBOOK_BINARY_DIR).lexically_relative(fs::path(PLAYBOOK_SOURCE_DIR) / "build");
  return name.rfind("..", 0) == 0 ? fs::path(PLAYBOOK_BINARY_DIR).filename().string() : name;
}

class InstallTest : public ::testing::Test {
 protected:
  void SetUp() override {
    const Outcome outcome = Shell("cmake --install " + Quoted(PLAYBOOK_BINARY_DIR) + " --prefix " + Quoted(prefix_));
    ASSERT_EQ(outcome.code, 0) << outcome.output;
  }

  FakeRoot root_;
  std::string prefix_ = root_.path() + "/a prefix";
  fs::path build_ = fs::path(prefix_) / "libexec" / "playbook" / BuildName();
};

TEST_F(InstallTest, KeepsEveryBinaryOfTheBuild) {
  EXPECT_THAT(Names(build_ / "benchmarks"), Not(IsEmpty()));
  std::set<std::string> benchmarks = Sources(".cc", "");
  benchmarks.insert("ladder");
  EXPECT_EQ(Names(build_ / "benchmarks"), benchmarks);
  EXPECT_EQ(Names(build_ / "evidence"), Sources(".cc", ""));
  EXPECT_EQ(Names(build_ / "helpers"), Sources(".helper.cc", ".helper"));
  EXPECT_TRUE(fs::exists(build_ / "playbook_evidence"));
}

TEST_F(InstallTest, KeepsEveryChapterAndNoResult) {
  const fs::path docs = fs::path(prefix_) / "share" / "playbook" / "docs";
  EXPECT_EQ(Names(docs / "pitfalls"), Names(fs::path(PLAYBOOK_SOURCE_DIR) / "docs" / "pitfalls"));
  EXPECT_FALSE(fs::exists(docs / "results"));
}

// The command from an installed tree, called from elsewhere, with nothing of the source tree near.
TEST_F(InstallTest, TheCommandFindsItsBuilds) {
  const Outcome outcome = Shell("cd / && env -u PLAYBOOK_BUILD_ROOT " + Quoted(prefix_ + "/bin/playbook") +
                                " run no_such_pair --builds " + Quoted(BuildName()));
  EXPECT_EQ(outcome.code, 2) << outcome.output;
  for (const std::string& id : Sources(".cc", "")) {
    EXPECT_THAT(outcome.output, HasSubstr(id));
  }
}

}  // namespace
}  // namespace playbook
