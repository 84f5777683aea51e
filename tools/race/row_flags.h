// With which flags does a program run just these rows, each so often?
//
// Pure text. The three ways are those of Control: a count for each row, a count for the process (so one row at a time),
// or a minimum time and the program's own calibration. Not for what all processes are given: that is program_runner.h.
//
//   RowFlags(Control::kProcess, {{"BM_Read/8", 1200}}, 0.1)
//   // --benchmark_min_time=1200x --benchmark_filter=^(BM_Read/8)$
#ifndef TOOLS_RACE_ROW_FLAGS_H_
#define TOOLS_RACE_ROW_FLAGS_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "tools/race/probe.h"

namespace playbook {

struct CountedRow {
  std::string name = {};        // as the program has it: ListedRow
  std::int64_t iterations = 0;  // at least 1; ignored where the program cannot be told
};

// Linux takes arguments of up to 128 KiB (MAX_ARG_STRLEN, execve(2)), and compilers of regular expressions have limits
// of their own that lie far below: the names of one process's rows together are kept below this.
inline constexpr std::size_t kMostNameBytes = std::size_t{8} << 10U;

// Each row so often. At least one row; of kProcess exactly one.
std::vector<std::string> RowFlags(Control control, const std::vector<CountedRow>& rows, double row_time_s);

// Each row until it has run for about this time, as the harness calibrates it.
std::vector<std::string> CalibrationFlags(Control control, const std::vector<std::string>& names, double row_time_s);

}  // namespace playbook

#endif  // TOOLS_RACE_ROW_FLAGS_H_
