// Do the intervals and verdicts err as often as they say, in noise like that of measurements?
//
// Seeded, so every run sees the same numbers; each count is held against binomial bounds that a right program would
// leave once in a million, so no seed had to be picked. What is exact is tested from both sides; where values repeat,
// the tests are only promised to err no more often. Rounds that depend on each other have no promise but the one that
// symmetry or a tossed coin gives: see LingeringNoise and ACoin.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "tests/unit/tools/stats/noise.h"
#include "tools/stats/binomial_bound.h"
#include "tools/stats/geometric_mean.h"
#include "tools/stats/mann_whitney.h"
#include "tools/stats/rank_interval.h"
#include "tools/stats/rounds_needed.h"
#include "tools/stats/unpaired_ratio.h"
#include "tools/stats/verdict.h"

namespace playbook {
namespace {

constexpr double kOnceInAMillion = 1e-6;
constexpr int kSizes[] = {6, 10, 20, 40};

int AtMost(int trials, double rate) {
  return MostExpected(trials, rate, 1.0 - kOnceInAMillion);
}

int AtLeast(int trials, double rate) {
  return trials - AtMost(trials, 1.0 - rate);
}

void ExpectRate(int count, int trials, double rate, const std::string& what) {
  EXPECT_LE(count, AtMost(trials, rate)) << what << ": " << count << " of " << trials << ", should be " << rate;
  EXPECT_GE(count, AtLeast(trials, rate)) << what << ": " << count << " of " << trials << ", should be " << rate;
}

void ExpectNoMore(int count, int trials, double rate, const std::string& what) {
  EXPECT_LE(count, AtMost(trials, rate)) << what << ": " << count << " of " << trials << ", at most " << rate;
}

// How one process's time comes out, around 100.
struct Kind {
  std::string name;
  std::function<double(Noise&)> time;
  bool repeats;  // whether equal values occur
};

std::vector<Kind> Kinds() {
  return {
      {"normal", [](Noise& noise) { return 100 * (1 + 0.02 * noise.Normal()); }, false},
      {"log-normal", [](Noise& noise) { return 100 * std::exp(0.3 * noise.Normal()); }, false},
      {"spiked",
       [](Noise& noise) {
         const double spike = noise.Uniform() < 0.15 ? -300 * std::log(noise.Uniform()) : 0.0;
         return 100 * (1 + 0.005 * noise.Normal()) + spike;
       },
       false},
      {"tied", [](Noise& noise) { return std::round(100 * (1 + 0.015 * noise.Normal())); }, true},
  };
}

struct Sides {
  std::vector<double> base;
  std::vector<double> contender;
};

Sides Draw(const Kind& kind, Noise& noise, int n, double factor) {
  Sides sides;
  for (int i = 0; i < n; ++i) {
    sides.base.push_back(kind.time(noise));
    sides.contender.push_back(kind.time(noise) * factor);
  }
  return sides;
}

// Where values repeat, the true ratio is itself a value that occurs, but for the rounding of its logarithm.
bool Covers(const RatioEstimate& estimate, double ratio) {
  constexpr double kRounding = 1e-12;
  return estimate.low <= ratio * (1 + kRounding) && ratio <= estimate.high * (1 + kRounding);
}

// Both sides of a round are drawn alike up to the factor, so the log ratio is symmetric about the factor's log and the
// interval's level is exact, whatever the noise is.
TEST(SimulationTest, PairedIntervalsCoverAndAlarmAsOftenAsTheirExactLevelSays) {
  constexpr int kTrials = 1500;
  Noise noise(11);
  for (const Kind& kind : Kinds()) {
    for (const int n : kSizes) {
      const double error = 1.0 - SignTestRanks(n, 0.95)->level;
      for (const double factor : {1.0, 1.03}) {
        int missed = 0;
        for (int trial = 0; trial < kTrials; ++trial) {
          const Sides sides = Draw(kind, noise, n, factor);
          missed += Covers(PairedRatio(sides.contender, sides.base, 0.95), factor) ? 0 : 1;
        }
        const std::string what = kind.name + ", n = " + std::to_string(n) + ", factor " + std::to_string(factor);
        if (kind.repeats) {
          ExpectNoMore(missed, kTrials, error, what);
        } else {
          ExpectRate(missed, kTrials, error, what);
        }
      }
    }
  }
}

// A difference that is skewed about a median of 0: the sign test asks for nothing more than the median.
TEST(SimulationTest, PairedIntervalsHoldForSkewedDifferences) {
  constexpr int kTrials = 3000;
  Noise noise(12);
  for (const int n : kSizes) {
    int missed = 0;
    for (int trial = 0; trial < kTrials; ++trial) {
      std::vector<double> rounds;
      for (int round = 0; round < n; ++round) {
        rounds.push_back(std::exp(noise.Normal()) - 1.0);
      }
      missed += Covers(EstimateRatio(rounds, 0.95), 1.0) ? 0 : 1;
    }
    ExpectRate(missed, kTrials, 1.0 - SignTestRanks(n, 0.95)->level, "skewed, n = " + std::to_string(n));
  }
}

// The machine drifts ten times as far as one process's noise, and what it does now it does in the next round; but both
// sides of a round meet it alike. Paired, the level stays exact.
TEST(SimulationTest, ADriftThatBothSidesShareDoesNotReachThePairedLevel) {
  constexpr int kTrials = 1500;
  Noise noise(13);
  for (const int n : kSizes) {
    int alarms = 0;
    double drift = 0.0;
    for (int trial = 0; trial < kTrials; ++trial) {
      Sides sides;
      for (int round = 0; round < n; ++round) {
        drift = 0.95 * drift + 0.03 * noise.Normal();
        sides.base.push_back(std::exp(drift + 0.01 * noise.Normal()));
        sides.contender.push_back(std::exp(drift + 0.01 * noise.Normal()));
      }
      alarms += Covers(PairedRatio(sides.contender, sides.base, 0.95), 1.0) ? 0 : 1;
    }
    ExpectRate(alarms, kTrials, 1.0 - SignTestRanks(n, 0.95)->level, "drift, n = " + std::to_string(n));
  }
}

// Noise of the log ratio itself that lingers from round to round: the n rounds are fewer than n facts, and the level
// is not kept. What symmetry grants is that the alarms fall to both sides alike.
TEST(SimulationTest, LingeringNoiseFavoursNeitherSide) {
  constexpr int kTrials = 2000;
  Noise noise(14);
  for (const int n : kSizes) {
    int slower = 0;
    int faster = 0;
    for (int trial = 0; trial < kTrials; ++trial) {
      double last = noise.Normal() / std::sqrt(1 - 0.7 * 0.7);
      std::vector<double> rounds;
      for (int round = 0; round < n; ++round) {
        last = 0.7 * last + noise.Normal();
        rounds.push_back(0.01 * last);
      }
      const RatioEstimate estimate = EstimateRatio(rounds, 0.95);
      slower += estimate.low > 1.0 ? 1 : 0;
      faster += estimate.high < 1.0 ? 1 : 0;
    }
    ASSERT_GT(slower + faster, 0);
    ExpectRate(slower, slower + faster, 0.5, "lingering, n = " + std::to_string(n));
  }
}

// The cure: a coin decides in every round which side runs first. Of one program against itself the sign of a round's
// log ratio is then the coin's, and coins are independent, however the noise lingers and whatever running second costs
// (Fisher, The Design of Experiments, 1935). With a fixed order the same noise raises an alarm more often than not.
TEST(SimulationTest, ACoinForTheOrderKeepsTheLevelWhateverLingers) {
  constexpr int kTrials = 1500;
  Noise noise(20);
  for (const int n : kSizes) {
    int alarms = 0;
    int alarms_in_fixed_order = 0;
    double lingers = 0.0;
    for (int trial = 0; trial < kTrials; ++trial) {
      std::vector<double> rounds;
      std::vector<double> fixed;
      for (int round = 0; round < n; ++round) {
        lingers = 0.9 * lingers + 0.01 * noise.Normal();
        const double second_over_first = 0.02 + lingers;
        fixed.push_back(second_over_first);
        rounds.push_back(noise.Uniform() < 0.5 ? second_over_first : -second_over_first);
      }
      alarms += Covers(EstimateRatio(rounds, 0.95), 1.0) ? 0 : 1;
      alarms_in_fixed_order += Covers(EstimateRatio(fixed, 0.95), 1.0) ? 0 : 1;
    }
    ExpectRate(alarms, kTrials, 1.0 - SignTestRanks(n, 0.95)->level, "coin, n = " + std::to_string(n));
    EXPECT_GT(alarms_in_fixed_order, kTrials / 2) << n;
  }
}

TEST(SimulationTest, UnpairedTestsAndIntervalsErrAsOftenAsTheirExactLevelSays) {
  constexpr int kTrials = 600;
  Noise noise(15);
  for (const Kind& kind : Kinds()) {
    for (const int n : kSizes) {
      const double error = 2 * MannWhitneyTail(n, n, *MannWhitneyCritical(n, n, 0.95));
      const double factor = kind.repeats ? 1.0 : 1.03;
      int missed = 0;
      int alarms = 0;
      for (int trial = 0; trial < kTrials; ++trial) {
        const Sides sides = Draw(kind, noise, n, factor);
        missed += Covers(UnpairedRatio(sides.contender, sides.base, 0.95).ratio, factor) ? 0 : 1;
        const Sides same = Draw(kind, noise, n, 1.0);
        const RatioTests tests = UnpairedTests(UsableLogs(same.contender, "contender").values,
                                               UsableLogs(same.base, "base").values, kDefaultMargin);
        alarms += WithinError(tests.differs, 0.95) ? 1 : 0;
      }
      const std::string what = "unpaired " + kind.name + ", n = " + std::to_string(n);
      if (kind.repeats) {
        ExpectNoMore(missed, kTrials, error, what);
        ExpectNoMore(alarms, kTrials, 0.05, what);
      } else {
        ExpectRate(missed, kTrials, error, what);
        ExpectRate(alarms, kTrials, error, what);
      }
    }
  }
}

// Two sessions, each with an offset of its own that all its repetitions share: the more repetitions, the surer the
// false alarm. No unpaired test can know.
TEST(SimulationTest, MoreRepetitionsMakeTwoSessionsDifferMoreSurely) {
  constexpr int kTrials = 400;
  Noise noise(16);
  int before = 0;
  for (const int n : kSizes) {
    int alarms = 0;
    for (int trial = 0; trial < kTrials; ++trial) {
      const double base_offset = 0.02 * noise.Normal();
      const double contender_offset = 0.02 * noise.Normal();
      std::vector<double> base;
      std::vector<double> contender;
      for (int i = 0; i < n; ++i) {
        base.push_back(base_offset + 0.01 * noise.Normal());
        contender.push_back(contender_offset + 0.01 * noise.Normal());
      }
      alarms += WithinError(UnpairedTests(contender, base, kDefaultMargin).differs, 0.95) ? 1 : 0;
    }
    EXPECT_GT(alarms, before) << n;
    EXPECT_GT(alarms, 5 * AtMost(kTrials, 0.05)) << n;
    before = alarms;
  }
}

TEST(SimulationTest, FindsAVisibleShiftWithThePowerPromised) {
  constexpr int kTrials = 2000;
  Noise noise(17);
  for (const int n : kSizes) {
    const double shift = 0.01 * VisibleShift(n, 0.95, kPower);
    int found = 0;
    for (int trial = 0; trial < kTrials; ++trial) {
      std::vector<double> rounds;
      for (int round = 0; round < n; ++round) {
        rounds.push_back(shift + 0.01 * noise.Normal());
      }
      found += EstimateRatio(rounds, 0.95).low > 1.0 ? 1 : 0;
    }
    ExpectRate(found, kTrials, kPower, "power, n = " + std::to_string(n));
  }
}

// A table of ten rows, judged again and again: how often is any row's statement false?
int TablesWithAFault(Noise& noise, double ratio, int trials, const std::function<bool(Verdict)>& is_false) {
  int faults = 0;
  for (int trial = 0; trial < trials; ++trial) {
    std::vector<RatioTests> rows;
    for (int row = 0; row < 10; ++row) {
      std::vector<double> rounds;
      for (int round = 0; round < 20; ++round) {
        rounds.push_back(std::log(ratio) + 0.01 * noise.Normal());
      }
      rows.push_back(PairedTests(rounds, kDefaultMargin));
    }
    bool fault = false;
    for (const RowVerdict& row : JudgeTable(rows, 0.95)) {
      fault = fault || is_false(row.verdict);
    }
    faults += fault ? 1 : 0;
  }
  return faults;
}

TEST(SimulationTest, ATableHoldsAFalseStatementNoMoreOftenThanOneTestMay) {
  constexpr int kTrials = 700;
  Noise noise(18);
  const auto not_one = [](Verdict verdict) {
    return verdict != Verdict::kEquivalent && verdict != Verdict::kCannotTell;
  };
  const auto beyond = [](Verdict verdict) { return verdict == Verdict::kSlower || verdict == Verdict::kFaster; };
  const auto inside = [](Verdict verdict) {
    return verdict == Verdict::kEquivalent || verdict == Verdict::kNegligible;
  };
  ExpectNoMore(TablesWithAFault(noise, 1.0, kTrials, not_one), kTrials, 0.05, "all rows are alike");
  // On the edge of the margin it is neither beyond nor inside.
  ExpectNoMore(TablesWithAFault(noise, 1.02, kTrials, beyond), kTrials, 0.05, "all rows at the edge, beyond");
  ExpectNoMore(TablesWithAFault(noise, 1.02, kTrials, inside), kTrials, 0.05, "all rows at the edge, inside");
  ExpectNoMore(TablesWithAFault(noise, 1 / 1.02, kTrials, inside), kTrials, 0.05, "all rows at the lower edge, inside");
}

TEST(SimulationTest, GeometricMeansCoverAsOftenAsTheySay) {
  constexpr int kTrials = 2000;
  Noise noise(19);
  int missed_over_rows = 0;
  int missed_by_round = 0;
  for (int trial = 0; trial < kTrials; ++trial) {
    std::vector<double> ratios;
    for (int row = 0; row < 8; ++row) {
      ratios.push_back(std::exp(0.02 + 0.05 * noise.Normal()));
    }
    missed_over_rows += Covers(GeometricMeanOverRows(ratios, 0.95), std::exp(0.02)) ? 0 : 1;
    // What the rows have in common inside a round stays in the interval.
    std::vector<std::vector<double>> rows(4);
    for (int round = 0; round < 10; ++round) {
      const double common = 0.03 * noise.Normal();
      for (std::size_t row = 0; row < rows.size(); ++row) {
        rows[row].push_back(0.01 * static_cast<double>(row) + common + 0.01 * noise.Normal());
      }
    }
    missed_by_round += Covers(GeometricMeanByRound(rows, 0.95), std::exp(0.015)) ? 0 : 1;
  }
  ExpectRate(missed_over_rows, kTrials, 0.05, "over rows");
  ExpectRate(missed_by_round, kTrials, 1.0 - SignTestRanks(10, 0.95)->level, "by round");
}

}  // namespace
}  // namespace playbook
