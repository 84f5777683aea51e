// The main program of every timed binary: Google Benchmark's own flags, and
//   --describe                          prints the pair as JSON and ends
//   --playbook_iterations=ROW=N | FILE  fixes a row's iteration count; a file holds one ROW=N per line; may be repeated
//   --playbook_scratch=DIR              folder for the files that the pair writes (default: the system's temporary
//   folder)
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <charconv>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "fixtures/host/scratch.h"
#include "fixtures/pair/harness.h"
#include "fixtures/pair/registry.h"

namespace playbook {
namespace {

constexpr int kUsageError = 2;
constexpr int kInputError = 3;

bool ParseIterations(const std::string& text, std::map<std::string, std::int64_t>& iterations) {
  const std::size_t equals = text.rfind('=');
  if (equals == std::string::npos) {
    return false;
  }
  std::int64_t count = 0;
  const char* const end = text.data() + text.size();
  const auto [stopped, error] = std::from_chars(text.data() + equals + 1, end, count);
  if (error != std::errc() || stopped != end || count < 1) {
    return false;
  }
  iterations[text.substr(0, equals)] = count;
  return true;
}

// Takes our own flags out of the arguments. Returns the exit code, 0 to go on.
int TakeFlags(std::vector<char*>& arguments, bool& describe, std::map<std::string, std::int64_t>& iterations) {
  constexpr std::string_view kIterations = "--playbook_iterations=";
  constexpr std::string_view kScratch = "--playbook_scratch=";
  std::vector<char*> rest;
  for (char* argument : arguments) {
    const std::string_view text = argument;
    if (text == "--describe") {
      describe = true;
    } else if (text.substr(0, kScratch.size()) == kScratch) {
      SetScratchFolder(std::string(text.substr(kScratch.size())));
    } else if (text.substr(0, kIterations.size()) == kIterations) {
      const std::string value(text.substr(kIterations.size()));
      if (value.find('=') != std::string::npos) {
        if (!ParseIterations(value, iterations)) {
          fmt::print(stderr, "error: --playbook_iterations is \"{}\", must be ROW=N with N at least 1\n", value);
          return kUsageError;
        }
        continue;
      }
      std::ifstream file(value);
      if (!file) {
        fmt::print(stderr, "error: --playbook_iterations names the file \"{}\", which cannot be read\n", value);
        return kInputError;
      }
      for (std::string line; std::getline(file, line);) {
        if (!line.empty() && !ParseIterations(line, iterations)) {
          fmt::print(stderr, "error: {}: the line \"{}\" must be ROW=N with N at least 1\n", value, line);
          return kInputError;
        }
      }
    } else {
      rest.push_back(argument);
    }
  }
  arguments = rest;
  return 0;
}

int Main(int argc, char** argv) {
  std::vector<char*> arguments(argv, argv + argc);
  bool describe = false;
  std::map<std::string, std::int64_t> iterations;
  if (const int code = TakeFlags(arguments, describe, iterations); code != 0) {
    return code;
  }
  const Pair& pair = ThePair();
  if (describe) {
    std::fputs(Describe(pair).c_str(), stdout);
    return 0;
  }
  for (const Row& row : Rows(pair)) {
    const auto fixed = iterations.find(row.name);
    RegisterRow(row, fixed == iterations.end() ? 0 : fixed->second);
    if (fixed != iterations.end()) {
      iterations.erase(fixed);
    }
  }
  for (const auto& [row, count] : iterations) {
    fmt::print(stderr, "error: --playbook_iterations names the row \"{}\", which {} does not have\n", row, pair.id);
    return kUsageError;
  }
  int count = static_cast<int>(arguments.size());
  arguments.push_back(nullptr);
  benchmark::Initialize(&count, arguments.data());
  if (benchmark::ReportUnrecognizedArguments(count, arguments.data())) {
    return kUsageError;
  }
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}

}  // namespace
}  // namespace playbook

int main(int argc, char** argv) {
  return playbook::Main(argc, argv);
}
