// `playbook report`: what a run folder says, finished or not.
#include <fmt/format.h>
#include <fmt/ostream.h>

#include <CLI/CLI.hpp>
#include <string>

#include "tools/commands.h"
#include "tools/measure/run_data.h"
#include "tools/report/data_report.h"
#include "tools/report/findings.h"
#include "tools/report/markdown_report.h"
#include "tools/report/verdict_table.h"

namespace playbook {

int RunReport(const Arguments& arguments, std::ostream& out, std::ostream& err) {
  std::string folder;
  std::string format = "table";
  CLI::App app("prints the verdicts of a run folder, or with --format everything it holds", "report");
  app.add_option("DIR", folder, "the folder that playbook run wrote")->required();
  app.add_option(
         "--format", format,
         "table (the verdicts), md (all rows, evidence, provenance and conditions), json, or csv (one line a row, "
         "build and round)")
      ->check(CLI::IsMember({"table", "md", "json", "csv"}));
  if (int ended = kOk; !Parse(app, arguments, out, err, ended)) {
    return ended;
  }
  const RunData run = LoadRun(folder);
  const Findings findings = FindAll(run);
  if (format == "md") {
    out << MarkdownReport(run);
  } else if (format == "json") {
    out << JsonReport(run);
  } else if (format == "csv") {
    out << CsvReport(run);
  } else {
    out << TerminalVerdicts(run, findings, StyleOf(out));
  }
  for (const std::string& warning : run.warnings) {
    fmt::print(err, "warning: {}\n", warning);
  }
  if (const std::string incomplete = IncompleteWords(run); !incomplete.empty()) {
    fmt::print(err, "warning: the run is incomplete, {}; finish it with: playbook run --resume {}\n", incomplete,
               folder);
  }
  return findings.failed ? kFailed : kOk;
}

}  // namespace playbook
