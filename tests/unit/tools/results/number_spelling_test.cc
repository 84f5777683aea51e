#include "tools/results/number_spelling.h"

#include <gtest/gtest.h>

#include <string>

namespace playbook {
namespace {

std::string Respelt(std::string_view text, bool whole = false) {
  const std::optional<Respelling> respelling = Respell(text, whole);
  return respelling ? respelling->text + "|" + std::string(text.substr(respelling->length)) : "as it is";
}

TEST(NumberSpellingTest, LeavesNumbersThatJsonKnowsAlone) {
  for (const char* number : {"0", "-1", "1.5", "1.500", "1.5000000000000000e+02", "123", "0.500", "1e5,", "1, 2"}) {
    EXPECT_EQ(Respelt(number), "as it is") << number;
  }
  EXPECT_EQ(Respelt("1000.0", true), "as it is");
  EXPECT_EQ(Respelt("1.5", true), "as it is");
}

TEST(NumberSpellingTest, JoinsGroups) {
  EXPECT_EQ(Respelt("1,000,"), "1000|,");
  EXPECT_EQ(Respelt("-12.345.678 "), "-12345678| ");
  EXPECT_EQ(Respelt("1.000", true), "1000|");
  EXPECT_EQ(Respelt("12,34,567}"), "1234567|}");
  EXPECT_EQ(Respelt("1'000\n"), "1000|\n");
  EXPECT_EQ(Respelt("1\xE2\x80\x99"
                    "000"),
            "1000|");
}

TEST(NumberSpellingTest, MakesADecimalCommaAPoint) {
  EXPECT_EQ(Respelt("1,5"), "1.5|");
  EXPECT_EQ(Respelt("-0,500"), "-0.500|");
  EXPECT_EQ(Respelt("1,500e+01,"), "1.500e+01|,");
  EXPECT_EQ(Respelt("1.234,5"), "1234.5|");
  EXPECT_EQ(Respelt("1,234,567.25"), "1234567.25|");
}

TEST(NumberSpellingTest, DoesNotGuessAtMixtures) {
  for (const char* number : {"1,2,3", "1.2.3", "1.000,000.0", "1,5'0", "1234,567,8", ",5", "", "-", "x"}) {
    EXPECT_EQ(Respelt(number), "as it is") << number;
  }
}

TEST(NumberSpellingTest, RespellsWords) {
  EXPECT_EQ(Respelt("nan,"), "NaN|,");
  EXPECT_EQ(Respelt("-nan(0x8000)}"), "NaN|}");
  EXPECT_EQ(Respelt("-inf\n"), "-Infinity|\n");
  EXPECT_EQ(Respelt("1.#INF00"), "Infinity|");
  EXPECT_EQ(Respelt("-1.#IND"), "NaN|");
  for (const char* word : {"nan(", "nano", "infinit", "1.#X", "ind", "true"}) {
    EXPECT_EQ(Respelt(word), "as it is") << word;
  }
}

TEST(NumberSpellingTest, KnowsTheFieldsWithoutFraction) {
  EXPECT_TRUE(IsWholeField("iterations"));
  EXPECT_TRUE(IsWholeField("num_cpus"));
  EXPECT_FALSE(IsWholeField("real_time"));
  EXPECT_FALSE(IsWholeField(""));
}

}  // namespace
}  // namespace playbook
