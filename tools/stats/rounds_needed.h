// How many rounds would tell, and how small an effect can a number of rounds tell?
//
// Sizes are log ratios, or in units of the spread of one round's log ratio. For normally distributed log ratios, what n
// rounds can see is exact, and so is the number of rounds that would see an effect, up to kMostCounted. Beyond, and for
// unpaired values, it is Noether's formula ("Sample size determination for some common nonparametric tests", 1987),
// with z of the error and z of the power:
//   rounds      = (z + z)^2 / (4 (q - 1/2)^2),  q = Phi(effect / spread)              sign test
//   repetitions = (z + z)^2 / (6 (q - 1/2)^2),  q = Phi(effect / (spread sqrt 2))     Mann and Whitney, each side
// An estimate is as good as the spread that goes in. Not a rule to stop at: measuring until it tells is a different
// test, with more errors.
//
//   RoundsToTell(log_ratios, kDefaultMargin, kTableLevel)   // 31: about as many rounds would tell
//   VisibleShift(10, 0.95, kPower)                          // 1.38 spreads: what 10 rounds find in 8 of 10 tries
#ifndef TOOLS_STATS_ROUNDS_NEEDED_H_
#define TOOLS_STATS_ROUNDS_NEEDED_H_

#include <span>

namespace playbook {

// In what share of tries an effect is to be found, by convention (Cohen, Statistical Power Analysis, 1988).
constexpr double kPower = 0.8;

// The smallest shift, in spreads, that the interval of n rounds at `level` tells from 0 in a share `power` of tries;
// infinite where n gives no such interval. 0 < power < 1.
double VisibleShift(int n, double level, double power);

// Up to so many rounds, numbers of rounds are found by VisibleShift and not by the formula.
constexpr int kMostCounted = 100;

// Rounds in which an effect of this size is told from none, at least SmallestSample(level). `effect` and `spread` are
// log ratios, not negative; an effect of 0 is never found: kNeverTells.
int RoundsToSee(double effect, double spread, double level, double power);
constexpr int kNeverTells = 1'000'000'000;

// Rounds in which an effect of this size is told to lie inside a margin: the interval for equivalence has to end
// before the nearer edge, which is log(1 + margin) - effect away.
int RoundsToCallEquivalent(double effect, double spread, double margin, double level, double power);

// Rounds after which a row that could not be told is expected to be, if its median and spread stay what they are: the
// smaller of the two above at kPower, and more than there are. For a table, the level is RowLevel(rows). Where no
// round has been measured: SmallestSample(level). kNeverTells where both are, as at a median of 0 with a margin of 0.
int RoundsToTell(std::span<const double> log_ratios, double margin, double level);

// The same for two unpaired samples of logs: repetitions for each side, more than the smaller side has.
int RepetitionsToTell(std::span<const double> numerator_logs, std::span<const double> denominator_logs, double margin,
                      double level);

}  // namespace playbook

#endif  // TOOLS_STATS_ROUNDS_NEEDED_H_
