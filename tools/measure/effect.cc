#include "tools/measure/effect.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "tools/stats/rounds_needed.h"
#include "tools/stats/sample.h"
#include "tools/stats/verdict.h"
#include "tools/units/units.h"

namespace playbook {
namespace {

// Two times above the clock's resolution are called alike within this factor. An empty loop's time moves by some tenths
// with alignment and core clock; the work of a pair that is really done takes many times as long.
constexpr double kAlike = 1.5;

// Everything a judgement of one pair under one build needs.
struct Sides {
  const PairDescription& pair;
  const PairRun& run;
  std::string wrong;
  std::string right;
  std::string control;
  double level;
};

EffectFinding WithoutRatio(EffectVerdict verdict, std::string reason) {
  return {.verdict = verdict, .reason = std::move(reason)};
}

std::string Interval(const RatioEstimate& ratio) {
  return fmt::format("{} (n = {}, {})", RatioInterval(ratio.low, ratio.high), ratio.n, Percent(ratio.level));
}

// Where the reason for a missing row is known, it is said.
std::string WhyMissing(const PairRun& run, const std::string& row) {
  if (run.failure) {
    return fmt::format("given up at stage {}: {}", run.failure->stage, run.failure->reason);
  }
  const auto found = run.rows.find(row);
  if (found == run.rows.end()) {
    return fmt::format("{} has not been measured", row);
  }
  return found->second.errors.empty() ? fmt::format("{} has no time", row)
                                      : fmt::format("{} failed: {}", row, found->second.errors.front());
}

bool HasTime(const PairRun& run, const std::string& row) {
  const auto found = run.rows.find(row);
  return found != run.rows.end() && std::any_of(found->second.time_ns.begin(), found->second.time_ns.end(),
                                                [](double time_ns) { return std::isfinite(time_ns); });
}

// A side below the clock's resolution: a finding in itself, and the end of every ratio.
EffectFinding JudgeBelowClock(const Sides& sides, bool wrong_below, bool right_below) {
  const std::string resolution = fmt::format("the clock's resolution (a repetition took less than {} times {})",
                                             kLeastClockGrains, Duration(*sides.run.ClockGrainNs()));
  const bool control_below = BelowClock(sides.run, sides.control);
  if (wrong_below && right_below) {
    return WithoutRatio(EffectVerdict::kNotShown,
                        fmt::format("wrong and right both lie below {}: nothing was measured", resolution));
  }
  if (right_below) {
    return WithoutRatio(EffectVerdict::kNotShown, fmt::format("the right side lies below {}", resolution));
  }
  if (!control_below) {
    return WithoutRatio(EffectVerdict::kNotShown,
                        fmt::format("wrong lies below {} and control does not, so they are not alike", resolution));
  }
  return WithoutRatio(EffectVerdict::kReadsLikeControl,
                      fmt::format("wrong and control lie below {}, right does not", resolution));
}

EffectFinding JudgeLikeControl(const Sides& sides) {
  if (!HasTime(sides.run, sides.control)) {
    return WithoutRatio(EffectVerdict::kNoData, WhyMissing(sides.run, sides.control));
  }
  EffectFinding finding;
  finding.sides = "right / wrong";
  finding.ratio = RowRatio(sides.run, sides.right, sides.run, sides.wrong, sides.level);
  finding.has_ratio = finding.ratio.n > 0;
  const RatioEstimate control = RowRatio(sides.run, sides.wrong, sides.run, sides.control, sides.level);
  if (control.n == 0) {
    finding.verdict = EffectVerdict::kNotShown;
    finding.reason = "control lies below the clock's resolution and wrong does not, so they are not alike";
    return finding;
  }
  if (!finding.ratio.has_interval || !control.has_interval) {
    finding.verdict = EffectVerdict::kTooFewRounds;
    finding.reason = fmt::format("{} rounds, an interval needs at least {}", finding.ratio.n, kLeastRounds);
    return finding;
  }
  const bool alike = control.low >= 1 / kAlike && control.high <= kAlike;
  const bool apart = finding.ratio.low > kAlike;
  finding.verdict = alike && apart ? EffectVerdict::kReadsLikeControl : EffectVerdict::kNotShown;
  finding.reason = fmt::format("wrong / control is {}, {}; right / wrong is {}", Interval(control),
                               alike ? "alike" : fmt::format("not within {}", Ratio(kAlike)), Interval(finding.ratio));
  return finding;
}

EffectFinding JudgeThreshold(RatioEstimate ratio, std::string sides, double at_least) {
  const bool has_ratio = ratio.n > 0;
  EffectFinding finding = {.has_ratio = has_ratio, .ratio = std::move(ratio), .sides = std::move(sides)};
  const RatioEstimate& r = finding.ratio;
  if (!r.has_interval) {
    finding.verdict = EffectVerdict::kTooFewRounds;
    finding.reason = fmt::format("{} rounds, an interval needs at least {}", r.n, kLeastRounds);
    return finding;
  }
  const std::string found = fmt::format("{} is {}", finding.sides, Interval(r));
  const std::string threshold = Ratio(at_least);
  if (r.low >= at_least && r.low > 1) {
    finding.verdict = EffectVerdict::kShown;
    finding.reason = fmt::format("{}, at or beyond {}", found, threshold);
  } else if (r.low > 1 && r.high >= at_least) {
    finding.verdict = EffectVerdict::kSizeUnclear;
    finding.reason = fmt::format("{}, which reaches across {}", found, threshold);
  } else if (r.low > 1) {
    finding.verdict = EffectVerdict::kSmallerHere;
    finding.reason = fmt::format("{}, below {}", found, threshold);
  } else if (r.high < 1) {
    finding.verdict = EffectVerdict::kOtherWayRound;
    finding.reason = fmt::format("{}, the claim is at least {}", found, threshold);
  } else {
    finding.verdict = EffectVerdict::kNotShown;
    finding.reason = fmt::format("{}, which holds 1", found);
  }
  return finding;
}

EffectFinding JudgeNoDifference(const Sides& sides) {
  EffectFinding finding;
  finding.sides = "wrong / right";
  finding.ratio = RowRatio(sides.run, sides.wrong, sides.run, sides.right, sides.level);
  finding.has_ratio = finding.ratio.n > 0;
  const RatioEstimate& r = finding.ratio;
  if (!r.has_interval) {
    finding.verdict = EffectVerdict::kTooFewRounds;
    finding.reason = fmt::format("{} rounds, an interval needs at least {}", r.n, kLeastRounds);
    return finding;
  }
  const double margin = sides.pair.at_least;
  const RatioEstimate inner = RowRatio(sides.run, sides.wrong, sides.run, sides.right, EquivalenceLevel(sides.level));
  const std::string found = fmt::format("wrong / right is {}", Interval(r));
  const std::string band = fmt::format("{} .. {}", Ratio(1 / margin), Ratio(margin));
  switch (JudgeIntervals(r, inner, margin - 1)) {
    case Verdict::kSlower:
    case Verdict::kFaster:
      finding.verdict = EffectVerdict::kDiffers;
      finding.reason = fmt::format("{}, outside {}", found, band);
      break;
    case Verdict::kNegligible:
      finding.verdict = EffectVerdict::kNegligible;
      finding.reason = fmt::format("{}, not 1 and inside {}", found, band);
      break;
    case Verdict::kEquivalent:
      finding.verdict = EffectVerdict::kEquivalent;
      finding.reason = fmt::format("wrong / right is {}, inside {}", Interval(inner), band);
      break;
    case Verdict::kDiffers:
      finding.verdict = EffectVerdict::kSizeUnclear;
      finding.reason = fmt::format("{}, not 1 and across the edge of {}", found, band);
      break;
    case Verdict::kCannotTell:
      finding.verdict = EffectVerdict::kCannotTell;
      finding.reason = fmt::format(
          "{}, wider than {}; about {} rounds could tell", found, band,
          RoundsToTell(
              RoundLogRatios(sides.run.rows.at(sides.wrong).time_ns, sides.run.rows.at(sides.right).time_ns).values,
              margin - 1, sides.level));
      break;
  }
  return finding;
}

EffectFinding JudgeBetweenBuilds(const RunData& run, const Sides& sides, const std::string& label) {
  const std::vector<PlannedBuild>& builds = run.plan.builds;
  const auto own =
      std::find_if(builds.begin(), builds.end(), [&](const PlannedBuild& one) { return one.label == label; });
  const auto other =
      std::find_if(builds.begin(), builds.end(), [&](const PlannedBuild& one) { return one.label != label; });
  if (other == builds.end() || own == builds.end()) {
    return WithoutRatio(EffectVerdict::kNoData, "the claim is between builds, and the run has only one");
  }
  // The same order whichever of the two is asked about.
  const PlannedBuild& first = own < other ? *own : *other;
  const PlannedBuild& second = own < other ? *other : *own;
  const PairRun& first_run = run.Of(first.label, sides.pair.id);
  const PairRun& second_run = run.Of(second.label, sides.pair.id);
  for (const PairRun* const one : {&first_run, &second_run}) {
    if (!HasTime(*one, sides.wrong)) {
      return WithoutRatio(EffectVerdict::kNoData, fmt::format("{}: {}", one == &first_run ? first.name : second.name,
                                                              WhyMissing(*one, sides.wrong)));
    }
    if (BelowClock(*one, sides.wrong)) {
      return WithoutRatio(EffectVerdict::kNotShown,
                          fmt::format("the wrong side of {} lies below the clock's resolution",
                                      one == &first_run ? first.name : second.name));
    }
  }
  RatioEstimate ratio = RowRatio(first_run, sides.wrong, second_run, sides.wrong, sides.level);
  // The claim names no direction: the slower build stands on top.
  if (ratio.ratio >= 1) {
    return JudgeThreshold(std::move(ratio), fmt::format("{} / {}", first.name, second.name), sides.pair.at_least);
  }
  ratio = RowRatio(second_run, sides.wrong, first_run, sides.wrong, sides.level);
  return JudgeThreshold(std::move(ratio), fmt::format("{} / {}", second.name, first.name), sides.pair.at_least);
}

}  // namespace

const char* Word(EffectVerdict verdict) {
  switch (verdict) {
    case EffectVerdict::kShown:
      return "shown";
    case EffectVerdict::kSizeUnclear:
      return "size unclear";
    case EffectVerdict::kSmallerHere:
      return "smaller here";
    case EffectVerdict::kOtherWayRound:
      return "other way round";
    case EffectVerdict::kNotShown:
      return "not shown";
    case EffectVerdict::kReadsLikeControl:
      return "reads like control";
    case EffectVerdict::kEquivalent:
      return "equivalent";
    case EffectVerdict::kNegligible:
      return "negligible";
    case EffectVerdict::kDiffers:
      return "differs";
    case EffectVerdict::kCannotTell:
      return "cannot tell";
    case EffectVerdict::kTooFewRounds:
      return "too few rounds";
    case EffectVerdict::kNoData:
      return "no data";
  }
  return "";
}

int EffectRows(const RunData& run) {
  return static_cast<int>(run.plan.pairs.size() * run.plan.builds.size());
}

bool BelowClock(const PairRun& pair, const std::string& row) {
  const std::optional<double> grain_ns = pair.ClockGrainNs();
  const auto found = pair.rows.find(row);
  if (!grain_ns || found == pair.rows.end()) {
    return false;
  }
  const Sample total_ns = Summarise(found->second.total_ns);
  return total_ns.n > 0 && total_ns.median < kLeastClockGrains * *grain_ns;
}

RatioEstimate RowRatio(const PairRun& numerator, const std::string& numerator_row, const PairRun& denominator,
                       const std::string& denominator_row, double wanted_level) {
  RatioEstimate none;
  for (const auto& [run, row] : {std::pair(&numerator, &numerator_row), std::pair(&denominator, &denominator_row)}) {
    if (!HasTime(*run, *row)) {
      none.warnings.push_back("no ratio: " + WhyMissing(*run, *row));
    } else if (BelowClock(*run, *row)) {
      none.warnings.push_back(fmt::format("no ratio: {} lies below the clock's resolution", *row));
    }
  }
  if (!none.warnings.empty()) {
    return none;
  }
  return PairedRatio(numerator.rows.at(numerator_row).time_ns, denominator.rows.at(denominator_row).time_ns,
                     wanted_level);
}

EffectFinding JudgeEffect(const RunData& run, const std::string& id, const std::string& label, int table_rows) {
  const PairRun& pair_run = run.Of(label, id);
  const auto pair = run.pairs.find(id);
  if (pair == run.pairs.end()) {
    return WithoutRatio(EffectVerdict::kNoData,
                        pair_run.failure ? WhyMissing(pair_run, {}) : "the pair has not been described");
  }
  const Sides sides = {.pair = pair->second,
                       .run = pair_run,
                       .wrong = pair->second.Headline("wrong"),
                       .right = pair->second.Headline("right"),
                       .control = pair->second.Headline("control"),
                       .level = RowLevel(std::max(1, table_rows))};
  const std::string& claim = sides.pair.effect;
  if (claim == "wrong_differs_between_builds") {
    return JudgeBetweenBuilds(run, sides, label);
  }
  for (const std::string* const row : {&sides.wrong, &sides.right}) {
    if (!HasTime(pair_run, *row)) {
      return WithoutRatio(EffectVerdict::kNoData, WhyMissing(pair_run, *row));
    }
  }
  const bool wrong_below = BelowClock(pair_run, sides.wrong);
  const bool right_below = BelowClock(pair_run, sides.right);
  if (wrong_below || right_below) {
    return JudgeBelowClock(sides, wrong_below, right_below);
  }
  if (claim == "reads_like_control") {
    return JudgeLikeControl(sides);
  }
  if (claim == "no_difference") {
    return JudgeNoDifference(sides);
  }
  if (claim == "wrong_reads_lower") {
    return JudgeThreshold(RowRatio(pair_run, sides.right, pair_run, sides.wrong, sides.level), "right / wrong",
                          sides.pair.at_least);
  }
  if (claim == "right_faster" || claim == "wrong_reads_higher") {
    return JudgeThreshold(RowRatio(pair_run, sides.wrong, pair_run, sides.right, sides.level), "wrong / right",
                          sides.pair.at_least);
  }
  return WithoutRatio(EffectVerdict::kNoData, fmt::format("the effect \"{}\" is not known to this playbook", claim));
}

}  // namespace playbook
