// Does this run show the effect that a pair claims?
//
// The one place where a verdict on the clock is made; pairs carry only data and reports only print. Ratios are of time
// per iteration, taken round by round. No ratio is handed out that involves a row below the clock's resolution. Not for
// evidence, which needs no clock and is judged by the evidence binary.
//
//   const EffectFinding finding = JudgeEffect(run, "unbuffered_output", "gcc", EffectRows(run));
//   Print(Word(finding.verdict), finding.ratio.low, finding.ratio.high, finding.reason);
#ifndef TOOLS_MEASURE_EFFECT_H_
#define TOOLS_MEASURE_EFFECT_H_

#include <string>
#include <vector>

#include "tools/measure/run_data.h"
#include "tools/stats/paired_ratio.h"

namespace playbook {

enum class EffectVerdict {
  kShown,             // the interval lies wholly at or beyond the claimed threshold
  kSizeUnclear,       // the right direction, and the interval reaches across the threshold
  kSmallerHere,       // the right direction, wholly below the threshold
  kOtherWayRound,     // the interval lies wholly on the other side of 1
  kNotShown,          // the interval holds 1, or the clock's resolution forbids a ratio
  kReadsLikeControl,  // wrong reads like a loop without work, right does not
  kEquivalent,        // of a claim of no difference: the interval for equivalence lies inside the margin
  kNegligible,        // of a claim of no difference: it is there, and inside the margin
  kDiffers,           // of a claim of no difference: wholly beyond the margin
  kCannotTell,        // of a claim of no difference: the interval is too wide for either
  kTooFewRounds,      // no interval can be given
  kNoData,            // a row is missing or failed
};

// "shown", "size unclear", "smaller here", "other way round", ...: the words of every table.
const char* Word(EffectVerdict verdict);

struct EffectFinding {
  EffectVerdict verdict = EffectVerdict::kNoData;
  // Oriented as the claim is: the claim says that it is at least the threshold. Only meaningful if has_ratio.
  bool has_ratio = false;
  RatioEstimate ratio = {};
  std::string sides = {};   // "wrong / right", "right / wrong", "gcc / clang"
  std::string reason = {};  // one sentence for people: why this verdict, with the values it rests on
};

// Intervals that the table of effects of this run holds: pairs times builds.
int EffectRows(const RunData& run);

// A run's pair under the build with this label. `table_rows` is the number of intervals in the table that the finding
// is for; they hold together at kTableLevel where the rounds allow it. A claim between builds compares with the first
// other build of the plan.
EffectFinding JudgeEffect(const RunData& run, const std::string& id, const std::string& label, int table_rows);

// Whether a row's time is too short for the clock to tell: one repetition took less than kLeastClockGrains times the
// clock's grain (ClockGrainNs). False where the grain or the row is not known.
bool BelowClock(const PairRun& pair, const std::string& row);
constexpr double kLeastClockGrains = 100.0;  // so that one grain is at most a hundredth of what is told

// One row's time over that of another, round by round; each of the two may be of another build. Empty ratio (n is 0),
// with a warning that says why, where a row is absent or below the clock's resolution.
RatioEstimate RowRatio(const PairRun& numerator, const std::string& numerator_row, const PairRun& denominator,
                       const std::string& denominator_row, double wanted_level);

}  // namespace playbook

#endif  // TOOLS_MEASURE_EFFECT_H_
