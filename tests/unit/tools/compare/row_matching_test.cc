#include "tools/compare/row_matching.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "tests/unit/tools/compare/sides.h"
#include "tools/results/input_error.h"

namespace playbook {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

using Rows = std::vector<MeasuredRow>;

RowMatching Match(const Rows& base, const Rows& contender, const std::string& filter = "",
                  const std::vector<RowNames>& asked = {}) {
  return MatchRows(base, contender, RowFilter(filter), asked);
}

std::string MatchFault(const Rows& base, const Rows& contender, const std::string& filter = "",
                       const std::vector<RowNames>& asked = {}) {
  try {
    Match(base, contender, filter, asked);
  } catch (const InputError& error) {
    return error.what();
  }
  return "matched";
}

std::vector<std::string> Names(const RowMatching& matching) {
  std::vector<std::string> names;
  for (const RowMatch& match : matching.matches) {
    names.push_back(match.name);
  }
  return names;
}

MeasuredRow Indexed(MeasuredRow row, std::int64_t index) {
  row.index = index;
  return row;
}

TEST(RowMatchingTest, MatchesByNameAndListsTheRest) {
  const RowMatching matching = Match({Row("BM_a", {1}), Row("BM_gone", {1}), Row("BM_b", {1})},
                                     {Row("BM_b", {1}), Row("BM_new", {1}), Row("BM_a", {1})});
  EXPECT_THAT(Names(matching), ElementsAre("BM_a", "BM_b"));
  EXPECT_EQ(matching.matches[0].base, 0U);
  EXPECT_EQ(matching.matches[0].contender, 2U);
  EXPECT_THAT(matching.only_base, ElementsAre("BM_gone"));
  EXPECT_THAT(matching.only_contender, ElementsAre("BM_new"));
}

TEST(RowMatchingTest, IgnoresWhatTheHarnessAppends) {
  EXPECT_THAT(Names(Match({Row("BM_a/8/iterations:100/real_time", {1})}, {Row("BM_a/8/min_time:2.000", {1})})),
              ElementsAre("BM_a/8"));
}

TEST(RowMatchingTest, KeepsNumbersOfThreadsApart) {
  const RowMatching matching =
      Match({Row("BM_a/threads:1", {1}), Row("BM_a/threads:2", {1})}, {Row("BM_a/threads:2", {1})});
  EXPECT_THAT(Names(matching), ElementsAre("BM_a/threads:2"));
  EXPECT_THAT(matching.only_base, ElementsAre("BM_a/threads:1"));
}

TEST(RowMatchingTest, FiltersBeforeAnythingElse) {
  const RowMatching matching =
      Match({Row("BM_a", {1}), Row("BM_b", {1}), Row("BM_c", {1})}, {Row("BM_a", {1}), Row("BM_d", {1})}, "BM_[ab]");
  EXPECT_THAT(Names(matching), ElementsAre("BM_a"));
  EXPECT_THAT(matching.only_base, ElementsAre("BM_b"));
  EXPECT_THAT(matching.only_contender, IsEmpty());
}

TEST(RowMatchingTest, TellsRowsOfOneNameByTheirFullNames) {
  const RowMatching matching = Match({Row("BM_a/min_time:1.000", {1}), Row("BM_a/real_time", {2})},
                                     {Row("BM_a/real_time", {2}), Row("BM_a/min_time:1.000", {1})});
  EXPECT_THAT(Names(matching), ElementsAre("BM_a/min_time:1.000", "BM_a/real_time"));
  EXPECT_EQ(matching.matches[0].contender, 1U);
}

TEST(RowMatchingTest, TellsRegistrationsOfOneNameByTheirOrder) {
  const RowMatching matching = Match({Indexed(Row("BM_a", {1}), 5), Indexed(Row("BM_a", {2}), 3)},
                                     {Indexed(Row("BM_a", {2}), 0), Indexed(Row("BM_a", {1}), 1)});
  EXPECT_THAT(Names(matching), ElementsAre("BM_a #1", "BM_a #2"));
  EXPECT_EQ(matching.matches[0].base, 1U);
  EXPECT_EQ(matching.matches[0].contender, 0U);
  EXPECT_THAT(matching.notes, ElementsAre("the row BM_a is there 2 times on each side: told apart by their order"));
}

TEST(RowMatchingTest, RefusesRowsThatNothingTellsApart) {
  EXPECT_EQ(
      MatchFault({Row("BM_a", {1}), Row("BM_a", {2})}, {Row("BM_a", {1}), Row("BM_a", {2})}),
      "the row BM_a is there 2 times in the base and 2 times in the contender, and nothing tells them apart; give "
      "the benchmarks different names, or leave them out with --filter");
  EXPECT_THAT(MatchFault({Indexed(Row("BM_a", {1}), 0), Indexed(Row("BM_a", {2}), 1)}, {Indexed(Row("BM_a", {1}), 0)}),
              HasSubstr("2 times in the base and 1 times in the contender"));
}

TEST(RowMatchingTest, ListsARowWithoutValuesAsFailedAndNotAsMissing) {
  MeasuredRow failed = Row("BM_b", {});
  failed.failed = 3;
  failed.failure = "no such file";
  const RowMatching matching = Match({Row("BM_a", {1}), Row("BM_b", {1})}, {Row("BM_a", {1}), failed});
  EXPECT_THAT(Names(matching), ElementsAre("BM_a"));
  ASSERT_THAT(matching.failed, SizeIs(1));
  EXPECT_EQ(matching.failed[0].name, "BM_b");
  EXPECT_FALSE(matching.failed[0].on_base);
  EXPECT_TRUE(matching.failed[0].on_contender);
  EXPECT_EQ(matching.failed[0].reason, "no such file");
  EXPECT_THAT(matching.only_base, IsEmpty());
}

TEST(RowMatchingTest, SaysThatSomeRepetitionsFailed) {
  MeasuredRow partly = Row("BM_a", {1});
  partly.failed = 2;
  partly.failure = "timeout";
  EXPECT_THAT(Match({partly}, {Row("BM_a", {1})}).notes,
              ElementsAre("BM_a: 2 repetitions of the base failed and are left out: timeout"));
}

TEST(RowMatchingTest, SetsAskedRowsSideBySide) {
  const RowMatching matching = Match({Row("BM_old", {1}), Row("BM_b", {1})}, {Row("BM_new", {1}), Row("BM_b", {1})}, "",
                                     {{"BM_old", "BM_new"}, {"BM_b", "BM_b"}});
  EXPECT_THAT(Names(matching), ElementsAre("BM_old = BM_new", "BM_b"));
  EXPECT_THAT(matching.only_base, IsEmpty());
}

TEST(RowMatchingTest, FindsAskedRowsByTheirFullNames) {
  const Rows rows = {Row("BM_a/min_time:1.000", {1}), Row("BM_a/real_time", {2})};
  const RowMatching matching = Match(rows, rows, "", {{"BM_a/min_time:1.000", "BM_a/real_time"}});
  ASSERT_THAT(matching.matches, SizeIs(1));
  EXPECT_EQ(matching.matches[0].contender, 1U);
}

TEST(RowMatchingTest, SaysWhichAskedRowIsNotThere) {
  EXPECT_EQ(MatchFault({Row("BM_read", {1})}, {Row("BM_write", {1})}, "", {{"BM_raed", "BM_write"}}),
            "the base has no row \"BM_raed\"; did you mean BM_read?; it has BM_read");
  EXPECT_THAT(MatchFault({Row("BM_a", {1}), Row("BM_a", {1})}, {Row("BM_b", {1})}, "", {{"BM_a", "BM_b"}}),
              HasSubstr("the base has the row \"BM_a\" 2 times, must have it once"));
}

TEST(RowMatchingTest, SaysWhatBothSidesHaveWhereNothingMatches) {
  EXPECT_EQ(
      MatchFault({Row("BM_a", {1})}, {Row("BM_b", {1})}),
      "no row is on both sides: the base has BM_a, the contender BM_b; --rows A=B sets rows of different names side "
      "by side");
}

TEST(RowMatchingTest, SaysThatTheFilterTakesNothing) {
  EXPECT_EQ(MatchFault({Row("BM_a", {1})}, {Row("BM_a", {1}), Row("BM_b", {1})}, "zzz"),
            "the filter takes no row of either side; there are BM_a, BM_b");
  EXPECT_EQ(MatchFault({}, {}), "neither side has a row");
}

TEST(RowMatchingTest, ComparesARowOnceThatIsAskedForTwice) {
  const RowMatching matching = Match({Row("BM_a", {1})}, {Row("BM_b", {1})}, "", {{"BM_a", "BM_b"}, {"BM_a", "BM_b"}});
  EXPECT_THAT(matching.matches, SizeIs(1));
}

TEST(RowMatchingTest, SaysWhyNoRowHasAValue) {
  MeasuredRow failed = Row("BM_a", {});
  failed.failure = "no such file";
  EXPECT_EQ(MatchFault({failed}, {Row("BM_a", {1})}),
            "no row has a value on both sides: BM_a has none on the base: no such file");
  EXPECT_THAT(MatchFault({Row("BM_a", {1})}, {Row("BM_a", {})}), HasSubstr("it has none of the compared metrics"));
}

TEST(RowMatchingTest, MatchesManyRowsInAnyOrder) {
  Rows base;
  for (int at = 0; at < 20'000; ++at) {
    base.push_back(Row(fmt::format("BM_{}", at), {1}));
  }
  const Rows contender(base.rbegin(), base.rend());
  const RowMatching matching = Match(base, contender);
  ASSERT_THAT(matching.matches, SizeIs(20'000));
  EXPECT_TRUE(std::all_of(matching.matches.begin(), matching.matches.end(),
                          [](const RowMatch& match) { return match.base + match.contender == 19'999; }));
}

TEST(RowFilterTest, SearchesAndNegatesAsTheHarnessDoes) {
  EXPECT_TRUE(RowFilter("").Takes("anything"));
  EXPECT_TRUE(RowFilter("Read|Write").Takes("BM_Write/8"));
  EXPECT_FALSE(RowFilter("^Write").Takes("BM_Write/8"));
  EXPECT_FALSE(RowFilter("-Write").Takes("BM_Write/8"));
  EXPECT_TRUE(RowFilter("-Write").Takes("BM_Read/8"));
}

TEST(RowFilterTest, RefusesWhatIsNoExpression) {
  try {
    const RowFilter filter("BM_(");
    FAIL() << "taken";
  } catch (const std::invalid_argument& fault) {
    EXPECT_THAT(fault.what(), HasSubstr("--filter BM_( is no regular expression: "));
  }
}

TEST(RowNamesTest, SplitsAtTheSignBetweenTwoNames) {
  const RowNames names = ParseRowNames("BM_a/8=BM_b/8");
  EXPECT_EQ(names.base, "BM_a/8");
  EXPECT_EQ(names.contender, "BM_b/8");
  EXPECT_EQ(ParseRowNames("BM_a<T=int>==BM_b").base, "BM_a<T=int>");
}

TEST(RowNamesTest, RefusesWhatGivesNoTwoNames) {
  for (const char* text : {"", "BM_a", "=BM_b", "BM_a=", "a=b=c", "==b"}) {
    EXPECT_THROW(ParseRowNames(text), std::invalid_argument) << text;
  }
}

}  // namespace
}  // namespace playbook
