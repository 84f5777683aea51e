// How often does this machine raise a false alarm, and how small an effect can it see?
//
// From rounds of a program against itself, in the order in which they were measured, so that what drifts and lingers is
// in the answer. For each number of rounds n the series is cut into blocks of n that do not overlap; each is one
// comparison, and one whose interval leaves 1 out is a false alarm. The visible effect is counted as well: over all
// runs of n consecutive rounds, the smallest change, either way, that added to the rounds would have been told from
// none in the wanted share. Beside it stands what normally distributed rounds of the same spread would allow
// (rounds_needed.h): a large gap between the two says that the noise is not of that kind. Not for rounds of two
// programs.
//
//   for (const SelfRow& row : CompareSelf(log_ratios, std::vector<int>{6, 10, 20, 40}, 0.95, 0.9))
//     Print(row.rounds, row.false_alarms, row.comparisons, row.visible);
#ifndef TOOLS_STATS_SELF_COMPARISON_H_
#define TOOLS_STATS_SELF_COMPARISON_H_

#include <limits>
#include <span>
#include <vector>

namespace playbook {

struct SelfRow {
  int rounds = 0;         // of one comparison
  double alarm_rate = 0;  // what the exact level of the interval allows; 1 where so few rounds have no interval
  int comparisons = 0;    // blocks
  int false_alarms = 0;
  double alarm_bound = 1.0;  // RateBound of the two at 95 %; 1 without comparisons
  // Factors above 1: 1.013 is 1.3 %. Not a number where the series is shorter than one comparison, or so few rounds
  // have no interval.
  double visible = std::numeric_limits<double>::quiet_NaN();
  double visible_if_normal = std::numeric_limits<double>::quiet_NaN();
};

// One row for each of `sizes`. All log ratios are finite. `share` is the share of tries in which the effect is to be
// found, between 0 and 1.
std::vector<SelfRow> CompareSelf(std::span<const double> log_ratios, std::span<const int> sizes, double level,
                                 double share);

}  // namespace playbook

#endif  // TOOLS_STATS_SELF_COMPARISON_H_
