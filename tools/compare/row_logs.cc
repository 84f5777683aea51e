#include "tools/compare/row_logs.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

#include "tools/stats/mann_whitney.h"
#include "tools/stats/rank_interval.h"
#include "tools/stats/rounds_needed.h"
#include "tools/stats/unpaired_ratio.h"

namespace playbook {
namespace {

bool Usable(double value) {
  return std::isfinite(value) && value > 0.0;
}

}  // namespace

RowLogs TakeLogs(std::span<const double> base, std::span<const double> contender, bool paired) {
  RowLogs logs;
  logs.paired = paired;
  if (!paired) {
    LogValues left = UsableLogs(base, "values of the base");
    LogValues right = UsableLogs(contender, "values of the contender");
    logs.base = std::move(left.values);
    logs.contender = std::move(right.values);
    logs.warnings = std::move(left.warnings);
    logs.warnings.insert(logs.warnings.end(), right.warnings.begin(), right.warnings.end());
    return logs;
  }
  assert(base.size() == contender.size());
  std::vector<double> numerator;
  std::vector<double> denominator;
  for (std::size_t round = 0; round < base.size(); ++round) {
    const bool used = Usable(base[round]) && Usable(contender[round]);
    logs.by_round.push_back(used ? std::log(contender[round]) - std::log(base[round])
                                 : std::numeric_limits<double>::quiet_NaN());
    if (!std::isnan(base[round]) || !std::isnan(contender[round])) {
      numerator.push_back(contender[round]);
      denominator.push_back(base[round]);
    }
  }
  LogRatios ratios = RoundLogRatios(numerator, denominator);
  logs.ratios = std::move(ratios.values);
  logs.warnings = std::move(ratios.warnings);
  return logs;
}

RatioTests TestsOf(const RowLogs& logs, bool more_is_better, double margin) {
  if (!logs.paired) {
    return more_is_better ? UnpairedTests(logs.base, logs.contender, margin)
                          : UnpairedTests(logs.contender, logs.base, margin);
  }
  if (!more_is_better) {
    return PairedTests(logs.ratios, margin);
  }
  std::vector<double> turned;
  turned.reserve(logs.ratios.size());
  for (const double ratio : logs.ratios) {
    turned.push_back(-ratio);
  }
  return PairedTests(turned, margin);
}

RatioEstimate EstimateOf(const RowLogs& logs, double level) {
  if (logs.paired) {
    return EstimateRatio(logs.ratios, level);
  }
  return EstimateShift(logs.contender, logs.base, level).ratio;
}

bool AllowVerdict(const RowLogs& logs, double level) {
  if (logs.paired) {
    return static_cast<int>(logs.ratios.size()) >= SmallestSample(level);
  }
  return !logs.base.empty() && !logs.contender.empty() &&
         WithinError(LeastRankSumP(static_cast<int>(logs.base.size()), static_cast<int>(logs.contender.size())), level);
}

int LeastValues(bool paired, double level) {
  return paired ? SmallestSample(level) : LeastRepetitions(level);
}

int NeededFor(const RowLogs& logs, double margin, double level) {
  // One value has no spread to go by.
  if (!logs.paired && std::min(logs.base.size(), logs.contender.size()) < 2) {
    return LeastValues(false, level);
  }
  return logs.paired ? RoundsToTell(logs.ratios, margin, level)
                     : RepetitionsToTell(logs.contender, logs.base, margin, level);
}

}  // namespace playbook
