// In which order do the processes of a round run?
//
// Whatever drifts with time (heat, a neighbour, the page cache) must not favour one build, so the order is shuffled;
// and since it comes from the plan's seed alone, a resumed run takes the order that the killed one would have taken.
// The builds of one pair stay next to each other, as they are compared round by round.
//
//   for (const Place& place : RoundOrder(plan.seed, 7, pairs, builds)) { Run(place.pair, place.build); }
#ifndef TOOLS_MEASURE_ROUND_ORDER_H_
#define TOOLS_MEASURE_ROUND_ORDER_H_

#include <cstddef>
#include <cstdint>
#include <vector>

namespace playbook {

struct Place {
  std::size_t pair = 0;   // index among the pairs
  std::size_t build = 0;  // index among the builds

  bool operator==(const Place&) const = default;
};

// The order of one round; rounds count from 1. Rounds 2k - 1 and 2k are each other's mirror image (A B ... B A), so
// that over both every build is first equally often and a steady drift cancels.
std::vector<Place> RoundOrder(std::uint64_t seed, int round, std::size_t pairs, std::size_t builds);

}  // namespace playbook

#endif  // TOOLS_MEASURE_ROUND_ORDER_H_
