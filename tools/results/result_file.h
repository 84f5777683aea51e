// What does a Google Benchmark JSON file say, and is it whole?
//
// The one reader of raw results. It is fed by events, so a file of any size passes through in one sweep: a ResultSink
// is told of each context key and of each row as soon as the row is complete. LoadResultFile is the sink for files that
// fit in memory, such as those of a run folder. Not for the files that `playbook` writes itself.
//
//   const ResultFile file = LoadResultFile("rounds/0001/gcc.dead_code.json");
//   for (const ResultRow& row : file.rows) { Use(row.name, row.real_time_ns); }
#ifndef TOOLS_RESULTS_RESULT_FILE_H_
#define TOOLS_RESULTS_RESULT_FILE_H_

#include <cstdint>
#include <filesystem>
#include <istream>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tools/results/input_error.h"

namespace playbook {

// A number of the file. `exact` is set where it was written as an integer: above 2^53 `value` is only near it.
struct ResultNumber {
  double value = std::numeric_limits<double>::quiet_NaN();
  std::optional<std::int64_t> exact = {};
};

struct ResultRow {
  // kValue: one repetition. kAggregate: mean, median, BigO and the like. kError and kSkipped carry a message and no
  // time.
  enum class Kind { kValue, kAggregate, kError, kSkipped };

  Kind kind = Kind::kValue;
  std::string name = {};          // canonical, see CanonicalRowName
  std::string harness_name = {};  // run_name, or name where that is absent, as written
  std::string aggregate = {};     // "median"; empty for other kinds
  std::string message = {};
  std::string label = {};
  std::int64_t repetition_index = 0;
  std::int64_t threads = 1;
  std::int64_t iterations = 0;
  // Per iteration, whatever unit the file uses; not a number where the file gives none. Of an aggregate whose unit is a
  // percentage these are the fraction as written.
  double real_time_ns = std::numeric_limits<double>::quiet_NaN();
  double cpu_time_ns = std::numeric_limits<double>::quiet_NaN();
  // Every other number of the row. A counter may carry the name of a field: the first one in the row is the field.
  std::map<std::string, ResultNumber> counters = {};
};

class ResultSink {
 public:
  virtual ~ResultSink() = default;

  // Nested values come flattened, in the file's order: "caches.0.size".
  virtual void OnContext(const std::string& key, const std::string& value) = 0;
  virtual void OnRow(ResultRow row) = 0;
};

// Reads one result from the stream. `name` stands for it in messages. Throws InputError where the text is empty, cut
// off, not JSON, not a Google Benchmark result, or of another format (it says which); rows before the fault have been
// delivered by then. NaN and infinities are accepted; unknown fields are ignored.
void ReadResult(std::istream& stream, const std::string& name, ResultSink& sink);

struct ResultFile {
  std::map<std::string, std::string> context = {};  // empty where the file has none
  std::vector<ResultRow> rows = {};                 // kValue
  std::vector<ResultRow> aggregates = {};
  std::vector<ResultRow> failed = {};  // kError, kSkipped
};

// Throws InputError, also where the file cannot be opened.
ResultFile LoadResultFile(const std::filesystem::path& path);

// The row's own name: what the harness appended for its own settings (iterations, repeats, minimum times, kind of
// clock) is taken off. The number of threads stays, as it is another experiment.
std::string CanonicalRowName(std::string_view harness_name);

}  // namespace playbook

#endif  // TOOLS_RESULTS_RESULT_FILE_H_
