#include "tools/stats/sample.h"

#include <algorithm>
#include <cmath>

namespace playbook {

namespace {

// Of sorted values, at least one.
double MiddleOf(const std::vector<double>& sorted) {
  const std::size_t middle = sorted.size() / 2;
  // Halved before they are added, so that two huge values do not overflow.
  return sorted.size() % 2 == 1 ? sorted[middle] : sorted[middle - 1] / 2 + sorted[middle] / 2;
}

}  // namespace

double Median(std::span<const double> values) {
  if (values.empty()) {
    return std::numeric_limits<double>::quiet_NaN();
  }
  std::vector<double> sorted(values.begin(), values.end());
  std::sort(sorted.begin(), sorted.end());
  return MiddleOf(sorted);
}

double Spread(std::span<const double> values) {
  constexpr double kNormalPerDeviation = 1.482602218505602;
  const double middle = Median(values);
  std::vector<double> deviations;
  deviations.reserve(values.size());
  for (const double value : values) {
    deviations.push_back(std::abs(value - middle));
  }
  return kNormalPerDeviation * Median(deviations);
}

Sample Summarise(std::span<const double> values) {
  std::vector<double> finite;
  std::copy_if(values.begin(), values.end(), std::back_inserter(finite),
               [](double value) { return std::isfinite(value); });
  Sample sample;
  sample.n = finite.size();
  if (!finite.empty()) {
    std::sort(finite.begin(), finite.end());
    sample.median = MiddleOf(finite);
    sample.low = finite.front();
    sample.high = finite.back();
  }
  if (finite.size() < values.size()) {
    sample.warnings.push_back(std::to_string(values.size() - finite.size()) + " of " + std::to_string(values.size()) +
                              " values left out: not finite");
  }
  return sample;
}

}  // namespace playbook
