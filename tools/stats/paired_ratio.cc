#include "tools/stats/paired_ratio.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

#include "tools/stats/rank_interval.h"
#include "tools/stats/sample.h"

namespace playbook {

double RowLevel(int rows) {
  assert(rows >= 1);
  return 1.0 - (1.0 - kTableLevel) / rows;
}

double EquivalenceLevel(double level) {
  return 1 - 2 * (1 - level);
}

LogRatios RoundLogRatios(std::span<const double> numerator, std::span<const double> denominator) {
  assert(numerator.size() == denominator.size());
  const auto usable = [](double value) { return std::isfinite(value) && value > 0.0; };
  LogRatios logs;
  for (std::size_t round = 0; round < numerator.size(); ++round) {
    if (std::isnan(numerator[round]) || std::isnan(denominator[round])) {
      ++logs.missing;
    } else if (!usable(numerator[round]) || !usable(denominator[round])) {
      ++logs.without_ratio;
    } else {
      logs.values.push_back(std::log(numerator[round]) - std::log(denominator[round]));
    }
  }
  for (const auto& [rounds, reason] : {std::pair(logs.missing, "a value is missing"),
                                       std::pair(logs.without_ratio, "a value is not finite or not above 0")}) {
    if (rounds > 0) {
      logs.warnings.push_back(fmt::format("{} of {} rounds left out: {}", rounds, numerator.size(), reason));
    }
  }
  return logs;
}

RatioEstimate EstimateRatio(std::span<const double> log_ratios, double wanted_level) {
  std::vector<double> logs(log_ratios.begin(), log_ratios.end());
  RatioEstimate estimate;
  estimate.n = static_cast<int>(logs.size());
  estimate.ratio = std::exp(Median(logs));
  if (estimate.n < kLeastRounds) {
    estimate.warnings.push_back(
        fmt::format("no interval: {} rounds, at least {} are needed", estimate.n, kLeastRounds));
    return estimate;
  }
  std::sort(logs.begin(), logs.end());
  const auto wanted = SignTestRanks(estimate.n, wanted_level);
  const RankInterval ranks = wanted ? *wanted : WidestRanks(estimate.n);
  estimate.has_interval = true;
  estimate.reaches_wanted = wanted.has_value();
  estimate.low = std::exp(logs[static_cast<std::size_t>(ranks.low - 1)]);
  estimate.high = std::exp(logs[static_cast<std::size_t>(ranks.high - 1)]);
  estimate.level = ranks.level;
  if (!estimate.reaches_wanted) {
    estimate.warnings.push_back(fmt::format("{} rounds give an interval at {:.1f} %, {:.1f} % would need {} rounds",
                                            estimate.n, 100 * ranks.level, 100 * wanted_level,
                                            SmallestSample(wanted_level)));
  }
  return estimate;
}

RatioEstimate PairedRatio(std::span<const double> numerator, std::span<const double> denominator, double wanted_level) {
  LogRatios logs = RoundLogRatios(numerator, denominator);
  RatioEstimate estimate = EstimateRatio(logs.values, wanted_level);
  estimate.warnings.insert(estimate.warnings.begin(), logs.warnings.begin(), logs.warnings.end());
  return estimate;
}

}  // namespace playbook
