// What do false alarms say of the rate, and what can a machine see of itself?
#include "tools/stats/self_comparison.h"

#include <gtest/gtest.h>

#include <cmath>
#include <utility>
#include <vector>

#include "tests/unit/tools/stats/noise.h"
#include "tools/stats/binomial_bound.h"
#include "tools/stats/paired_ratio.h"
#include "tools/stats/rounds_needed.h"

namespace playbook {
namespace {

// P(X <= count), term by term.
double Below(int count, int trials, double rate) {
  double sum = 0;
  for (int k = 0; k <= count; ++k) {
    sum += std::exp(std::lgamma(trials + 1.0) - std::lgamma(k + 1.0) - std::lgamma(trials - k + 1.0) +
                    k * std::log(rate) + (trials - k) * std::log1p(-rate));
  }
  return sum;
}

TEST(RateBoundTest, IsTheRateAtWhichSoFewAreJustAsRareAsTheLevelAllows) {
  for (const auto& [count, trials] : {std::pair(0, 1), std::pair(0, 59), std::pair(1, 60), std::pair(4, 200),
                                      std::pair(38, 1000), std::pair(9, 10)}) {
    EXPECT_NEAR(Below(count, trials, RateBound(count, trials, 0.95)), 0.05, 1e-9) << count << " of " << trials;
  }
  EXPECT_NEAR(RateBound(0, 59, 0.95), 1 - std::pow(0.05, 1.0 / 59), 1e-12);
  EXPECT_EQ(RateBound(10, 10, 0.95), 1.0);
}

TEST(MostToProveRateTest, IsTheLargestCountWhoseBoundIsBelowTheRate) {
  const std::vector<std::pair<int, int>> at_five_percent = {{59, 0}, {100, 1}, {200, 4}, {400, 12}, {1000, 38}};
  for (const auto& [trials, most] : at_five_percent) {
    EXPECT_EQ(MostToProveRate(trials, 0.05, 0.95), most) << trials;
    EXPECT_LE(Below(most, trials, 0.05), 0.05) << trials;
    EXPECT_GT(Below(most + 1, trials, 0.05), 0.05) << trials;
  }
  EXPECT_EQ(MostToProveRate(58, 0.05, 0.95), std::nullopt);
  EXPECT_EQ(MostToProveRate(200, 0.075, 0.95), 8);
  EXPECT_EQ(MostToProveRate(1000, 0.075, 0.95), 61);
}

TEST(MostExpectedTest, IsExceededNoMoreOftenThanTheLevelAllows) {
  for (const int trials : {1, 20, 200, 1000}) {
    for (const double rate : {0.005, 0.03125, 0.05}) {
      const int most = MostExpected(trials, rate, 0.95);
      EXPECT_GE(Below(most, trials, rate), 0.95 - 1e-12) << trials << ", " << rate;
      EXPECT_TRUE(most == 0 || Below(most - 1, trials, rate) < 0.95) << trials << ", " << rate;
    }
  }
  EXPECT_EQ(MostExpected(200, 0.05, 0.95), 15);
}

TEST(CompareSelfTest, CutsTheSeriesIntoBlocks) {
  // Twelve rounds: six above, six mixed. The first block of six is an alarm.
  const std::vector<double> rounds = {0.1, 0.2, 0.3, 0.1, 0.2, 0.3, 0.1, -0.1, 0.1, -0.1, 0.1, -0.1};
  const std::vector<SelfRow> rows = CompareSelf(rounds, std::vector<int>{5, 6, 12, 13}, 0.95, 0.9);
  ASSERT_EQ(rows.size(), 4U);
  EXPECT_EQ(rows[0].comparisons, 0);  // five rounds have no interval
  EXPECT_EQ(rows[0].alarm_rate, 1.0);
  EXPECT_TRUE(std::isnan(rows[0].visible));
  EXPECT_EQ(rows[1].rounds, 6);
  EXPECT_EQ(rows[1].comparisons, 2);
  EXPECT_EQ(rows[1].false_alarms, 1);
  EXPECT_NEAR(rows[1].alarm_rate, 0.03125, 1e-12);
  EXPECT_NEAR(rows[1].alarm_bound, RateBound(1, 2, 0.95), 1e-12);
  EXPECT_EQ(rows[2].comparisons, 1);
  EXPECT_EQ(rows[2].false_alarms, 0);
  EXPECT_EQ(rows[3].comparisons, 0);
  EXPECT_EQ(rows[3].alarm_bound, 1.0);
  EXPECT_TRUE(std::isnan(rows[3].visible_if_normal));
}

TEST(CompareSelfTest, CountsTheVisibleEffectOverAllRunsOfRounds) {
  // Six rounds give one run: smallest -0.02, largest 0.01. An effect of 0.02 upwards is told from none, 0.01 downwards.
  const std::vector<double> rounds = {-0.02, 0.0, 0.0, 0.01, 0.005, -0.01};
  const SelfRow row = CompareSelf(rounds, std::vector<int>{6}, 0.95, 0.9).front();
  EXPECT_NEAR(row.visible, std::exp(0.02), 1e-12);
  EXPECT_NEAR(row.visible_if_normal, std::exp(VisibleShift(6, 0.95, 0.9) * 0.0075 * 1.482602218505602), 1e-9);
  std::vector<double> turned = rounds;
  for (double& round : turned) {
    round = -round;
  }
  EXPECT_NEAR(CompareSelf(turned, std::vector<int>{6}, 0.95, 0.9).front().visible, std::exp(0.02), 1e-12);
  const SelfRow quiet = CompareSelf(std::vector<double>(6, 0.0), std::vector<int>{6}, 0.95, 0.9).front();
  EXPECT_EQ(quiet.visible, 1.0);
}

TEST(CompareSelfTest, FindsWhatItPromisesInNormalNoise) {
  Noise noise(8);
  std::vector<double> rounds;
  for (int round = 0; round < 6000; ++round) {
    rounds.push_back(0.01 * noise.Normal());
  }
  for (const SelfRow& row : CompareSelf(rounds, std::vector<int>{6, 10, 20, 40}, 0.95, 0.9)) {
    EXPECT_LE(row.false_alarms, MostExpected(row.comparisons, row.alarm_rate, 0.999)) << row.rounds;
    EXPECT_NEAR(std::log(row.visible) / std::log(row.visible_if_normal), 1.0, 0.08) << row.rounds;
  }
}

// Noise that lingers makes the blocks of one program differ from each other: the alarms say so.
TEST(CompareSelfTest, ShowsThatLingeringNoiseRaisesAlarms) {
  Noise noise(9);
  std::vector<double> rounds;
  double last = 0.0;
  for (int round = 0; round < 4000; ++round) {
    last = 0.9 * last + 0.01 * noise.Normal();
    rounds.push_back(last);
  }
  for (const SelfRow& row : CompareSelf(rounds, std::vector<int>{10, 20}, 0.95, 0.9)) {
    EXPECT_GT(row.false_alarms, MostExpected(row.comparisons, row.alarm_rate, 0.9999)) << row.rounds;
  }
}

}  // namespace
}  // namespace playbook
