// What is the middle of some numbers, and how far do they spread?
//
// Every value that this library hands out carries its warnings with it; whoever prints the value prints them. Means and
// standard deviations are left out on purpose: times are skewed, and one disturbed round would move both.
//
//   const Sample sample = Summarise({3.1, 3.3, 9.0});
//   Print(sample.median, sample.low, sample.high, sample.n, sample.warnings);
#ifndef TOOLS_STATS_SAMPLE_H_
#define TOOLS_STATS_SAMPLE_H_

#include <cstddef>
#include <limits>
#include <span>
#include <string>
#include <vector>

namespace playbook {

// The middle value; the mean of the two middle ones where n is even. Not a number for an empty span.
double Median(std::span<const double> values);

// How far the values spread about their median, as the standard deviation of a normal distribution that spreads as far:
// the median absolute deviation times 1.4826, which is 1 / Phi^-1(3/4) (Hampel, "The influence curve and its role in
// robust estimation", 1974). One wild value moves it little. 0 for one value, not a number for none.
double Spread(std::span<const double> values);

struct Sample {
  std::size_t n = 0;  // values that were used
  double median = std::numeric_limits<double>::quiet_NaN();
  double low = std::numeric_limits<double>::quiet_NaN();   // smallest
  double high = std::numeric_limits<double>::quiet_NaN();  // largest
  std::vector<std::string> warnings = {};
};

// Values that are not finite are left out, with a warning that counts them.
Sample Summarise(std::span<const double> values);

}  // namespace playbook

#endif  // TOOLS_STATS_SAMPLE_H_
