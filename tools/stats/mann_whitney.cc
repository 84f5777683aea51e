#include "tools/stats/mann_whitney.h"

#include <algorithm>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/special_functions/binomial.hpp>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "tools/stats/paired_ratio.h"  // kTableLevel

namespace playbook {
namespace {

double Choose(int n, int k) {
  return boost::math::binomial_coefficient<double>(static_cast<unsigned>(n), static_cast<unsigned>(k));
}

// In how many of the equally likely orders U is 0, 1, ... most. After the i-th step the counts are those of a smaller
// sample of i values, so every number on the way is a whole number and below the last total.
std::vector<double> Counts(int first_n, int second_n, int most) {
  const int small = std::min(first_n, second_n);
  const int large = std::max(first_n, second_n);
  std::vector<double> counts(static_cast<std::size_t>(most) + 1, 0.0);
  counts[0] = 1.0;
  for (int i = 1; i <= small; ++i) {
    for (int u = most; u >= large + i; --u) {
      counts[static_cast<std::size_t>(u)] -= counts[static_cast<std::size_t>(u - large - i)];
    }
    for (int u = i; u <= most; ++u) {
      counts[static_cast<std::size_t>(u)] += counts[static_cast<std::size_t>(u - i)];
    }
  }
  return counts;
}

// P(U <= u) for u up to half the pairs. The rows of a table mostly have samples of one size, and each asks several
// times, so the last table is kept.
const std::vector<double>& LowerTails(int first_n, int second_n) {
  struct Kept {
    int first_n = 0;
    int second_n = 0;
    std::vector<double> tails = {};
  };
  thread_local Kept kept;
  if (kept.first_n != first_n || kept.second_n != second_n) {
    const double orders = Choose(first_n + second_n, first_n);
    std::vector<double> tails = Counts(first_n, second_n, first_n * second_n / 2);
    std::partial_sum(tails.begin(), tails.end(), tails.begin());
    for (double& tail : tails) {
      tail /= orders;
    }
    kept = {first_n, second_n, std::move(tails)};
  }
  return kept.tails;
}

double Pairs(int first_n, int second_n) {
  return static_cast<double>(first_n) * second_n;
}

double Deviation(int first_n, int second_n) {
  return std::sqrt(Pairs(first_n, second_n) * (1.0 + first_n + second_n) / 12);
}

}  // namespace

bool IsExact(int first_n, int second_n) {
  return Pairs(first_n, second_n) <= kExactPairs;
}

double MannWhitneyTail(int first_n, int second_n, std::int64_t u) {
  const double pairs = Pairs(first_n, second_n);
  if (u < 0) {
    return 0.0;
  }
  if (static_cast<double>(u) >= pairs) {
    return 1.0;
  }
  if (!IsExact(first_n, second_n)) {
    const double z = (static_cast<double>(u) + 0.5 - pairs / 2) / Deviation(first_n, second_n);
    return boost::math::cdf(boost::math::normal_distribution<double>(), z);
  }
  const int lower = static_cast<int>(u);
  const int mirrored = first_n * second_n - 1 - lower;  // the shorter of the two tails is counted
  const double share = LowerTails(first_n, second_n)[static_cast<std::size_t>(std::min(lower, mirrored))];
  return lower <= mirrored ? share : 1.0 - share;
}

std::optional<std::int64_t> MannWhitneyCritical(int first_n, int second_n, double level) {
  if (!IsExact(first_n, second_n)) {
    const double z = boost::math::quantile(boost::math::normal_distribution<double>(), (1.0 - level) / 2);
    const double most = Pairs(first_n, second_n) / 2 - 0.5 + z * Deviation(first_n, second_n);
    return most < 0 ? std::nullopt : std::optional(static_cast<std::int64_t>(most));
  }
  const std::vector<double>& tails = LowerTails(first_n, second_n);
  std::optional<std::int64_t> critical;
  for (std::size_t u = 0; u < tails.size() && WithinError(2 * tails[u], level); ++u) {
    critical = static_cast<std::int64_t>(u);
  }
  return critical;
}

double LeastRankSumP(int first_n, int second_n) {
  // One factor at a time, since the number of orders of large samples overflows.
  const int large = std::max(first_n, second_n);
  double p = 2.0;
  for (int i = 1; i <= std::min(first_n, second_n); ++i) {
    p *= static_cast<double>(i) / (large + i);
  }
  return std::min(1.0, p);
}

int LeastRepetitions(double level) {
  int n = 1;
  while (!WithinError(LeastRankSumP(n, n), level)) {
    ++n;
  }
  return n;
}

bool EnoughRepetitions(int first_n, int second_n) {
  static const int least = LeastRepetitions(kTableLevel);
  return std::min(first_n, second_n) >= least;
}

bool WithinError(double p, double level) {
  constexpr double kRounding = 1e-9;
  return p <= (1.0 - level) * (1.0 + kRounding);
}

}  // namespace playbook
