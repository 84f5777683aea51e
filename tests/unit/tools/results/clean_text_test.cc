#include "tools/results/clean_text.h"

#include <gtest/gtest.h>

#include <string>

namespace playbook {
namespace {

TEST(CleanTextTest, LeavesOrdinaryTextAndLineEndsAlone) {
  EXPECT_EQ(CleanText("35 write calls\n2.5 µs · 日本\n"), "35 write calls\n2.5 µs · 日本\n");
}

TEST(CleanTextTest, MakesControlsVisible) {
  EXPECT_EQ(CleanText("\x1b[2Ja\rb\x07\x7f\t."), "?[2Ja?b?? .");
  EXPECT_EQ(CleanText(std::string("a\0b", 3)), "a?b");
}

TEST(CleanTextTest, MakesTheControlsOfTheSecondSetVisible) {
  EXPECT_EQ(CleanText("\xc2\x9b"
                      "2J"),
            "?2J");
  EXPECT_EQ(CleanText("\xc2\xa0"), "\xc2\xa0");  // the first character behind them
}

TEST(CleanTextTest, MakesVisibleWhatBreaksLinesOrTurnsThem) {
  EXPECT_EQ(CleanText("a\u2028b\u2029c\u202ed\u2066e\u200ff"), "a?b?c?d?e?f");
  EXPECT_EQ(CleanText("\xef\xbf\xbe\xef\xbf\xbf"), "??");  // no characters, and not allowed in XML
  EXPECT_EQ(CleanText("\u2027\u202f\u2065\ufffd\u2010"), "\u2027\u202f\u2065\ufffd\u2010");  // their neighbours
}

TEST(CleanTextTest, ReplacesWhatIsNoUtf8ByteByByte) {
  EXPECT_EQ(CleanText("\x80"), "?");
  EXPECT_EQ(CleanText("\xc3("), "?(");
  EXPECT_EQ(CleanText("\xc0\xaf"), "??");            // '/' in two bytes
  EXPECT_EQ(CleanText("\xe0\x80\xaf"), "???");       // and in three
  EXPECT_EQ(CleanText("\xed\xa0\x80"), "???");       // a surrogate
  EXPECT_EQ(CleanText("\xf4\x90\x80\x80"), "????");  // above U+10FFFF
  EXPECT_EQ(CleanText("\xe6\x97"), "??");            // cut off
  EXPECT_EQ(CleanText("\xf0\x9f\x98\x80"), "\xf0\x9f\x98\x80");
}

TEST(LastLinesTest, KeepsSoManyFromTheEnd) {
  EXPECT_EQ(LastLines("a\nb\nc\n", 2), "b\nc");
  EXPECT_EQ(LastLines("a\nb\nc", 2), "b\nc");
  EXPECT_EQ(LastLines("a\n", 5), "a");
  EXPECT_EQ(LastLines("", 5), "");
}

TEST(LastLinesTest, CleansAndCutsThem) {
  EXPECT_EQ(LastLines("\x1b[1mx\n", 1), "?[1mx");
  EXPECT_EQ(LastLines(std::string(10000, 'x'), 1).size(), 300U);
}

}  // namespace
}  // namespace playbook
