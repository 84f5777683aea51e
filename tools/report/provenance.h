// Of which machine, compiler and flags are these numbers?
//
// A number is a property of a machine and a piece of code; without both it cannot be repeated. Taken from the contexts
// of the raw results. Names no host, no user and no folder.
//
//   page += ProvenanceLine(run);
#ifndef TOOLS_REPORT_PROVENANCE_H_
#define TOOLS_REPORT_PROVENANCE_H_

#include <map>
#include <string>
#include <vector>

#include "tools/measure/run_data.h"

namespace playbook {

// One fact under all builds, in the plan's order; "differs between pairs" where the pairs of a build disagree, empty
// where it is not known.
struct Fact {
  std::string key = {};  // without the prefix "playbook."
  std::vector<std::string> values = {};
  bool differs = false;
};

// Those that differ between the builds first, each group by key. Facts about a single pair are left out.
std::vector<Fact> Provenance(const RunData& run);

// Markdown, for under a table: "gcc: gcc 12.2.0 `-O2 ...`; clang: ...; CPU ..., kernel ..., 2026-01-31, 10 rounds."
std::string ProvenanceLine(const RunData& run);

// Markdown: all facts, the differences marked and first.
std::string ProvenanceTable(const RunData& run);

}  // namespace playbook

#endif  // TOOLS_REPORT_PROVENANCE_H_
