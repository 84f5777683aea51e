// What does a number of a row mean: is more of it better, and in which unit is it written?
//
// Times are better when small. The name decides for counters: a rate is better when large, what the harness's memory
// manager reports is better when small, and of any other counter nobody but its author knows. Not for guessing more
// than that: a wrong direction turns a loss into a gain.
//
//   DirectionOf("bytes_per_second", {})                      // kMoreIsBetter
//   DirectionOf("hops", {.less_is_better = {"hops"}})        // kLessIsBetter
//   MetricText("bytes_per_second", 3.45e10, 1e8)             // "34.5 GB/s"
#ifndef TOOLS_COMPARE_METRIC_H_
#define TOOLS_COMPARE_METRIC_H_

#include <set>
#include <string>
#include <string_view>

namespace playbook {

enum class Direction { kLessIsBetter, kMoreIsBetter, kUnknown };

// "less_is_better", "more_is_better", "unknown": the words of files.
const char* Word(Direction direction);

struct StatedDirections {
  std::set<std::string, std::less<>> less_is_better = {};
  std::set<std::string, std::less<>> more_is_better = {};
};

bool IsTime(std::string_view metric);
// Whether the harness divides by a time to get it: the name ends in "_per_second" or "/s".
bool IsRate(std::string_view metric);

// What was stated goes first. Rates: more. Times and the memory manager's fields (allocs_per_iter, max_bytes_used,
// total_allocated_bytes, net_heap_growth; google/benchmark, docs/user_guide.md, "Memory Usage"): less.
Direction DirectionOf(std::string_view metric, const StatedDirections& stated);

// "3.13 ms", "34.5 GB/s", "1.20 M items/s", "4,096", "0.125". `spread` as in tools/units.
std::string MetricText(std::string_view metric, double value, double spread);

}  // namespace playbook

#endif  // TOOLS_COMPARE_METRIC_H_
