#include "tools/stats/rounds_needed.h"

#include <algorithm>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/special_functions/beta.hpp>
#include <cmath>
#include <limits>

#include "tools/stats/mann_whitney.h"
#include "tools/stats/paired_ratio.h"
#include "tools/stats/rank_interval.h"
#include "tools/stats/sample.h"
#include "tools/stats/unpaired_ratio.h"

namespace playbook {
namespace {

using Normal = boost::math::normal_distribution<double>;

double Quantile(double share) {
  return boost::math::quantile(Normal(), share);
}

// Noether's formula. `divisor` divides the squared sum of the quantiles, `share` is q; error and miss are one-sided.
int Noether(double share, double divisor, double error, double miss) {
  const double beyond_half = share - 0.5;
  const double quantiles = Quantile(1.0 - error) + Quantile(1.0 - miss);
  const double rounds = quantiles * quantiles / (divisor * beyond_half * beyond_half);
  return rounds < kNeverTells ? static_cast<int>(std::ceil(rounds)) : kNeverTells;
}

// Of one kind of design: rounds that tell an effect from the far end of an interval at `level`, missing it with this
// chance.
using RoundsFor = int (*)(double effect, double spread, double level, double miss);

int PairedRounds(double effect, double spread, double level, double miss) {
  const int least = SmallestSample(level);
  if (!(effect > 0.0)) {
    return kNeverTells;
  }
  if (!(spread > 0.0)) {
    return least;
  }
  const int formula = Noether(boost::math::cdf(Normal(), effect / spread), 4.0, (1.0 - level) / 2, miss);
  if (formula > kMostCounted) {
    return formula;
  }
  // The formula is too high where a few rounds are enough: there the test itself says.
  int n = std::max(least, formula / 2);
  while (VisibleShift(n, level, 1.0 - miss) > effect / spread) {
    ++n;
  }
  return n;
}

int UnpairedRepetitions(double effect, double spread, double level, double miss) {
  const int least = LeastRepetitions(level);
  if (!(effect > 0.0)) {
    return kNeverTells;
  }
  if (!(spread > 0.0)) {
    return least;
  }
  const double share = boost::math::cdf(Normal(), effect / (spread * std::sqrt(2.0)));
  return std::max(least, Noether(share, 6.0, (1.0 - level) / 2, miss));
}

int ToSee(RoundsFor rounds, double effect, double spread, double level, double power) {
  return rounds(effect, spread, level, 1.0 - power);
}

// Both edges have to be excluded, so each may be missed half as often.
int ToCallEquivalent(RoundsFor rounds, double effect, double spread, double margin, double level, double power) {
  return rounds(std::log1p(margin) - effect, spread, EquivalenceLevel(level), (1.0 - power) / 2);
}

int ToTell(RoundsFor rounds, double effect, double spread, double margin, double level) {
  return std::min(ToSee(rounds, effect, spread, level, kPower),
                  ToCallEquivalent(rounds, effect, spread, margin, level, kPower));
}

}  // namespace

double VisibleShift(int n, double level, double power) {
  const auto ranks = SignTestRanks(n, level);
  if (!ranks) {
    return std::numeric_limits<double>::infinity();
  }
  // Found if at least n + 1 - low rounds lie above 0, each with chance q: P = I_q(n + 1 - low, low) = power.
  return Quantile(boost::math::ibeta_inv(static_cast<double>(ranks->high), static_cast<double>(ranks->low), power));
}

int RoundsToSee(double effect, double spread, double level, double power) {
  return ToSee(PairedRounds, effect, spread, level, power);
}

int RoundsToCallEquivalent(double effect, double spread, double margin, double level, double power) {
  return std::max(ToCallEquivalent(PairedRounds, effect, spread, margin, level, power), SmallestSample(level));
}

int RoundsToTell(std::span<const double> log_ratios, double margin, double level) {
  if (log_ratios.empty()) {
    return SmallestSample(level);
  }
  const int rounds = ToTell(PairedRounds, std::abs(Median(log_ratios)), Spread(log_ratios), margin, level);
  return std::max({rounds, SmallestSample(level), static_cast<int>(log_ratios.size()) + 1});
}

int RepetitionsToTell(std::span<const double> numerator_logs, std::span<const double> denominator_logs, double margin,
                      double level) {
  const int least = LeastRepetitions(level);
  if (numerator_logs.empty() || denominator_logs.empty()) {
    return least;
  }
  // The two sides' spreads as one: what matters is that of a difference.
  const double spread = std::hypot(Spread(numerator_logs), Spread(denominator_logs)) / std::sqrt(2.0);
  const double shift = std::log(EstimateShift(numerator_logs, denominator_logs, level).ratio.ratio);
  const int repetitions = ToTell(UnpairedRepetitions, std::abs(shift), spread, margin, level);
  const auto measured = static_cast<int>(std::min(numerator_logs.size(), denominator_logs.size()));
  return std::max({repetitions, least, measured + 1});
}

}  // namespace playbook
