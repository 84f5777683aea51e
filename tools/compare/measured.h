// What did one side of a comparison measure, wherever the numbers came from?
//
// The common shape of a result file, one build of a run folder, and a program that was measured for the purpose. All
// that is said of two sides is made from two of these. Not for a single run's report: that is RunData.
//
//   Measured base = MeasuredFile("before.json"), contender = MeasuredFile("after.json");
//   base.rows.front().values.at(kRealTime)  // 812.4, 811.9, 815.0: nanoseconds, one a repetition
//   const MeasuredPair pair = {.base = base, .contender = contender};
#ifndef TOOLS_COMPARE_MEASURED_H_
#define TOOLS_COMPARE_MEASURED_H_

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace playbook {

// The metrics that every row has. All others are counters under the name that the benchmark gave them.
inline constexpr std::string_view kRealTime = "real_time";
inline constexpr std::string_view kCpuTime = "cpu_time";

// All texts are clean for a terminal (CleanText).
struct MeasuredRow {
  std::string name = {};       // canonical (CanonicalRowName): the part for threads stays
  std::string full_name = {};  // as the harness wrote it; tells rows apart whose canonical names are equal
  std::string label = {};
  std::int64_t threads = 1;
  // By metric; times in nanoseconds per iteration. One value for each repetition of one process, or for each process:
  // the median of its repetitions. Of a MeasuredPair that is paired, every vector has one element for each round: not a
  // number where the row was not measured in it or failed, infinite where it was measured and the metric has no finite
  // number.
  std::map<std::string, std::vector<double>, std::less<>> values = {};
  // Of the values, in their order; a single one where all of them had the same. Not a number for a missing round.
  std::vector<double> iterations = {};
  // The row's own number in its file, for rows that share even the full name; -1 where nothing tells them apart.
  std::int64_t index = -1;
  // Repetitions that reported an error or were skipped. None of them is among the values.
  std::int64_t failed = 0;
  std::string failure = {};  // the first one's message
  // The values are medians or means that the harness made, since the file has no repetitions.
  bool aggregates_only = false;
};

// What one value of a row stands for.
enum class ValueKind { kRepetition, kProcess, kRound };

struct Measured {
  std::string label = {};                           // how tables name this side: "before.json", "gcc"
  std::map<std::string, std::string> context = {};  // kDiffersWithin where the side's own processes disagree
  std::vector<MeasuredRow> rows = {};               // in the order in which they were first met
  ValueKind value_kind = ValueKind::kRepetition;
  bool whole = true;                    // false: more was to come, so a gate may not pass on it
  std::vector<std::string> notes = {};  // what had to be done or left out so that this could be had
};
inline constexpr std::string_view kDiffersWithin = "differs between its own processes";

struct MeasuredPair {
  Measured base = {};
  Measured contender = {};
  // Value i of every row on both sides is round i. Otherwise nothing pairs the values, and drift is not controlled.
  bool paired = false;
  int rounds = 0;                       // of a pair that is paired: the size of every vector of values
  std::vector<std::string> notes = {};  // of both together
};

}  // namespace playbook

#endif  // TOOLS_COMPARE_MEASURED_H_
