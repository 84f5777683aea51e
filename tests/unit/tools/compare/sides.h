// Two sides of a comparison with values that a test chose.
//
//   const MeasuredPair pair = Unpaired({Row("BM_Read", Near(100))}, {Row("BM_Read", Near(103))});
//   const Measured side = Collect(ResultText({Repetitions("BM_Read", {1.0, 1.1})}));
#ifndef TESTS_UNIT_TOOLS_COMPARE_SIDES_H_
#define TESTS_UNIT_TOOLS_COMPARE_SIDES_H_

#include <fmt/format.h>

#include <cstddef>
#include <map>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "tools/compare/measured.h"
#include "tools/compare/measured_file.h"
#include "tools/results/result_row.h"

namespace playbook {

using Values = std::vector<double>;

// Values that spread by up to 1 % about the middle, the same in every run of the test, and none of them equal.
inline Values Near(double middle, int count = 10) {
  Values values;
  for (int at = 0; at < count; ++at) {
    values.push_back(middle * (1 + 0.001 * ((at * 7) % 10 - 4.5) + 1e-6 * at));
  }
  return values;
}

inline MeasuredRow Row(const std::string& name, const Values& real_time) {
  MeasuredRow row;
  row.name = CanonicalRowName(name);
  row.full_name = name;
  row.threads = ThreadsOfName(name);
  if (!real_time.empty()) {
    row.values.emplace(kRealTime, real_time);
  }
  row.iterations = {1000};
  return row;
}

inline MeasuredRow WithCounter(MeasuredRow row, const std::string& counter, const Values& values) {
  row.values[counter] = values;
  return row;
}

inline MeasuredPair Unpaired(std::vector<MeasuredRow> base, std::vector<MeasuredRow> contender) {
  MeasuredPair pair;
  pair.base.label = "before.json";
  pair.base.rows = std::move(base);
  pair.contender.label = "after.json";
  pair.contender.rows = std::move(contender);
  return pair;
}

inline MeasuredPair Paired(std::vector<MeasuredRow> base, std::vector<MeasuredRow> contender) {
  MeasuredPair pair = Unpaired(std::move(base), std::move(contender));
  pair.paired = true;
  pair.rounds = static_cast<int>(pair.base.rows.front().values.begin()->second.size());
  pair.base.value_kind = ValueKind::kRound;
  pair.contender.value_kind = ValueKind::kRound;
  return pair;
}

// Rows of a result file, as version 1.8 writes them; `more` is put behind them, as ", \"label\": \"x\"".
inline std::string Repetition(const std::string& name, int index, int of, double real_time, int family = 0,
                              const std::string& more = "") {
  return fmt::format(
      R"({{"name": "{0}", "family_index": {1}, "per_family_instance_index": 0, "run_name": "{0}", "run_type": )"
      R"("iteration", "repetitions": {2}, "repetition_index": {3}, "threads": 1, "iterations": 1000, )"
      R"("real_time": {4}, "cpu_time": {4}, "time_unit": "ns"{5}}})",
      name, family, of, index, real_time, more);
}

inline std::vector<std::string> Repetitions(const std::string& name, const Values& real_times, int family = 0) {
  std::vector<std::string> rows;
  for (std::size_t at = 0; at < real_times.size(); ++at) {
    rows.push_back(Repetition(name, static_cast<int>(at), static_cast<int>(real_times.size()), real_times[at], family));
  }
  return rows;
}

inline std::string Aggregate(const std::string& name, const std::string& aggregate, double value,
                             const std::string& unit = "time") {
  return fmt::format(
      R"({{"name": "{0}_{1}", "run_name": "{0}", "run_type": "aggregate", "repetitions": 3, "threads": 1, )"
      R"("aggregate_name": "{1}", "aggregate_unit": "{3}", "iterations": 3, "real_time": {2}, "cpu_time": {2}, )"
      R"("time_unit": "ns"}})",
      name, aggregate, value, unit);
}

inline std::string ResultText(const std::vector<std::string>& rows, const std::string& context = "") {
  return fmt::format("{{\"context\": {{{}}}, \"benchmarks\": [{}]}}\n", context, fmt::join(rows, ",\n"));
}

inline Measured Collect(const std::string& text, const MetricNames& metrics = {}) {
  std::istringstream stream(text);
  MeasuredCollector collector(metrics);
  const ReadReport report = ReadResult(stream, "a.json", collector, Reading::kSalvage);
  return collector.Take("a.json", report);
}

}  // namespace playbook

#endif  // TESTS_UNIT_TOOLS_COMPARE_SIDES_H_
