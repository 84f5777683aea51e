#include "tools/stats/unpaired_ratio.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>
#include <limits>

#include "tools/stats/mann_whitney.h"

namespace playbook {
namespace {

// How many differences first[i] - second[j] are at most `limit`. The larger second[j], the smaller the difference, so
// one walk over both sides is enough.
std::int64_t CountUpTo(std::span<const double> first, std::span<const double> second, double limit) {
  std::int64_t count = 0;
  std::size_t j = 0;  // second[j ..] give differences up to the limit
  for (const double value : first) {
    while (j < second.size() && value - second[j] > limit) {
      ++j;
    }
    count += static_cast<std::int64_t>(second.size() - j);
  }
  return count;
}

// Whole numbers in the order of the doubles, so that halving between two of them ends on a double and not near one.
std::int64_t OrderOf(double value) {
  const auto bits = std::bit_cast<std::int64_t>(value);
  return bits >= 0 ? bits : std::numeric_limits<std::int64_t>::min() - bits;
}

double ValueOf(std::int64_t order) {
  return std::bit_cast<double>(order >= 0 ? order : std::numeric_limits<std::int64_t>::min() - order);
}

// Half way from the one to the other in that order, rounded up: never the lower one.
double Between(double low, double high) {
  const std::int64_t from = OrderOf(low);
  const std::int64_t to = OrderOf(high);
  return ValueOf((from | to) - ((from ^ to) >> 1)) + 0.0;
}

// Enough for differences of like size; those of very unlike size are rare.
constexpr int kStepsByValue = 32;

// All differences first[i] - second[j] above `low` and up to `high`. One walk, as in CountUpTo.
std::vector<double> DifferencesWithin(std::span<const double> first, std::span<const double> second, double low,
                                      double high) {
  std::vector<double> within;
  std::size_t begin = 0;
  std::size_t end = 0;
  for (const double value : first) {
    while (begin < second.size() && value - second[begin] > high) {
      ++begin;
    }
    end = std::max(end, begin);
    while (end < second.size() && value - second[end] > low) {
      ++end;
    }
    for (std::size_t j = begin; j < end; ++j) {
      within.push_back(value - second[j]);
    }
  }
  return within;
}

// All differences of two sorted sides by rank: laid out while they are few, searched for when they are many.
class Differences {
 public:
  Differences(std::span<const double> first, std::span<const double> second)
      : first_(first), second_(second), count_(static_cast<std::int64_t>(first.size() * second.size())) {
    if (count_ <= kExactPairs) {
      sorted_.reserve(static_cast<std::size_t>(count_));
      for (const double one : first) {
        for (const double other : second) {
          sorted_.push_back(one - other);
        }
      }
      std::sort(sorted_.begin(), sorted_.end());
    }
  }

  std::int64_t Count() const { return count_; }

  double At(std::int64_t rank) const {
    return sorted_.empty() ? RankedDifference(first_, second_, rank) : sorted_[static_cast<std::size_t>(rank - 1)];
  }

  double Middle() const {
    const double upper = At(count_ / 2 + 1);
    return count_ % 2 == 1 ? upper : At(count_ / 2) / 2 + upper / 2;
  }

