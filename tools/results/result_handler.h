// How do the events of a JSON parser become rows?
//
// The handler behind ReadResult; nothing else needs it. It keeps one row and the path to the value under way, never the
// document.
//
//   ResultHandler handler(sink);
//   rapidjson::Reader().Parse(stream, handler);
//   handler.Finish("a.json");
#ifndef TOOLS_RESULTS_RESULT_HANDLER_H_
#define TOOLS_RESULTS_RESULT_HANDLER_H_

#include <cstdint>
#include <string>
#include <vector>

#include "tools/results/result_file.h"

namespace playbook {

class ResultHandler {
 public:
  explicit ResultHandler(ResultSink& sink) : sink_(sink) {}

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
  std::int64_t rows() const { return rows_; }
  // "after row 12, dead_code/wrong": how far the reading came.
  std::string Position() const;
  // Throws InputError if a whole document was read that is no result.
  void Finish(const std::string& name) const;

 private:
  struct Level {
    bool array = false;
    std::int64_t index = 0;  // of the element under way
    std::string key = {};
  };
  // The fields of a row before they mean anything: units may come after the times they belong to.
  struct Raw {
    ResultRow row = {};
    std::string name = {};
    std::string run_name = {};
    std::string run_type = {};
    std::string aggregate_unit = {};
    std::string time_unit = "ns";
    bool error = false;
    bool skipped = false;
    std::vector<std::string> seen = {};
  };

  bool InRow() const;
  bool InContext() const;
  void EndValue();
  bool Text(const std::string& value);
  bool Number(const ResultNumber& value);
  bool FirstOf(const std::string& key);
  bool EndRow();
  std::string ContextKey() const;

  ResultSink& sink_;
  std::vector<Level> path_;
  Raw raw_;
  bool has_rows_ = false;
  std::int64_t rows_ = 0;
  std::string last_row_;
  std::string fault_;
};

}  // namespace playbook

#endif  // TOOLS_RESULTS_RESULT_HANDLER_H_
