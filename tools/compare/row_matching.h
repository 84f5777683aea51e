// Which row of one side belongs to which of the other, and which have no partner?
//
// Rows go together by their canonical name. Where several rows of a side share it, their full names tell them apart,
// and where even those are the same, their order in the files does, if both sides have as many. Nothing is pooled and
// nothing goes missing in silence: every row that the filter takes is in a match or in a list. Not for metrics: a match
// has whatever both its rows have.
//
//   const RowMatching matching = MatchRows(base.rows, contender.rows, RowFilter("BM_Read"), {});
//   for (const RowMatch& match : matching.matches) { Compare(base.rows[match.base], contender.rows[match.contender]); }
#ifndef TOOLS_COMPARE_ROW_MATCHING_H_
#define TOOLS_COMPARE_ROW_MATCHING_H_

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "tools/compare/measured.h"
#include "tools/compare/row_filter.h"

namespace playbook {

struct RowMatch {
  std::string name = {};  // as tables show it: "BM_Read/8", "BM_Old = BM_New", "BM_Twice #2"
  std::size_t base = 0;   // place among the side's rows
  std::size_t contender = 0;
};

// A row that a side has and that has no value: it failed, was skipped, or some of its repetitions did.
struct FailedRow {
  std::string name = {};
  bool on_base = false;
  bool on_contender = false;
  std::string reason = {};  // the base's, or else the contender's
};

struct RowMatching {
  std::vector<RowMatch> matches = {};  // in the base's order; both rows have values
  std::vector<std::string> only_base = {};
  std::vector<std::string> only_contender = {};
  std::vector<FailedRow> failed = {};  // rows without any value on a side that has them
  std::vector<std::string> notes = {};
};

// "6 repetitions of the contender failed and are left out: no such file", of a row some of whose repetitions did.
std::string FailedRepetitions(const MeasuredRow& row, const char* side);

// With `asked`, those rows and no others go together, by canonical or full name. Throws InputError where rows cannot be
// told apart, where an asked one is not there (naming the nearest), and where nothing is in both sides.
RowMatching MatchRows(std::span<const MeasuredRow> base, std::span<const MeasuredRow> contender,
                      const RowFilter& filter, const std::vector<RowNames>& asked);

}  // namespace playbook

#endif  // TOOLS_COMPARE_ROW_MATCHING_H_
