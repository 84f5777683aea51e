#include "tools/stats/self_comparison.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "tools/stats/binomial_bound.h"
#include "tools/stats/paired_ratio.h"
#include "tools/stats/rank_interval.h"
#include "tools/stats/rounds_needed.h"
#include "tools/stats/sample.h"

namespace playbook {
namespace {

struct LogInterval {
  double low;
  double high;
};

LogInterval IntervalOf(std::span<const double> rounds, const RankInterval& ranks) {
  std::vector<double> sorted(rounds.begin(), rounds.end());
  std::sort(sorted.begin(), sorted.end());
  return {sorted[static_cast<std::size_t>(ranks.low - 1)], sorted[static_cast<std::size_t>(ranks.high - 1)]};
}

// The smallest value that at least this share of the values do not exceed.
double AtShare(std::vector<double> values, double share) {
  std::sort(values.begin(), values.end());
  const double rank = std::ceil(share * static_cast<double>(values.size()));
  return values[static_cast<std::size_t>(std::max(rank, 1.0)) - 1];
}

// A shift x is told if the interval, moved by x, leaves 0 out on that side.
double VisibleEffect(std::span<const double> rounds, const RankInterval& ranks, double share) {
  const auto n = static_cast<std::size_t>(ranks.n);
  std::vector<double> upwards;
  std::vector<double> downwards;
  for (std::size_t begin = 0; begin + n <= rounds.size(); ++begin) {
    const LogInterval interval = IntervalOf(rounds.subspan(begin, n), ranks);
    upwards.push_back(-interval.low);
    downwards.push_back(interval.high);
  }
  const double shift = std::max(AtShare(std::move(upwards), share), AtShare(std::move(downwards), share));
  return std::exp(std::max(shift, 0.0));
}

}  // namespace

std::vector<SelfRow> CompareSelf(std::span<const double> log_ratios, std::span<const int> sizes, double level,
                                 double share) {
  std::vector<SelfRow> rows;
  for (const int size : sizes) {
    assert(size >= 1);
    SelfRow row;
    row.rounds = size;
    const auto ranks = SignTestRanks(size, level);
    row.alarm_rate = ranks ? 1.0 - ranks->level : 1.0;
    const auto n = static_cast<std::size_t>(size);
    if (ranks && n <= log_ratios.size()) {
      for (std::size_t begin = 0; begin + n <= log_ratios.size(); begin += n) {
        const LogInterval interval = IntervalOf(log_ratios.subspan(begin, n), *ranks);
        ++row.comparisons;
        row.false_alarms += interval.low > 0.0 || interval.high < 0.0 ? 1 : 0;
      }
      row.alarm_bound = RateBound(row.false_alarms, row.comparisons, kTableLevel);
      row.visible = VisibleEffect(log_ratios, *ranks, share);
      row.visible_if_normal = std::exp(Spread(log_ratios) * VisibleShift(size, level, share));
    }
    rows.push_back(row);
  }
  return rows;
}

}  // namespace playbook
