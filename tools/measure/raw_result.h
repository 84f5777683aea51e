// Is what a benchmark process wrote the result it was asked for, and may it be given to somebody else?
//
// Both questions are asked of the text as written: a raw result is kept, not written anew. Its numbers are read by
// tools/results.
//
//   const std::string text = Scrubbed(ReadWhole(part), "gcc/benchmarks/dead_code");
//   const std::string fault = FaultOf(text, outline, expected);
#ifndef TOOLS_MEASURE_RAW_RESULT_H_
#define TOOLS_MEASURE_RAW_RESULT_H_

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace playbook {

// A pair's rows as its binary describes them, as far as measuring needs to know them.
struct OutlineRow {
  std::string name = {};
  bool manual_clock = false;  // what it reports is not what it costs

  bool operator==(const OutlineRow&) const = default;
};
struct Outline {
  std::string id = {};
  std::vector<OutlineRow> rows = {};

  bool operator==(const Outline&) const = default;
};

// Throws InputError, saying what is wrong with it, if the text is not the description of a pair; with an id, of that
// pair.
Outline ReadOutline(const std::string& text);
Outline ReadOutline(const std::string& text, const std::string& id);

// The name, to be taken literally in a --benchmark_filter, whatever regular expressions the harness was built with.
std::string EscapedForFilter(std::string_view name);

// The same text with an empty host name and the given executable in its context.
std::string Scrubbed(std::string text, std::string_view executable);

// What is wrong with a raw result, or empty. Every expected row must be there with so many repetitions and no error; a
// count of 0 iterations allows any.
struct ExpectedRows {
  std::map<std::string, std::int64_t> iterations = {};
  int repetitions = 1;
};
std::string FaultOf(const std::string& text, const ExpectedRows& expected);

// Row name to nanoseconds per iteration of a text without fault; the first repetition of each.
std::map<std::string, double> TimesPerIteration(const std::string& text);

}  // namespace playbook

#endif  // TOOLS_MEASURE_RAW_RESULT_H_
