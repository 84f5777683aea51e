// How do tests of the reader read a text?
//
//   const Collected read = Read(Document(R"({"name": "a"})"), Reading::kSalvage);
//   EXPECT_EQ(read.rows.size(), 1U);
//   EXPECT_THAT(Fault(""), HasSubstr("is empty"));
#ifndef TESTS_UNIT_TOOLS_RESULTS_READ_TEXT_H_
#define TESTS_UNIT_TOOLS_RESULTS_READ_TEXT_H_

#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "tools/results/result_file.h"

namespace playbook {

struct Collected : ResultSink {
  void OnResult() override { ++results; }
  void OnContext(const std::string& key, const std::string& value) override { context.emplace_back(key, value); }
  void OnRow(const ResultRow& row) override { rows.push_back(row); }

  int results = 0;
  std::vector<std::pair<std::string, std::string>> context;
  std::vector<ResultRow> rows;
  ReadReport report;
};

inline Collected Read(const std::string& text, Reading reading = Reading::kWhole) {
  std::istringstream stream(text);
  Collected collected;
  collected.report = ReadResult(stream, "a.json", collected, reading);
  return collected;
}

// The message, or "read" where nothing was thrown.
inline std::string Fault(const std::string& text, Collected* collected = nullptr, Reading reading = Reading::kWhole) {
  std::istringstream stream(text);
  Collected mine;
  try {
    ReadResult(stream, "a.json", collected == nullptr ? mine : *collected, reading);
  } catch (const InputError& error) {
    return error.what();
  }
  return "read";
}

inline std::string Document(const std::string& rows) {
  return R"({"context": {}, "benchmarks": [)" + rows + "]}";
}

// All repairs that were made, of any kind.
inline std::int64_t RepairsOf(const ReadReport& report) {
  std::int64_t sum = 0;
  for (const std::int64_t times : report.repairs) {
    sum += times;
  }
  return sum;
}

}  // namespace playbook

#endif  // TESTS_UNIT_TOOLS_RESULTS_READ_TEXT_H_
