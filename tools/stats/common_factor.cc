#include "tools/stats/common_factor.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace playbook {

CommonFactor FindCommonFactor(std::span<const double> ratios, double margin) {
  constexpr double kShareOfFactor = 0.25;
  std::vector<double> logs;
  for (const double ratio : ratios) {
    if (std::isfinite(ratio) && ratio > 0.0) {
      logs.push_back(std::log(ratio));
    }
  }
  CommonFactor common;
  common.estimate = EstimateRatio(logs, kTableLevel);
  std::vector<std::string>& warnings = common.estimate.warnings;
  if (!common.estimate.has_interval) {
    warnings = {
        fmt::format("no common factor can be told of {} rows, at least {} are needed", logs.size(), kLeastRounds)};
  }
  if (logs.size() < ratios.size()) {
    warnings.push_back(fmt::format("{} of {} rows left out: the ratio is missing or not above 0",
                                   ratios.size() - logs.size(), ratios.size()));
  }
  if (logs.empty()) {
    return common;
  }
  const double middle = std::log(common.estimate.ratio);
  const double edge = std::log1p(margin);
  const double tolerance = std::max(edge, kShareOfFactor * std::abs(middle));
  common.tolerance = std::exp(tolerance);
  common.agreeing = static_cast<int>(
      std::count_if(logs.begin(), logs.end(), [=](double log) { return std::abs(log - middle) <= tolerance; }));
  common.found = common.estimate.has_interval && (common.estimate.low > 1.0 || common.estimate.high < 1.0) &&
                 std::abs(middle) > edge && common.agreeing >= kNearlyAll * common.estimate.n;
  return common;
}

}  // namespace playbook
