#include "tools/measure/nearest.h"

#include <fmt/format.h>

#include <algorithm>

namespace playbook {

// Optimal string alignment: row by row, the two rows before kept for the swaps.
std::size_t EditDistance(std::string_view one, std::string_view other) {
  std::vector<std::size_t> before_last(other.size() + 1);
  std::vector<std::size_t> last(other.size() + 1);
  std::vector<std::size_t> row(other.size() + 1);
  for (std::size_t column = 0; column <= other.size(); ++column) {
    row[column] = column;
  }
  for (std::size_t line = 1; line <= one.size(); ++line) {
    before_last.swap(last);
    last.swap(row);
    row[0] = line;
    for (std::size_t column = 1; column <= other.size(); ++column) {
      const bool same = one[line - 1] == other[column - 1];
      row[column] = std::min({last[column] + 1, row[column - 1] + 1, last[column - 1] + (same ? 0 : 1)});
      if (line > 1 && column > 1 && one[line - 1] == other[column - 2] && one[line - 2] == other[column - 1]) {
        row[column] = std::min(row[column], before_last[column - 2] + 1);
      }
    }
  }
  return row[other.size()];
}

std::string Nearest(std::string_view typed, const std::vector<std::string>& allowed) {
  std::string nearest;
  std::size_t least = typed.size() / 2 + 1;
  for (const std::string& name : allowed) {
    const std::size_t distance = EditDistance(typed, name);
    if (distance < least) {
      least = distance;
      nearest = name;
    }
  }
  return nearest;
}

std::string DidYouMean(std::string_view typed, const std::vector<std::string>& allowed) {
  const std::string nearest = Nearest(typed, allowed);
  return nearest.empty() ? "" : fmt::format("; did you mean {}?", nearest);
}

}  // namespace playbook
