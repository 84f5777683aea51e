#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>

#include "tests/cli/scripts/shell.h"
#include "tests/unit/fixtures/host/fake_root.h"

namespace playbook {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

// A source tree that holds nothing but the tool, in a folder with a blank in its name.
class NewPitfallTest : public ::testing::Test {
 protected:
  NewPitfallTest() {
    fs::create_directories(tree_ + "/tools");
    fs::create_directories(tree_ + "/benchmarks/pitfalls");
    fs::copy_file(std::string(PLAYBOOK_SOURCE_DIR) + "/tools/new-pitfall", tree_ + "/tools/new-pitfall");
    fs::copy(std::string(PLAYBOOK_SOURCE_DIR) + "/tools/templates", tree_ + "/tools/templates");
  }

  Outcome RunTool(const std::string& arguments) const {
    return Shell(Quoted(tree_ + "/tools/new-pitfall") + " " + arguments);
  }
  std::string Text(const std::string& path) const {
    std::ostringstream text;
    text << std::ifstream(tree_ + path).rdbuf();
    return text.str();
  }

  FakeRoot root_;
  std::string tree_ = root_.path() + "/a tree";
};

TEST_F(NewPitfallTest, WritesThePairAndItsChapter) {
  const Outcome outcome = RunTool("missing_reserve");
  EXPECT_EQ(outcome.code, 0) << outcome.output;
  EXPECT_THAT(outcome.output, AllOf(HasSubstr("benchmarks/pitfalls/missing_reserve.cc"),
                                    HasSubstr("docs/pitfalls/missing_reserve.md"), HasSubstr("Red until")));
  const std::string pair = Text("/benchmarks/pitfalls/missing_reserve.cc");
  EXPECT_THAT(pair, HasSubstr(".id = \"missing_reserve\""));
  EXPECT_THAT(pair, HasSubstr(".title = \"Missing reserve\""));
  const std::string chapter = Text("/docs/pitfalls/missing_reserve.md");
  EXPECT_THAT(chapter, StartsWith("# Missing reserve\n"));
  EXPECT_THAT(chapter, HasSubstr("<!-- snippet: benchmarks/pitfalls/missing_reserve.cc sides -->"));
  EXPECT_THAT(pair + chapter, Not(HasSubstr("@")));
}

TEST_F(NewPitfallTest, OverwritesNothing) {
  ASSERT_EQ(RunTool("one").code, 0);
  fs::remove(tree_ + "/benchmarks/pitfalls/one.cc");
  std::ofstream(tree_ + "/docs/pitfalls/one.md") << "written by hand";
  const Outcome outcome = RunTool("one");
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.output, HasSubstr("docs/pitfalls/one.md is there already"));
  EXPECT_EQ(Text("/docs/pitfalls/one.md"), "written by hand");
  EXPECT_FALSE(fs::exists(tree_ + "/benchmarks/pitfalls/one.cc"));
}

TEST_F(NewPitfallTest, RefusesABadId) {
  for (const char* id : {"''", "Upper", "9lives", "_a", "a_", "a__b", "a-b", "'a b'", "../a", "a.b", "ladder",
                         "a1234567890123456789012345678901234567890", "'a\n'", "ä"}) {
    const Outcome outcome = RunTool(id);
    EXPECT_EQ(outcome.code, 2) << id;
    EXPECT_THAT(outcome.output, HasSubstr("hint: an id names what goes wrong")) << id;
  }
  EXPECT_TRUE(fs::is_empty(tree_ + "/benchmarks/pitfalls"));
}

TEST_F(NewPitfallTest, TakesExactlyOneArgument) {
  EXPECT_EQ(RunTool("").code, 2);
  EXPECT_EQ(RunTool("a b").code, 2);
}

// The longest id and the shortest.
TEST_F(NewPitfallTest, TakesEveryGoodId) {
  EXPECT_EQ(RunTool("a").code, 0);
  EXPECT_EQ(RunTool("a_2").code, 0);
  EXPECT_EQ(RunTool("a123456789012345678901234567890123456789").code, 0);
}

}  // namespace
}  // namespace playbook
