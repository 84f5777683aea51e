#include "tools/compare/gate.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>
#include <string>

#include "tests/unit/tools/compare/sides.h"

namespace playbook {
namespace {

using ::testing::ElementsAre;
using ::testing::StartsWith;

using Outcome = GateResult::Outcome;

GateResult Judge(const MeasuredPair& pair, const std::string& text, CompareOptions options = {}) {
  const Gate gate = ParseGate(text);
  options.margin = gate.margin;
  return JudgeGate(Compare(pair, options), gate);
}

// Ten times each way; `percent` slower.
MeasuredPair Slower(double percent) {
  return Unpaired({Row("BM_a", Near(100))}, {Row("BM_a", Near(100 + percent))});
}

// So wide that nothing can be told of any margin here.
const Values kWide = {60, 70, 80, 90, 100, 110, 120, 130, 140, 151};

TEST(GateTest, CannotTellWhereEveryRowIsBelowTheClock) {
  MeasuredPair pair = Unpaired({Row("BM_a", Near(0.001))}, {Row("BM_a", Near(0.002))});
  pair.base.context["playbook.clock_step_ns"] = "20";
  const GateResult result = Judge(pair, "3%");
  EXPECT_EQ(result.outcome, Outcome::kCannotTell);
  EXPECT_FALSE(result.undecided.empty());
}

TEST(GateTest, ReadsItsMarginAndSide) {
  EXPECT_DOUBLE_EQ(ParseGate("3%").margin, 0.03);
  EXPECT_TRUE(ParseGate("3%").on_slower);
  EXPECT_TRUE(ParseGate("3%").on_faster);
  EXPECT_FALSE(ParseGate("slower:0.5%").on_faster);
  EXPECT_FALSE(ParseGate("faster:0.5%").on_slower);
  EXPECT_DOUBLE_EQ(ParseGate("slower:0.5%").margin, 0.005);
}

TEST(GateTest, RefusesWhatIsNoGate) {
  for (const char* text :
       {"", "3", "%", "slower", "slower:", "slower:3", "worse:3%", "-1%", "0%", "nan%", "1e9%", "3%%"}) {
    EXPECT_THROW(ParseGate(text), std::invalid_argument) << text;
  }
  try {
    ParseGate("worse:3%");
  } catch (const std::invalid_argument& fault) {
    EXPECT_STREQ(fault.what(), "--gate worse:3% has \"worse\" before the colon, must have slower or faster");
  }
  try {
    ParsePercent("3", "--margin");
  } catch (const std::invalid_argument& fault) {
    EXPECT_STREQ(fault.what(), "--margin has \"3\", must have a percentage above 0 and at most 1000, as 3%");
  }
}

TEST(GateTest, TripsOnTheSideThatWasAskedFor) {
  EXPECT_EQ(Judge(Slower(10), "slower:3%").outcome, Outcome::kTripped);
  EXPECT_EQ(Judge(Slower(10), "3%").outcome, Outcome::kTripped);
  EXPECT_EQ(Judge(Slower(10), "faster:3%").outcome, Outcome::kPassed);
  EXPECT_EQ(Judge(Slower(-10), "faster:3%").outcome, Outcome::kTripped);
  EXPECT_EQ(Judge(Slower(-10), "slower:3%").outcome, Outcome::kPassed);
  EXPECT_THAT(Judge(Slower(10), "slower:3%").tripped, ElementsAre(StartsWith("BM_a, real_time: slower, 1.1")));
}

TEST(GateTest, PassesWhatLiesInsideTheMargin) {
  EXPECT_EQ(Judge(Slower(0.01), "3%").outcome, Outcome::kPassed);
  EXPECT_EQ(Judge(Slower(1.2), "3%").outcome, Outcome::kPassed);
}

TEST(GateTest, PassesWhereTheIntervalExcludesASlowdownThoughTheVerdictIsOpen) {
  // From much faster to hardly faster: which of them cannot be told, but it is not slower.
  const MeasuredPair pair = Unpaired({Row("BM_a", {100, 101, 102, 103, 104, 105, 106, 107, 108, 109})},
                                     {Row("BM_a", {60, 70, 75, 80, 85, 90, 95, 99, 99.5, 99.6})});
  EXPECT_EQ(Judge(pair, "slower:3%").outcome, Outcome::kPassed);
}

TEST(GateTest, CannotTellWhereTheIntervalReachesAcrossTheGate) {
  const MeasuredPair pair = Unpaired({Row("BM_a", kWide)}, {Row("BM_a", kWide)});
  const GateResult result = Judge(pair, "slower:3%");
  EXPECT_EQ(result.outcome, Outcome::kCannotTell);
  EXPECT_THAT(result.undecided, ElementsAre(StartsWith("BM_a, real_time: cannot tell (needs ")));
}

TEST(GateTest, CannotTellOfTooFewValues) {
  EXPECT_EQ(Judge(Unpaired({Row("BM_a", {1, 1, 1})}, {Row("BM_a", {9, 9, 9})}), "slower:3%").outcome,
            Outcome::kCannotTell);
}

TEST(GateTest, DoesNotPassRowsThatAreGoneOrFailed) {
  MeasuredRow failed = Row("BM_b", {});
  failed.failure = "no such file";
  const GateResult gone =
      Judge(Unpaired({Row("BM_a", Near(100)), Row("BM_b", Near(100))}, {Row("BM_a", Near(100))}), "slower:3%");
  EXPECT_EQ(gone.outcome, Outcome::kCannotTell);
  EXPECT_THAT(gone.undecided, ElementsAre("BM_b is not in the contender"));
  const GateResult broken =
      Judge(Unpaired({Row("BM_a", Near(100)), Row("BM_b", Near(100))}, {Row("BM_a", Near(100)), failed}), "slower:3%");
  EXPECT_THAT(broken.undecided, ElementsAre("BM_b has no value on the contender: no such file"));
  // New rows have nothing to be slower than.
  EXPECT_EQ(
      Judge(Unpaired({Row("BM_a", Near(100))}, {Row("BM_a", Near(100)), Row("BM_new", Near(1))}), "slower:3%").outcome,
      Outcome::kPassed);
}

TEST(GateTest, DoesNotPassRowsThatFailedInPart) {
  MeasuredRow broken = Row("BM_a", Near(100, 4));
  broken.failed = 6;
  broken.failure = "disk full";
  const GateResult result = Judge(Unpaired({Row("BM_a", Near(100))}, {broken}), "3%");
  EXPECT_EQ(result.outcome, Outcome::kCannotTell);
  EXPECT_THAT(result.undecided, ElementsAre("BM_a: 6 repetitions of the contender failed and are left out: disk full"));
  // What is left may well show a slowdown.
  MeasuredRow slower = Row("BM_a", Near(200, 4));
  slower.failed = 6;
  EXPECT_EQ(Judge(Unpaired({Row("BM_a", Near(100))}, {slower}), "3%").outcome, Outcome::kTripped);
}

TEST(GateTest, DoesNotPassValuesWithoutARatio) {
  Values zeros = Near(100);
  std::fill(zeros.begin(), zeros.begin() + 6, 0.0);
  EXPECT_EQ(Judge(Unpaired({Row("BM_a", Near(100.5))}, {Row("BM_a", zeros)}), "3%").outcome, Outcome::kCannotTell);
}

TEST(GateTest, DoesNotPassARowThatLacksTheMetric) {
  const MeasuredPair pair =
      Unpaired({WithCounter(Row("BM_a", Near(100)), "hops", {4}), WithCounter(Row("BM_b", Near(100)), "hops", {4})},
               {WithCounter(Row("BM_a", Near(100)), "hops", {4}), Row("BM_b", Near(100))});
  const GateResult result = Judge(pair, "3%", {.metrics = {"hops"}});
  EXPECT_THAT(result.undecided, ElementsAre("BM_b has hops on one side only"));
}

TEST(GateTest, DoesNotPassAFileThatLacksItsEnd) {
  MeasuredPair pair = Slower(0.01);
  pair.contender.whole = false;
  EXPECT_EQ(Judge(pair, "slower:3%").outcome, Outcome::kCannotTell);
}

TEST(GateTest, TripsWhateverElseIsOpen) {
  MeasuredPair pair = Slower(10);
  pair.contender.whole = false;
  EXPECT_EQ(Judge(pair, "slower:3%").outcome, Outcome::kTripped);
}

TEST(GateTest, LooksAtTimeUnlessOtherMetricsAreAskedFor) {
  const MeasuredPair pair = Unpaired({WithCounter(Row("BM_a", Near(100)), "bytes_per_second", Near(2e9))},
                                     {WithCounter(Row("BM_a", Near(100)), "bytes_per_second", Near(1e9))});
  EXPECT_EQ(Judge(pair, "slower:3%").outcome, Outcome::kPassed);
  EXPECT_EQ(Judge(pair, "slower:3%", {.metrics = {"bytes_per_second"}}).outcome, Outcome::kTripped);
  EXPECT_EQ(Judge(pair, "faster:3%", {.metrics = {"bytes_per_second"}}).outcome, Outcome::kPassed);
}

TEST(GateTest, PassesACounterThatIsTheSame) {
  const MeasuredPair pair = Unpaired({WithCounter(Row("BM_a", Near(100)), "allocs_per_iter", {3})},
                                     {WithCounter(Row("BM_a", Near(100)), "allocs_per_iter", {3})});
  EXPECT_EQ(Judge(pair, "slower:3%", {.metrics = {"allocs_per_iter"}}).outcome, Outcome::kPassed);
}

TEST(GateTest, AsksForTheDirectionOfACounter) {
  const MeasuredPair pair = Unpaired({WithCounter(Row("BM_a", Near(100)), "hops", Near(10))},
                                     {WithCounter(Row("BM_a", Near(100)), "hops", Near(20))});
  try {
    Judge(pair, "slower:3%", {.metrics = {"hops"}});
    FAIL() << "judged";
  } catch (const std::invalid_argument& fault) {
    EXPECT_STREQ(fault.what(),
                 "--gate slower: whether more of hops is better is not known; say --less-is-better hops or "
                 "--more-is-better hops");
  }
  // Either way needs no direction.
  EXPECT_EQ(Judge(pair, "3%", {.metrics = {"hops"}}).outcome, Outcome::kTripped);
}

TEST(GateTest, HasAWordForEachOutcome) {
  EXPECT_STREQ(Word(Outcome::kPassed), "passed");
  EXPECT_STREQ(Word(Outcome::kTripped), "tripped");
  EXPECT_STREQ(Word(Outcome::kCannotTell), "cannot_tell");
}

}  // namespace
}  // namespace playbook
