// What does one row of a Google Benchmark result say?
//
// Every field that versions 1.4 to 1.9.5 write, with times in nanoseconds whatever unit the file uses. Not for rows
// that are summed up over rounds: those are RowSeries.
//
//   if (row.kind == ResultRow::Kind::kValue) { times_ns.push_back(row.real_time_ns); }
//   const auto bytes = row.counters.find("bytes_per_second");
//   if (row.family_index) { ... }
#ifndef TOOLS_RESULTS_RESULT_ROW_H_
#define TOOLS_RESULTS_RESULT_ROW_H_

#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace playbook {

inline constexpr double kNoNumber = std::numeric_limits<double>::quiet_NaN();

// A number of the file. `exact` is set where it was written as an integer: above 2^53 `value` is only near it.
struct ResultNumber {
  double value = kNoNumber;
  std::optional<std::int64_t> exact = {};
};

struct ResultRow {
  // kValue: one repetition. kAggregate: mean, median, BigO and the like. kError and kSkipped carry a message and no
  // time.
  enum class Kind { kValue, kAggregate, kError, kSkipped };

  Kind kind = Kind::kValue;
  std::string name = {};            // canonical, see CanonicalRowName
  std::string harness_name = {};    // run_name, or name where that is absent, as written
  std::string aggregate = {};       // "median"; empty for other kinds
  std::string aggregate_unit = {};  // "time" or "percentage"; empty before 1.6
  std::string message = {};
  std::string label = {};
  std::string time_unit = {};  // as written; the times below are converted already
  std::int64_t repetition_index = 0;
  std::int64_t threads = 1;
  std::int64_t iterations = 0;  // of an aggregate: the repetitions that entered it
  // Nothing where the file does not say. `repetitions` is 0 before 1.5.5 where a flag had set them; the indices (from
  // 1.5.5) count what the filter left, so they tell rows of one file apart and are no keys between files.
  std::optional<std::int64_t> repetitions = {};
  std::optional<std::int64_t> family_index = {};
  std::optional<std::int64_t> instance_index = {};  // per_family_instance_index
  // Per iteration; not a number where the file gives none. Of an aggregate whose unit is a percentage these are the
  // fraction as written.
  double real_time_ns = kNoNumber;
  double cpu_time_ns = kNoNumber;
  // Of a BigO row: the fitted function ("NlgN") and its factors; of an RMS row: the fit's error as a fraction.
  std::string big_o = {};
  double real_coefficient_ns = kNoNumber;
  double cpu_coefficient_ns = kNoNumber;
  double rms = kNoNumber;
  // Every other number of the row: rates, counters, and what a memory manager reports (allocs_per_iter, max_bytes_used,
  // total_allocated_bytes, net_heap_growth). A counter may carry the name of a field: the first one in the row is the
  // field.
  std::map<std::string, ResultNumber> counters = {};
};

// The row's own name: what the harness appended for its own settings (iterations, repeats, minimum times, kind of
// clock) is taken off. The number of threads stays, as it is another experiment.
std::string CanonicalRowName(std::string_view harness_name);

// N of the part "threads:N" at the end of a harness name, 1 without it: before 1.5 the name alone says so.
std::int64_t ThreadsOfName(std::string_view harness_name);

}  // namespace playbook

#endif  // TOOLS_RESULTS_RESULT_ROW_H_
