// Two samples drawn alike: how is the number of pairs in which the second is the larger distributed?
//
// The null distribution of Mann and Whitney's U where no values are equal, on which every exact statement about two
// unpaired samples rests. Up to kExactPairs pairs the orders are counted: they are the coefficients of the Gaussian
// binomial, the numbers that Mann and Whitney ("On a test of whether one of two random variables is stochastically
// larger than the other", 1947) find by recurrence. Beyond, the normal approximation with continuity correction. Not
// where values are equal: rank_sum.h counts those.
//
//   MannWhitneyTail(5, 5, 2)           // P(U <= 2) = 0.0159
//   MannWhitneyCritical(10, 10, 0.95)  // 23: the largest u of which twice the tail is at most 0.05
#ifndef TOOLS_STATS_MANN_WHITNEY_H_
#define TOOLS_STATS_MANN_WHITNEY_H_

#include <cstdint>
#include <optional>

namespace playbook {

// Pairs (the product of the sizes) up to which everything is counted: 25 values a side. All counts are then whole
// numbers that a double holds. The approximation that takes over gives a p near 5 % that is too large by at most 0.001.
constexpr int kExactPairs = 625;

// Whether statements about samples of these sizes are counted or approximated.
bool IsExact(int first_n, int second_n);

// P(U <= u). Both sizes are at least 1. Below 0: 0.
double MannWhitneyTail(int first_n, int second_n, std::int64_t u);

// The largest u with 2 P(U <= u) <= 1 - level; nothing where there is none.
std::optional<std::int64_t> MannWhitneyCritical(int first_n, int second_n, double level);

// The least two-sided p that samples of these sizes can give, however far apart they lie: 2 / (n + m choose n), at
// most 1.
double LeastRankSumP(int first_n, int second_n);

// How many repetitions each side needs before any verdict is possible at this level: 4 at 0.95. At RowLevel(rows) it
// is what a table of so many rows needs.
int LeastRepetitions(double level);

// Whether both sides have the repetitions that LeastRepetitions asks for at kTableLevel. A single value against very
// many would have a small p as well; how far such values spread is then known of one side alone.
bool EnoughRepetitions(int first_n, int second_n);

// Whether an error of `p` is within what a level allows. Levels such as 1 - 0.05 / 10 are not exact in binary: what is
// equal but for that is within.
bool WithinError(double p, double level);

}  // namespace playbook

#endif  // TOOLS_STATS_MANN_WHITNEY_H_
