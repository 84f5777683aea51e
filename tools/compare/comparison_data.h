// A comparison for programs?
//
// Plain numbers, times in nanoseconds, null for what is not known. Nothing is ever removed or renamed without a higher
// schema_version; docs/compare.md names the fields. Not for people: comparison_text.h.
//
//   out << JsonComparison(comparison, gate_result);
//   out << CsvComparison(comparison);
//   out << JunitComparison(comparison, gate, gate_result);
#ifndef TOOLS_COMPARE_COMPARISON_DATA_H_
#define TOOLS_COMPARE_COMPARISON_DATA_H_

#include <optional>
#include <string>

#include "tools/compare/comparison.h"
#include "tools/compare/gate.h"

namespace playbook {

// What was asked of the gate and what came of it.
struct GateAnswer {
  Gate gate = {};
  GateResult result = {};
};

// One object; each element of "rows" is a row under a metric, with "verdict", "ratio", "interval" and "n".
std::string JsonComparison(const Comparison& comparison, const std::optional<GateAnswer>& gate);

// One line a row and metric, in the order of the tables.
std::string CsvComparison(const Comparison& comparison);

// A test case for each row and metric that is under the gate. Rows that trip it are failures, undecided ones are
// skipped with the reason, and so is what is missing on a side. Without a gate nothing fails.
std::string JunitComparison(const Comparison& comparison, const std::optional<GateAnswer>& gate);

}  // namespace playbook

#endif  // TOOLS_COMPARE_COMPARISON_DATA_H_
