#include "tools/measure/round_order.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace playbook {
namespace {

TEST(RoundOrderTest, HoldsEveryPlaceOnce) {
  std::vector<Place> order = RoundOrder(7, 3, 4, 3);
  ASSERT_EQ(order.size(), 12U);
  for (std::size_t pair = 0; pair < 4; ++pair) {
    for (std::size_t build = 0; build < 3; ++build) {
      EXPECT_EQ(std::count(order.begin(), order.end(), Place{pair, build}), 1);
    }
  }
}

TEST(RoundOrderTest, KeepsTheBuildsOfAPairTogether) {
  for (int round = 1; round <= 20; ++round) {
    const std::vector<Place> order = RoundOrder(7, round, 5, 2);
    for (std::size_t index = 0; index < order.size(); index += 2) {
      EXPECT_EQ(order[index].pair, order[index + 1].pair) << "round " << round;
    }
  }
}

TEST(RoundOrderTest, MirrorsEachOddRoundInTheEvenOneBehindIt) {
  for (int round = 1; round <= 9; round += 2) {
    std::vector<Place> odd = RoundOrder(7, round, 5, 2);
    std::reverse(odd.begin(), odd.end());
    EXPECT_EQ(odd, RoundOrder(7, round + 1, 5, 2));
  }
}

TEST(RoundOrderTest, ComesFromSeedAndRoundAlone) {
  EXPECT_EQ(RoundOrder(7, 5, 5, 2), RoundOrder(7, 5, 5, 2));
  EXPECT_NE(RoundOrder(7, 5, 5, 2), RoundOrder(8, 5, 5, 2));
  EXPECT_NE(RoundOrder(7, 5, 5, 2), RoundOrder(7, 7, 5, 2));
}

// The order of a run that was begun by one build of playbook and is resumed by another. Written down from the first
// one.
TEST(RoundOrderTest, IsTheSameOnEveryPlatform) {
  const std::vector<Place> order = RoundOrder(1, 1, 3, 2);
  std::string text;
  for (const Place& place : order) {
    text += std::to_string(place.pair) + std::to_string(place.build) + " ";
  }
  EXPECT_EQ(text, "01 00 20 21 10 11 ");
}

TEST(RoundOrderTest, GivesEveryOrderOfThreePairsItsShare) {
  std::map<std::vector<std::size_t>, int> seen;
  for (std::uint64_t seed = 0; seed < 6000; ++seed) {
    std::vector<std::size_t> pairs;
    for (const Place& place : RoundOrder(seed, 1, 3, 1)) {
      pairs.push_back(place.pair);
    }
    ++seen[pairs];
  }
  ASSERT_EQ(seen.size(), 6U);
  for (const auto& [pairs, count] : seen) {
    // 1000 each; five standard deviations of a binomial distribution are 144.
    EXPECT_NEAR(count, 1000, 144);
  }
}

TEST(RoundOrderTest, IsEmptyWithoutPairs) {
  EXPECT_TRUE(RoundOrder(1, 1, 0, 2).empty());
}

}  // namespace
}  // namespace playbook
