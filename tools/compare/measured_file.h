// What does one result file measure, as one side of a comparison?
//
// Streams through the file and keeps numbers only, so that a gigabyte takes the room of its values. A file may hold
// several results, one behind the other, and repetitions may come in any order. Not for the files of a run folder that
// are read for a report: that is LoadRun.
//
//   const Measured base = MeasuredFile("before.json", {});
//   for (const std::string& note : base.notes) { err << "note: " << note << '\n'; }
#ifndef TOOLS_COMPARE_MEASURED_FILE_H_
#define TOOLS_COMPARE_MEASURED_FILE_H_

#include <cstddef>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "tools/compare/measured.h"
#include "tools/results/result_file.h"

namespace playbook {

// The metrics to keep. Empty: all but kCpuTime, which says the same as the real time on most rows and takes as much
// room.
using MetricNames = std::set<std::string, std::less<>>;

// A row met in several results of the file, which are several processes, has one value for each: the median of its
// repetitions there. A row of one result has its repetitions. Throws InputError where the file cannot be opened or read
// (ReadResult), or where two programs' results in it share a row.
Measured MeasuredFile(const std::filesystem::path& path, const MetricNames& metrics);

// Collects what a reading delivers; MeasuredFile for a stream.
class MeasuredCollector : public ResultSink {
 public:
  explicit MeasuredCollector(MetricNames metrics) : metrics_(std::move(metrics)) {}

  void OnResult() override;
  void OnContext(const std::string& key, const std::string& value) override;
  void OnRow(const ResultRow& row) override;

  // Once, after the reading. `name` stands for the file in messages and is the label.
  Measured Take(const std::string& name, const ReadReport& report);

 private:
  // One row of the file as far as it has been read. Rows of one name are a chain: a benchmark that was registered twice
  // has two in one result.
  struct Entry {
    MeasuredRow row = {};
    std::size_t count = 0;     // values so far
    std::int32_t result = 0;   // the last one it was met in
    std::int64_t family = -1;  // its place in that result, -1 where the file does not say
    std::int64_t instance = -1;
    std::int64_t last_repetition = -1;     // in that result
    std::vector<std::size_t> starts = {};  // of the values of each result after the first
    std::optional<std::size_t> next = {};
    std::string aggregate = {};  // that stands for the repetitions of that result
  };

  Entry& EntryOf(const ResultRow& row);
  std::size_t Add(const ResultRow& row);
  void AddAggregate(Entry& entry, const ResultRow& row);
  void Bind(Entry& entry, const ResultRow& row);
  void CheckProgram(const Entry& entry);
  void AddValues(Entry& entry, const ResultRow& row);
  void Put(Entry& entry, std::string_view metric, double value);
  bool Wanted(std::string_view metric) const;
  void Finish(Entry& entry) const;

  MetricNames metrics_;
  std::deque<Entry> entries_;                                        // which stay where they are
  std::deque<std::string> raw_names_;                                // that had to be cleaned
  std::unordered_map<std::string_view, std::size_t> first_of_name_;  // harness name to the first of its chain
  std::size_t last_entry_ = 0;
  std::string last_name_;
  std::int32_t result_ = -1;
  std::vector<std::string> programs_;  // of each result, without its folder
  std::map<std::string, std::string> context_;
  bool several_processes_ = false;  // a row was met in several results
  std::string clash_;               // the first row that two programs have, with their names
};

}  // namespace playbook

#endif  // TOOLS_COMPARE_MEASURED_FILE_H_
