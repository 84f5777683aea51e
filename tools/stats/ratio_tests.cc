#include "tools/stats/ratio_tests.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "tools/stats/mann_whitney.h"
#include "tools/stats/paired_ratio.h"
#include "tools/stats/rank_sum.h"
#include "tools/stats/sign_test.h"

namespace playbook {
namespace {

// Of the tests at 1 and at the two edges of the margin, whichever kind of test they are.
template <typename Test>
RatioTests Combine(const Test& at_one, const Test& at_upper, const Test& at_lower) {
  RatioTests tests;
  tests.differs = at_one.p;
  tests.above = at_one.p_above < at_one.p_below;
  tests.beyond = std::min(1.0, 2 * (tests.above ? at_upper.p_above : at_lower.p_below));
  tests.inside = std::max(at_upper.p_below, at_lower.p_above);
  return tests;
}

}  // namespace

RatioTests PairedTests(std::span<const double> log_ratios, double margin) {
  assert(margin >= 0.0);
  if (log_ratios.size() < static_cast<std::size_t>(kLeastRounds)) {
    return {};
  }
  const double edge = std::log1p(margin);
  return Combine(TestSigns(log_ratios, 0.0), TestSigns(log_ratios, edge), TestSigns(log_ratios, -edge));
}

RatioTests UnpairedTests(std::span<const double> numerator_logs, std::span<const double> denominator_logs,
                         double margin) {
  assert(margin >= 0.0);
  const int n = static_cast<int>(numerator_logs.size());
  const int m = static_cast<int>(denominator_logs.size());
  if (n == 0 || m == 0 || !WithinError(LeastRankSumP(n, m), kTableLevel)) {
    return {};
  }
  const double edge = std::log1p(margin);
  return Combine(CompareRanks(denominator_logs, numerator_logs, 0.0),
                 CompareRanks(denominator_logs, numerator_logs, edge),
                 CompareRanks(denominator_logs, numerator_logs, -edge));
}

}  // namespace playbook
