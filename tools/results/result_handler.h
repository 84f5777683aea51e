// How do the events of a JSON parser become rows?
//
// The handler behind ReadResult; nothing else needs it. It keeps one row and the path to the value under way, never the
// document.
//
//   ResultHandler handler(sink, report);
//   handler.StartRoot();
//   rapidjson::Reader().Parse(stream, handler);
#ifndef TOOLS_RESULTS_RESULT_HANDLER_H_
#define TOOLS_RESULTS_RESULT_HANDLER_H_

#include <cstdint>
#include <string>
#include <vector>

#include "tools/results/read_report.h"
#include "tools/results/result_file.h"
#include "tools/results/row_builder.h"

namespace playbook {

class ResultHandler {
 public:
  ResultHandler(ResultSink& sink, ReadReport& report) : sink_(sink), report_(report), builder_(report) {}

  // Before each root object.
  void StartRoot();

  // RapidJSON's handler concept. Every function returns whether to go on; false leaves the reason in fault().
  bool Null();
  bool Bool(bool value);
  bool Int(int value) { return Int64(value); }
  bool Uint(unsigned value) { return Int64(value); }
  bool Int64(std::int64_t value);
  bool Uint64(std::uint64_t value);
  bool Double(double value);
  bool RawNumber(const char* text, unsigned length, bool copy);
  bool String(const char* text, unsigned length, bool copy);
  bool StartObject();
  bool Key(const char* text, unsigned length, bool copy);
  bool EndObject(unsigned count);
  bool StartArray();
  bool EndArray(unsigned count);

  const std::string& fault() const { return fault_; }
  // Whether the root, finished or not, has a list "benchmarks", which makes it a result.
  bool HasRows() const { return has_rows_; }
  // "after row 12 (dead_code/wrong)": how far the reading of this root came; clean for a terminal.
  std::string Position() const;

 private:
  // Where the value under way is. Depths: 1 in the root, 2 in the list of rows, 3 in a row.
  enum class Where { kRoot, kContext, kRows, kElsewhere };
  struct Level {
    bool array = false;
    std::int64_t index = 0;  // of the element under way
    std::string key = {};
  };

  bool InRow() const { return where_ == Where::kRows && depth_ == 3 && row_open_; }
  std::string ContextKey() const;
  bool Number(const ResultNumber& value);
  bool NoRow(const char* what);
  void ContextValue(const std::string& value);
  bool Open(bool array);
  bool Close();
  void EndValue();
  void Announce();
  void LoadAverages();

  ResultSink& sink_;
  ReadReport& report_;
  RowBuilder builder_;
  int depth_ = 0;
  Where where_ = Where::kRoot;
  bool row_open_ = false;
  bool has_rows_ = false;
  bool announced_ = false;
  std::int64_t rows_ = 0;  // of this root
  std::string root_key_;
  std::vector<Level> path_;  // from the context on
  std::vector<std::string> load_averages_;
  std::string fault_;
};

}  // namespace playbook

#endif  // TOOLS_RESULTS_RESULT_HANDLER_H_
