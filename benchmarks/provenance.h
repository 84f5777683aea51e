// What must a result say about itself, so that somebody else can judge it?
//
// Everything goes into the context of Google Benchmark's output as strings under `playbook.` keys, without host name,
// user name or absolute path. Not for what changes during a run: load and the like belong to the run folder.
//
//   AddProvenance(program);   // after SetScratchFolder, before benchmark::RunSpecifiedBenchmarks
#ifndef BENCHMARKS_PROVENANCE_H_
#define BENCHMARKS_PROVENANCE_H_

#include <string>

#include "benchmarks/program.h"

namespace playbook {

// Throws std::system_error, naming the folder, where the scratch folder cannot be looked at.
void AddProvenance(const Program& program);

// The text with every byte but printable ASCII replaced by '?': libbenchmark 1.7.1 writes control characters raw, which
// is no valid JSON, and what the system says of itself may hold any byte.
std::string Printable(std::string text);

}  // namespace playbook

#endif  // BENCHMARKS_PROVENANCE_H_
