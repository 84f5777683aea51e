#include "tools/ladder/figures.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "tools/units/units.h"

namespace playbook {
namespace {

std::string Figure(double value, double spread, bool is_rate) {
  return is_rate ? Rate(value, "B", spread) : Duration(value, spread);
}

}  // namespace

std::string FigureText(const MedianInterval& value, bool is_rate) {
  if (value.n == 0) {
    return "-";
  }
  const double spread = value.high - value.low;
  std::string median = Figure(value.median, spread, is_rate);
  if (value.n == 1) {
    return median;
  }
  return fmt::format("{} ({} .. {})", median, Figure(value.low, spread, is_rate), Figure(value.high, spread, is_rate));
}

std::string MedianText(const MedianInterval& value, bool is_rate) {
  return value.n == 0 ? "-" : Figure(value.median, value.high - value.low, is_rate);
}

std::string Multiple(double times) {
  constexpr double kLargest = 9e18;
  if (!std::isfinite(times) || std::abs(times) > kLargest) {
    return "n/a";
  }
  constexpr int kMostDigits = 7;  // behind the point
  if (std::abs(times) > 0 && std::abs(times) < 0.0995) {
    const int behind = std::min(kMostDigits, 1 - static_cast<int>(std::floor(std::log10(std::abs(times)))));
    return fmt::format("{:.{}f}", times, behind);
  }
  if (std::abs(times) < 9.995) {
    return fmt::format("{:.2f}", times);
  }
  if (std::abs(times) < 99.95) {
    return fmt::format("{:.1f}", times);
  }
  // Three significant digits, the rest zeros.
  const double unit = std::pow(10.0, std::floor(std::log10(std::abs(times))) - 2);
  return Count(static_cast<std::int64_t>(std::llround(std::round(times / unit) * unit)));
}

}  // namespace playbook
