#include "tools/measure/round_order.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace playbook {
namespace {

// SplitMix64 (Steele, Lea and Flood, OOPSLA 2014, figure 16). Ours, since std::shuffle and the distributions of the
// standard library differ from one implementation to the next, and a run may be resumed by a playbook built elsewhere.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t Next() {
    state_ += 0x9e3779b97f4a7c15U;
    std::uint64_t mixed = state_;
    mixed = (mixed ^ (mixed >> 30U)) * 0xbf58476d1ce4e5b9U;
    mixed = (mixed ^ (mixed >> 27U)) * 0x94d049bb133111ebU;
    return mixed ^ (mixed >> 31U);
  }

  // Below the limit, each value equally often: what would favour the small ones is drawn again.
  std::size_t Below(std::size_t limit) {
    const std::uint64_t fair = UINT64_MAX - UINT64_MAX % limit;
    std::uint64_t drawn = Next();
    while (drawn >= fair) {
      drawn = Next();
    }
    return static_cast<std::size_t>(drawn % limit);
  }

 private:
  std::uint64_t state_;
};

// Fisher and Yates.
std::vector<std::size_t> Shuffled(std::size_t count, Random& random) {
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  for (std::size_t left = count; left > 1; --left) {
    std::swap(order[left - 1], order[random.Below(left)]);
  }
  return order;
}

}  // namespace

std::vector<Place> RoundOrder(std::uint64_t seed, int round, std::size_t pairs, std::size_t builds) {
  const auto couple = static_cast<std::uint64_t>((round + 1) / 2);
  // Neighbouring seeds must give unrelated orders, so the two numbers are mixed, not added.
  Random random(Random(seed).Next() ^ Random(~couple).Next());
  std::vector<Place> order;
  for (const std::size_t pair : Shuffled(pairs, random)) {
    for (const std::size_t build : Shuffled(builds, random)) {
      order.push_back({pair, build});
    }
  }
  if (round % 2 == 0) {
    std::reverse(order.begin(), order.end());
  }
  return order;
}

}  // namespace playbook
