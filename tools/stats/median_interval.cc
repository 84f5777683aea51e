#include "tools/stats/median_interval.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "tools/stats/paired_ratio.h"
#include "tools/stats/rank_interval.h"
#include "tools/stats/sample.h"

namespace playbook {

MedianInterval IntervalOf(std::span<const double> values) {
  std::vector<double> sorted;
  std::copy_if(values.begin(), values.end(), std::back_inserter(sorted), [](double one) { return std::isfinite(one); });
  std::sort(sorted.begin(), sorted.end());
  MedianInterval interval = {.n = static_cast<int>(sorted.size())};
  if (sorted.empty()) {
    return interval;
  }
  interval.median = Median(sorted);
  RankInterval ranks = {.n = interval.n, .low = 1, .high = interval.n, .level = 0};
  if (interval.n >= 2) {
    ranks = WidestRanks(interval.n);
  }
  if (const auto wanted = SignTestRanks(interval.n, kTableLevel)) {
    ranks = *wanted;
    interval.has_interval = true;
  }
  interval.low = sorted[static_cast<std::size_t>(ranks.low - 1)];
  interval.high = sorted[static_cast<std::size_t>(ranks.high - 1)];
  interval.level = ranks.level;
  return interval;
}

}  // namespace playbook
