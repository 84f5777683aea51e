// What does the contender do to every row and metric, as one table whose findings hold together?
//
// Ratios are contender over base, intervals exact, verdicts by tools/stats/verdict.h with Holm's correction over the
// rows of one metric. Each metric is a table of its own: a rate says the same as its time and must not cost it power.
// Not for printing: comparison_text.h and comparison_data.h print what is here and decide nothing.
//
//   const Comparison comparison = Compare(pair, {.margin = 0.03});
//   for (const RowComparison& row : comparison.metrics.front().rows) { Print(row.name, Word(row.verdict)); }
#ifndef TOOLS_COMPARE_COMPARISON_H_
#define TOOLS_COMPARE_COMPARISON_H_

#include <string>
#include <vector>

#include "tools/compare/measured.h"
#include "tools/compare/metric.h"
#include "tools/compare/provenance_difference.h"
#include "tools/compare/row_filter.h"
#include "tools/compare/row_matching.h"
#include "tools/stats/common_factor.h"
#include "tools/stats/paired_ratio.h"
#include "tools/stats/ratio_tests.h"
#include "tools/stats/sample.h"
#include "tools/stats/verdict.h"

namespace playbook {

struct CompareOptions {
  double margin = kDefaultMargin;
  std::string filter = {};                // RowFilter
  std::vector<RowNames> rows = {};        // those and no others
  std::vector<std::string> metrics = {};  // empty: real time and every counter
  StatedDirections directions = {};
};

struct RowComparison {
  std::string name = {};
  Sample base = {};
  Sample contender = {};
  // Contender over base, also where more is better. n is rounds, or the smaller side's values.
  RatioEstimate ratio = {};
  // Slower means worse: of a metric of which more is better, less. Where the direction is not known, what would be
  // slower or faster is kDiffers.
  Verdict verdict = Verdict::kCannotTell;
  Verdict alone = Verdict::kCannotTell;  // what it would be if this row were the only one of its table
  RowVerdict judged = {};                // the verdict that knows slower from faster whatever the metric; its p values
  // Some repetitions or rounds of the row failed or are missing on a side, in words. What is left may be a choice, so a
  // gate does not pass on it.
  std::vector<std::string> gaps = {};
  // The verdict holds with all rows of the table in view (Holm), and the row's own interval does not show it.
  bool by_table = false;
  // Every value on both sides is the same number, of a metric that is counted and not timed: nothing was tested, and
  // the verdict is kEquivalent.
  bool identical = false;
  int needed = 0;  // where the verdict is kCannotTell: rounds, or values a side, that would tell; kNeverTells
  std::vector<std::string> warnings = {};
};

struct MetricComparison {
  std::string metric = {};
  Direction direction = Direction::kUnknown;
  std::vector<RowComparison> rows = {};  // matches that have it on both sides
  int counted = 0;                       // rows that are not identical
  int tested = 0;                        // of those, the ones with enough values for a test: what the correction counts
  // Of the matched rows, each once, contender over base. Paired: by round (mean.n rounds); otherwise over the rows.
  RatioEstimate mean = {};
  bool mean_by_round = false;
  int mean_rows = 0;
  CommonFactor common = {};
  // Rows that cannot be told and have too few values for any difference to hold in this table; how many values a side,
  // or rounds, it takes. 0 where there is no such row.
  int too_few = 0;
  int values_needed = 0;
  std::vector<std::string> one_sided = {};  // matched rows of which only one side has this metric
};

struct Comparison {
  CompareOptions options = {};
  std::string base = {};  // labels
  std::string contender = {};
  bool paired = false;
  ValueKind value_kind = ValueKind::kRepetition;  // the base's
  ProvenanceDifference provenance = {};
  RowMatching matching = {};
  std::vector<MetricComparison> metrics = {};  // real time first, then by name
  std::vector<std::string> notes = {};         // of reading and matching
  bool whole = true;                           // both sides are
};

// A table is without rows where all are over before the clock can tell; they are among matching.failed. Throws
// InputError where there is nothing to compare (MatchRows) or no matched row has an asked metric, and
// std::invalid_argument where the filter is none. It does not refuse: whoever calls looks at provenance.refusals.
Comparison Compare(const MeasuredPair& pair, const CompareOptions& options);

}  // namespace playbook

#endif  // TOOLS_COMPARE_COMPARISON_H_
