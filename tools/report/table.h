// How does a table look on a terminal and in Markdown?
//
// Cells are finished text: numbers have been formatted (tools/units) and foreign text has been escaped before they are
// added. Not for data that programs read.
//
//   Table table({{"row"}, {"time", Table::Align::kRight}});
//   table.Add({"wrong", "3.13 ms"});
//   out << table.Terminal("");
#ifndef TOOLS_REPORT_TABLE_H_
#define TOOLS_REPORT_TABLE_H_

#include <string>
#include <utility>
#include <vector>

namespace playbook {

class Table {
 public:
  enum class Align { kLeft, kRight };

  struct Column {
    std::string title = {};
    Align align = Align::kLeft;
  };

  explicit Table(std::vector<Column> columns) : columns_(std::move(columns)) {}

  // As many cells as there are columns, each one line of clean text.
  void Add(std::vector<std::string> cells);

  bool empty() const { return rows_.empty(); }
  // Columns that a line of Terminal("") takes.
  int Width() const;

  // Aligned by display width, two spaces between columns, none at the end of a line; each line begins with `indent`.
  std::string Terminal(const std::string& indent) const;
  // Also aligned, so that the source of a page reads as well as the page.
  std::string Markdown() const;

 private:
  std::vector<int> Widths() const;

  std::vector<Column> columns_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace playbook

#endif  // TOOLS_REPORT_TABLE_H_
