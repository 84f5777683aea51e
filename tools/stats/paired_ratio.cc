#include "tools/stats/paired_ratio.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cmath>

#include "tools/stats/rank_interval.h"
#include "tools/stats/sample.h"

namespace playbook {

double RowLevel(int rows) {
  assert(rows >= 1);
  return 1.0 - (1.0 - kTableLevel) / rows;
}

RatioEstimate PairedRatio(std::span<const double> numerator, std::span<const double> denominator, double wanted_level) {
  assert(numerator.size() == denominator.size());
  const auto usable = [](double value) { return std::isfinite(value) && value > 0.0; };
  std::vector<double> logs;
  for (std::size_t round = 0; round < numerator.size(); ++round) {
    if (usable(numerator[round]) && usable(denominator[round])) {
      logs.push_back(std::log(numerator[round]) - std::log(denominator[round]));
    }
  }
  RatioEstimate estimate;
  estimate.n = static_cast<int>(logs.size());
  if (logs.size() < numerator.size()) {
    estimate.warnings.push_back(fmt::format("{} of {} rounds left out: a value is missing or not above 0",
                                            numerator.size() - logs.size(), numerator.size()));
  }
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

}  // namespace playbook
