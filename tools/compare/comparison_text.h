// What does a person see of a comparison, on a terminal or on a page?
//
// What must be known before the numbers comes before them: refusals that were overridden, what else differs, a factor
// that all rows share. Not for programs: comparison_data.h.
//
//   out << TerminalComparison(comparison, StyleOf(out));
//   out << MarkdownComparison(comparison);
#ifndef TOOLS_COMPARE_COMPARISON_TEXT_H_
#define TOOLS_COMPARE_COMPARISON_TEXT_H_

#include <string>
#include <vector>

#include "tools/compare/comparison.h"
#include "tools/report/verdict_table.h"

namespace playbook {

// Where the table is wider than the terminal, each row takes two lines.
std::string TerminalComparison(const Comparison& comparison, const TerminalStyle& style);
std::string MarkdownComparison(const Comparison& comparison);

// The provenance difference alone, for a comparison that is refused.
std::string TerminalProvenance(const ProvenanceDifference& provenance, const TerminalStyle& style);

}  // namespace playbook

#endif  // TOOLS_COMPARE_COMPARISON_TEXT_H_
