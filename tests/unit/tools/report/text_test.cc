#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tools/report/display_width.h"
#include "tools/report/escape.h"
#include "tools/report/table.h"

namespace playbook {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(DisplayWidthTest, CountsColumnsNotBytes) {
  EXPECT_EQ(DisplayWidth(""), 0);
  EXPECT_EQ(DisplayWidth("µs"), 2);
  EXPECT_EQ(DisplayWidth("số liệu"), 7);
  EXPECT_EQ(DisplayWidth("测量"), 4);
  EXPECT_EQ(DisplayWidth("e\u0301"), 1);
  EXPECT_EQ(DisplayWidth("น้ำ"), 2);
  EXPECT_EQ(DisplayWidth("\U0001F600"), 2);
}

TEST(DisplayWidthTest, SurvivesBytesThatAreNoText) {
  EXPECT_EQ(DisplayWidth("\xff\xfe"), 2);
  EXPECT_EQ(DisplayWidth("a\xc3"), 2);
  EXPECT_EQ(DisplayWidth("\xe6\xb5x"), 3);
}

TEST(PadTest, FillsUpAndNeverCuts) {
  EXPECT_EQ(Pad("µs", 4), "µs  ");
  EXPECT_EQ(Pad("测", 4, true), "  测");
  EXPECT_EQ(Pad("longer", 3), "longer");
}

TEST(WrapTest, BreaksAtSpacesOnly) {
  EXPECT_THAT(Wrap("one two  three", 7), ElementsAre("one two", "three"));
  EXPECT_THAT(Wrap("测量 测量", 5), ElementsAre("测量", "测量"));
  EXPECT_THAT(Wrap("unbreakable", 3), ElementsAre("unbreakable"));
  EXPECT_THAT(Wrap("  ", 3), IsEmpty());
}

TEST(EscapeMarkdownTest, LeavesNothingThatCouldBeMarkup) {
  EXPECT_EQ(EscapeMarkdown("a|b"), "a\\|b");
  EXPECT_EQ(EscapeMarkdown("**x** <b> [l](u) `c`"), "\\*\\*x\\*\\* \\<b> \\[l\\](u) \\`c\\`");
  EXPECT_EQ(EscapeMarkdown("one\ntwo"), "one two");
  EXPECT_EQ(EscapeMarkdown("&lt; \\"), "\\&lt; \\\\");
}

TEST(EscapeMarkdownTest, LeavesNamesReadable) {
  EXPECT_EQ(EscapeMarkdown("dead_code"), "dead_code");
  EXPECT_EQ(EscapeMarkdown("_x_ y"), "\\_x\\_ y");
  EXPECT_EQ(EscapeMarkdown("1,000 -> 2 write calls"), "1,000 -> 2 write calls");
}

TEST(MarkdownCodeTest, FencesWhatHoldsTicksAndBars) {
  EXPECT_EQ(MarkdownCode("-O2 -g"), "`-O2 -g`");
  EXPECT_EQ(MarkdownCode("a`b"), "`` a`b ``");
  EXPECT_EQ(MarkdownCode("``"), "``` `` ```");
  EXPECT_EQ(MarkdownCode("a|b"), "`a\\|b`");
  EXPECT_EQ(MarkdownCode(""), "");
}

TEST(CsvFieldTest, QuotesWhatNeedsIt) {
  EXPECT_EQ(CsvField("plain"), "plain");
  EXPECT_EQ(CsvField("a,b"), "\"a,b\"");
  EXPECT_EQ(CsvField("say \"x\"\n"), "\"say \"\"x\"\"\n\"");
}

TEST(TableTest, AlignsByDisplayWidthOnTheTerminal) {
  Table table({{"row"}, {"time", Table::Align::kRight}});
  table.Add({"测", "1.5 µs"});
  table.Add({"wrong", "-"});
  EXPECT_EQ(table.Terminal("  "),
            "  row      time\n"
            "  测     1.5 µs\n"
            "  wrong       -\n");
  EXPECT_EQ(table.Width(), 13);
}

TEST(TableTest, LeavesNoSpaceAtTheEndOfALine) {
  Table table({{"a"}, {"b"}});
  table.Add({"1", ""});
  EXPECT_EQ(table.Terminal(""), "a  b\n1\n");
}

TEST(TableTest, IsAlignedInMarkdownAsWell) {
  Table table({{"row"}, {"µs", Table::Align::kRight}});
  table.Add({"`wrong`", "15"});
  EXPECT_EQ(table.Markdown(),
            "| row     |  µs |\n"
            "| ------- | --: |\n"
            "| `wrong` |  15 |\n");
}

}  // namespace
}  // namespace playbook
