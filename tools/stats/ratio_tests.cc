#include "tools/stats/ratio_tests.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdint>

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
  tests.differs = tests.exact = at_one.p;
  tests.above = at_one.p_above < at_one.p_below;
  tests.beyond = std::min(1.0, 2 * (tests.above ? at_upper.p_above : at_lower.p_below));
  tests.inside = std::max(at_upper.p_below, at_lower.p_above);
  return tests;
}

// Each p is at least that of the interval of Hodges and Lehmann, which counts an equal pair against both sides
// (unpaired_ratio.h) and knows no equal values within a side: what is rejected here lies outside it.
RankSum AsItsInterval(RankSum test) {
  if (test.ties) {
    const double pairs = static_cast<double>(test.first_n) * test.second_n;
    const auto tail = [&test](double u) {
      return MannWhitneyTail(test.first_n, test.second_n, static_cast<std::int64_t>(u));
    };
    test.p_above = std::max(test.p_above, tail(pairs - test.u + test.equal_pairs / 2));
    test.p_below = std::max(test.p_below, tail(test.u + test.equal_pairs / 2));
    test.p = std::min(1.0, 2 * std::min(test.p_above, test.p_below));
  }
  return test;
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
  if (!EnoughRepetitions(n, m)) {
    return {};
  }
  const double edge = std::log1p(margin);
  const RankSum at_one = CompareRanks(denominator_logs, numerator_logs, 0.0);
  RatioTests tests = Combine(AsItsInterval(at_one), AsItsInterval(CompareRanks(denominator_logs, numerator_logs, edge)),
                             AsItsInterval(CompareRanks(denominator_logs, numerator_logs, -edge)));
  tests.exact = at_one.p;
  return tests;
}

}  // namespace playbook
