// What is to be measured?
//
// Written into the run folder before anything is measured and completed before the first round, so that a run that was
// killed can be finished by somebody who knows nothing but the folder. The file's schema: docs/decisions/run-folder.md.
//
//   Plan plan = ReadPlan(folder / "plan.json");
//   plan.notes.push_back("...");
//   WriteWhole(folder / "plan.json", ToJson(plan));
#ifndef TOOLS_MEASURE_PLAN_H_
#define TOOLS_MEASURE_PLAN_H_

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace playbook {

struct PlannedBuild {
  std::string name = {};
  std::string label = {};
};

struct Plan {
  std::string started = {};  // local time with its offset, as RFC 3339 has it
  std::string command = {};  // without the names of folders
  std::uint64_t seed = 0;    // of the order of rounds
  int rounds = 0;
  bool rounds_fixed = false;                    // named by the user: planning may not reduce them
  std::map<std::string, int> repetitions = {};  // of each pair, in each process; empty until it is planned
  double budget_s = 0;
  std::optional<double> row_time_ms = {};  // absent until planned
  double timeout_s = 0;
  std::string scratch_file_system = {};  // "ext4", "tmpfs (a RAM disk)"
  std::vector<PlannedBuild> builds = {};
  std::vector<std::string> pairs = {};
  std::map<std::string, std::string> binaries = {};  // "gcc/dead_code": hash of the timed file's bytes
  std::vector<std::string> notes = {};
};

std::string ToJson(const Plan& plan);

// Throws InputError, naming the file, if it cannot be read, is no plan, or is of a schema that is not known here.
Plan ReadPlan(const std::filesystem::path& path);

// "2026-01-31T12:00:00+01:00": the given moment in seconds since 1970, in this machine's time zone.
std::string LocalTime(std::int64_t seconds);

// The present moment, in seconds since 1970.
std::int64_t Now();

// A seed that no other run is likely to have.
std::uint64_t DrawSeed();

}  // namespace playbook

#endif  // TOOLS_MEASURE_PLAN_H_
