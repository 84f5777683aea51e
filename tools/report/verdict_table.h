// Which figures, effects and proofs did the run give, at one look?
//
// The table that `playbook run` ends with and that stands on top of a report. Not the whole report: all other rows,
// conditions and provenance are in markdown_report.h.
//
//   out << TerminalVerdicts(run, FindAll(run), {.columns = 100, .colour = true});
#ifndef TOOLS_REPORT_VERDICT_TABLE_H_
#define TOOLS_REPORT_VERDICT_TABLE_H_

#include <ostream>
#include <string>

#include "tools/report/findings.h"

namespace playbook {

struct TerminalStyle {
  int columns = 100;
  bool colour = false;
};

// Colour only where the stream is a terminal and NO_COLOR is unset or empty; COLUMNS sets the width everywhere.
TerminalStyle StyleOf(const std::ostream& stream);

// Without colour where the style has none. Where the table is wider than the terminal, one block a pair and build.
std::string TerminalVerdicts(const RunData& run, const Findings& findings, const TerminalStyle& style);

// The same as one Markdown table, with what the intervals mean in a line below it.
std::string MarkdownVerdicts(const RunData& run, const Findings& findings);

// What is unfinished, in one sentence; empty for a run that is done.
std::string IncompleteWords(const RunData& run);

// That other work took part, in one sentence; empty where some process waited for a CPU in less than kBusyShare of the
// time. Our own helper processes wait a little too: a run of all pairs on an idle machine of two CPUs was seen at 0.02
// and 0.04, the one pair that feeds a pipe at 0.14, a run beside a compiler at 0.99.
std::string BusyWords(const RunData& run);
constexpr double kBusyShare = 0.25;

}  // namespace playbook

#endif  // TOOLS_REPORT_VERDICT_TABLE_H_
