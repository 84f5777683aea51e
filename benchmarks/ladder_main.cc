// The main program of the ladder's timed binary; see program.h.
#include <fmt/format.h>

#include <cstdio>
#include <string>
#include <vector>

#include "benchmarks/program.h"
#include "fixtures/ladder/rung.h"

namespace playbook {
namespace {

int Main(int argc, char** argv) {
  const std::vector<Rung> rungs = RegisteredRungs();
  const std::vector<std::string> faults = Faults(rungs);
  for (const std::string& fault : faults) {
    fmt::print(stderr, "error: ladder: {}\n", fault);
  }
  if (!faults.empty()) {
    return 3;
  }
  Program program = {.kind = "ladder", .id = "ladder", .description = Describe(rungs)};
  for (const Rung& rung : rungs) {
    const std::vector<Row> rows = Rows(rung);
    program.rows.insert(program.rows.end(), rows.begin(), rows.end());
  }
  return RunProgram(argc, argv, program);
}

}  // namespace
}  // namespace playbook

int main(int argc, char** argv) {
  return playbook::Main(argc, argv);
}
