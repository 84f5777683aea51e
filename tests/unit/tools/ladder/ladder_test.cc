#include "tools/ladder/ladder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "tests/unit/tools/ladder/fake_ladder.h"
#include "tools/results/input_error.h"

namespace playbook {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr double kMissing = std::numeric_limits<double>::quiet_NaN();

std::string Refusal(const std::string& text) {
  try {
    ReadDescription(text);
    return "none";
  } catch (const InputError& error) {
    return error.what();
  }
}

std::string Replaced(std::string text, const std::string& what, const std::string& by) {
  const std::size_t at = text.find(what);
  EXPECT_NE(at, std::string::npos) << what;
  return at == std::string::npos ? text : text.replace(at, what.size(), by);
}

TEST(DescriptionTest, IsReadWithRowsDifferencesAndRelations) {
  const Ladder ladder = ReadDescription(FakeDescription());
  ASSERT_EQ(ladder.rungs.size(), 4U);
  EXPECT_EQ(ladder.rungs[0].title, "the call");
  EXPECT_EQ(ladder.At("call/alone").of, "call/whole");
  EXPECT_EQ(ladder.At("disk/synced").is_rate, true);
  EXPECT_EQ(ladder.Yardstick("system_call"), ladder.Find("kernel/write"));
  ASSERT_EQ(ladder.relations.size(), 2U);
  EXPECT_EQ(ladder.relations[1].slack, 0.1);
  EXPECT_EQ(ladder.Find("nowhere"), nullptr);
}

TEST(DescriptionTest, SaysWhatIsWrongWithIt) {
  const std::string sound = FakeDescription();
  EXPECT_THAT(Refusal(""), HasSubstr("does not describe itself as a ladder"));
  EXPECT_THAT(Refusal("[]"), HasSubstr("does not describe itself as a ladder"));
  EXPECT_THAT(Refusal(sound.substr(0, sound.size() / 2)), HasSubstr("does not describe itself as a ladder"));
  EXPECT_EQ(Refusal(Replaced(sound, "\"schema_version\": 2", "\"schema_version\": 3")),
            "describes itself in schema 3, must be 2: a newer playbook made it");
  EXPECT_EQ(Refusal(R"({"schema_version": 2, "rungs": []})"), "there are no rows in it");
  EXPECT_EQ(Refusal(Replaced(sound, "\"call/loop\"", "\"call/whole\"")), "the row call/whole is there twice");
  EXPECT_EQ(Refusal(Replaced(sound, "\"minus\": \"call/loop\"", "\"minus\": \"gone\"")),
            "call/alone names the row \"gone\", which is not there");
  EXPECT_EQ(Refusal(Replaced(sound, "\"at_most\": \"kernel/write\"", "\"at_most\": \"gone\"")),
            "a relation names the row \"gone\", which is not there");
  EXPECT_THAT(Refusal(Replaced(sound, "\"figure\": \"time\"", "\"figure\": \"joules\"")), HasSubstr("\"joules\""));
}

TEST(DescriptionTest, CleansItsText) {
  const Ladder ladder = ReadDescription(Replaced(FakeDescription(), "an item", "\\u001b[2Jan item"));
  EXPECT_EQ(ladder.At("call/whole").counts, "?[2Jan item");
}

TEST(DeriveTest, TakesTheDifferenceRoundByRound) {
  Ladder ladder = FakeLadder(2);
  EXPECT_THAT(ladder.At("call/alone").series.at("gcc").values, ElementsAre(2 - 0.5, 2.02 - 0.505));
  for (LadderRow& row : ladder.rungs[0].rows) {
    if (row.name == "call/loop") {
      row.series["gcc"].values = {kMissing, 3};
    }
  }
  Derive(ladder);
  const std::vector<double>& values = ladder.At("call/alone").series.at("gcc").values;
  EXPECT_TRUE(std::isnan(values[0]));
  EXPECT_DOUBLE_EQ(values[1], 2.02 - 3) << "noise may leave less than nothing; that is to be seen";
}

TEST(BendTest, IsWhereTheLastLevelStretchBegins) {
  EXPECT_EQ(FindBend({1, 5, 60, 150, 160, 165}).index, 3U);
  EXPECT_TRUE(FindBend({1, 5, 60, 150, 160, 165}).level);
  // A level stretch in a cache is not the last one.
  EXPECT_EQ(FindBend({5, 5, 5, 150, 151}).index, 3U);
  EXPECT_EQ(FindBend({5, 5, 5}).index, 0U);
  // Noise downwards is no rise.
  EXPECT_EQ(FindBend({1, 100, 90, 95}).index, 1U);
}

TEST(BendTest, IsTheLastRowOfACurveThatStillRises) {
  const Bend rising = FindBend({1, 5, 60, 150, 200});
  EXPECT_EQ(rising.index, 4U);
  EXPECT_FALSE(rising.level);
  EXPECT_FALSE(FindBend({7}).level);
  EXPECT_FALSE(FindBend({}).level);
  const Bend unknown = FindBend({1, 100, kMissing, 100});
  EXPECT_EQ(unknown.index, 3U);
  EXPECT_FALSE(unknown.level);
}

TEST(HeadlinesTest, TakeAllRowsAndOfACurveTheOneOnItsLevelStretch) {
  std::vector<std::string> names;
  const Ladder ladder = FakeLadder();
  for (const Headline& headline : Headlines(ladder)) {
    names.push_back(headline.row->name);
    EXPECT_FALSE(headline.still_rises);
  }
  EXPECT_THAT(names, ElementsAre("call/whole", "call/loop", "call/alone", "kernel/write", "read/bytes:4096",
                                 "disk/fsync", "disk/synced", "disk/memory"));
}

TEST(HeadlinesTest, TakeTheCurveThatLevelsOffForAnotherThatDoesNot) {
  Ladder ladder = FakeLadder();
  std::vector<LadderRow>& rows = ladder.rungs[2].rows;
  for (std::size_t i = 0; i < 4; ++i) {
    LadderRow other = rows[i];
    other.name = "other/" + other.name;
    other.sweep = "other";
    rows.push_back(other);
  }
  SetRow(ladder, "gcc", "other/read/bytes:8192", 300);
  std::vector<std::string> names;
  for (const Headline& headline : Headlines(ladder)) {
    if (!headline.row->sweep.empty()) {
      names.push_back(headline.row->name);
      EXPECT_FALSE(headline.still_rises);
    }
  }
  EXPECT_THAT(names, ElementsAre("read/bytes:4096", "other/read/bytes:4096"));
}

TEST(HeadlinesTest, SayWhenACurveStillRises) {
  Ladder ladder = FakeLadder();
  SetRow(ladder, "gcc", "read/bytes:8192", 300);
  bool found = false;
  for (const Headline& headline : Headlines(ladder)) {
    found = found || (headline.still_rises && headline.row->name == "read/bytes:8192");
  }
  EXPECT_TRUE(found);
}

}  // namespace
}  // namespace playbook
