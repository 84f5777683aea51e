// The main program of every timed binary: registers the rows of the binary's one pair, says in the result where it
// comes from, and leaves the rest to Google Benchmark. Exit codes: 2 for usage, 3 for bad input or environment.
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
#include "fixtures/pair/registry.h"

namespace playbook {
namespace {

constexpr const char* kScratchHint = "hint: choose another scratch folder with --playbook_scratch=DIR or TMPDIR\n";

// Returns the exit code, 0 to go on.
int RegisterRows(const Pair& pair, std::map<std::string, std::int64_t> iterations) {
  for (const Row& row : Rows(pair)) {
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
             iterations.begin()->first, pair.id);
  fmt::print(stderr, "hint: its rows are\n");
  for (const Row& row : Rows(pair)) {
    fmt::print(stderr, "  {}\n", row.name);
  }
  return kUsageError;
}

int Main(int argc, char** argv) {
  Arguments arguments;
  if (const int code = TakeArguments(argc, argv, arguments); code != 0) {
    return code;
  }
  if (!arguments.scratch.empty()) {
    SetScratchFolder(arguments.scratch);
  }
  const Pair& pair = ThePair();
  if (arguments.describe) {
    std::fputs(Describe(pair).c_str(), stdout);
    return 0;
  }
  if (const int code = RegisterRows(pair, arguments.iterations); code != 0) {
    return code;
  }
  int count = static_cast<int>(arguments.others.size());
  arguments.others.push_back(nullptr);
  benchmark::Initialize(&count, arguments.others.data(), PrintHelp);
  if (benchmark::ReportUnrecognizedArguments(count, arguments.others.data())) {
    return kUsageError;
  }
  try {
    AddProvenance(pair);
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

}  // namespace
}  // namespace playbook

int main(int argc, char** argv) {
  return playbook::Main(argc, argv);
}
