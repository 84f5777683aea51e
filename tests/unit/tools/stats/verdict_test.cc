// Does each state of the evidence get its word, by intervals as by tests, and what is left of it in a table?
#include "tools/stats/verdict.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <string>
#include <vector>

#include "tests/unit/tools/stats/noise.h"
#include "tools/stats/holm.h"
#include "tools/stats/mann_whitney.h"
#include "tools/stats/unpaired_ratio.h"

namespace playbook {
namespace {

RatioEstimate Interval(double low, double high) {
  return {.n = 10, .ratio = std::sqrt(low * high), .has_interval = true, .low = low, .high = high, .level = 0.95};
}

Verdict Of(double low, double high, double inner_low, double inner_high) {
  return JudgeIntervals(Interval(low, high), Interval(inner_low, inner_high), 0.02);
}

TEST(VerdictTest, BeyondTheMarginIsSlowerOrFaster) {
  EXPECT_EQ(Of(1.021, 1.10, 1.03, 1.09), Verdict::kSlower);
  EXPECT_EQ(Of(0.90, 0.98, 0.91, 0.975), Verdict::kFaster);
}

TEST(VerdictTest, RealAndInsideTheMarginIsNegligible) {
  EXPECT_EQ(Of(1.001, 1.019, 1.002, 1.018), Verdict::kNegligible);
  EXPECT_EQ(Of(0.982, 0.999, 0.983, 0.998), Verdict::kNegligible);
}

TEST(VerdictTest, TheNarrowerIntervalInsideTheMarginIsEquivalent) {
  EXPECT_EQ(Of(0.99, 1.01, 0.995, 1.005), Verdict::kEquivalent);
  EXPECT_EQ(Of(0.97, 1.01, 0.985, 1.005), Verdict::kEquivalent) << "the wide one need not be inside";
  EXPECT_EQ(Of(1.001, 1.03, 1.002, 1.019), Verdict::kEquivalent) << "this comes before differs";
}

TEST(VerdictTest, RealAndAcrossTheEdgeDiffers) {
  EXPECT_EQ(Of(1.001, 1.03, 1.002, 1.025), Verdict::kDiffers);
  EXPECT_EQ(Of(0.95, 0.999, 0.96, 0.998), Verdict::kDiffers);
}

TEST(VerdictTest, TooWideForEitherCannotTell) {
  EXPECT_EQ(Of(0.95, 1.05, 0.96, 1.04), Verdict::kCannotTell);
  EXPECT_EQ(Of(1.0, 1.05, 1.0, 1.04), Verdict::kCannotTell) << "an end at 1 does not leave it out";
}

TEST(VerdictTest, TheEdgeItselfIsNeitherInsideNorBeyond) {
  EXPECT_EQ(Of(1.02, 1.10, 1.03, 1.09), Verdict::kDiffers);
  EXPECT_EQ(Of(0.99, 1.02, 0.99, 1.02), Verdict::kCannotTell);
}

TEST(VerdictTest, WithoutAMarginNothingLiesInside) {
  const std::vector<double> equal(10, 0.0);
  const std::vector<double> above(10, 0.001);
  EXPECT_EQ(JudgeIntervals(EstimateRatio(equal, 0.95), EstimateRatio(equal, 0.90), 0.0), Verdict::kCannotTell);
  EXPECT_EQ(JudgeTests(PairedTests(equal, 0.0), 0.95), Verdict::kCannotTell);
  EXPECT_EQ(JudgeIntervals(EstimateRatio(above, 0.95), EstimateRatio(above, 0.90), 0.0), Verdict::kSlower);
  EXPECT_EQ(JudgeTests(PairedTests(above, 0.0), 0.95), Verdict::kSlower);
}

TEST(VerdictTest, WithoutAnIntervalCannotTell) {
  const std::vector<double> far(5, 2.0);
  const RatioEstimate none = EstimateRatio(far, 0.95);
  EXPECT_EQ(JudgeIntervals(none, none, 0.02), Verdict::kCannotTell);
  EXPECT_EQ(JudgeTests(PairedTests(far, 0.02), 0.95), Verdict::kCannotTell);
  EXPECT_EQ(JudgeTests(PairedTests({}, 0.02), 0.95), Verdict::kCannotTell);
  const std::vector<double> three = {1, 2, 3};
  const std::vector<double> others = {11, 12, 13};
  EXPECT_EQ(JudgeTests(UnpairedTests(three, others, 0.02), 0.95), Verdict::kCannotTell);
  EXPECT_EQ(JudgeTests(UnpairedTests(three, three, 0.02), 0.90), Verdict::kCannotTell);
  EXPECT_EQ(JudgeTests(UnpairedTests({}, others, 0.02), 0.95), Verdict::kCannotTell);
}

TEST(VerdictTest, HasOneWordEach) {
  const std::vector<Verdict> all = {Verdict::kSlower,     Verdict::kFaster,  Verdict::kNegligible,
                                    Verdict::kEquivalent, Verdict::kDiffers, Verdict::kCannotTell};
  std::set<std::string> words;
  for (const Verdict verdict : all) {
    words.insert(Word(verdict));
  }
  EXPECT_EQ(words, (std::set<std::string>{"slower", "faster", "negligible", "equivalent", "differs", "cannot_tell"}));
}

// Rounds of all kinds of shift and spread: the two ways to a verdict are one.
TEST(VerdictTest, IsTheSameByIntervalsAsByTests) {
  Noise noise(3);
  std::set<Verdict> seen;
  for (int trial = 0; trial < 3000; ++trial) {
    const int n = 5 + trial % 40;
    const double shift = 0.01 * (trial % 7 - 3);
    const double spread = 0.002 * std::exp2(trial % 5);
    std::vector<double> rounds;
    for (int round = 0; round < n; ++round) {
      rounds.push_back(shift + spread * noise.Normal());
    }
    const Verdict by_interval =
        JudgeIntervals(EstimateRatio(rounds, 0.95), EstimateRatio(rounds, EquivalenceLevel(0.95)), 0.02);
    const Verdict by_tests = JudgeTests(PairedTests(rounds, 0.02), 0.95);
    ASSERT_EQ(by_interval, by_tests) << Word(by_interval) << ", " << Word(by_tests) << ", trial " << trial;
    std::shuffle(rounds.begin(), rounds.end(), std::mt19937_64(static_cast<unsigned>(trial)));
    ASSERT_EQ(JudgeTests(PairedTests(rounds, 0.02), 0.95), by_tests) << "in another order";
    seen.insert(by_tests);
  }
  EXPECT_EQ(seen.size(), 6U);
}

TEST(VerdictTest, OfUnpairedValuesIsTheSameByIntervalsAsByTests) {
  Noise noise(4);
  std::set<Verdict> seen;
  for (int trial = 0; trial < 1000; ++trial) {
    const double shift = 0.01 * (trial % 7 - 3);
    const double spread = 0.002 * std::exp2(trial % 5);
    std::vector<double> base;
    std::vector<double> contender;
    for (int i = 0; i < 3 + trial % 11; ++i) {
      base.push_back(spread * noise.Normal());
    }
    for (int i = 0; i < 3 + trial % 13; ++i) {
      contender.push_back(shift + spread * noise.Normal());
    }
    const Verdict by_interval = JudgeIntervals(EstimateShift(contender, base, 0.95).ratio,
                                               EstimateShift(contender, base, EquivalenceLevel(0.95)).ratio, 0.02);
    const Verdict by_tests = JudgeTests(UnpairedTests(contender, base, 0.02), 0.95);
    ASSERT_EQ(by_interval, by_tests) << Word(by_interval) << ", " << Word(by_tests) << ", trial " << trial;
    seen.insert(by_tests);
  }
  EXPECT_EQ(seen.size(), 6U);
}

// Equal values are what a coarse clock or a counter gives.
TEST(VerdictTest, OfEqualUnpairedValuesNeverSaysMoreThanTheIntervals) {
  Noise noise(6);
  int weaker = 0;
  std::set<Verdict> seen;
  for (int trial = 0; trial < 2000; ++trial) {
    const double shift = 0.01 * (trial % 7 - 3);
    const double step = 0.005 * (1 + trial % 4);
    std::vector<double> base;
    std::vector<double> contender;
    for (int i = 0; i < 4 + trial % 11; ++i) {
      base.push_back(step * std::round(0.015 * noise.Normal() / step));
    }
    for (int i = 0; i < 4 + trial % 13; ++i) {
      contender.push_back(step * std::round((shift + 0.015 * noise.Normal()) / step));
    }
    const RatioEstimate interval = EstimateShift(contender, base, 0.95).ratio;
    const RatioTests tests = UnpairedTests(contender, base, 0.02);
    const bool leaves_out = interval.low > 1 || interval.high < 1;
    if (WithinError(tests.differs, 0.95)) {
      ASSERT_TRUE(leaves_out) << tests.differs << " beside " << interval.low << " .. " << interval.high;
    }
    if (WithinError(tests.beyond, 0.95)) {
      ASSERT_TRUE(interval.low > 1.02 || interval.high < 1 / 1.02) << interval.low << " .. " << interval.high;
    }
    weaker += leaves_out && !WithinError(tests.differs, 0.95) ? 1 : 0;
    seen.insert(JudgeTests(tests, 0.95));
  }
  EXPECT_LT(weaker, 20) << "the interval of equal values is nearly always the wider of the two";
  EXPECT_GE(seen.size(), 5U);
}

// By itself the place of one value among a hundred would have p = 2 / 101.
TEST(VerdictTest, CannotTellFromOneValueAgainstMany) {
  std::vector<double> many;
  for (int i = 0; i < 100; ++i) {
    many.push_back(0.0001 * i);
  }
  for (const int few : {1, 2, 3}) {
    const std::vector<double> lone(static_cast<std::size_t>(few), 5.0);
    EXPECT_EQ(JudgeTests(UnpairedTests(lone, many, 0.02), 0.95), Verdict::kCannotTell) << few;
    EXPECT_EQ(JudgeTests(UnpairedTests(many, lone, 0.02), 0.95), Verdict::kCannotTell) << few;
    EXPECT_FALSE(EstimateShift(lone, many, 0.95).ratio.has_interval) << few;
  }
  EXPECT_EQ(JudgeTests(UnpairedTests(std::vector<double>{5, 5.1, 5.2, 5.3}, many, 0.02), 0.95), Verdict::kSlower);
}

TEST(VerdictTest, TurnsRoundWithTheRatio) {
  const std::vector<double> rounds = {0.05, 0.06, 0.04, 0.07, 0.05, 0.06};
  std::vector<double> back;
  for (const double round : rounds) {
    back.push_back(-round);
  }
  EXPECT_EQ(JudgeTests(PairedTests(rounds, 0.02), 0.95), Verdict::kSlower);
  EXPECT_EQ(JudgeTests(PairedTests(back, 0.02), 0.95), Verdict::kFaster);
  EXPECT_TRUE(PairedTests(rounds, 0.02).above);
  EXPECT_FALSE(PairedTests(back, 0.02).above);
}

TEST(HolmTest, AgreesWithAnExampleWorkedByHand) {
  const std::vector<double> adjusted = HolmAdjusted(std::vector<double>{0.01, 0.04, 0.03, 0.005});
  ASSERT_EQ(adjusted.size(), 4U);
  EXPECT_NEAR(adjusted[0], 0.03, 1e-15);  // 3 * 0.01
  EXPECT_NEAR(adjusted[1], 0.06, 1e-15);  // 0.04, and no smaller than the one before
  EXPECT_NEAR(adjusted[2], 0.06, 1e-15);  // 2 * 0.03
  EXPECT_NEAR(adjusted[3], 0.02, 1e-15);  // 4 * 0.005
}

// Step by step as Holm wrote it: while the smallest p left is at most 5 % over the number left, its row holds.
TEST(HolmTest, RejectsWhatTheStepsReject) {
  Noise noise(5);
  for (int trial = 0; trial < 300; ++trial) {
    std::vector<double> p;
    for (int row = 0; row < 1 + trial % 12; ++row) {
      p.push_back(std::pow(noise.Uniform(), 4));
    }
    const std::vector<double> adjusted = HolmAdjusted(p);
    std::vector<double> sorted = p;
    std::sort(sorted.begin(), sorted.end());
    double last = -1.0;  // largest p that holds
    for (std::size_t step = 0; step < sorted.size(); ++step) {
      if (sorted[step] > 0.05 / static_cast<double>(sorted.size() - step)) {
        break;
      }
      last = sorted[step];
    }
    for (std::size_t row = 0; row < p.size(); ++row) {
      EXPECT_EQ(adjusted[row] <= 0.05, p[row] <= last) << "trial " << trial << ", row " << row;
      EXPECT_GE(adjusted[row], p[row]);
      EXPECT_LE(adjusted[row], std::min(1.0, p[row] * static_cast<double>(p.size())));
    }
  }
}

TEST(HolmTest, LeavesOutRowsThatWereNotTested) {
  const double none = std::numeric_limits<double>::quiet_NaN();
  const std::vector<double> adjusted = HolmAdjusted(std::vector<double>{none, 0.02, none, 1.0});
  EXPECT_TRUE(std::isnan(adjusted[0]));
  EXPECT_NEAR(adjusted[1], 0.04, 1e-15);
  EXPECT_TRUE(std::isnan(adjusted[2]));
  EXPECT_EQ(adjusted[3], 1.0);
  EXPECT_TRUE(HolmAdjusted({}).empty());
}

TEST(TableTest, KeepsTheVerdictOfASingleRow) {
  const std::vector<double> rounds = {0.05, 0.06, 0.04, 0.07, 0.05, 0.06};
  const std::vector<RatioTests> rows = {PairedTests(rounds, 0.02)};
  const std::vector<RowVerdict> table = JudgeTable(rows, 0.95);
  EXPECT_EQ(table[0].verdict, Verdict::kSlower);
  EXPECT_EQ(table[0].alone, Verdict::kSlower);
  EXPECT_TRUE(table[0].above);
  EXPECT_TRUE(JudgeTable({}, 0.95).empty());
}

TEST(TableTest, TakesBackWhatSixRoundsCannotCarryForTwoRows) {
  const std::vector<double> rounds = {0.05, 0.06, 0.04, 0.07, 0.05, 0.06};
  const std::vector<RatioTests> rows(2, PairedTests(rounds, 0.02));
  for (const RowVerdict& row : JudgeTable(rows, 0.95)) {
    EXPECT_EQ(row.alone, Verdict::kSlower);
    EXPECT_EQ(row.verdict, Verdict::kCannotTell);
    EXPECT_NEAR(row.adjusted.differs, 4.0 / 64, 1e-12);
  }
}

TEST(TableTest, FallsBackToTheStrongestThatSurvives) {
  const auto rounds = [](double value, double stray, int strays) {
    std::vector<double> logs(12, value);
    std::fill(logs.begin(), logs.begin() + strays, stray);
    return logs;
  };
  // Beyond the margin in 10 of 12 rounds, above 1 in all: in a table of four only the second statement is left.
  const std::vector<RatioTests> rows = {
      PairedTests(rounds(0.05, 0.01, 2), 0.02), PairedTests(rounds(0.0, 0.0, 0), 0.02),
      PairedTests(rounds(0.05, 0.01, 2), 0.02), PairedTests(rounds(0.002, 0.1, 3), 0.02)};
  const std::vector<RowVerdict> table = JudgeTable(rows, 0.95);
  EXPECT_EQ(table[0].alone, Verdict::kSlower);
  EXPECT_EQ(table[0].verdict, Verdict::kDiffers);
  EXPECT_EQ(table[1].verdict, Verdict::kEquivalent);
  EXPECT_EQ(table[3].alone, Verdict::kDiffers);
  EXPECT_EQ(table[3].verdict, Verdict::kDiffers);
}

TEST(TableTest, NeverSaysLessThanTheBonferroniIntervalAndNeverMoreThanTheRowAlone) {
  Noise noise(6);
  const auto strength = [](Verdict verdict) { return verdict == Verdict::kCannotTell ? 0 : 1; };
  for (int trial = 0; trial < 100; ++trial) {
    std::vector<std::vector<double>> all;
    std::vector<RatioTests> tests;
    for (int row = 0; row < 8; ++row) {
      std::vector<double> rounds;
      for (int round = 0; round < 20; ++round) {
        rounds.push_back(0.01 * (row % 4) + 0.015 * noise.Normal());
      }
      tests.push_back(PairedTests(rounds, 0.02));
      all.push_back(std::move(rounds));
    }
    const std::vector<RowVerdict> table = JudgeTable(tests, 0.95);
    for (std::size_t row = 0; row < all.size(); ++row) {
      const double level = RowLevel(8);
      const Verdict bonferroni =
          JudgeIntervals(EstimateRatio(all[row], level), EstimateRatio(all[row], EquivalenceLevel(level)), 0.02);
      EXPECT_GE(strength(table[row].verdict), strength(bonferroni));
      EXPECT_LE(strength(table[row].verdict), strength(table[row].alone));
      if (bonferroni == Verdict::kSlower || bonferroni == Verdict::kFaster) {
        EXPECT_EQ(table[row].verdict, bonferroni);
      }
      if (table[row].verdict == Verdict::kSlower || table[row].verdict == Verdict::kFaster) {
        EXPECT_EQ(table[row].alone, table[row].verdict);
      }
    }
  }
}

}  // namespace
}  // namespace playbook
