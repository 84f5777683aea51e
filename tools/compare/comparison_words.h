// How is a comparison put into words?
//
// The sentences and cells that the terminal, Markdown and JUnit have in common. Not for numbers that programs read.
//
//   VerdictWords(row)     "cannot tell (needs 31)"
//   RatioWords(row)       "1.052x (1.043x .. 1.061x)"
#ifndef TOOLS_COMPARE_COMPARISON_WORDS_H_
#define TOOLS_COMPARE_COMPARISON_WORDS_H_

#include <string>
#include <vector>

#include "tools/compare/comparison.h"

namespace playbook {

// "slower"; "cannot tell (needs 31; by itself faster)": with so many rounds, or values a side, it is expected to be
// told, and were this the only row it would be called so.
std::string VerdictWords(const RowComparison& row);
std::string RatioWords(const RowComparison& row);
// "8", or "8 / 10" where the sides have different numbers of values and nothing pairs them.
std::string CountWords(const RowComparison& row, bool paired);
std::string FailedWords(const FailedRow& failed);

// How the values came about, and what that leaves open.
std::string DesignWords(const Comparison& comparison);
// "all rows moved by one factor, ...": empty where they did not.
std::string CommonWords(const MetricComparison& metric);
// "geometric mean of 12 rows: 1.01x (...)": empty without a mean.
std::string MeanWords(const MetricComparison& metric);
// "12 rows: 2 slower, 10 equivalent".
std::string TallyWords(const MetricComparison& metric);
// Why no row, or not every row, of this table can have a verdict, and what it takes; empty where all can.
std::string TooFewWords(const MetricComparison& metric, bool paired);
// What the intervals and verdicts of the table mean.
std::string LegendWords(const Comparison& comparison, const MetricComparison& metric);

// Rows that are on one side only or that failed, a sentence for each list.
std::vector<std::string> MissingWords(const RowMatching& matching);

}  // namespace playbook

#endif  // TOOLS_COMPARE_COMPARISON_WORDS_H_
