#include "tools/stats/rounds_needed.h"

#include <algorithm>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/special_functions/beta.hpp>
#include <cmath>
#include <cstdlib>
#include <limits>

#include "tools/stats/mann_whitney.h"
#include "tools/stats/rank_interval.h"
#include "tools/stats/sample.h"
#include "tools/stats/unpaired_ratio.h"

namespace playbook {
namespace {

using Normal = boost::math::normal_distribution<double>;

double Quantile(double share) {
  return boost::math::quantile(Normal(), share);
}

// What divides the squared sum of the quantiles: 4 for one sample, 6 for each of two; and how much wider than one
// value's spread a difference of two is.
struct Design {
  double divisor;
  double widening;
  int least;
};

// error and miss are one-sided.
int Noether(double effect, double spread, double error, double miss, const Design& design) {
  if (!(effect > 0.0)) {
    return kNeverTells;
  }
  if (!(spread > 0.0)) {
    return design.least;
  }
  const double beyond_half = boost::math::cdf(Normal(), effect / (spread * design.widening)) - 0.5;
  const double quantiles = Quantile(1.0 - error) + Quantile(1.0 - miss);
  const double rounds = quantiles * quantiles / (design.divisor * beyond_half * beyond_half);
  return rounds < kNeverTells ? std::max(design.least, static_cast<int>(std::ceil(rounds))) : kNeverTells;
}

int ToSee(double effect, double spread, double level, double power, const Design& design) {
  return Noether(effect, spread, (1.0 - level) / 2, 1.0 - power, design);
}

// Both edges have to be excluded, so each may be missed half as often.
int ToCallEquivalent(double effect, double spread, double margin, double level, double power, const Design& design) {
  return Noether(std::log1p(margin) - effect, spread, 1.0 - level, (1.0 - power) / 2, design);
}

int ToTell(double effect, double spread, double margin, double level, const Design& design) {
  return std::min(ToSee(effect, spread, level, kPower, design),
                  ToCallEquivalent(effect, spread, margin, level, kPower, design));
}

Design Paired(double level) {
  return {.divisor = 4.0, .widening = 1.0, .least = SmallestSample(level)};
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
  return ToSee(effect, spread, level, power, Paired(level));
}

int RoundsToCallEquivalent(double effect, double spread, double margin, double level, double power) {
  return ToCallEquivalent(effect, spread, margin, level, power, Paired(level));
}

int RoundsToTell(std::span<const double> log_ratios, double margin, double level) {
  if (log_ratios.empty()) {
    return SmallestSample(level);
  }
  const int rounds = ToTell(std::abs(Median(log_ratios)), Spread(log_ratios), margin, level, Paired(level));
  return std::max(rounds, static_cast<int>(log_ratios.size()) + 1);
}

int RepetitionsToTell(std::span<const double> numerator_logs, std::span<const double> denominator_logs, double margin,
                      double level) {
  const Design design = {.divisor = 6.0, .widening = std::sqrt(2.0), .least = LeastRepetitions(level)};
  if (numerator_logs.empty() || denominator_logs.empty()) {
    return design.least;
  }
  // The two sides' spreads as one: what matters is that of a difference.
  const double spread = std::hypot(Spread(numerator_logs), Spread(denominator_logs)) / std::sqrt(2.0);
  const double shift = std::log(EstimateShift(numerator_logs, denominator_logs, level).ratio.ratio);
  const int repetitions = ToTell(std::abs(shift), spread, margin, level, design);
  return std::max(repetitions, static_cast<int>(std::min(numerator_logs.size(), denominator_logs.size())) + 1);
}

}  // namespace playbook
