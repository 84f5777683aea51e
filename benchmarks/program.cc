#include "benchmarks/program.h"

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <cstdint>
#include <cstdio>
#include <exception>
#include <map>
#include <string>
#include <system_error>

#include "benchmarks/arguments.h"
#include "benchmarks/provenance.h"
#include "fixtures/host/scratch.h"
#include "fixtures/pair/harness.h"

namespace playbook {
namespace {

constexpr const char* kScratchHint = "hint: choose another scratch folder with --playbook_scratch=DIR or TMPDIR\n";

// Returns the exit code, 0 to go on.
int RegisterRows(const Program& program, std::map<std::string, std::int64_t> iterations) {
  for (const Row& row : program.rows) {
    const auto fixed = iterations.find(row.name);
    RegisterRow(row, fixed == iterations.end() ? 0 : fixed->second);
    if (fixed != iterations.end()) {
      iterations.erase(fixed);
    }
  }
  if (iterations.empty()) {
    return 0;
  }
  fmt::print(stderr, "error: --playbook_iterations names the row \"{}\", which {} does not have\n",
             iterations.begin()->first, program.id);
  fmt::print(stderr, "hint: its rows are\n");
  for (const Row& row : program.rows) {
    fmt::print(stderr, "  {}\n", row.name);
  }
  return kUsageError;
}

}  // namespace

int RunProgram(int argc, char** argv, const Program& program) {
  Arguments arguments;
  if (const int code = TakeArguments(argc, argv, arguments); code != 0) {
    return code;
  }
  if (!arguments.scratch.empty()) {
    SetScratchFolder(arguments.scratch);
  }
  if (arguments.describe) {
    std::fputs(program.description.c_str(), stdout);
    return 0;
  }
  if (const int code = RegisterRows(program, arguments.iterations); code != 0) {
    return code;
  }
  int count = static_cast<int>(arguments.others.size());
  arguments.others.push_back(nullptr);
  benchmark::Initialize(&count, arguments.others.data(), PrintHelp);
  if (benchmark::ReportUnrecognizedArguments(count, arguments.others.data())) {
    return kUsageError;
  }
  try {
    AddProvenance(program);
    benchmark::RunSpecifiedBenchmarks();
  } catch (const std::system_error& fault) {  // of a ScratchFile, or of the folder itself
    fmt::print(stderr, "error: {}\n{}", fault.what(), kScratchHint);
    return kInputError;
  } catch (const std::exception& fault) {
    fmt::print(stderr, "error: {}\n", fault.what());
    return kInputError;
  }
  benchmark::Shutdown();
  if (ScratchFailed()) {
    fmt::print(stderr, "error: a file in the scratch folder {} could not be written, see the row's message\n{}",
               ScratchFolder(), kScratchHint);
    return kInputError;
  }
  return 0;
}

}  // namespace playbook
