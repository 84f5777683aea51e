// How do the fields of a row become a ResultRow?
//
// Keeps one row and uses its memory for the next. Meaning is given at the end, since units may come after the times
// they belong to. Not for the structure of the file: that is ResultHandler's.
//
//   builder.StartRow();
//   builder.Key("real_time");
//   builder.Number({.value = 2.5});
//   const std::string fault = builder.EndRow(1);
#ifndef TOOLS_RESULTS_ROW_BUILDER_H_
#define TOOLS_RESULTS_ROW_BUILDER_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "tools/results/read_report.h"
#include "tools/results/result_row.h"
#include "tools/results/row_field.h"

namespace playbook {

class RowBuilder {
 public:
  explicit RowBuilder(ReadReport& report) : report_(report) {}

  void StartRoot();
  void StartRow();
  void Key(std::string_view key);
  void Text(std::string_view value);
  void Number(const ResultNumber& value);
  void Bool(bool value);
  void Null();
  // What is wrong with the row, which is the file's `number`-th, or empty: row() may be used until the next StartRow.
  std::string EndRow(std::int64_t number);

  const ResultRow& row() const { return row_; }

 private:
  // Whether the field comes for the first time in this row. A second one can only be a counter of the same name.
  bool First();
  void SetNames();
  bool IsAggregate();
  bool IsOldAggregate();

  ReadReport& report_;
  ResultRow row_;
  std::string key_;
  RowField field_ = RowField::kNone;
  std::uint32_t seen_ = 0;  // a bit for each RowField
  std::string name_;
  std::string run_name_;
  std::string run_type_;
  bool error_ = false;
  bool skipped_ = false;
  std::string last_value_name_;   // of the last row that was one repetition, for 1.4
  std::int64_t same_values_ = 0;  // so many repetitions in a row had it
};

}  // namespace playbook

#endif  // TOOLS_RESULTS_ROW_BUILDER_H_
