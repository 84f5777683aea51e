#include "tools/stats/binomial_bound.h"

#include <boost/math/distributions/binomial.hpp>
#include <cassert>

namespace playbook {

double RateBound(int count, int trials, double level) {
  assert(trials >= 1 && count >= 0 && count <= trials);
  return count == trials
             ? 1.0
             : boost::math::binomial_distribution<double>::find_upper_bound_on_p(trials, count, 1.0 - level);
}

std::optional<int> MostToProveRate(int trials, double rate, double level) {
  std::optional<int> most;
  for (int count = 0; count < trials && RateBound(count, trials, level) <= rate; ++count) {
    most = count;
  }
  return most;
}

int MostExpected(int trials, double rate, double level) {
  const boost::math::binomial_distribution<double> alarms(trials, rate);
  int count = 0;
  while (count < trials && boost::math::cdf(boost::math::complement(alarms, count)) > 1.0 - level) {
    ++count;
  }
  return count;
}

}  // namespace playbook
