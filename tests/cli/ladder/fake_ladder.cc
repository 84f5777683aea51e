// Stands for the ladder of a build in tests of `playbook ladder`: it answers as that does, at once and with times that
// were made up, or fails as a file beside it says.
//
// It learns from the path it was started by which build it belongs to: <tree>/<build>/benchmarks/ladder. The file
// <tree>/<build>/ladder.faults holds lines of a rung and a fault. Every start is noted in <tree>/started.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/unit/tools/ladder/fake_description.h"

namespace {

namespace fs = std::filesystem;
using nlohmann::json;

std::string FaultOf(const fs::path& build, const std::string& rung) {
  std::ifstream file(build / "ladder.faults");
  for (std::string wanted, fault; file >> wanted >> fault;) {
    if (wanted == rung) {
      return fault;
    }
  }
  return "";
}

json RowOf(const json& row, const std::string& fault, double factor) {
  const std::string name = row.at("row");
  json result = {{"name", name + "/real_time"},
                 {"run_name", name + "/real_time"},
                 {"run_type", "iteration"},
                 {"iterations", 10},
                 {"real_time", 5.0},
                 {"cpu_time", 5.0},
                 {"time_unit", "ns"},
                 {"label", "a \x1b[1mnote"}};
  if (fault == "error" || fault == "skipped") {
    result["error_occurred"] = true;
    result["error_message"] = fault == "error" ? "the sum is 1, must be \x1b[2J2" : "skipped: needs 2 CPUs";
  } else if (row.at("figure") == "time") {
    const double time_ns = (10.0 + static_cast<double>(name.size()) + row.at("value").get<double>()) * factor;
    result["items_per_second"] = 1e9 / time_ns;
  } else {
    result["bytes_per_second"] = 1e9 * factor;
  }
  if (fault == "no_figure") {
    result.erase("items_per_second");
  } else if (fault == "tiny") {
    result["items_per_second"] = 1e-320;
  }
  return result;
}

// With the one that is under way.
int StartsOf(const fs::path& build, const std::string& rung) {
  std::ifstream file(build.parent_path() / "started");
  int starts = 0;
  for (std::string line; std::getline(file, line);) {
    starts += line == build.filename().string() + ' ' + rung ? 1 : 0;
  }
  return starts;
}

int Run(int argc, char** argv) {
  const fs::path build = fs::path(argv[0]).parent_path().parent_path();
  std::string rung = "describe";
  std::string out;
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    if (argument.rfind("--benchmark_filter=^", 0) == 0) {
      rung = argument.substr(20, argument.size() - 21);
    } else if (argument.rfind("--benchmark_out=", 0) == 0) {
      out = argument.substr(16);
    }
  }
  std::ofstream(build.parent_path() / "started", std::ios::app) << build.filename().string() << ' ' << rung << '\n';
  std::string fault = FaultOf(build, rung);
  if (fault == "block_later" && StartsOf(build, rung) > 1) {
    std::ofstream(build.parent_path() / "blocked.part") << getpid();
    fs::rename(build.parent_path() / "blocked.part", build.parent_path() / "blocked");
    for (;;) {
      pause();
    }
  }
  if (fault == "skipped_later") {
    fault = StartsOf(build, rung) > 1 ? "skipped" : "";
  }
  if (fault == "crash") {
    std::fputs("about to \x1b[31mcrash\n", stderr);
    std::raise(SIGABRT);
  }
  if (rung == "describe") {
    json description = json::parse(playbook::FakeDescription());
    if (fault == "other_rungs") {
      description["rungs"].erase(0);
      description["rungs"][2]["relations"] = json::array();
    }
    fmt::print("{}\n", fault == "garbage" ? "no ladder" : description.dump());
    return 0;
  }
  json result = {{"context",
                  {{"host_name", "secret-host"},
                   {"playbook.compiler", build.filename().string() + " 1.0"},
                   {"playbook.clock_step_ns", "1"}}},
                 {"benchmarks", json::array()}};
  const json description = json::parse(playbook::FakeDescription());
  for (const json& one : description.at("rungs")) {
    for (const json& row : one.at("rows")) {
      if (one.at("id") == rung) {
        result["benchmarks"].push_back(RowOf(row, fault, build.filename() == "clang" ? 0.5 : 1.0));
      }
    }
  }
  if (fault == "twice") {
    result["benchmarks"].back() = result["benchmarks"].front();
  }
  if (fault == "missing_row") {
    result["benchmarks"].erase(0);
  }
  std::string text = result.dump();
  text.resize(fault == "broken" ? text.size() / 2 : text.size());
  if (fault != "no_result") {
    std::ofstream(out) << text;
  }
  return fault == "exit" ? 7 : 0;
}

}  // namespace

int main(int argc, char** argv) {
  return Run(argc, argv);
}
