#include "tools/stats/rank_interval.h"

#include <boost/math/distributions/binomial.hpp>

namespace playbook {
namespace {

// Level of the interval from the rank-th smallest to the rank-th largest of n values.
double LevelOf(int n, int rank) {
  const boost::math::binomial_distribution<double> below(n, 0.5);
  return 1.0 - 2.0 * boost::math::cdf(below, rank - 1);
}

}  // namespace

std::optional<RankInterval> SignTestRanks(int n, double level) {
  std::optional<RankInterval> best;
  for (int rank = 1; rank <= n - rank; ++rank) {
    const double reached = LevelOf(n, rank);
    if (reached < level) {
      break;
    }
    best = RankInterval{.n = n, .low = rank, .high = n + 1 - rank, .level = reached};
  }
  return best;
}

RankInterval WidestRanks(int n) {
  return {.n = n, .low = 1, .high = n, .level = LevelOf(n, 1)};
}

int SmallestSample(double level) {
  int n = 2;
  while (!SignTestRanks(n, level)) {
    ++n;
  }
  return n;
}

}  // namespace playbook
