// Is the p of two unpaired samples the share of deals that lie as far out, equal values and all?
#include "tools/stats/rank_sum.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <vector>

#include "tools/stats/mann_whitney.h"

namespace playbook {
namespace {

double CountU(const std::vector<double>& first, const std::vector<double>& second) {
  double u = 0;
  for (const double one : first) {
    for (const double other : second) {
      u += other > one ? 1.0 : other == one ? 0.5 : 0.0;
    }
  }
  return u;
}

struct Shares {
  double below = 0;
  double above = 0;
};

// Deals the pooled values in every way there is.
Shares Counted(const std::vector<double>& first, const std::vector<double>& second) {
  std::vector<double> pooled = first;
  pooled.insert(pooled.end(), second.begin(), second.end());
  const double seen = CountU(first, second);
  Shares shares;
  double deals = 0;
  for (unsigned mask = 0; mask < 1U << pooled.size(); ++mask) {
    if (std::popcount(mask) != static_cast<int>(second.size())) {
      continue;
    }
    std::vector<double> one;
    std::vector<double> other;
    for (std::size_t i = 0; i < pooled.size(); ++i) {
      ((mask >> i & 1U) != 0 ? other : one).push_back(pooled[i]);
    }
    const double u = CountU(one, other);
    shares.below += u <= seen ? 1 : 0;
    shares.above += u >= seen ? 1 : 0;
    deals += 1;
  }
  return {shares.below / deals, shares.above / deals};
}

struct TwoSides {
  std::vector<double> first;
  std::vector<double> second;
};

const std::vector<TwoSides>& Examples() {
  static const std::vector<TwoSides> examples = {
      {{1, 2, 3, 4}, {5, 6, 7, 8}},                  // apart
      {{1, 3, 5, 7}, {2, 4, 6}},                     // mixed, sizes differ
      {{1, 1, 2, 2, 3}, {2, 3, 3, 4, 4}},            // equal values across the sides
      {{1, 1, 1, 1}, {1, 1, 1, 2}},                  // nearly all equal
      {{5, 5, 9}, {1, 5, 5, 5, 6, 9}},               // not symmetric
      {{1, 1, 1, 8, 9}, {2}},                        // one value
      {{3}, {1, 1, 2, 3, 3, 3, 4, 5}},               //
      {{0.1, 0.1, 0.2}, {0.2, 0.2, 0.2, 0.3, 0.3}},  //
      {{10, 11, 12, 12, 13}, {9, 9, 10, 10, 11}},    //
      {{1, 2, 2, 2, 2, 3}, {2, 2, 2, 4, 4}},         //
  };
  return examples;
}

TEST(RankSumTest, AgreesWithDealingTheValuesInEveryWay) {
  for (const TwoSides& sides : Examples()) {
    const RankSum test = CompareRanks(sides.first, sides.second);
    const Shares counted = Counted(sides.first, sides.second);
    const std::string what = ::testing::PrintToString(sides.first) + " " + ::testing::PrintToString(sides.second);
    EXPECT_TRUE(test.exact);
    EXPECT_EQ(test.u, CountU(sides.first, sides.second)) << what;
    EXPECT_NEAR(test.p_below, counted.below, 1e-12) << what;
    EXPECT_NEAR(test.p_above, counted.above, 1e-12) << what;
    EXPECT_NEAR(test.p, std::min(1.0, 2 * std::min(counted.below, counted.above)), 1e-12) << what;
  }
}

TEST(RankSumTest, TurnsRoundWithItsSides) {
  for (const TwoSides& sides : Examples()) {
    const RankSum forth = CompareRanks(sides.first, sides.second);
    const RankSum back = CompareRanks(sides.second, sides.first);
    EXPECT_NEAR(forth.p_above, back.p_below, 1e-12);
    EXPECT_NEAR(forth.p_below, back.p_above, 1e-12);
    EXPECT_NEAR(forth.p, back.p, 1e-12);
    EXPECT_EQ(forth.ties, back.ties);
  }
}

TEST(RankSumTest, DoesNotDependOnTheOrderOfTheValues) {
  std::vector<double> first = {4, 1, 3, 3, 9, 2};
  std::vector<double> second = {5, 3, 8, 8, 7};
  const RankSum before = CompareRanks(first, second);
  std::sort(first.begin(), first.end());
  std::reverse(second.begin(), second.end());
  const RankSum after = CompareRanks(first, second);
  EXPECT_EQ(before.p, after.p);
  EXPECT_EQ(before.u, after.u);
}

TEST(RankSumTest, ComparesAgainstAShift) {
  const std::vector<double> first = {1, 2, 3, 4, 5};
  const std::vector<double> second = {11, 12, 13, 14, 15};
  EXPECT_NEAR(CompareRanks(first, second).p, LeastRankSumP(5, 5), 1e-12);
  EXPECT_NEAR(CompareRanks(first, second, 10.0).p, 1.0, 1e-12);
  EXPECT_NEAR(CompareRanks(first, second, 20.0).p_below, LeastRankSumP(5, 5) / 2, 1e-12);
}

TEST(RankSumTest, SaysNothingWhereAllIsEqualOrASideIsEmpty) {
  const std::vector<double> same(10, 3.5);
  EXPECT_EQ(CompareRanks(same, same).p, 1.0);
  EXPECT_EQ(CompareRanks(std::vector<double>(100, 1.0), std::vector<double>(100, 1.0)).p, 1.0);
  EXPECT_EQ(CompareRanks({}, same).p, 1.0);
  EXPECT_EQ(CompareRanks(same, {}).p, 1.0);
}

// Permeability constants of a placental membrane at term and at 12 to 26 weeks: Hollander and Wolfe, Nonparametric
// Statistical Methods, table 4.1. The larger sample's U is 35, one-sided p 0.127.
TEST(RankSumTest, AgreesWithAPublishedExample) {
  const std::vector<double> term = {0.80, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46};
  const std::vector<double> early = {1.15, 0.88, 0.90, 0.74, 1.21};
  const RankSum test = CompareRanks(early, term);
  EXPECT_EQ(test.u, 35);
  EXPECT_NEAR(test.p_above, 0.1272, 5e-5);
}

// How the p of large samples would be, were it counted: the approximation has to come near it. The sides hold each
// value several times, so the tie correction counts.
TEST(RankSumTest, ApproximatesTiesNearlyAsTheyAreCounted) {
  const auto tied = [](int n, double offset) {
    std::vector<double> values;
    for (int i = 0; i < n; ++i) {
      values.push_back(std::floor((i + offset * n) / 6));
    }
    return values;
  };
  for (const double offset : {0.0, 0.1, 0.2, 0.3}) {
    // 25 and 25 values are the last that are counted, 26 and 25 the first that are not.
    const RankSum counted = CompareRanks(tied(25, 0), tied(25, offset));
    const RankSum near = CompareRanks(tied(26, 0), tied(25, offset));
    EXPECT_TRUE(counted.exact);
    EXPECT_FALSE(near.exact);
    EXPECT_TRUE(near.ties);
    const double pairs = 26 * 25;
    double tied_cubes = 0;
    std::vector<double> pooled = tied(26, 0);
    const std::vector<double> second = tied(25, offset);
    pooled.insert(pooled.end(), second.begin(), second.end());
    for (double value = 0; value < 60; ++value) {
      const auto t = static_cast<double>(std::count(pooled.begin(), pooled.end(), value));
      tied_cubes += t * t * t - t;
    }
    const double deviation = std::sqrt(pairs / 12 * (52 - tied_cubes / (51.0 * 50)));
    const double z = (std::abs(near.u - pairs / 2) - 0.5) / deviation;
    EXPECT_NEAR(near.p, std::min(1.0, std::erfc(z / std::sqrt(2.0))), 1e-12) << offset;
  }
  // One value among many: where it lies is all there is, and a normal curve must not promise more than that.
  std::vector<double> many;
  for (int i = 0; i < 700; ++i) {
    many.push_back(i);
  }
  EXPECT_NEAR(CompareRanks(std::vector<double>{349.5}, many).p, 1.0, 0.01);
  EXPECT_GT(CompareRanks(std::vector<double>{-1.0}, many).p, 2.0 / 701);
}

TEST(RankSumTest, ApproximationComesNearTheCount) {
  // The same 25 and 25 values are counted; the normal curve by hand has to lie within a few thousandths.
  std::vector<double> first;
  std::vector<double> second;
  for (int i = 0; i < 25; ++i) {
    first.push_back(i / 3);
    second.push_back((i + 5) / 3);
  }
  const RankSum counted = CompareRanks(first, second);
  ASSERT_TRUE(counted.exact);
  double tied_cubes = 0;
  for (double value = 0; value < 12; ++value) {
    const auto t = static_cast<double>(std::count(first.begin(), first.end(), value) +
                                       std::count(second.begin(), second.end(), value));
    tied_cubes += t * t * t - t;
  }
  const double deviation = std::sqrt(625.0 / 12 * (51 - tied_cubes / (50.0 * 49)));
  EXPECT_NEAR(counted.p, std::erfc((std::abs(counted.u - 312.5) - 0.5) / deviation / std::sqrt(2.0)), 0.003);
}

TEST(RankSumTest, StaysAShareForManyTiesAndUnequalSizes) {
  std::vector<double> few = {1, 1};
  std::vector<double> many;
  for (int i = 0; i < 300; ++i) {
    many.push_back(i % 7);
  }
  const RankSum test = CompareRanks(few, many);
  EXPECT_TRUE(test.exact);
  EXPECT_GT(test.p, 0.0);
  EXPECT_LE(test.p, 1.0);
  EXPECT_GE(test.p_above + test.p_below, 1.0);
}

}  // namespace
}  // namespace playbook
