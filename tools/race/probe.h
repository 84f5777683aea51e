// What does a program let us choose: its rows, and how often each is run?
//
// Asked by listing, which measures nothing: every program is given --benchmark_list_tests along with each question, so
// that one whose main() ignores what it does not know does not start to measure instead. Not for what a row costs: that
// is row_costs.h.
//
//   const Probe probe = AskProgram(runner, options.base, program, place);
//   if (probe.control == Control::kRows) { ... }   // one of our own binaries
#ifndef TOOLS_RACE_PROBE_H_
#define TOOLS_RACE_PROBE_H_

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "tools/race/program_runner.h"

namespace playbook {

// How the number of iterations is set.
enum class Control {
  kRows,     // --playbook_iterations, for each row: our own binaries
  kProcess,  // --benchmark_min_time=<N>x, one number for the process (Google Benchmark 1.8.0 and later)
  kOwn,      // not at all: 1.7.1 and before keep their own calibration
};

// "rows", "process", "own": the words of files.
const char* Word(Control control);

// Throws InputError for another word; `name` stands for the file in the message.
Control ControlOf(std::string_view word, const std::string& name);

struct ListedRow {
  std::string name = {};        // what the program knows it by: of our binaries without what the harness appends
  bool keeps_own_time = false;  // it reports another time than it takes (manual time)
};

struct Probe {
  Control control = Control::kOwn;
  std::vector<ListedRow> rows = {};
  double start_s = 0;  // from the start of the process to its end, with nothing measured
};

// Far more than anybody has: the largest suites list some thousands.
inline constexpr std::size_t kMostListedRows = 100'000;

// Throws InputError, naming the side, where the program cannot be started, is no Google Benchmark program, or lists no
// row, or more than kMostListedRows, or one whose name is longer than kMostNameBytes. Temporary files lie beside
// `place`.
Probe AskProgram(ProgramRunner& runner, const RaceSide& side, const std::filesystem::path& program,
                 const std::filesystem::path& place);

}  // namespace playbook

#endif  // TOOLS_RACE_PROBE_H_
