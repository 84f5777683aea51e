// What a comparison looks like to people and to programs.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "tests/unit/tools/compare/sides.h"
#include "tools/compare/comparison_data.h"
#include "tools/compare/comparison_text.h"
#include "tools/compare/comparison_words.h"

namespace playbook {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::SizeIs;
using ::testing::StartsWith;

constexpr TerminalStyle kPlain = {.columns = 100};

// One row of each kind that a table tells apart.
Comparison Mixed() {
  return Compare(Unpaired({Row("BM_slow", Near(100)), Row("BM_fast", Near(100)), Row("BM_same", Near(100)),
                           Row("BM_gone", Near(100))},
                          {Row("BM_slow", Near(120)), Row("BM_fast", Near(80)), Row("BM_same", Near(100.01)),
                           Row("BM_new", Near(100))}),
                 {});
}

Comparison One(const std::string& name, double contender = 120) {
  return Compare(Unpaired({Row(name, Near(100))}, {Row(name, Near(contender))}), {});
}

TEST(ComparisonTextTest, PrintsARowForEachMatchAndListsTheRest) {
  const std::string text = TerminalComparison(Mixed(), kPlain);
  EXPECT_THAT(
      text, AllOf(StartsWith("base       before.json\ncontender  after.json\nunpaired: drift not controlled"),
                  HasSubstr("BM_slow  100.0 ns     120 ns  1.20"), HasSubstr("10  slower\n"), HasSubstr("10  faster\n"),
                  HasSubstr("10  equivalent\n"), HasSubstr("3 rows: 1 slower, 1 faster, 1 equivalent\n"),
                  HasSubstr("only in the base (1): BM_gone\n"), HasSubstr("only in the contender (1): BM_new\n")));
  EXPECT_THAT(text, Not(HasSubstr("\x1b")));
}

TEST(ComparisonTextTest, ColoursByTheVerdictAndItsDirection) {
  const std::string text = TerminalComparison(Mixed(), {.columns = 100, .colour = true});
  EXPECT_THAT(
      text, AllOf(HasSubstr("\x1b[31mslower\x1b[0m"), HasSubstr("\x1b[32mfaster\x1b[0m"), HasSubstr("  equivalent\n")));
}

TEST(ComparisonTextTest, StacksRowsOnANarrowTerminal) {
  EXPECT_THAT(TerminalComparison(One("BM_a"), {.columns = 30}),
              HasSubstr("\nBM_a: slower\n  100.0 ns -> 120 ns, 1.20"));
}

TEST(ComparisonTextTest, AlignsNamesByTheirWidth) {
  const Comparison comparison = Compare(
      Unpaired({Row("BM_µ", Near(100)), Row("BM_aa", Near(100))}, {Row("BM_µ", Near(100)), Row("BM_aa", Near(100))}),
      {});
  EXPECT_THAT(TerminalComparison(comparison, kPlain),
              AllOf(HasSubstr("BM_µ   100.0 ns"), HasSubstr("BM_aa  100.0 ns")));
}

TEST(ComparisonTextTest, PutsWhatDiffersAndWhatIsSharedBeforeTheRows) {
  MeasuredPair pair = Unpaired({}, {});
  for (int at = 0; at < 8; ++at) {
    pair.base.rows.push_back(Row(fmt::format("BM_{}", at), Near(100.0 + at)));
    pair.contender.rows.push_back(Row(fmt::format("BM_{}", at), Near((100.0 + at) * 1.3)));
  }
  pair.base.context = {{"playbook.compiler", "gcc 12"}, {"playbook.flags", "-O2"}};
  pair.contender.context = {{"playbook.compiler", "clang 14"}, {"playbook.flags", "-O2"}};
  const std::string text = TerminalComparison(Compare(pair, {}), kPlain);
  const std::size_t differs = text.find("compiler  gcc 12  clang 14");
  const std::size_t common = text.find("8 of 8 rows moved by one factor, 1.3");
  const std::size_t row = text.find("BM_0");
  EXPECT_NE(differs, std::string::npos);
  EXPECT_LT(differs, common);
  EXPECT_LT(common, row);
  EXPECT_NE(row, std::string::npos);
}

TEST(ComparisonTextTest, MarksAComparisonThatWasForced) {
  MeasuredPair pair = Unpaired({Row("BM_a", Near(100))}, {Row("BM_a", Near(100))});
  pair.base.context["host_name"] = "alpha";
  pair.contender.context["host_name"] = "beta";
  const Comparison comparison = Compare(pair, {});
  EXPECT_THAT(TerminalComparison(comparison, kPlain), StartsWith("FORCED: the base was measured on the host alpha"));
  EXPECT_THAT(MarkdownComparison(comparison), StartsWith("**FORCED: the base was measured on the host alpha"));
  EXPECT_TRUE(nlohmann::json::parse(JsonComparison(comparison, std::nullopt))["forced"]);
}

TEST(ComparisonTextTest, CountsCountersThatAreTheSameInsteadOfPrintingThem) {
  const Comparison comparison = Compare(Unpaired({WithCounter(Row("BM_a", Near(100)), "buffer_bytes", {4096})},
                                                 {WithCounter(Row("BM_a", Near(100)), "buffer_bytes", {4096})}),
                                        {});
  EXPECT_THAT(
      TerminalComparison(comparison, kPlain),
      HasSubstr("\nbuffer_bytes (which is better is not known)\nthe same number on both sides in 1 of 1 rows\n"));
}

TEST(ComparisonTextTest, EscapesNamesInMarkdown) {
  EXPECT_THAT(MarkdownComparison(One("BM_a|b`c")), HasSubstr("| `` BM_a\\|b`c `` |"));
}

TEST(ComparisonWordsTest, SaysWhatAVerdictWouldTake) {
  const MetricComparison few = Compare(Unpaired({Row("BM_a", {1, 2, 3})}, {Row("BM_a", {1, 2, 3})}), {}).metrics.at(0);
  EXPECT_EQ(TooFewWords(few, false),
            "3 values a side are too few: a difference of one row takes at least 4 values a side");
  EXPECT_THAT(VerdictWords(few.rows[0]), StartsWith("cannot tell (needs "));
  const MetricComparison rounds = Compare(Paired({Row("BM_a", Near(1, 5)), Row("BM_b", Near(1, 5))},
                                                 {Row("BM_a", Near(1, 5)), Row("BM_b", Near(1, 5))}),
                                          {})
                                      .metrics.at(0);
  EXPECT_EQ(TooFewWords(rounds, true),
            "5 rounds are too few: a difference that holds in a table of 2 rows takes at least 7 rounds");
  EXPECT_EQ(TooFewWords(One("BM_a").metrics[0], false), "");
}

TEST(ComparisonWordsTest, SaysWhatARowWouldBeByItself) {
  RowComparison row;
  row.ratio.n = 5;
  row.needed = 1'200;
  row.alone = Verdict::kFaster;
  EXPECT_EQ(VerdictWords(row), "cannot tell (needs 1,200; by itself faster)");
  row.ratio.n = 0;
  EXPECT_EQ(VerdictWords(row), "cannot tell (no ratio)");
}

TEST(ComparisonWordsTest, SaysWhetherADifferenceHasASize) {
  RowComparison row;
  row.verdict = Verdict::kDiffers;
  row.judged.verdict = Verdict::kDiffers;
  EXPECT_EQ(VerdictWords(row), "differs, size unclear");
  row.judged.verdict = Verdict::kSlower;  // of a counter without a direction
  EXPECT_EQ(VerdictWords(row), "differs");
}

TEST(ComparisonWordsTest, CountsTheValuesOfBothSidesWhereTheyDiffer) {
  const Comparison comparison = Compare(Unpaired({Row("BM_a", Near(1, 8))}, {Row("BM_a", Near(1, 10))}), {});
  EXPECT_EQ(CountWords(comparison.metrics[0].rows[0], false), "8 / 10");
}

TEST(ComparisonWordsTest, NeverRoundsALevelUp) {
  std::vector<MeasuredRow> rows;
  for (int at = 0; at < 500; ++at) {
    rows.push_back(Row(fmt::format("BM_{}", at), Near(100, 12)));
  }
  const Comparison comparison = Compare(Unpaired(rows, rows), {});
  EXPECT_THAT(LegendWords(comparison, comparison.metrics[0]),
              HasSubstr("each interval holds at 99.99 % or more, so that all 500 hold together at 95 %"));
}

TEST(ComparisonDataTest, GivesEachRowItsVerdictRatioIntervalAndN) {
  const nlohmann::json json = nlohmann::json::parse(JsonComparison(Mixed(), std::nullopt));
  EXPECT_EQ(json["schema_version"], 1);
  EXPECT_EQ(json["paired"], false);
  ASSERT_THAT(json["rows"], SizeIs(3));
  const nlohmann::json& row = json["rows"][0];
  EXPECT_EQ(row["name"], "BM_slow");
  EXPECT_EQ(row["metric"], "real_time");
  EXPECT_EQ(row["verdict"], "slower");
  EXPECT_EQ(row["n"], 10);
  EXPECT_GT(row["interval"]["low"].get<double>(), 1.18);
  EXPECT_LT(row["interval"]["high"].get<double>(), 1.22);
  EXPECT_GT(row["interval"]["level"].get<double>(), 0.98);
  EXPECT_EQ(row["base"]["n"], 10);
  EXPECT_EQ(json["only_in_base"], nlohmann::json({"BM_gone"}));
  EXPECT_TRUE(json["gate"].is_null());
}

TEST(ComparisonDataTest, WritesNullForWhatIsNotKnown) {
  const Comparison comparison = Compare(Unpaired({Row("BM_a", {0, 0})}, {Row("BM_a", {1, 2})}), {});
  const nlohmann::json json = nlohmann::json::parse(JsonComparison(comparison, std::nullopt));
  EXPECT_EQ(json["rows"][0]["verdict"], "cannot_tell");
  EXPECT_TRUE(json["rows"][0]["ratio"].is_null());
  EXPECT_TRUE(json["rows"][0]["interval"].is_null());
  EXPECT_THAT(CsvComparison(comparison), HasSubstr("\nBM_a,real_time,less_is_better,cannot_tell,,,,,0,2,0,2,1.5,no\n"));
}

TEST(ComparisonDataTest, QuotesCsvFields) {
  EXPECT_THAT(CsvComparison(One("BM_a,\"b\"")), HasSubstr("\n\"BM_a,\"\"b\"\"\",real_time,less_is_better,slower,1.2"));
}

TEST(ComparisonDataTest, FailsTheJunitCasesThatTripTheGate) {
  const Comparison comparison = Mixed();
  const Gate gate = ParseGate("slower:2%");
  const std::string text = JunitComparison(comparison, GateAnswer{gate, JudgeGate(comparison, gate)});
  EXPECT_THAT(text,
              AllOf(HasSubstr("tests=\"5\" failures=\"1\" errors=\"0\" skipped=\"2\""),
                    HasSubstr("<testcase classname=\"real_time\" name=\"BM_slow\"><failure message=\"slower: 1.2"),
                    HasSubstr("name=\"BM_gone\"><skipped message=\"only in the base\"/>")));
  EXPECT_THAT(JunitComparison(comparison, std::nullopt), HasSubstr("failures=\"0\""));
}

TEST(ComparisonDataTest, EscapesNamesInXml) {
  EXPECT_THAT(JunitComparison(One("BM_a<\"&'>"), std::nullopt), HasSubstr("name=\"BM_a&lt;&quot;&amp;'&gt;\""));
}

}  // namespace
}  // namespace playbook
