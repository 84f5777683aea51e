// Is the null distribution of U exact, and is the approximation as near as its header says?
#include "tools/stats/mann_whitney.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <utility>
#include <vector>

#include "tools/stats/paired_ratio.h"

namespace playbook {
namespace {

// In how many of all orders U is 0, 1, ...: the ways to choose m of the ranks 1 .. n + m by their sum, which is U and
// the smallest sum there is. One rank at a time is taken or not; the library counts in another way.
std::vector<long double> CountOrders(int n, int m) {
  const int most = n * m;
  const auto width = static_cast<std::size_t>(most) + 1;
  std::vector<std::vector<long double>> ways(static_cast<std::size_t>(m) + 1, std::vector<long double>(width, 0));
  ways[0][0] = 1;
  for (int rank = 1; rank <= n + m; ++rank) {
    for (int taken = std::min(rank, m); taken >= 1; --taken) {
      // The taken-th of the chosen ranks adds what it is above its least place.
      const int above = rank - taken;
      for (int u = above; u <= most; ++u) {
        ways[static_cast<std::size_t>(taken)][static_cast<std::size_t>(u)] +=
            ways[static_cast<std::size_t>(taken) - 1][static_cast<std::size_t>(u - above)];
      }
    }
  }
  return ways[static_cast<std::size_t>(m)];
}

double Tail(int n, int m, int u) {
  static std::map<std::pair<int, int>, std::vector<long double>> known;
  std::vector<long double>& orders = known[{n, m}];
  if (orders.empty()) {
    orders = CountOrders(n, m);
  }
  long double below = 0;
  long double all = 0;
  for (std::size_t k = 0; k < orders.size(); ++k) {
    below += static_cast<int>(k) <= u ? orders[k] : 0;
    all += orders[k];
  }
  return static_cast<double>(below / all);
}

TEST(MannWhitneyTest, AgreesWithChoosingRanks) {
  for (int n = 1; n <= 9; ++n) {
    for (int m = 1; m <= 9; ++m) {
      for (int u = -1; u <= n * m + 1; ++u) {
        ASSERT_NEAR(MannWhitneyTail(n, m, u), Tail(n, m, u), 1e-13) << n << ", " << m << ": " << u;
      }
    }
  }
  for (const int u : {0, 100, 192, 212, 312, 400, 600}) {
    EXPECT_NEAR(MannWhitneyTail(25, 25, u), Tail(25, 25, u), 1e-13) << u;
  }
}

// Two-sided critical values at 5 % for equal sizes 5 to 20. Milton, "An extended table of critical values for the
// Mann-Whitney (Wilcoxon) two-sample statistic", 1964; the same in Siegel and Castellan, Nonparametric Statistics.
TEST(MannWhitneyTest, AgreesWithThePublishedCriticalValues) {
  constexpr std::array<int, 16> kPublished = {2, 5, 8, 13, 17, 23, 30, 37, 45, 55, 64, 75, 87, 99, 113, 127};
  for (std::size_t i = 0; i < kPublished.size(); ++i) {
    const int n = 5 + static_cast<int>(i);
    EXPECT_EQ(MannWhitneyCritical(n, n, 0.95), kPublished[i]) << n;
  }
  EXPECT_EQ(MannWhitneyCritical(5, 20, 0.95), 20);
  EXPECT_EQ(MannWhitneyCritical(20, 10, 0.95), 55);
  EXPECT_EQ(MannWhitneyCritical(13, 16, 0.95), 59);
  EXPECT_EQ(MannWhitneyCritical(4, 4, 0.95), 0);
  EXPECT_EQ(MannWhitneyCritical(3, 3, 0.95), std::nullopt);
  EXPECT_EQ(MannWhitneyCritical(3, 3, 0.90), 0);  // exactly 10 %
  EXPECT_EQ(MannWhitneyCritical(2, 2, 0.95), std::nullopt);
}

TEST(MannWhitneyTest, CriticalValueIsTheLargestWithinTheError) {
  for (int n = 2; n <= 12; ++n) {
    for (int m = 2; m <= 12; ++m) {
      for (const double level : {0.9, 0.95, 0.995}) {
        const auto critical = MannWhitneyCritical(n, m, level);
        const std::int64_t most = critical.value_or(-1);
        EXPECT_LE(2 * MannWhitneyTail(n, m, most), (1 - level) * (1 + 1e-8)) << n << ", " << m;
        EXPECT_GT(2 * MannWhitneyTail(n, m, most + 1), 1 - level) << n << ", " << m;
      }
    }
  }
}

TEST(MannWhitneyTest, ApproximationTakesOverSmoothly) {
  EXPECT_TRUE(IsExact(25, 25));
  EXPECT_FALSE(IsExact(26, 25));
  // The true tail just beyond what is counted, near 5 % two-sided.
  for (const auto& [n, m] : {std::pair(26, 26), std::pair(30, 22), std::pair(13, 50), std::pair(40, 40)}) {
    const auto critical = MannWhitneyCritical(n, m, 0.95);
    ASSERT_TRUE(critical.has_value());
    const int u = static_cast<int>(*critical);
    const double excess = 2 * MannWhitneyTail(n, m, u) - 2 * Tail(n, m, u);
    EXPECT_GE(excess, 0.0) << n << ", " << m;
    EXPECT_LE(excess, 0.001) << n << ", " << m;
    EXPECT_LE(2 * Tail(n, m, u), 0.05) << n << ", " << m;
    EXPECT_GT(2 * Tail(n, m, u + 2), 0.05) << n << ", " << m;
  }
}

TEST(MannWhitneyTest, HoldsForSizesWhoseOrdersNoDoubleCounts) {
  const auto critical = MannWhitneyCritical(1000, 1000, 0.95);
  ASSERT_TRUE(critical.has_value());
  EXPECT_NEAR(2 * MannWhitneyTail(1000, 1000, *critical), 0.05, 1e-4);
  EXPECT_TRUE(MannWhitneyCritical(50'000, 50'000, 0.95).has_value());
  EXPECT_GT(*MannWhitneyCritical(50'000, 50'000, 0.95), std::int64_t{1'200'000'000});
  EXPECT_EQ(LeastRankSumP(5000, 5000), 0.0);
}

TEST(LeastRankSumPTest, IsTwoOrdersOfAll) {
  EXPECT_EQ(LeastRankSumP(1, 1), 1.0);
  EXPECT_NEAR(LeastRankSumP(3, 3), 0.1, 1e-15);
  EXPECT_NEAR(LeastRankSumP(4, 4), 2.0 / 70, 1e-15);
  EXPECT_NEAR(LeastRankSumP(5, 5), 2.0 / 252, 1e-15);
  EXPECT_NEAR(LeastRankSumP(2, 10), 2.0 / 66, 1e-15);
  EXPECT_NEAR(LeastRankSumP(20, 20), 2.0 / 137846528820.0, 1e-24);
  for (int n = 1; n <= 10; ++n) {
    for (int m = 1; m <= 10; ++m) {
      EXPECT_NEAR(LeastRankSumP(n, m), std::min(1.0, 2 * MannWhitneyTail(n, m, 0)), 1e-13) << n << ", " << m;
    }
  }
}

TEST(LeastRepetitionsTest, IsFourForOneRowAndMoreForATable) {
  EXPECT_EQ(LeastRepetitions(0.95), 4);
  EXPECT_EQ(LeastRepetitions(0.90), 3);
  EXPECT_EQ(LeastRepetitions(RowLevel(6)), 5);
  EXPECT_EQ(LeastRepetitions(RowLevel(7)), 6);
  EXPECT_EQ(LeastRepetitions(RowLevel(23)), 6);
  EXPECT_EQ(LeastRepetitions(RowLevel(24)), 7);
}

TEST(WithinErrorTest, ForgivesOnlyTheRoundingOfTheLevel) {
  EXPECT_TRUE(WithinError(0.1, 0.9));
  EXPECT_FALSE(WithinError(0.1000001, 0.9));
  EXPECT_FALSE(WithinError(std::nan(""), 0.9));
}

}  // namespace
}  // namespace playbook
