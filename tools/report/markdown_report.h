// Everything that a run measured, for a reader?
//
//   WriteWhole(folder.Report(), MarkdownReport(run));
#ifndef TOOLS_REPORT_MARKDOWN_REPORT_H_
#define TOOLS_REPORT_MARKDOWN_REPORT_H_

#include <string>

#include "tools/measure/run_data.h"

namespace playbook {

// The verdicts, then each pair with all of its rows and its evidence, the provenance of the builds, the conditions
// during the run, and what the run had to say beside. Says on top if the run is unfinished. Names no host and no
// folder. Not for programs: they take data_report.h.
std::string MarkdownReport(const RunData& run);

}  // namespace playbook

#endif  // TOOLS_REPORT_MARKDOWN_REPORT_H_
