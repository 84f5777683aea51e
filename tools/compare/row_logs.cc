#include "tools/compare/row_logs.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstddef>

#include "tools/results/result_row.h"  // kNoNumber
#include "tools/stats/mann_whitney.h"
#include "tools/stats/rank_interval.h"
#include "tools/stats/rounds_needed.h"
#include "tools/stats/unpaired_ratio.h"

namespace playbook {
namespace {

// A value that is there and has no logarithm.
bool HasNoLogarithm(double value) {
  return !std::isnan(value) && !(std::isfinite(value) && value > 0.0);
}

// The logs of one side.
std::vector<double> LogsOf(std::span<const double> values, const char* side, RowLogs& logs) {
  std::vector<double> side_logs;
  side_logs.reserve(values.size());
  std::size_t without = 0;
  for (const double value : values) {
    if (HasNoLogarithm(value)) {
      ++without;
    } else if (!std::isnan(value)) {
      side_logs.push_back(std::log(value));
    }
  }
  if (without > 0) {
    logs.no_ratio = true;
    logs.warnings.push_back(fmt::format("{} of {} values of the {} are 0, below it or infinite: there is no ratio",
                                        without, values.size(), side));
  }
  if (const std::size_t missing = values.size() - side_logs.size() - without; missing > 0) {
    logs.missing = true;
    logs.warnings.push_back(fmt::format("{} of {} values of the {} are missing", missing, values.size(), side));
  }
  return side_logs;
}

RowLogs UnpairedLogs(std::span<const double> base, std::span<const double> contender) {
  RowLogs logs;
  logs.base = LogsOf(base, "base", logs);
  logs.contender = LogsOf(contender, "contender", logs);
  return logs;
}

RowLogs PairedLogs(std::span<const double> base, std::span<const double> contender) {
  assert(base.size() == contender.size());
  RowLogs logs;
  logs.paired = true;
  std::size_t meant = 0;
  std::size_t without = 0;
  for (std::size_t round = 0; round < base.size(); ++round) {
    logs.by_round.push_back(kNoNumber);
    if (std::isnan(base[round]) && std::isnan(contender[round])) {
      continue;
    }
    ++meant;
    if (HasNoLogarithm(base[round]) || HasNoLogarithm(contender[round])) {
      ++without;
    } else if (!std::isnan(base[round]) && !std::isnan(contender[round])) {
      logs.by_round.back() = std::log(contender[round]) - std::log(base[round]);
      logs.ratios.push_back(logs.by_round.back());
    }
  }
  if (without > 0) {
    logs.no_ratio = true;
    logs.warnings.push_back(
        fmt::format("in {} of {} rounds a value is 0, below it or infinite: there is no ratio", without, meant));
  }
  if (const std::size_t missing = meant - logs.ratios.size() - without; missing > 0) {
    logs.missing = true;
    logs.warnings.push_back(fmt::format("in {} of {} rounds the value of one side is missing", missing, meant));
  }
  return logs;
}

}  // namespace

RowLogs TakeLogs(std::span<const double> base, std::span<const double> contender, bool paired) {
  RowLogs logs = paired ? PairedLogs(base, contender) : UnpairedLogs(base, contender);
  if (logs.no_ratio) {
    logs.base.clear();
    logs.contender.clear();
    logs.ratios.clear();
    logs.by_round.assign(logs.by_round.size(), kNoNumber);
  }
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
  const auto base = static_cast<int>(logs.base.size());
  const auto contender = static_cast<int>(logs.contender.size());
  return EnoughRepetitions(base, contender) && WithinError(LeastRankSumP(base, contender), level);
}

int LeastValues(bool paired, double level) {
  return paired ? SmallestSample(level) : LeastRepetitions(level);
}

int NeededFor(const RowLogs& logs, double margin, double level) {
  if (logs.no_ratio) {
    return kNeverTells;
  }
  // One value has no spread to go by.
  if (!logs.paired && std::min(logs.base.size(), logs.contender.size()) < 2) {
    return LeastValues(false, level);
  }
  return logs.paired ? RoundsToTell(logs.ratios, margin, level)
                     : RepetitionsToTell(logs.contender, logs.base, margin, level);
}

}  // namespace playbook
