#include "tests/fuzz/result_reader_check.h"

#include <fmt/format.h>

#include <cmath>
#include <optional>
#include <sstream>
#include <vector>

#include "tools/results/clean_text.h"
#include "tools/results/result_file.h"

namespace playbook {
namespace {

struct Sink : ResultSink {
  void OnResult() override { ++results; }
  void OnContext(const std::string& /*key*/, const std::string& /*value*/) override {
    if (results == 0) {
      broken = "a context belongs to no result";
    }
  }
  void OnRow(const ResultRow& row) override {
    ++rows;
    const bool failed = row.kind == ResultRow::Kind::kError || row.kind == ResultRow::Kind::kSkipped;
    if (row.harness_name.empty()) {
      broken = "a row has no name";
    } else if (failed && !(std::isnan(row.real_time_ns) && std::isnan(row.cpu_time_ns))) {
      broken = "a failed row has a time";
    } else if (results == 0) {
      broken = "a row belongs to no result";
    }
  }

  std::int64_t results = 0;
  std::int64_t rows = 0;
  std::string broken;
};

struct Outcome {
  Sink sink = {};
  std::optional<ReadReport> report = {};
  std::string refused = {};
};

Outcome ReadWith(const std::string& text, Reading reading) {
  Outcome outcome;
  std::istringstream stream(text);
  try {
    outcome.report = ReadResult(stream, "input", outcome.sink, reading);
  } catch (const InputError& error) {
    outcome.refused = error.what();
  }
  return outcome;
}

std::string BrokenBy(const Outcome& outcome) {
  std::vector<std::string> lines = {outcome.refused};
  if (outcome.report) {
    lines = outcome.report->Words();
    if (outcome.report->rows != outcome.sink.rows || outcome.report->results != outcome.sink.results) {
      return fmt::format("{} rows and {} results are reported, {} and {} were delivered", outcome.report->rows,
                         outcome.report->results, outcome.sink.rows, outcome.sink.results);
    }
  } else if (outcome.refused.empty()) {
    return "a refusal without words";
  }
  for (const std::string& line : lines) {
    if (CleanText(line) != line) {
      return "a message is not clean: " + CleanText(line);
    }
  }
  return outcome.sink.broken;
}

}  // namespace

std::string BrokenPromise(const std::string& text) {
  const Outcome whole = ReadWith(text, Reading::kWhole);
  const Outcome salvaged = ReadWith(text, Reading::kSalvage);
  for (const Outcome* outcome : {&whole, &salvaged}) {
    if (std::string broken = BrokenBy(*outcome); !broken.empty()) {
      return broken;
    }
  }
  return "";
}

}  // namespace playbook
