// Are the visible effects exact and the numbers of rounds what the formula and the exact power say?
#include "tools/stats/rounds_needed.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "tools/stats/rank_interval.h"
#include "tools/stats/ratio_tests.h"
#include "tools/stats/sample.h"

namespace playbook {
namespace {

double Phi(double z) {
  return 0.5 * std::erfc(-z / std::sqrt(2.0));
}

// P(at least `least` of n lie above 0, each with chance q), term by term.
double AtLeast(int n, int least, double q) {
  double sum = 0;
  for (int k = least; k <= n; ++k) {
    sum += std::exp(std::lgamma(n + 1.0) - std::lgamma(k + 1.0) - std::lgamma(n - k + 1.0) + k * std::log(q) +
                    (n - k) * std::log1p(-q));
  }
  return sum;
}

TEST(SpreadTest, IsThatOfANormalDistributionAndIgnoresOneWildValue) {
  EXPECT_NEAR(Spread(std::vector<double>{1, 2, 3, 4, 5}), 1.4826, 1e-4);
  EXPECT_NEAR(Spread(std::vector<double>{1, 2, 3, 4, 1e9}), 1.4826, 1e-4);
  EXPECT_EQ(Spread(std::vector<double>{7}), 0.0);
  EXPECT_TRUE(std::isnan(Spread({})));
  EXPECT_NEAR(Phi(1 / 1.482602218505602), 0.75, 1e-12);
}

TEST(VisibleShiftTest, IsFoundWithExactlyThePowerAskedFor) {
  for (const int n : {6, 8, 10, 12, 20, 40, 100}) {
    for (const double power : {0.5, 0.8, 0.9}) {
      const double shift = VisibleShift(n, 0.95, power);
      EXPECT_NEAR(AtLeast(n, SignTestRanks(n, 0.95)->high, Phi(shift)), power, 1e-9) << n;
    }
  }
  EXPECT_EQ(VisibleShift(5, 0.95, 0.8), std::numeric_limits<double>::infinity());
}

TEST(VisibleShiftTest, ShrinksWithTheRounds) {
  EXPECT_NEAR(VisibleShift(6, 0.95, 0.8), 1.79, 0.005);
  EXPECT_NEAR(VisibleShift(10, 0.95, 0.8), 1.38, 0.005);
  EXPECT_NEAR(VisibleShift(20, 0.95, 0.8), 0.84, 0.005);
  EXPECT_NEAR(VisibleShift(40, 0.95, 0.8), 0.59, 0.005);
}

double PowerOf(int n, double effect) {
  const auto ranks = SignTestRanks(n, 0.95);
  return ranks ? AtLeast(n, ranks->high, Phi(effect)) : 0.0;
}

TEST(RoundsToSeeTest, IsTheFirstNumberWithThePowerAskedFor) {
  for (const double effect : {0.4, 0.6, 0.8, 1.0, 1.3, 2.0, 5.0}) {
    const int n = RoundsToSee(effect, 1.0, 0.95, 0.8);
    EXPECT_GE(PowerOf(n, effect), 0.8) << effect << ", " << n << " rounds";
    for (int fewer = 5; fewer < n; ++fewer) {
      EXPECT_LT(PowerOf(fewer, effect), 0.8) << effect << ", " << fewer << " of " << n << " rounds";
    }
  }
}

// The test moves in steps, so beyond what is counted the formula is now above and now below.
TEST(RoundsToSeeTest, HasAboutThePowerAskedForBeyondWhatIsCounted) {
  for (const double effect : {0.05, 0.1, 0.2, 0.3, 0.35}) {
    const int n = RoundsToSee(effect, 1.0, 0.95, 0.8);
    EXPECT_GT(n, kMostCounted);
    EXPECT_NEAR(PowerOf(n, effect), 0.8, 0.05) << effect << ", " << n << " rounds";
  }
}

TEST(RoundsToSeeTest, FollowsTheFormulaForSmallEffects) {
  // (1.959964 + 0.841621)^2 pi / 2 = 12.33 rounds for an effect of one spread, times 100 for a tenth of it.
  EXPECT_NEAR(RoundsToSee(0.1, 1.0, 0.95, 0.8), 1233 + 4, 4);
  EXPECT_EQ(RoundsToSee(0.001, 0.01, 0.95, 0.8), RoundsToSee(0.1, 1.0, 0.95, 0.8));
}

TEST(RoundsToSeeTest, IsNeverBelowWhatAnIntervalTakesAndNeverEndsForNothing) {
  EXPECT_EQ(RoundsToSee(100.0, 1.0, 0.95, 0.8), 6);
  EXPECT_EQ(RoundsToCallEquivalent(0.0, 1e-6, 0.02, 0.95, 0.8), 6);
  EXPECT_EQ(RoundsToSee(1.0, 0.0, 0.95, 0.8), 6);
  EXPECT_EQ(RoundsToSee(0.0, 1.0, 0.95, 0.8), kNeverTells);
  EXPECT_EQ(RoundsToSee(0.0, 0.0, 0.95, 0.8), kNeverTells);
  EXPECT_EQ(RoundsToSee(1e-9, 1.0, 0.95, 0.8), kNeverTells);
}

TEST(RoundsToCallEquivalentTest, AgreesWithTheFormula) {
  // 13.4 (spread / margin)^2 where the ratio is 1, by the quantiles 1.644854 and 1.281552, for a small margin.
  const double spread = 0.2;
  const double edge = std::log1p(0.02);
  EXPECT_NEAR(RoundsToCallEquivalent(0.0, spread, 0.02, 0.95, 0.8), 13.45 * std::pow(spread / edge, 2), 8);
  EXPECT_EQ(RoundsToCallEquivalent(edge, spread, 0.02, 0.95, 0.8), kNeverTells);
  EXPECT_EQ(RoundsToCallEquivalent(0.05, spread, 0.02, 0.95, 0.8), kNeverTells);
  EXPECT_GT(RoundsToCallEquivalent(0.01, spread, 0.02, 0.95, 0.8),
            RoundsToCallEquivalent(0.0, spread, 0.02, 0.95, 0.8));
}

std::vector<double> Rounds(double middle, double deviation, int n) {
  std::vector<double> rounds;
  for (int round = 0; round < n; ++round) {
    rounds.push_back(middle + deviation * (round % 2 == 0 ? 1 : -1));
  }
  return rounds;
}

TEST(RoundsToTellTest, TakesTheEasierOfTheTwoAnswers) {
  const double edge = std::log1p(0.02);
  for (const double middle : {0.0, 0.003, 0.01, 0.015, 0.05}) {
    const std::vector<double> rounds = Rounds(middle, 0.04, 10);
    const double spread = Spread(rounds);
    const int told = RoundsToTell(rounds, 0.02, 0.95);
    EXPECT_EQ(told,
              std::max(11, std::min(RoundsToSee(std::abs(Median(rounds)), spread, 0.95, kPower),
                                    RoundsToCallEquivalent(std::abs(Median(rounds)), spread, 0.02, 0.95, kPower))))
        << middle;
    // However the ratio lies, half the margin away from 1 is the hardest.
    EXPECT_LE(told, RoundsToSee(edge / 2, spread, 0.95, kPower) * 3 / 2) << middle;
  }
}

TEST(RoundsToTellTest, IsMoreThanThereAreAndEnoughForAnInterval) {
  EXPECT_EQ(RoundsToTell({}, 0.02, 0.95), 6);
  EXPECT_EQ(RoundsToTell(std::vector<double>{0.5}, 0.02, 0.95), 6);
  EXPECT_EQ(RoundsToTell(std::vector<double>(9, 0.0), 0.02, 0.95), 10);
  EXPECT_EQ(RoundsToTell({}, 0.02, 0.995), 9);
  EXPECT_EQ(RoundsToTell(std::vector<double>{-0.1, 0.0, 0.1}, 0.0, 0.95), kNeverTells);
}

TEST(RoundsToTellTest, DoesNotDependOnDirectionOrOrder) {
  const std::vector<double> rounds = {0.03, -0.02, 0.01, 0.05, -0.01, 0.04, 0.0};
  std::vector<double> back(rounds.rbegin(), rounds.rend());
  EXPECT_EQ(RoundsToTell(back, 0.02, 0.95), RoundsToTell(rounds, 0.02, 0.95));
  for (double& round : back) {
    round = -round;
  }
  EXPECT_EQ(RoundsToTell(back, 0.02, 0.95), RoundsToTell(rounds, 0.02, 0.95));
}

// Noether's formula for two samples: 44 of each for a chance of 0.3 that one is larger, at 5 % and a power of 0.9, as
// the R package statpsych documents for size.test.mann(.05, .90, .3). Here the power is kPower, so 33.
TEST(RepetitionsToTellTest, FollowsTheFormulaForTwoSamples) {
  const std::vector<double> base = Rounds(0.0, 1.0 / 1.482602218505602, 10);  // a spread of 1
  // A shift of z sqrt 2 spreads makes the chance Phi(z) = 0.7.
  const double shift = 0.5244005127080407 * std::sqrt(2.0);
  std::vector<double> contender = base;
  for (double& value : contender) {
    value += shift;
  }
  ASSERT_NEAR(Spread(base), 1.0, 1e-12);
  EXPECT_EQ(RepetitionsToTell(contender, base, 0.02, 0.95),
            static_cast<int>(std::ceil(std::pow(1.959963985 + 0.841621234, 2) / (6 * 0.04))));
  EXPECT_EQ(RepetitionsToTell(base, contender, 0.02, 0.95), RepetitionsToTell(contender, base, 0.02, 0.95));
  EXPECT_EQ(RepetitionsToTell({}, base, 0.02, 0.95), 4);
  EXPECT_EQ(RepetitionsToTell(std::vector<double>{1.0}, std::vector<double>{2.0}, 0.02, 0.95), 4);
}

}  // namespace
}  // namespace playbook
