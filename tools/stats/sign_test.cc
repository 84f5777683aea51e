#include "tools/stats/sign_test.h"

#include <algorithm>
#include <boost/math/distributions/binomial.hpp>

namespace playbook {

double FairCoinTail(int n, int successes) {
  if (successes < 0) {
    return 0.0;
  }
  return successes >= n ? 1.0 : boost::math::cdf(boost::math::binomial_distribution<double>(n, 0.5), successes);
}

SignTest TestSigns(std::span<const double> values, double at) {
  SignTest test;
  test.n = static_cast<int>(values.size());
  test.above = static_cast<int>(std::count_if(values.begin(), values.end(), [at](double value) { return value > at; }));
  test.below = static_cast<int>(std::count_if(values.begin(), values.end(), [at](double value) { return value < at; }));
  test.p_above = FairCoinTail(test.n, test.n - test.above);
  test.p_below = FairCoinTail(test.n, test.n - test.below);
  test.p = std::min(1.0, 2 * std::min(test.p_above, test.p_below));
  return test;
}

}  // namespace playbook
