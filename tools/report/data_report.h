// Everything that a run measured, for a program?
//
//   out << JsonReport(run);   // verdicts, rows and provenance, with a schema_version
//   out << CsvReport(run);    // one line a row, build and round
#ifndef TOOLS_REPORT_DATA_REPORT_H_
#define TOOLS_REPORT_DATA_REPORT_H_

#include <string>

#include "tools/measure/run_data.h"

namespace playbook {

// Plain numbers, null for what is not known; times in nanoseconds. What it holds is never removed or renamed without a
// higher schema_version. Not for reading back: the run folder is the data.
std::string JsonReport(const RunData& run);

// Tidy: pair,build,row,role,headline,round,iterations,time_ns and one column for each counter that any row has. A cell
// without value is empty.
std::string CsvReport(const RunData& run);

}  // namespace playbook

#endif  // TOOLS_REPORT_DATA_REPORT_H_
