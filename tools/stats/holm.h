// Of many rows tested at once, which findings hold together?
//
// Holm's step-down method ("A simple sequentially rejective multiple test procedure", 1979): the chance that any of the
// table's rejections is wrong stays at most what one test alone may err, however the rows depend on each other. Never
// weaker than Bonferroni's division by the number of rows. Not for rows that were picked because of their p: all that
// were tested count.
//
//   const std::vector<double> adjusted = HolmAdjusted(std::vector<double>{0.01, 0.04, 0.03, 0.005});
//   // 0.03, 0.06, 0.06, 0.02: the first and last row hold at 0.05
#ifndef TOOLS_STATS_HOLM_H_
#define TOOLS_STATS_HOLM_H_

#include <span>
#include <vector>

namespace playbook {

// Each p as it stands after the correction, in the same order: the row holds at an error of 0.05 if it is at most that.
// A p that is not a number is a row that was not tested: it stays so and does not count as a row. The others lie
// between 0 and 1.
std::vector<double> HolmAdjusted(std::span<const double> p);

}  // namespace playbook

#endif  // TOOLS_STATS_HOLM_H_
