// By what factor did a whole suite change?
//
// The geometric mean of the rows' ratios. Two intervals answer two questions. By round: if these rows were measured
// again; the mean log ratio over the rows is taken in each round, and the rounds' order statistics give the exact
// sign-test interval, whatever the rows have in common inside a round. Over rows: if other rows of this kind were
// measured; Student's interval of the mean of the rows' log ratios ("The probable error of a mean", 1908), exact if
// those are normally distributed and an approximation otherwise. Only rows that both sides have may go in, each once,
// however many repetitions it has. Not a substitute for the rows: a half that gains and a half that loses have a mean
// of 1.
//
//   const RatioEstimate mean = GeometricMeanByRound(log_ratios_of_rows, kTableLevel);  // mean.n rounds
//   const RatioEstimate over = GeometricMeanOverRows(ratios, kTableLevel);             // over.n rows
#ifndef TOOLS_STATS_GEOMETRIC_MEAN_H_
#define TOOLS_STATS_GEOMETRIC_MEAN_H_

#include <span>
#include <vector>

#include "tools/stats/paired_ratio.h"

namespace playbook {

// rows[r][i] is row r's log ratio in round i; all rows have the same number of rounds, and a value that is not finite
// stands for a round in which the row was not measured. Only rounds that have all rows are used, with a warning that
// counts the others: a mean over other rows would be another mean. ratio is the median over rounds of the geometric
// mean.
RatioEstimate GeometricMeanByRound(const std::vector<std::vector<double>>& rows, double wanted_level);

// One ratio for each row. Those that are not finite or not above 0 are left out, with a warning that counts them. Below
// two rows there is no interval.
RatioEstimate GeometricMeanOverRows(std::span<const double> ratios, double level);

}  // namespace playbook

#endif  // TOOLS_STATS_GEOMETRIC_MEAN_H_
