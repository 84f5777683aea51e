#include "tools/report/table.h"

#include <algorithm>
#include <cassert>
#include <numeric>

#include "tools/report/display_width.h"

namespace playbook {

void Table::Add(std::vector<std::string> cells) {
  assert(cells.size() == columns_.size());
  rows_.push_back(std::move(cells));
}

std::vector<int> Table::Widths() const {
  std::vector<int> widths;
  for (std::size_t column = 0; column < columns_.size(); ++column) {
    int width = DisplayWidth(columns_[column].title);
    for (const std::vector<std::string>& row : rows_) {
      width = std::max(width, DisplayWidth(row[column]));
    }
    widths.push_back(width);
  }
  return widths;
}

int Table::Width() const {
  const std::vector<int> widths = Widths();
  return std::accumulate(widths.begin(), widths.end(), 0) + 2 * (static_cast<int>(widths.size()) - 1);
}

std::string Table::Terminal(const std::string& indent) const {
  const std::vector<int> widths = Widths();
  std::string text;
  const auto add = [&](auto cell_of) {
    std::string line = indent;
    for (std::size_t column = 0; column < columns_.size(); ++column) {
      line += column == 0 ? "" : "  ";
      line += Pad(cell_of(column), widths[column], columns_[column].align == Align::kRight);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  };
  add([&](std::size_t column) { return columns_[column].title; });
  for (const std::vector<std::string>& row : rows_) {
    add([&](std::size_t column) { return row[column]; });
  }
  return text;
}

std::string Table::Markdown() const {
  const std::vector<int> widths = Widths();
  std::string text;
  const auto add = [&](auto cell_of) {
    std::string line = "|";
    for (std::size_t column = 0; column < columns_.size(); ++column) {
      line += " " + Pad(cell_of(column), std::max(3, widths[column]), columns_[column].align == Align::kRight) + " |";
    }
    text += line + "\n";
  };
  add([&](std::size_t column) { return columns_[column].title; });
  add([&](std::size_t column) {
    std::string rule(static_cast<std::size_t>(std::max(3, widths[column])), '-');
    if (columns_[column].align == Align::kRight) {
      rule.back() = ':';
    }
    return rule;
  });
  for (const std::vector<std::string>& row : rows_) {
    add([&](std::size_t column) { return row[column]; });
  }
  return text;
}

}  // namespace playbook
