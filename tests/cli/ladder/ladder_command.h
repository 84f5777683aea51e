// A build tree whose ladders only pretend, and `playbook ladder` with them, for tests
//
//   TEST_F(LadderCommandTest, DoesIt) { EXPECT_EQ(Ladder({"--rounds", "1"}).code, 0); }
#ifndef TESTS_CLI_LADDER_LADDER_COMMAND_H_
#define TESTS_CLI_LADDER_LADDER_COMMAND_H_

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "tests/cli/run/fake_tree.h"

namespace playbook {

class LadderCommandTest : public testing::Test {
 protected:
  LadderCommandTest() {
    for (const char* const build : {"gcc", "clang"}) {
      std::filesystem::create_symlink(std::filesystem::path(PLAYBOOK_BINARY_DIR) / "fake_ladder",
                                      tree_.folder() / "build" / build / "benchmarks" / "ladder");
    }
  }

  // In this process, with a scratch folder.
  Said Ladder(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), {"ladder", "--scratch", (tree_.folder() / "scratch").string()});
    return FakeTree::Playbook(arguments);
  }
  // Makes a rung of a build fail; see fake_ladder.cc.
  void Fault(const std::string& build, const std::string& rung, const std::string& fault) const {
    std::ofstream(tree_.folder() / "build" / build / "ladder.faults", std::ios::app) << rung << ' ' << fault << '\n';
  }
  std::filesystem::path Limits() const { return tree_.folder() / "limits.json"; }

  FakeTree tree_;
};

}  // namespace playbook

#endif  // TESTS_CLI_LADDER_LADDER_COMMAND_H_
