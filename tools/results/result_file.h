// What does a Google Benchmark JSON file say, and is it whole?
//
// The one reader of raw results. It is fed by events, so a file of any size passes through in one sweep: a ResultSink
// is told of each context key and of each row as soon as the row is complete. LoadResultFile and LoadResults are for
// files that fit in memory. Not for the files that `playbook` writes itself.
//
//   const ResultFile file = LoadResultFile("rounds/0001/gcc.dead_code.json");
//   for (const ResultRow& row : file.rows) { Use(row.name, row.real_time_ns); }
//   const LoadedResults found = LoadResults("somebody's.json");  // found.report says what had to be mended
#ifndef TOOLS_RESULTS_RESULT_FILE_H_
#define TOOLS_RESULTS_RESULT_FILE_H_

#include <filesystem>
#include <istream>
#include <map>
#include <string>
#include <vector>

#include "tools/results/input_error.h"
#include "tools/results/read_report.h"
#include "tools/results/repair_stream.h"
#include "tools/results/result_row.h"

namespace playbook {

class ResultSink {
 public:
  virtual ~ResultSink() = default;

  // Before all else that is said of a result: several may lie in one file.
  virtual void OnResult() {}
  // Nested values come flattened, in the file's order: "caches.0.size".
  virtual void OnContext(const std::string& key, const std::string& value) = 0;
  // The row is gone when the function returns: a sink copies what it needs.
  virtual void OnRow(const ResultRow& row) = 0;
};

// Reads what the stream holds. `name` stands for it in messages. Throws InputError where the text is empty, broken, not
// a Google Benchmark result, or of another format (it says which), and kWhole also where it is cut off or more than one
// result; rows before the fault have been delivered by then. Memory is bounded whatever the size: a row and two
// buffers. Its texts are as they are in the file: CleanText them before a terminal sees them; messages are clean.
ReadReport ReadResult(std::istream& stream, const std::string& name, ResultSink& sink,
                      Reading reading = Reading::kWhole);

struct ResultFile {
  std::map<std::string, std::string> context = {};  // empty where the file has none
  std::vector<ResultRow> rows = {};                 // kValue
  std::vector<ResultRow> aggregates = {};
  std::vector<ResultRow> failed = {};  // kError, kSkipped
};

// One whole result. Throws InputError, also where the file cannot be opened.
ResultFile LoadResultFile(const std::filesystem::path& path);

// The same of a text that is at hand; `name` stands for it in messages.
ResultFile ParseResult(const std::string& text, const std::string& name);

struct LoadedResults {
  std::vector<ResultFile> results = {};  // at least one
  ReadReport report = {};
};

// All that can be had from a file that somebody has. Throws InputError where that is nothing.
LoadedResults LoadResults(const std::filesystem::path& path, Reading reading = Reading::kSalvage);

}  // namespace playbook

#endif  // TOOLS_RESULTS_RESULT_FILE_H_
