#include "tools/stats/holm.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstddef>

namespace playbook {

std::vector<double> HolmAdjusted(std::span<const double> p) {
  std::vector<double> adjusted(p.begin(), p.end());
  std::vector<std::size_t> order;
  for (std::size_t row = 0; row < p.size(); ++row) {
    if (!std::isnan(p[row])) {
      assert(p[row] >= 0.0 && p[row] <= 1.0);
      order.push_back(row);
    }
  }
  std::sort(order.begin(), order.end(), [p](std::size_t a, std::size_t b) { return p[a] < p[b]; });
  double so_far = 0.0;  // a row holds only if all rows with a smaller p do
  for (std::size_t step = 0; step < order.size(); ++step) {
    so_far = std::max(so_far, std::min(1.0, p[order[step]] * static_cast<double>(order.size() - step)));
    adjusted[order[step]] = so_far;
  }
  return adjusted;
}

}  // namespace playbook
