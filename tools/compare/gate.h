// Does a comparison pass what a build server asked of it?
//
// A gate passes only on evidence: a row that cannot be told, that is gone, or that failed, if only in part, does not
// pass it, and neither does a file that lacks its end. Not for verdicts: the gate reads them.
//
//   const Gate gate = ParseGate("slower:3%");
//   const GateResult result = JudgeGate(Compare(pair, {.margin = gate.margin}), gate);
//   return ExitCodeOf(result.outcome);
#ifndef TOOLS_COMPARE_GATE_H_
#define TOOLS_COMPARE_GATE_H_

#include <string>
#include <vector>

#include "tools/compare/comparison.h"

namespace playbook {

struct Gate {
  double margin = kDefaultMargin;
  // What trips it: a row that is slower (worse) or faster by more than the margin, or differs by more where nobody
  // knows which is better.
  bool on_slower = true;
  bool on_faster = true;
};

// "3%": either way; "slower:3%", "faster:0.5%". Throws std::invalid_argument.
Gate ParseGate(const std::string& text);

// 0.03 of "3%". `option` is what the message names. Throws std::invalid_argument.
double ParsePercent(const std::string& text, const std::string& option);

struct GateResult {
  enum class Outcome { kPassed, kTripped, kCannotTell };

  Outcome outcome = Outcome::kPassed;
  std::vector<std::string> tripped = {};    // one line for each row, with its ratio
  std::vector<std::string> undecided = {};  // one line for each reason
};

// "passed", "tripped", "cannot_tell": the words of files.
const char* Word(GateResult::Outcome outcome);

// Looks at the metrics that were asked for, and without any at the real time: a rate that the harness makes of the same
// time would only be judged twice. A row passes if its verdict or its interval excludes what trips the gate. The
// comparison was made with the gate's margin. Throws std::invalid_argument where a one-sided gate is asked of a metric
// without a known direction.
GateResult JudgeGate(const Comparison& comparison, const Gate& gate);

// Whether the gate looks at this metric.
bool UnderGate(const Comparison& comparison, const MetricComparison& metric);
// Whether this row trips the gate, and whether it passes; a row may do neither.
bool Trips(const RowComparison& row, const Gate& gate);
bool Passes(const RowComparison& row, Direction direction, const Gate& gate);

}  // namespace playbook

#endif  // TOOLS_COMPARE_GATE_H_
