#include "tools/compare/comparison.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "tests/unit/tools/compare/sides.h"
#include "tools/results/input_error.h"
#include "tools/stats/rounds_needed.h"

namespace playbook {
namespace {

using ::testing::Contains;
using ::testing::DoubleNear;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

Comparison CompareRows(const MeasuredRow& base, const MeasuredRow& contender, const CompareOptions& options = {}) {
  return Compare(Unpaired({base}, {contender}), options);
}

const RowComparison& FirstRow(const Comparison& comparison) {
  return comparison.metrics.at(0).rows.at(0);
}

TEST(ComparisonTest, CallsALargeDifferenceSlowerAndItsReverseFaster) {
  const Comparison slower = CompareRows(Row("BM_a", Near(100)), Row("BM_a", Near(110)));
  EXPECT_EQ(FirstRow(slower).verdict, Verdict::kSlower);
  EXPECT_THAT(FirstRow(slower).ratio.ratio, DoubleNear(1.10, 0.005));
  EXPECT_EQ(FirstRow(slower).ratio.n, 10);
  EXPECT_GT(FirstRow(slower).ratio.low, 1.02);
  EXPECT_FALSE(slower.paired);
  EXPECT_EQ(FirstRow(CompareRows(Row("BM_a", Near(110)), Row("BM_a", Near(100)))).verdict, Verdict::kFaster);
}

TEST(ComparisonTest, CallsSmallDifferencesByTheMargin) {
  EXPECT_EQ(FirstRow(CompareRows(Row("BM_a", Near(100)), Row("BM_a", Near(100.01)))).verdict, Verdict::kEquivalent);
  EXPECT_EQ(FirstRow(CompareRows(Row("BM_a", Near(100)), Row("BM_a", Near(101.2)))).verdict, Verdict::kNegligible);
  EXPECT_EQ(FirstRow(CompareRows(Row("BM_a", Near(100)), Row("BM_a", Near(101.2)), {.margin = 0.001})).verdict,
            Verdict::kSlower);
  EXPECT_EQ(FirstRow(CompareRows(Row("BM_a", Near(100)), Row("BM_a", Near(102)))).verdict, Verdict::kDiffers);
}

TEST(ComparisonTest, SaysHowManyValuesWouldTell) {
  const RowComparison row =
      FirstRow(CompareRows(Row("BM_a", {90, 100, 110, 95, 105}), Row("BM_a", {92, 97, 118, 96, 99})));
  EXPECT_EQ(row.verdict, Verdict::kCannotTell);
  EXPECT_GT(row.needed, 5);
  EXPECT_LT(row.needed, kNeverTells);
}

TEST(ComparisonTest, GivesThreeRepetitionsNoVerdictAndSaysHowManyAreNeeded) {
  const Comparison comparison = CompareRows(Row("BM_a", {100, 101, 102}), Row("BM_a", {200, 201, 202}));
  EXPECT_EQ(FirstRow(comparison).verdict, Verdict::kCannotTell);
  EXPECT_FALSE(FirstRow(comparison).ratio.has_interval);
  EXPECT_EQ(comparison.metrics[0].values_needed, 4);
  EXPECT_EQ(comparison.metrics[0].tested, 0);
}

TEST(ComparisonTest, CorrectsForTheRowsOfTheTable) {
  // By itself p is 0.032; with 9 rows without a difference beside it, it is not.
  std::vector<MeasuredRow> base = {Row("BM_a", {100, 101, 102, 103, 104})};
  std::vector<MeasuredRow> contender = {Row("BM_a", {103.5, 110, 111, 112, 113})};
  EXPECT_EQ(FirstRow(Compare(Unpaired(base, contender), {.margin = 0.0001})).verdict, Verdict::kSlower);
  for (int at = 0; at < 9; ++at) {
    base.push_back(Row(fmt::format("BM_same{}", at), {100, 102, 104, 106, 108}));
    contender.push_back(Row(fmt::format("BM_same{}", at), {101, 103, 105, 107, 109}));
  }
  const Comparison comparison = Compare(Unpaired(base, contender), {.margin = 0.0001});
  EXPECT_EQ(FirstRow(comparison).verdict, Verdict::kCannotTell);
  EXPECT_EQ(FirstRow(comparison).alone, Verdict::kSlower);
  EXPECT_EQ(comparison.metrics[0].tested, 10);
  EXPECT_EQ(comparison.metrics[0].values_needed, 6);
}

TEST(ComparisonTest, TakesPairedRatiosWithinTheirRounds) {
  // The machine drifts by half; each round tells the same.
  Values base;
  Values contender;
  for (int round = 0; round < 10; ++round) {
    base.push_back(100 * (1 + 0.05 * round));
    contender.push_back(base.back() * (1.05 + 0.0001 * round));
  }
  const RowComparison paired = FirstRow(Compare(Paired({Row("BM_a", base)}, {Row("BM_a", contender)}), {}));
  EXPECT_EQ(paired.verdict, Verdict::kSlower);
  EXPECT_EQ(paired.ratio.n, 10);
  EXPECT_EQ(FirstRow(CompareRows(Row("BM_a", base), Row("BM_a", contender))).verdict, Verdict::kCannotTell);
}

TEST(ComparisonTest, LeavesRoundsOutThatARowWasNotMeasuredIn) {
  Values base = Near(100, 12);
  Values contender = Near(110, 12);
  for (std::size_t round = 6; round < 12; ++round) {
    base[round] = std::nan("");
    contender[round] = std::nan("");
  }
  const RowComparison row = FirstRow(Compare(Paired({Row("BM_a", base)}, {Row("BM_a", contender)}), {}));
  EXPECT_EQ(row.ratio.n, 6);
  EXPECT_THAT(row.warnings, IsEmpty());
  contender[0] = std::nan("");
  EXPECT_THAT(FirstRow(Compare(Paired({Row("BM_a", base)}, {Row("BM_a", contender)}), {})).warnings, SizeIs(1));
}

TEST(ComparisonTest, CallsMoreOfARateFaster) {
  const Comparison comparison = Compare(Unpaired({WithCounter(Row("BM_a", Near(100)), "bytes_per_second", Near(1e9))},
                                                 {WithCounter(Row("BM_a", Near(50)), "bytes_per_second", Near(2e9))}),
                                        {});
  ASSERT_THAT(comparison.metrics, SizeIs(2));
  const MetricComparison& rate = comparison.metrics[1];
  EXPECT_EQ(rate.metric, "bytes_per_second");
  EXPECT_EQ(rate.direction, Direction::kMoreIsBetter);
  EXPECT_EQ(rate.rows[0].verdict, Verdict::kFaster);
  EXPECT_THAT(rate.rows[0].ratio.ratio, DoubleNear(2, 0.01));
  EXPECT_GT(rate.rows[0].ratio.low, 1.9);
  EXPECT_EQ(comparison.metrics[0].rows[0].verdict, Verdict::kFaster);
}

TEST(ComparisonTest, CallsACounterOfUnknownDirectionNeitherSlowerNorFaster) {
  const MeasuredPair pair = Unpaired({WithCounter(Row("BM_a", Near(100)), "hops", Near(10))},
                                     {WithCounter(Row("BM_a", Near(100)), "hops", Near(20))});
  EXPECT_EQ(Compare(pair, {}).metrics[1].rows[0].verdict, Verdict::kDiffers);
  EXPECT_EQ(Compare(pair, {.directions = {.less_is_better = {"hops"}}}).metrics[1].rows[0].verdict, Verdict::kSlower);
  EXPECT_EQ(Compare(pair, {.directions = {.more_is_better = {"hops"}}}).metrics[1].rows[0].verdict, Verdict::kFaster);
}

TEST(ComparisonTest, TestsNothingWhereACountIsTheSame) {
  const MeasuredPair pair = Unpaired({WithCounter(Row("BM_a", Near(100)), "buffer_bytes", {4096, 4096})},
                                     {WithCounter(Row("BM_a", Near(100)), "buffer_bytes", {4096})});
  const MetricComparison counts = Compare(pair, {}).metrics.at(1);
  EXPECT_TRUE(counts.rows[0].identical);
  EXPECT_EQ(counts.rows[0].verdict, Verdict::kEquivalent);
  EXPECT_EQ(counts.rows[0].ratio.ratio, 1);
  EXPECT_EQ(counts.counted, 0);
  // Equal times are what a coarse clock gives.
  EXPECT_FALSE(FirstRow(CompareRows(Row("BM_a", {5, 5}), Row("BM_a", {5, 5}))).identical);
}

TEST(ComparisonTest, ComparesOnlyTheMetricsThatWereAskedFor) {
  const MeasuredPair pair = Unpaired({WithCounter(Row("BM_a", Near(100)), "hops", Near(10))},
                                     {WithCounter(Row("BM_a", Near(100)), "hops", Near(20))});
  const Comparison comparison = Compare(pair, {.metrics = {"hops"}});
  ASSERT_THAT(comparison.metrics, SizeIs(1));
  EXPECT_EQ(comparison.metrics[0].metric, "hops");
  try {
    Compare(pair, {.metrics = {"hopps"}});
    FAIL() << "compared";
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(),
                 "no row has the metric hopps on both sides; did you mean hops?; there are real_time, hops");
  }
}

TEST(ComparisonTest, TakesTheMeanOverMatchedRowsEachOnce) {
  const Comparison comparison =
      Compare(Unpaired({Row("BM_a", Near(100, 20)), Row("BM_b", Near(100)), Row("BM_gone", Near(1))},
                       {Row("BM_a", Near(200, 20)), Row("BM_b", Near(50)), Row("BM_new", Near(1000))}),
              {});
  EXPECT_EQ(comparison.metrics[0].mean_rows, 2);
  EXPECT_THAT(comparison.metrics[0].mean.ratio, DoubleNear(1, 1e-9));
  EXPECT_FALSE(comparison.metrics[0].mean_by_round);
}

TEST(ComparisonTest, TakesTheMeanOfPairedRowsByRound) {
  const Comparison comparison = Compare(
      Paired({Row("BM_a", Near(100)), Row("BM_b", Near(100))}, {Row("BM_a", Near(110)), Row("BM_b", Near(110))}), {});
  EXPECT_TRUE(comparison.metrics[0].mean_by_round);
  EXPECT_EQ(comparison.metrics[0].mean.n, 10);
  EXPECT_THAT(comparison.metrics[0].mean.ratio, DoubleNear(1.1, 1e-9));
}

TEST(ComparisonTest, NamesAFactorThatAllRowsShare) {
  std::vector<MeasuredRow> base;
  std::vector<MeasuredRow> contender;
  for (int at = 0; at < 8; ++at) {
    base.push_back(Row(fmt::format("BM_{}", at), Near(100.0 + at)));
    contender.push_back(Row(fmt::format("BM_{}", at), Near((100.0 + at) * 1.3)));
  }
  const MetricComparison times = Compare(Unpaired(base, contender), {}).metrics.at(0);
  EXPECT_TRUE(times.common.found);
  EXPECT_THAT(times.common.estimate.ratio, DoubleNear(1.3, 0.01));
}

// To judge the values above 0 alone would be to choose them by what they are.
TEST(ComparisonTest, JudgesNoRowOfWhichAValueHasNoRatio) {
  Values zeros = Near(100);
  std::fill(zeros.begin(), zeros.begin() + 6, 0.0);
  const RowComparison row = FirstRow(CompareRows(Row("BM_a", Near(100.5)), Row("BM_a", zeros)));
  EXPECT_EQ(row.verdict, Verdict::kCannotTell);
  EXPECT_EQ(row.alone, Verdict::kCannotTell);
  EXPECT_EQ(row.ratio.n, 0);
  EXPECT_TRUE(std::isnan(row.ratio.ratio));
  EXPECT_EQ(row.contender.n, 10U);
  EXPECT_EQ(row.contender.median, 0);
  EXPECT_EQ(row.needed, kNeverTells);
  EXPECT_THAT(row.warnings, ElementsAre(HasSubstr("6 of 10 values of the contender are 0")));
  const RowComparison round = FirstRow(Compare(Paired({Row("BM_a", Near(100.5))}, {Row("BM_a", zeros)}), {}));
  EXPECT_EQ(round.verdict, Verdict::kCannotTell);
  EXPECT_EQ(round.ratio.n, 0);
}

TEST(ComparisonTest, HasNoRatioToACountOfZeroAndSaysThatEqualCountsAreTheSame) {
  const auto counts = [](const Values& base, const Values& contender) {
    return Compare(Unpaired({WithCounter(Row("BM_a", Near(100)), "faults", base)},
                            {WithCounter(Row("BM_a", Near(100)), "faults", contender)}),
                   {})
        .metrics.at(1)
        .rows.at(0);
  };
  EXPECT_EQ(counts({0, 0, 0, 0}, {5, 5, 5, 5}).verdict, Verdict::kCannotTell);
  EXPECT_TRUE(counts({0, 0, 0, 0}, {0, 0, 0, 0}).identical);
}

TEST(ComparisonTest, TakesMediansOfTheRoundsThatItUses) {
  Values base = {100, 100, 100, 100, 100, 100, 100, 900, 900, 900};
  Values contender(10, 110);
  std::fill(contender.begin() + 7, contender.end(), std::nan(""));
  const RowComparison row = FirstRow(Compare(Paired({Row("BM_a", base)}, {Row("BM_a", contender)}), {}));
  EXPECT_EQ(row.base.n, 7U);
  EXPECT_EQ(row.base.high, 100);
  EXPECT_EQ(row.contender.n, 7U);
  EXPECT_THAT(row.gaps, ElementsAre("in 3 of 10 rounds the value of one side is missing"));
}

TEST(ComparisonTest, NamesTheGapsOfARow) {
  MeasuredRow broken = Row("BM_a", Near(100, 4));
  broken.failed = 6;
  broken.failure = "disk full";
  const Comparison comparison = CompareRows(Row("BM_a", Near(100)), broken);
  EXPECT_THAT(FirstRow(comparison).gaps,
              ElementsAre("6 repetitions of the contender failed and are left out: disk full"));
  EXPECT_THAT(FirstRow(CompareRows(Row("BM_a", Near(100)), Row("BM_a", Near(100)))).gaps, IsEmpty());
}

// Holm is the sharper of the two: with one row far beyond the margin, less is asked of the next.
TEST(ComparisonTest, MarksAVerdictThatTheRowsOwnIntervalDoesNotShow) {
  const Comparison comparison = Compare(
      Unpaired({Row("BM_far", {100, 101, 102, 103, 104, 105}), Row("BM_near", {100, 101, 102, 103, 104, 105})},
               {Row("BM_far", {200, 201, 202, 203, 204, 205}), Row("BM_near", {100.5, 106, 107, 108, 109, 110})}),
      {.margin = 0.0001});
  const std::vector<RowComparison>& rows = comparison.metrics.at(0).rows;
  for (const RowComparison& row : rows) {
    const bool shown = row.ratio.low > 1.0001;
    EXPECT_EQ(row.verdict, Verdict::kSlower) << row.name;
    EXPECT_EQ(row.by_table, !shown) << row.name;
  }
  EXPECT_FALSE(rows[0].by_table);
  EXPECT_TRUE(rows[1].by_table);
}

TEST(ComparisonTest, CountsTheRowsThatHaveTooFewValues) {
  const MetricComparison table = Compare(Unpaired({Row("BM_a", Near(100, 2)), Row("BM_b", Near(100))},
                                                  {Row("BM_a", Near(120)), Row("BM_b", Near(120))}),
                                         {})
                                     .metrics.at(0);
  EXPECT_EQ(table.too_few, 1);
  EXPECT_EQ(table.values_needed, 5);
  EXPECT_EQ(table.rows[1].verdict, Verdict::kSlower);
}

// Equivalence takes fewer rounds than a difference does: nothing is said to be too few for a verdict that is there.
TEST(ComparisonTest, HasNoRowWithTooFewValuesWhereAllAreTold) {
  Values even;
  Values other;
  for (int round = 0; round < 6; ++round) {
    even.push_back(100 + round);
    other.push_back((100 + round) * (1 + 0.0001 * (round - 3)));
  }
  const MetricComparison table =
      Compare(Paired({Row("BM_a", even), Row("BM_b", even)}, {Row("BM_a", other), Row("BM_b", other)}), {})
          .metrics.at(0);
  EXPECT_EQ(table.rows[0].verdict, Verdict::kEquivalent);
  EXPECT_EQ(table.too_few, 0);
  EXPECT_EQ(table.values_needed, 0);
}

TEST(ComparisonTest, NamesCountersThatOneSideLacks) {
  const MeasuredPair pair =
      Unpaired({WithCounter(WithCounter(Row("BM_a", Near(100)), "hops", {4}), "steps", {1}),
                WithCounter(Row("BM_b", Near(100)), "hops", {4})},
               {WithCounter(WithCounter(Row("BM_a", Near(100)), "hops", {4}), "leaps", {1}), Row("BM_b", Near(100))});
  const Comparison comparison = Compare(pair, {});
  EXPECT_THAT(comparison.metrics.at(1).one_sided, ElementsAre("BM_b"));
  EXPECT_THAT(comparison.notes, ElementsAre("only the base counts steps", "only the contender counts leaps"));
}

TEST(ComparisonTest, NotesADirectionOfNoMetric) {
  const MeasuredPair pair =
      Unpaired({WithCounter(Row("BM_a", Near(100)), "hops", {4})}, {WithCounter(Row("BM_a", Near(100)), "hops", {4})});
  EXPECT_THAT(Compare(pair, {.directions = {.less_is_better = {"hopps"}}}).notes,
              ElementsAre(HasSubstr("--less-is-better hopps: no compared metric is called so; did you mean hops?")));
  EXPECT_THAT(Compare(pair, {.directions = {.less_is_better = {"hops"}}}).notes, IsEmpty());
}

TEST(ComparisonTest, MakesNoRatioOfTwoZeros) {
  const auto counted = [](double value) {
    const Values hops(3, value);
    return CompareRows(WithCounter(Row("BM_a", Near(100)), "hops", hops),
                       WithCounter(Row("BM_a", Near(100)), "hops", hops))
        .metrics.at(1)
        .rows.at(0);
  };
  EXPECT_TRUE(counted(0).identical);
  EXPECT_EQ(counted(0).verdict, Verdict::kEquivalent);
  EXPECT_TRUE(std::isnan(counted(0).ratio.ratio));
  EXPECT_EQ(counted(4).ratio.ratio, 1);
}

TEST(ComparisonTest, GivesNoRatioOfTimesBelowTheClock) {
  MeasuredPair pair = Unpaired({WithCounter(Row("BM_a", Near(0.001)), "hops", {4}), Row("BM_b", Near(100))},
                               {WithCounter(Row("BM_a", Near(0.002)), "hops", {5}), Row("BM_b", Near(100))});
  pair.base.context["playbook.clock_step_ns"] = "20";
  const Comparison comparison = Compare(pair, {});
  ASSERT_THAT(comparison.metrics, SizeIs(2));
  ASSERT_THAT(comparison.metrics[0].rows, SizeIs(1));
  EXPECT_EQ(comparison.metrics[0].rows[0].name, "BM_b");
  ASSERT_THAT(comparison.matching.failed, SizeIs(1));
  EXPECT_EQ(comparison.matching.failed[0].reason,
            "a repetition takes less than 100 times what the clock can tell, 20.0 ns");
  EXPECT_TRUE(comparison.matching.failed[0].on_base);
  EXPECT_FALSE(comparison.matching.failed[0].on_contender);
  EXPECT_EQ(comparison.metrics[1].rows[0].name, "BM_a");
}

TEST(ComparisonTest, NamesTheRowsWhereAllAreBelowTheClock) {
  MeasuredPair pair = Unpaired({Row("BM_a", Near(0.001))}, {Row("BM_a", Near(0.002))});
  pair.base.context["playbook.clock_step_ns"] = "20";
  const Comparison comparison = Compare(pair, {});
  EXPECT_THAT(comparison.metrics.at(0).rows, IsEmpty());
  ASSERT_THAT(comparison.matching.failed, SizeIs(1));
  EXPECT_EQ(comparison.matching.failed[0].name, "BM_a");
}

// The iterations of an aggregate are its repetitions.
TEST(ComparisonTest, TakesNoAggregateForATimeBelowTheClock) {
  MeasuredRow aggregate = Row("BM_a", {100});
  aggregate.aggregates_only = true;
  aggregate.iterations = {3};
  MeasuredPair pair = Unpaired({aggregate}, {aggregate});
  pair.base.context["playbook.clock_step_ns"] = "20";
  EXPECT_THAT(Compare(pair, {}).matching.failed, IsEmpty());
}

TEST(ComparisonTest, NotesIterationsThatDiffer) {
  MeasuredRow many = Row("BM_a", Near(100));
  many.iterations = {2000};
  EXPECT_THAT(CompareRows(Row("BM_a", Near(100)), many).notes,
              Contains("in 1 of 1 rows the sides ran numbers of iterations more than 1.1 fold apart (BM_a ran 1000 and "
                       "2000): what is paid once weighs differently"));
  many.iterations = {1090};
  EXPECT_THAT(CompareRows(Row("BM_a", Near(100)), many).notes, IsEmpty());
}

TEST(ComparisonTest, NotesAggregatesWithoutRepetitions) {
  MeasuredRow aggregate = Row("BM_a", {100});
  aggregate.aggregates_only = true;
  const Comparison comparison = CompareRows(aggregate, Row("BM_a", Near(200, 100)));
  EXPECT_THAT(comparison.notes, Contains(HasSubstr("1 of 1 rows have aggregates without their repetitions")));
  EXPECT_EQ(FirstRow(comparison).verdict, Verdict::kCannotTell);
}

TEST(ComparisonTest, AsksForThreadsOnlyWhereRowsHaveThem) {
  MeasuredPair pair = Unpaired({Row("BM_a/threads:4", Near(100)), Row("BM_b", Near(100))},
                               {Row("BM_a/threads:4", Near(100)), Row("BM_b", Near(100))});
  pair.base.context["library_version"] = "v1.8.4";
  pair.contender.context["library_version"] = "v1.9.4";
  EXPECT_THAT(Compare(pair, {}).provenance.refusals, SizeIs(1));
  EXPECT_THAT(Compare(pair, {.filter = "BM_b"}).provenance.refusals, IsEmpty());
}

TEST(ComparisonTest, CarriesTheNotesOfBothSides) {
  MeasuredPair pair = Unpaired({Row("BM_a", Near(100))}, {Row("BM_a", Near(100))});
  pair.notes = {"of both"};
  pair.base.notes = {"lacks its end"};
  pair.contender.notes = {"after.json: names itself"};
  pair.base.whole = false;
  const Comparison comparison = Compare(pair, {});
  EXPECT_THAT(comparison.notes, ElementsAre("of both", "before.json: lacks its end", "after.json: names itself"));
  EXPECT_FALSE(comparison.whole);
}

}  // namespace
}  // namespace playbook
