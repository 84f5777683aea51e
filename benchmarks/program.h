// What does every timed binary do, whatever it holds?
//
// Understands our arguments and Google Benchmark's, registers the rows, says in the result where it comes from, and
// leaves the rest to Google Benchmark. Exit codes: 2 for usage, 3 for bad input or environment.
//
//   return RunProgram(argc, argv, {.kind = "pair", .id = pair.id, .rows = Rows(pair), .description = Describe(pair)});
#ifndef BENCHMARKS_PROGRAM_H_
#define BENCHMARKS_PROGRAM_H_

#include <string>
#include <vector>

#include "fixtures/pair/pair.h"

namespace playbook {

struct Program {
  std::string kind = {};  // under which key of the context the id stands
  std::string id = {};
  std::vector<Row> rows = {};
  std::string description = {};  // what --describe prints
};

// Returns the exit code.
int RunProgram(int argc, char** argv, const Program& program);

}  // namespace playbook

#endif  // BENCHMARKS_PROGRAM_H_
