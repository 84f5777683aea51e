// So many false alarms in so many trials: what does that say of the rate?
//
// Exact, from the binomial distribution (Clopper and Pearson, "The use of confidence or fiducial limits illustrated in
// the case of the binomial", 1934). Two questions that are easily taken for one another: a count that *proves* a rate
// below a limit, and a count that does not *disprove* it. The first is a promise, the second a check. Not for trials
// that overlap or depend on each other.
//
//   RateBound(1, 100, 0.95)                // 0.0466: with 1 in 100, the rate is below that
//   MostToProveRate(200, 0.05, 0.95)       // 4: at most so many of 200 prove a rate below 5 %
//   MostExpected(200, 0.05, 0.95)          // 15: a true rate of 5 % stays within that in 95 of 100 cases
#ifndef TOOLS_STATS_BINOMIAL_BOUND_H_
#define TOOLS_STATS_BINOMIAL_BOUND_H_

#include <optional>

namespace playbook {

// The upper end of the one-sided interval of the rate, at `level`. 0 <= count <= trials, trials at least 1.
double RateBound(int count, int trials, double level);

// The largest count whose RateBound is at most `rate`; nothing where even 0 of so many trials is not enough.
std::optional<int> MostToProveRate(int trials, double rate, double level);

// The smallest count that a true `rate` exceeds with a chance of at most 1 - level. More than that says that the rate
// is higher.
int MostExpected(int trials, double rate, double level);

}  // namespace playbook

#endif  // TOOLS_STATS_BINOMIAL_BOUND_H_
