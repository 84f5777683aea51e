#include "tools/measure/progress.h"

#include <gtest/gtest.h>

#include <sstream>

namespace playbook {
namespace {

TEST(ProgressTest, WritesPlainLinesToALog) {
  std::ostringstream stream;
  Progress progress(stream, 0);
  progress.Show("live", "logged");
  progress.Show("live", "");
  progress.Say("said");
  progress.Clear();
  EXPECT_EQ(stream.str(), "logged\nsaid\n");
}

TEST(ProgressTest, RewritesOneLineOfATerminal) {
  std::ostringstream stream;
  {
    Progress progress(stream, 40);
    progress.Show("round 1 of 6", "logged");
    progress.Show("done", "");
  }
  EXPECT_EQ(stream.str(), "\rround 1 of 6\rdone        \r    \r");
}

TEST(ProgressTest, TakesTheLiveLineAwayBeforeALineThatStays) {
  std::ostringstream stream;
  Progress progress(stream, 40);
  progress.Show("live", "");
  progress.Say("said");
  progress.Say("more");
  EXPECT_EQ(stream.str(), "\rlive\r    \rsaid\nmore\n");
}

TEST(ProgressTest, CutsALineThatIsWiderThanTheTerminal) {
  std::ostringstream stream;
  Progress progress(stream, 8);
  progress.Show("round · 123456", "");
  EXPECT_EQ(stream.str(), "\rround ·");  // seven columns, eight bytes: the last column stays free
  progress.Clear();
  EXPECT_EQ(stream.str(), "\rround ·\r       \r");
}

TEST(ProgressTest, WritesNoEscapeSequences) {
  std::ostringstream stream;
  Progress progress(stream, 80);
  progress.Show("a", "");
  progress.Say("b");
  EXPECT_EQ(stream.str().find('\x1b'), std::string::npos);
}

TEST(TerminalColumnsTest, TakesAStringForALog) {
  const std::ostringstream stream;
  EXPECT_EQ(TerminalColumns(stream), 0U);
}

TEST(TimeLeftTest, IsRoundedToWhatCanBeForeseen) {
  EXPECT_EQ(TimeLeft(-1), "0 s");
  EXPECT_EQ(TimeLeft(0.2), "1 s");
  EXPECT_EQ(TimeLeft(59), "59 s");
  EXPECT_EQ(TimeLeft(60), "1 min 0 s");
  EXPECT_EQ(TimeLeft(87), "1 min 20 s");
}

}  // namespace
}  // namespace playbook
