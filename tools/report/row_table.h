// What did every row of one pair read, under every build?
//
// The table of a chapter and of a pair's part of the report: sweeps, costly forms, controls and counters, not only the
// two rows that make the point. Not for verdicts.
//
//   page += RowTable(run, "unbuffered_output");
#ifndef TOOLS_REPORT_ROW_TABLE_H_
#define TOOLS_REPORT_ROW_TABLE_H_

#include <string>

#include "tools/measure/run_data.h"

namespace playbook {

// Markdown: median and range of the rounds of each row under each build, the ratio between the builds with its
// interval, then a table of the counters that the rows carry, where they carry any. What the intervals mean stands
// below.
std::string RowTable(const RunData& run, const std::string& id);

// The same of the two sides of every pair, and of nothing else: where a run's builds part. Counters are left out.
std::string SidesTable(const RunData& run);

}  // namespace playbook

#endif  // TOOLS_REPORT_ROW_TABLE_H_
