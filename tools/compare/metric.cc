#include "tools/compare/metric.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "tools/compare/measured.h"
#include "tools/units/units.h"

namespace playbook {
namespace {

constexpr std::string_view kPerSecond = "_per_second";
constexpr std::string_view kSlash = "/s";

// Fields of benchmark::MemoryManager::Result.
constexpr std::array<std::string_view, 4> kMemory = {"allocs_per_iter", "max_bytes_used", "total_allocated_bytes",
                                                     "net_heap_growth"};

// Above this a double does not hold every whole number.
constexpr double kWholeNumbers = 9007199254740992.0;  // 2^53

}  // namespace

const char* Word(Direction direction) {
  switch (direction) {
    case Direction::kLessIsBetter:
      return "less_is_better";
    case Direction::kMoreIsBetter:
      return "more_is_better";
    case Direction::kUnknown:
      break;
  }
  return "unknown";
}

bool IsTime(std::string_view metric) {
  return metric == kRealTime || metric == kCpuTime;
}

bool IsRate(std::string_view metric) {
  return metric.ends_with(kPerSecond) || metric.ends_with(kSlash);
}

Direction DirectionOf(std::string_view metric, const StatedDirections& stated) {
  if (stated.less_is_better.find(metric) != stated.less_is_better.end()) {
    return Direction::kLessIsBetter;
  }
  if (stated.more_is_better.find(metric) != stated.more_is_better.end()) {
    return Direction::kMoreIsBetter;
  }
  if (IsRate(metric)) {
    return Direction::kMoreIsBetter;
  }
  const bool memory = std::find(kMemory.begin(), kMemory.end(), metric) != kMemory.end();
  return IsTime(metric) || memory ? Direction::kLessIsBetter : Direction::kUnknown;
}

std::string MetricText(std::string_view metric, double value, double spread) {
  if (!std::isfinite(value)) {
    return "n/a";
  }
  if (IsTime(metric)) {
    return Duration(value, spread);
  }
  if (IsRate(metric)) {
    std::string_view what = metric;
    what.remove_suffix(metric.ends_with(kPerSecond) ? kPerSecond.size() : kSlash.size());
    return Rate(value, what == "bytes" ? "B" : what, spread);
  }
  if (value == std::floor(value) && std::abs(value) < kWholeNumbers) {
    return Count(static_cast<std::int64_t>(value));
  }
  return fmt::format("{:.4g}", value);
}

}  // namespace playbook
