#include "tools/measure/effect.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <ostream>

namespace playbook {

void PrintTo(EffectVerdict verdict, std::ostream* stream) {
  *stream << Word(verdict);
}

namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

constexpr double kMissing = std::numeric_limits<double>::quiet_NaN();

// A run of one pair "p" in memory: each row has one time for each round.
struct Builder {
  explicit Builder(const std::string& claim, double at_least = 2) {
    PairDescription pair;
    pair.id = "p";
    pair.figure = "time";
    pair.effect = claim;
    pair.at_least = at_least;
    for (const char* const role : {"wrong", "right", "control"}) {
      pair.rows.push_back({.row = std::string("p/") + role, .role = role, .headline = true});
    }
    run.pairs["p"] = pair;
    run.plan.pairs = {"p"};
    run.plan.builds = {{"gcc", "gcc"}};
  }

  Builder& Row(const std::string& role, const std::vector<double>& time_ns, const std::string& label = "gcc",
               std::int64_t iterations = 1000) {
    PairRun& pair = run.runs[{label, "p"}];
    pair.context["playbook.clock_step_ns"] = "10";  // so 1,000 ns in all is the least that is told
    RowSeries& row = pair.rows["p/" + role];
    row.time_ns = time_ns;
    for (const double one : time_ns) {
      row.total_ns.push_back(one * static_cast<double>(iterations));
      row.iterations.push_back(iterations);
    }
    return *this;
  }

  EffectFinding Judge(const std::string& label = "gcc") const { return JudgeEffect(run, "p", label, 1); }

