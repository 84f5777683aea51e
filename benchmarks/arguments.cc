#include "benchmarks/arguments.h"

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <charconv>
#include <cstdio>
#include <fstream>
#include <string_view>

namespace playbook {
namespace {

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

// ROW=N, or a file of such lines. A file whose name holds an equals sign is not to be had.
int TakeIterations(const std::string& value, std::map<std::string, std::int64_t>& iterations) {
  if (value.find('=') != std::string::npos) {
    if (!ParseIterations(value, iterations)) {
      fmt::print(stderr, "error: --playbook_iterations is \"{}\", must be ROW=N with N at least 1\n", value);
      return kUsageError;
    }
    return 0;
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
  return 0;
}

}  // namespace

int TakeArguments(int argc, char** argv, Arguments& arguments) {
  constexpr std::string_view kIterations = "--playbook_iterations=";
  constexpr std::string_view kScratch = "--playbook_scratch=";
  for (char* argument : std::vector<char*>(argv, argv + argc)) {
    const std::string_view text = argument;
    if (text == "--describe") {
      arguments.describe = true;
    } else if (text.substr(0, kScratch.size()) == kScratch) {
      arguments.scratch = text.substr(kScratch.size());
      if (arguments.scratch.empty()) {
        fmt::print(stderr, "error: --playbook_scratch is empty, must be a folder\n");
        return kUsageError;
      }
    } else if (text.substr(0, kIterations.size()) == kIterations) {
      const int code = TakeIterations(std::string(text.substr(kIterations.size())), arguments.iterations);
      if (code != 0) {
        return code;
      }
    } else {
      arguments.others.push_back(argument);
    }
  }
  return 0;
}

void PrintHelp() {
  fmt::print(stdout,
             "flags of the measurement playbook:\n"
             "          [--describe]                          print the pair as JSON and end\n"
             "          [--playbook_iterations=ROW=N | FILE]  fix a row's iteration count; FILE: one ROW=N a line\n"
             "          [--playbook_scratch=DIR]              folder for the files that the pair writes (default: "
             "$TMPDIR, else /tmp)\n"
             "\n"
             "flags of Google Benchmark:\n");
  std::fflush(stdout);
  benchmark::PrintDefaultHelp();
}

}  // namespace playbook
