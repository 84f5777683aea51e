// What `playbook` says before any verb does its work.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/cli/run/fake_tree.h"
#include "tools/run_options.h"

namespace playbook {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

TEST(CommandsTest, ExplainsItselfOnOutWhenAsked) {
  for (const char* const asked : {"--help", "-h", "help"}) {
    const Said said = FakeTree::Playbook({asked});
    EXPECT_EQ(said.code, 0);
    EXPECT_THAT(said.out, StartsWith("usage: playbook VERB [ARGUMENTS]\n"));
    EXPECT_THAT(said.out, HasSubstr("\n  run       "));
    EXPECT_EQ(said.err, "");
  }
}

TEST(CommandsTest, ExplainsItselfOnErrWithoutAVerb) {
  const Said said = FakeTree::Playbook({});
  EXPECT_EQ(said.code, 2);
  EXPECT_EQ(said.out, "");
  EXPECT_THAT(said.err, StartsWith("usage: "));
}

TEST(CommandsTest, NamesVersionAndCommit) {
  const Said said = FakeTree::Playbook({"--version"});
  EXPECT_EQ(said.code, 0);
  EXPECT_THAT(said.out, testing::ContainsRegex("^playbook [0-9]+\\.[0-9]+\\.[0-9]+ \\(commit [0-9a-f]+"));
}

TEST(CommandsTest, RefusesAnUnknownVerbWithTheNearestOne) {
  const Said said = FakeTree::Playbook({"rnu"});
  EXPECT_EQ(said.code, 2);
  EXPECT_THAT(said.err, StartsWith("error: there is no verb \"rnu\"; did you mean run?\nthe verbs are: "));
}

TEST(CommandsTest, ExplainsAVerb) {
  const Said said = FakeTree::Playbook({"run", "--help"});
  EXPECT_EQ(said.code, 0);
  for (const char* const option :
       {"--builds", "--rounds", "--quick", "--budget", "--out", "--resume", "--scratch", "--timeout", "--lock"}) {
    EXPECT_THAT(said.out, HasSubstr(option));
  }
}

TEST(CommandsTest, RefusesAValueThatIsEmpty) {
  const std::vector<std::pair<std::vector<std::string>, std::string>> wrong = {
      {{"run", "--builds", ""}, "--builds"},
      {{"run", "--out", ""}, "--out"},
      {{"run", "--resume", ""}, "--resume"},
      {{"run", "--scratch", ""}, "--scratch"},
      {{"run", "--rounds", ""}, "--rounds"},
      {{"run", ""}, "an argument"},
      {{"list", "--build", ""}, "--build"},
      {{"report", ""}, "an argument"},
      {{"report", "x", "--format", ""}, "--format"},
      {{"explain", ""}, "an argument"},
      {{"docs", "--root", ""}, "--root"}};
  for (const auto& [arguments, name] : wrong) {
    const Said said = FakeTree::Playbook(arguments);
    EXPECT_EQ(said.code, 2) << arguments[0] << ' ' << name;
    EXPECT_THAT(said.err, StartsWith("error: " + name)) << arguments[0];
    EXPECT_EQ(said.out, "");
  }
}

TEST(ParseSecondsTest, ReadsSecondsAndMinutes) {
  EXPECT_EQ(ParseSeconds("100"), 100.0);
  EXPECT_EQ(ParseSeconds("100s"), 100.0);
  EXPECT_EQ(ParseSeconds("1.5min"), 90.0);
}

TEST(ParseSecondsTest, RefusesEverythingElse) {
  for (const char* const text : {"", "s", "0", "-1", "nan", "inf", "1e9", "10h", "10 s", "1,5"}) {
    EXPECT_FALSE(ParseSeconds(text)) << text;
  }
}

}  // namespace
}  // namespace playbook
