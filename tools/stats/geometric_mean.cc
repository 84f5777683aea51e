#include "tools/stats/geometric_mean.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cassert>
#include <cmath>
#include <numeric>
#include <utility>

#include "tools/stats/unpaired_ratio.h"

namespace playbook {
namespace {

double Mean(std::span<const double> values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

}  // namespace

RatioEstimate GeometricMeanByRound(const std::vector<std::vector<double>>& rows, double wanted_level) {
  const std::size_t rounds = rows.empty() ? 0 : rows.front().size();
  std::vector<double> means;
  for (std::size_t round = 0; round < rounds; ++round) {
    std::vector<double> of_round;
    of_round.reserve(rows.size());
    for (const std::vector<double>& row : rows) {
      assert(row.size() == rounds);
      of_round.push_back(row[round]);
    }
    if (std::all_of(of_round.begin(), of_round.end(), [](double value) { return std::isfinite(value); })) {
      std::sort(of_round.begin(), of_round.end());  // so that the order of the rows does not change the last digit
      means.push_back(Mean(of_round));
    }
  }
  RatioEstimate estimate = EstimateRatio(means, wanted_level);
  if (means.size() < rounds) {
    estimate.warnings.insert(estimate.warnings.begin(),
                             fmt::format("{} of {} rounds left out: not all {} rows have a ratio",
                                         rounds - means.size(), rounds, rows.size()));
  }
  return estimate;
}

RatioEstimate GeometricMeanOverRows(std::span<const double> ratios, double level) {
  LogValues usable = UsableLogs(ratios, "rows");
  std::vector<double>& logs = usable.values;
  RatioEstimate estimate;
  estimate.n = static_cast<int>(logs.size());
  estimate.warnings = std::move(usable.warnings);
  if (logs.empty()) {
    return estimate;
  }
  std::sort(logs.begin(), logs.end());
  const double mean = Mean(logs);
  estimate.ratio = std::exp(mean);
  if (logs.size() < 2) {
    estimate.warnings.push_back("no interval of the mean: 1 row, at least 2 are needed");
    return estimate;
  }
  const double freedom = static_cast<double>(logs.size() - 1);
  double squares = 0.0;
  for (const double log : logs) {
    squares += (log - mean) * (log - mean);
  }
  const double error = std::sqrt(squares / freedom / static_cast<double>(logs.size()));
  const boost::math::students_t_distribution<double> student(freedom);
  const double half = boost::math::quantile(student, (1.0 + level) / 2) * error;
  estimate.has_interval = true;
  estimate.reaches_wanted = true;
  estimate.level = level;
  estimate.low = std::exp(mean - half);
  estimate.high = std::exp(mean + half);
  return estimate;
}

}  // namespace playbook
