#include "tools/stats/common_factor.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "tools/stats/unpaired_ratio.h"

namespace playbook {

CommonFactor FindCommonFactor(std::span<const double> ratios, double margin) {
  constexpr double kShareOfFactor = 0.25;
  const LogValues usable = UsableLogs(ratios, "rows");
  const std::vector<double>& logs = usable.values;
  CommonFactor common;
  common.estimate = EstimateRatio(logs, kTableLevel);
  std::vector<std::string>& warnings = common.estimate.warnings;
  if (!common.estimate.has_interval) {
    warnings = {
        fmt::format("no common factor can be told of {} rows, at least {} are needed", logs.size(), kLeastRounds)};
  }
  warnings.insert(warnings.end(), usable.warnings.begin(), usable.warnings.end());
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