  RunData run;
};

// Ten rounds whose ratios to a constant 100 run from low to high.
std::vector<double> Spread(double low, double high) {
  constexpr int kRounds = 10;
  std::vector<double> values;
  for (int round = 0; round < kRounds; ++round) {
    values.push_back(100 * (low + (high - low) * round / (kRounds - 1)));
  }
  return values;
}

std::vector<double> Same(double value, int rounds = 10) {
  return std::vector<double>(static_cast<std::size_t>(rounds), value);
}

EffectVerdict VerdictOf(const std::string& claim, double low, double high, double at_least = 2) {
  return Builder(claim, at_least).Row("wrong", Spread(low, high)).Row("right", Same(100)).Judge().verdict;
}

TEST(EffectTest, IsShownWhereTheIntervalLiesBeyondTheThreshold) {
  EXPECT_EQ(VerdictOf("right_faster", 2.1, 2.4), EffectVerdict::kShown);
  EXPECT_EQ(VerdictOf("wrong_reads_higher", 3, 4), EffectVerdict::kShown);
}

TEST(EffectTest, IsSmallerHereOnlyWhereTheIntervalEndsBelowTheThreshold) {
  EXPECT_EQ(VerdictOf("right_faster", 1.2, 1.9), EffectVerdict::kSmallerHere);
  EXPECT_EQ(VerdictOf("right_faster", 1.5, 2.5), EffectVerdict::kSizeUnclear);
}

TEST(EffectTest, IsTheOtherWayRoundBeyondOneOnTheOtherSide) {
  EXPECT_EQ(VerdictOf("right_faster", 0.5, 0.9), EffectVerdict::kOtherWayRound);
}

TEST(EffectTest, IsNotShownWhereTheIntervalHoldsOne) {
  EXPECT_EQ(VerdictOf("right_faster", 0.7, 3), EffectVerdict::kNotShown);
  EXPECT_EQ(VerdictOf("right_faster", 1, 1, 1), EffectVerdict::kNotShown);
}

TEST(EffectTest, TurnsTheRatioRoundWhereTheClaimDoes) {
  const EffectFinding finding = Builder("wrong_reads_lower").Row("wrong", Same(100)).Row("right", Same(500)).Judge();
  EXPECT_EQ(finding.verdict, EffectVerdict::kShown);
  EXPECT_EQ(finding.sides, "right / wrong");
  EXPECT_NEAR(finding.ratio.ratio, 5, 1e-9);
  EXPECT_EQ(VerdictOf("wrong_reads_lower", 3, 4), EffectVerdict::kOtherWayRound);
}

TEST(EffectTest, TakesTheRatioInsideEachRound) {
  // Both sides drift by 500 times; their medians over all rounds would say nothing about 3.
  std::vector<double> right;
  std::vector<double> wrong;
  for (int round = 0; round < 10; ++round) {
    right.push_back(100 * std::pow(2, round));
    wrong.push_back(3 * right.back());
  }
  const EffectFinding finding = Builder("right_faster").Row("wrong", wrong).Row("right", right).Judge();
  EXPECT_NEAR(finding.ratio.low, 3, 1e-9);
  EXPECT_NEAR(finding.ratio.high, 3, 1e-9);
}

TEST(EffectTest, SaysTheIntervalItsRoundsAndItsTrueLevel) {
  const Builder builder = Builder("right_faster").Row("wrong", Spread(2.1, 2.4)).Row("right", Same(100));
  EXPECT_THAT(builder.Judge().reason, AllOf(HasSubstr("n = 10"), HasSubstr("97.9 %"), HasSubstr("2.00x")));
  EXPECT_NEAR(JudgeEffect(builder.run, "p", "gcc", 10).ratio.level, 0.998, 1e-3);
}

TEST(EffectTest, GivesNoVerdictBelowSixRounds) {
  const EffectFinding finding = Builder("right_faster").Row("wrong", Same(500, 5)).Row("right", Same(100, 5)).Judge();
  EXPECT_EQ(finding.verdict, EffectVerdict::kTooFewRounds);
  EXPECT_TRUE(finding.has_ratio);
  EXPECT_EQ(finding.reason, "5 rounds, an interval needs at least 6");
}

TEST(EffectTest, CountsOnlyRoundsThatBothSidesHave) {
  std::vector<double> holed = Same(500, 7);
  holed[2] = kMissing;
  holed[4] = kMissing;
  const EffectFinding finding = Builder("right_faster").Row("wrong", holed).Row("right", Same(100, 7)).Judge();
  EXPECT_EQ(finding.verdict, EffectVerdict::kTooFewRounds);
  EXPECT_EQ(finding.ratio.n, 5);
}

TEST(EffectTest, ReadsLikeControlWhereOnlyTheRightSideCanBeTold) {
  for (const char* const claim : {"reads_like_control", "right_faster", "wrong_reads_lower"}) {
    const EffectFinding finding =
        Builder(claim).Row("wrong", Same(0.001)).Row("right", Same(900)).Row("control", Same(0.001)).Judge();
    EXPECT_EQ(finding.verdict, EffectVerdict::kReadsLikeControl) << claim;
    EXPECT_FALSE(finding.has_ratio);
    EXPECT_EQ(finding.ratio.n, 0);
    EXPECT_THAT(finding.reason, HasSubstr("100 times 10.0 ns"));
  }
}

TEST(EffectTest, DoesNotCallItLikeControlWhereControlOrRightSaysOtherwise) {
  const auto verdict = [](double wrong, double right, double control) {
    return Builder("reads_like_control")
        .Row("wrong", Same(wrong))
        .Row("right", Same(right))
        .Row("control", Same(control))
        .Judge()
        .verdict;
  };
  EXPECT_EQ(verdict(0.001, 0.001, 0.001), EffectVerdict::kNotShown);
  EXPECT_EQ(verdict(0.001, 900, 50), EffectVerdict::kNotShown);
  EXPECT_EQ(verdict(900, 0.001, 0.001), EffectVerdict::kNotShown);
  EXPECT_EQ(verdict(900, 900, 0.001), EffectVerdict::kNotShown);
}

TEST(EffectTest, JudgesLikeControlByIntervalsWhereTheClockCanTell) {
  const auto judge = [](double wrong, double right) {
    return Builder("reads_like_control")
        .Row("wrong", Same(wrong))
        .Row("right", Same(right))
        .Row("control", Same(2))
        .Judge();
  };
  EXPECT_EQ(judge(2.2, 900).verdict, EffectVerdict::kReadsLikeControl);
  EXPECT_TRUE(judge(2.2, 900).has_ratio);
  EXPECT_EQ(judge(4, 900).verdict, EffectVerdict::kNotShown);
  EXPECT_EQ(judge(2.2, 2.3).verdict, EffectVerdict::kNotShown);
}

TEST(EffectTest, LooksAtTheWholeRepetitionForTheClocksResolution) {
  Builder builder("right_faster");
  builder.Row("wrong", Same(0.5), "gcc", 2000).Row("right", Same(0.1), "gcc", 1'000'000);
  EXPECT_FALSE(BelowClock(builder.run.Of("gcc", "p"), "p/wrong"));
  builder.Row("control", Same(0.5), "gcc", 1999);
  EXPECT_TRUE(BelowClock(builder.run.Of("gcc", "p"), "p/control"));
  EXPECT_EQ(builder.Judge().verdict, EffectVerdict::kShown);
}

TEST(EffectTest, TellsEquivalentNegligibleDifferentAndUnclearApart) {
  EXPECT_EQ(VerdictOf("no_difference", 0.99, 1.01, 1.05), EffectVerdict::kEquivalent);
  EXPECT_EQ(VerdictOf("no_difference", 1.02, 1.03, 1.05), EffectVerdict::kNegligible);
  EXPECT_EQ(VerdictOf("no_difference", 1.2, 1.3, 1.05), EffectVerdict::kDiffers);
  EXPECT_EQ(VerdictOf("no_difference", 0.7, 0.8, 1.05), EffectVerdict::kDiffers);
  EXPECT_EQ(VerdictOf("no_difference", 1.02, 1.2, 1.05), EffectVerdict::kSizeUnclear);
  EXPECT_EQ(VerdictOf("no_difference", 0.8, 1.3, 1.05), EffectVerdict::kCannotTell);
}

TEST(EffectTest, SaysHowManyRoundsCouldTell) {
  const EffectFinding finding =
      Builder("no_difference", 1.05).Row("wrong", Spread(0.9, 1.1)).Row("right", Same(100)).Judge();
  EXPECT_THAT(finding.reason, AllOf(HasSubstr("wider than 0.952x .. 1.05x"), HasSubstr("rounds could tell")));
}

TEST(EffectTest, ComparesTheWrongSideOfTwoBuildsWhicheverIsSlower) {
  Builder builder("wrong_differs_between_builds", 1.5);
  builder.run.plan.builds = {{"gcc", "gcc"}, {"clang", "clang"}};
  builder.Row("wrong", Same(100), "gcc").Row("wrong", Same(25), "clang");
  for (const char* const label : {"gcc", "clang"}) {
    const EffectFinding finding = builder.Judge(label);
    EXPECT_EQ(finding.verdict, EffectVerdict::kShown) << label;
    EXPECT_EQ(finding.sides, "gcc / clang");
    EXPECT_NEAR(finding.ratio.ratio, 4, 1e-9);
  }
  builder.run.runs[{"gcc", "p"}].rows["p/wrong"].time_ns = Same(20);
  EXPECT_EQ(builder.Judge().sides, "clang / gcc");
  EXPECT_EQ(builder.Judge().verdict, EffectVerdict::kSmallerHere);
}

TEST(EffectTest, NeedsTwoBuildsForAClaimBetweenBuilds) {
  const EffectFinding finding = Builder("wrong_differs_between_builds").Row("wrong", Same(100)).Judge();
  EXPECT_EQ(finding.verdict, EffectVerdict::kNoData);
  EXPECT_THAT(finding.reason, HasSubstr("only one"));
}

TEST(EffectTest, SaysWhyThereIsNoData) {
  Builder builder("right_faster");
  builder.Row("wrong", Same(100));
  EXPECT_EQ(builder.Judge().reason, "p/right has not been measured");
  builder.Row("right", Same(kMissing));
  builder.run.runs[{"gcc", "p"}].rows["p/right"].errors = {"the disk is full"};
  EXPECT_EQ(builder.Judge().reason, "p/right failed: the disk is full");
  builder.run.runs[{"gcc", "p"}].failure = FailureRecord{.stage = "round", .reason = "was killed"};
  EXPECT_EQ(builder.Judge().reason, "given up at stage round: was killed");
  EXPECT_EQ(builder.Judge().verdict, EffectVerdict::kNoData);
  EXPECT_EQ(JudgeEffect(builder.run, "q", "gcc", 1).verdict, EffectVerdict::kNoData);
}

TEST(EffectTest, DoesNotGuessAnEffectItDoesNotKnow) {
  EXPECT_EQ(VerdictOf("makes_coffee", 3, 4), EffectVerdict::kNoData);
}

TEST(RowRatioTest, RefusesARowBelowTheClockOnEitherSide) {
  Builder builder("right_faster");
  builder.Row("wrong", Same(0.001)).Row("right", Same(900));
  const PairRun& run = builder.run.Of("gcc", "p");
  EXPECT_EQ(RowRatio(run, "p/wrong", run, "p/right", 0.95).n, 0);
  EXPECT_EQ(RowRatio(run, "p/right", run, "p/wrong", 0.95).n, 0);
  EXPECT_THAT(RowRatio(run, "p/right", run, "p/wrong", 0.95).warnings.front(), HasSubstr("below the clock"));
  EXPECT_EQ(RowRatio(run, "p/right", run, "p/right", 0.95).n, 10);
}

}  // namespace
}  // namespace playbook