 private:
  std::span<const double> first_;
  std::span<const double> second_;
  std::int64_t count_;
  std::vector<double> sorted_;
};

}  // namespace

LogValues UsableLogs(std::span<const double> values, const std::string& what) {
  LogValues logs;
  for (const double value : values) {
    if (std::isfinite(value) && value > 0.0) {
      logs.values.push_back(std::log(value));
    }
  }
  if (logs.values.size() < values.size()) {
    logs.warnings.push_back(fmt::format("{} of {} {} left out: missing or not above 0",
                                        values.size() - logs.values.size(), values.size(), what));
  }
  return logs;
}

double RankedDifference(std::span<const double> first, std::span<const double> second, std::int64_t rank) {
  assert(!first.empty() && !second.empty());
  assert(rank >= 1 && rank <= static_cast<std::int64_t>(first.size() * second.size()));
  // The wanted one lies above `low` and up to `high`. -0.0 and 0.0 are equal and must not be two places in the order.
  double low = std::nextafter(first.front() - second.back() + 0.0, -std::numeric_limits<double>::infinity());
  double high = first.back() - second.front() + 0.0;
  std::int64_t below = 0;
  auto up_to = static_cast<std::int64_t>(first.size() * second.size());
  const auto few = static_cast<std::int64_t>(4 * (first.size() + second.size()));
  // Halved by value while that is quick, then by place in the order of doubles, so that it ends where many are equal.
  for (int step = 0; up_to - below > few; ++step) {
    const double by_value = low / 2 + high / 2 + 0.0;
    const double middle = step < kStepsByValue && by_value > low && by_value < high ? by_value : Between(low, high);
    if (middle >= high) {
      return high;  // nothing lies between
    }
    const std::int64_t count = CountUpTo(first, second, middle);
    if (count >= rank) {
      high = middle;
      up_to = count;
    } else {
      low = middle;
      below = count;
    }
  }
  std::vector<double> left = DifferencesWithin(first, second, low, high);
  const auto wanted = left.begin() + (rank - below - 1);
  std::nth_element(left.begin(), wanted, left.end());
  return *wanted;
}

UnpairedEstimate EstimateShift(std::span<const double> numerator_logs, std::span<const double> denominator_logs,
                               double wanted_level) {
  UnpairedEstimate estimate;
  RatioEstimate& ratio = estimate.ratio;
  estimate.numerator_n = static_cast<int>(numerator_logs.size());
  estimate.denominator_n = static_cast<int>(denominator_logs.size());
  ratio.n = std::min(estimate.numerator_n, estimate.denominator_n);
  if (ratio.n == 0) {
    ratio.warnings.push_back("no ratio: a side has no value");
    return estimate;
  }
  std::vector<double> first(numerator_logs.begin(), numerator_logs.end());
  std::vector<double> second(denominator_logs.begin(), denominator_logs.end());
  std::sort(first.begin(), first.end());
  std::sort(second.begin(), second.end());
  const Differences differences(first, second);
  ratio.ratio = std::exp(differences.Middle());
  const int n = estimate.numerator_n;
  const int m = estimate.denominator_n;
  if (!EnoughRepetitions(n, m)) {
    ratio.warnings.push_back(fmt::format("no interval: {} and {} repetitions, at least {} of each are needed", n, m,
                                         LeastRepetitions(kTableLevel)));
    return estimate;
  }
  const auto wanted = MannWhitneyCritical(n, m, wanted_level);
  const std::int64_t critical = wanted.value_or(0);
  ratio.has_interval = true;
  ratio.reaches_wanted = wanted.has_value();
  ratio.low = std::exp(differences.At(critical + 1));
  ratio.high = std::exp(differences.At(differences.Count() - critical));
  ratio.level = 1.0 - 2.0 * MannWhitneyTail(n, m, critical);
  if (!ratio.reaches_wanted) {
    ratio.warnings.push_back(
        fmt::format("{} and {} repetitions give an interval at {:.1f} %, {:.1f} % would need {} of each", n, m,
                    100 * ratio.level, 100 * wanted_level, LeastRepetitions(wanted_level)));
  }
  return estimate;
}

UnpairedEstimate UnpairedRatio(std::span<const double> numerator, std::span<const double> denominator,
                               double wanted_level) {
  const LogValues above = UsableLogs(numerator, "values of the contender");
  const LogValues below = UsableLogs(denominator, "values of the base");
  UnpairedEstimate estimate = EstimateShift(above.values, below.values, wanted_level);
  std::vector<std::string>& warnings = estimate.ratio.warnings;
  warnings.insert(warnings.begin(), below.warnings.begin(), below.warnings.end());
  warnings.insert(warnings.begin(), above.warnings.begin(), above.warnings.end());
  return estimate;
}

}  // namespace playbook
