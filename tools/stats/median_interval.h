// Where does the middle of what was measured lie, and how sure is that?
//
// For values of one row, one per process. The interval is the exact one of the sign test (rank_interval.h), so it
// assumes no shape of the noise. Not for the distance of two rows: take their ratio round by round (paired_ratio.h).
//
//   const MedianInterval time = IntervalOf(values_ns);
//   Print(time.median, time.low, time.high, time.n);
#ifndef TOOLS_STATS_MEDIAN_INTERVAL_H_
#define TOOLS_STATS_MEDIAN_INTERVAL_H_

#include <limits>
#include <span>

namespace playbook {

struct MedianInterval {
  int n = 0;  // finite values
  double median = std::numeric_limits<double>::quiet_NaN();
  // The interval where there is one; else smallest and largest value, whose level is then below kTableLevel.
  double low = std::numeric_limits<double>::quiet_NaN();
  double high = std::numeric_limits<double>::quiet_NaN();
  bool has_interval = false;
  double level = 0;  // true level of low .. high; 0 for a single value
};

// At kTableLevel. Values that are not finite are left out.
MedianInterval IntervalOf(std::span<const double> values);

}  // namespace playbook

#endif  // TOOLS_STATS_MEDIAN_INTERVAL_H_
