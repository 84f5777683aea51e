// What can be said of a comparison, in one word?
//
// The word is the strongest that the measurements support, in this order:
//   slower, faster   the interval lies wholly beyond the margin
//   negligible       the interval leaves 1 out and lies wholly inside the margin: real, and not worth speaking of
//   equivalent       the interval for equivalence (EquivalenceLevel) lies wholly inside the margin
//   differs          the interval leaves 1 out and crosses the margin: real, size unclear
//   cannot_tell      anything else; rounds_needed.h says how many rounds would tell
// "Wholly" excludes the edge itself. A ratio above 1 is called slower: for figures of which more is better the caller
// turns the ratio round first. Equivalent and cannot_tell are not the same: the one is a finding, the other is none.
//
//   Verdict verdict = JudgeIntervals(PairedRatio(b, a, 0.95), PairedRatio(b, a, EquivalenceLevel(0.95)),
//   kDefaultMargin); std::vector<RowVerdict> table = JudgeTable(tests_of_all_rows, kTableLevel);
#ifndef TOOLS_STATS_VERDICT_H_
#define TOOLS_STATS_VERDICT_H_

#include <span>
#include <vector>

#include "tools/stats/paired_ratio.h"
#include "tools/stats/ratio_tests.h"

namespace playbook {

enum class Verdict { kSlower, kFaster, kNegligible, kEquivalent, kDiffers, kCannotTell };

// "slower", "faster", "negligible", "equivalent", "differs", "cannot_tell": the words of files. For people, the last
// one is written with a blank.
const char* Word(Verdict verdict);

// One comparison by itself. `interval` and `for_equivalence` are of the same values, at a level and at its
// EquivalenceLevel. Without an interval: cannot tell. margin
// is at least 0; at 0 there is only slower, faster and cannot tell.
Verdict JudgeIntervals(const RatioEstimate& interval, const RatioEstimate& for_equivalence, double margin);

// The same by its tests, at the margin that they were made with. For paired rounds, and for unpaired values none of
// which are equal, it is the same verdict as that of the intervals; where unpaired values are equal, never one that
// they do not support.
Verdict JudgeTests(const RatioTests& tests, double level);

struct RowVerdict {
  Verdict verdict = Verdict::kCannotTell;  // with the whole table in view
  Verdict alone = Verdict::kCannotTell;    // what it would be if this row were the only one
  bool above = false;                      // for "differs": whether it is the slower side
  RatioTests adjusted = {};                // each p after Holm
};

// The rows of one table. Each kind of statement (not 1, beyond, inside) is corrected by Holm over all rows that were
// tested, so for each kind the chance that the table holds any false one is at most 1 - level. A verdict that does not
// survive becomes the strongest one that does. A row's printed interval at RowLevel(rows) (Bonferroni) never supports
// more than its verdict does; it may support less, since Holm is the sharper of the two. What is not valid, and is not
// done: to correct only the p of each row's own verdict, because the row chose that verdict by looking.
std::vector<RowVerdict> JudgeTable(std::span<const RatioTests> rows, double level);

}  // namespace playbook

#endif  // TOOLS_STATS_VERDICT_H_
