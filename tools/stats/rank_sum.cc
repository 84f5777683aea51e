#include "tools/stats/rank_sum.h"

#include <algorithm>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/special_functions/binomial.hpp>
#include <cmath>
#include <cstdint>
#include <vector>

#include "tools/stats/mann_whitney.h"

namespace playbook {
namespace {

struct Ranked {
  double value;
  bool second;
};

// Equal values, next to each other in the pooled order. Ranks count from 1 and are doubled, so that the mean of two
// neighbours is a whole number.
struct Group {
  int size = 0;
  int doubled_rank = 0;
};

struct Tails {
  double below = 1.0;  // P(rank sum <= seen)
  double above = 1.0;
};

// In how many ways can `chosen` of the pooled values have each rank sum? ways[j][s] grows group by group: c of the
// size's values can be chosen in (size choose c) ways, and each adds the group's rank.
Tails CountedTails(const std::vector<Group>& groups, int chosen, int seen) {
  int most = 0;
  int left = chosen;
  for (auto group = groups.rbegin(); group != groups.rend() && left > 0; ++group) {
    const int taken = std::min(left, group->size);
    most += taken * group->doubled_rank;
    left -= taken;
  }
  const std::size_t width = static_cast<std::size_t>(most) + 1;
  std::vector<double> ways((static_cast<std::size_t>(chosen) + 1) * width, 0.0);
  ways[0] = 1.0;
  int so_far = 0;
  for (const Group& group : groups) {
    so_far = std::min(chosen, so_far + group.size);
    // From the top down, so that no group is counted twice.
    for (int j = so_far; j >= 1; --j) {
      double* const row = &ways[static_cast<std::size_t>(j) * width];
      // No group so far has a higher rank than this one.
      const std::size_t reach =
          std::min(width, static_cast<std::size_t>(j) * static_cast<std::size_t>(group.doubled_rank) + 1);
      for (int c = 1; c <= std::min(j, group.size); ++c) {
        const double choices =
            boost::math::binomial_coefficient<double>(static_cast<unsigned>(group.size), static_cast<unsigned>(c));
        const double* const from = &ways[static_cast<std::size_t>(j - c) * width];
        const std::size_t step = static_cast<std::size_t>(c) * static_cast<std::size_t>(group.doubled_rank);
        for (std::size_t s = step; s < reach; ++s) {
          row[s] += choices * from[s - step];
        }
      }
    }
  }
  const double* const whole = &ways[static_cast<std::size_t>(chosen) * width];
  double below = 0.0;
  double above = 0.0;
  for (std::size_t s = 0; s < width; ++s) {
    below += static_cast<int>(s) <= seen ? whole[s] : 0.0;
    above += static_cast<int>(s) >= seen ? whole[s] : 0.0;
  }
  const double seen_ways = static_cast<std::size_t>(seen) < width ? whole[static_cast<std::size_t>(seen)] : 0.0;
  const double all = below + above - seen_ways;
  return {below / all, above / all};
}

Tails NormalTails(double pairs, double total, double tied, double u) {
  const double variance = pairs / 12 * (total + 1 - tied / (total * (total - 1)));
  if (variance <= 0) {
    return {};
  }
  const boost::math::normal_distribution<double> normal;
  const double deviation = std::sqrt(variance);
  return {boost::math::cdf(normal, (u + 0.5 - pairs / 2) / deviation),
          boost::math::cdf(boost::math::complement(normal, (u - 0.5 - pairs / 2) / deviation))};
}

}  // namespace

RankSum CompareRanks(std::span<const double> first, std::span<const double> second, double shift) {
  RankSum test;
  test.first_n = static_cast<int>(first.size());
  test.second_n = static_cast<int>(second.size());
  if (first.empty() || second.empty()) {
    return test;
  }
  std::vector<Ranked> pooled;
  pooled.reserve(first.size() + second.size());
  for (const double value : first) {
    pooled.push_back({value + shift, false});
  }
  for (const double value : second) {
    pooled.push_back({value, true});
  }
  std::sort(pooled.begin(), pooled.end(), [](const Ranked& a, const Ranked& b) { return a.value < b.value; });
  std::vector<Group> groups;
  std::int64_t doubled_sum = 0;  // of the second side's ranks
  double tied = 0.0;             // sum of t^3 - t over groups of t equal values
  for (std::size_t begin = 0; begin < pooled.size();) {
    std::size_t end = begin;
    std::int64_t from_second = 0;
    for (; end < pooled.size() && pooled[end].value == pooled[begin].value; ++end) {
      from_second += pooled[end].second ? 1 : 0;
    }
    const double size = static_cast<double>(end - begin);
    tied += size * size * size - size;
    test.equal_pairs += static_cast<double>(from_second) * (size - static_cast<double>(from_second));
    groups.push_back({static_cast<int>(end - begin), static_cast<int>(begin + end + 1)});
    doubled_sum += from_second * groups.back().doubled_rank;
    begin = end;
  }
  const double n = test.second_n;
  const double pairs = n * test.first_n;
  test.u = static_cast<double>(doubled_sum) / 2 - n * (n + 1) / 2;
  test.exact = IsExact(test.first_n, test.second_n);
  test.ties = tied > 0;
  Tails tails;
  if (!test.exact) {
    tails = NormalTails(pairs, n + test.first_n, tied, test.u);
  } else if (!test.ties) {
    const auto u = static_cast<std::int64_t>(test.u);
    tails = {MannWhitneyTail(test.first_n, test.second_n, u),
             MannWhitneyTail(test.first_n, test.second_n, static_cast<std::int64_t>(pairs) - u)};
  } else if (groups.size() > 1) {
    // The smaller side is dealt out: fewer sums to keep. Its tail is the other side's opposite tail.
    const int total = test.first_n + test.second_n;
    const int seen = static_cast<int>(doubled_sum);
    if (test.second_n <= test.first_n) {
      tails = CountedTails(groups, test.second_n, seen);
    } else {
      const Tails other = CountedTails(groups, test.first_n, total * (total + 1) - seen);
      tails = {other.above, other.below};
    }
  }
  test.p_below = std::min(1.0, tails.below);
  test.p_above = std::min(1.0, tails.above);
  test.p = std::min(1.0, 2 * std::min(test.p_above, test.p_below));
  return test;
}

}  // namespace playbook
