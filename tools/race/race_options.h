// What is to be raced, and for how long?
//
// Two sides, each a program or several that belong together (the pairs of a build), and what they are started with.
// Not the command line: whoever fills this in has checked what was typed.
//
//   RaceOptions options = {.programs = {{"bench", before, after}}, .budget_s = 60};
//   options.contender.variables = {"MALLOC_ARENA_MAX=1"};
//   if (const std::string fault = FaultOf(options); !fault.empty()) { Say(fault); }
#ifndef TOOLS_RACE_RACE_OPTIONS_H_
#define TOOLS_RACE_RACE_OPTIONS_H_

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "tools/compare/row_filter.h"

namespace playbook {

// What a row is timed for in each process, where nobody says otherwise: short, so that a minute buys rounds; a fresh
// process says more than a longer look at the same one.
inline constexpr double kDefaultRaceRowTime_s = 0.1;

// How long a race goes on where neither rounds nor time are named.
inline constexpr double kDefaultRaceBudget_s = 60.0;

// The same program on both sides; the paths are absolute.
struct RaceProgram {
  std::string id = {};
  std::filesystem::path base = {};
  std::filesystem::path contender = {};
};

struct RaceSide {
  std::string label = {};
  std::vector<std::string> arguments = {};  // for the benchmark, before ours
  std::filesystem::path folder = {};        // where it starts; empty: here
  std::vector<std::string> variables = {};  // "NAME=value"
};

// It stops at the first of rounds, budget and precision that is reached; at least one of the three is set.
struct RaceOptions {
  std::vector<RaceProgram> programs = {};
  RaceSide base = {};
  RaceSide contender = {};
  std::optional<int> rounds = {};        // of every row
  std::optional<double> budget_s = {};   // for all of it, calibration included
  std::optional<double> precision = {};  // 0.01: every row's interval is within 1 % of its ratio, either way
  double row_time_s = kDefaultRaceRowTime_s;
  std::string filter = {};          // RowFilter
  std::vector<RowNames> rows = {};  // these and no others, side by side
  int cpu = -1;                     // of both sides' processes; -1: any
  double timeout_s = 0;             // of one process
  std::uint64_t seed = 0;           // of the order within rounds
  std::string command = {};         // as it can be kept beside results: without the names of folders
};

// What cannot be raced so: numbers out of range, or arguments for the benchmark that the race itself must set. Empty
// where nothing is wrong.
std::string FaultOf(const RaceOptions& options);

}  // namespace playbook

#endif  // TOOLS_RACE_RACE_OPTIONS_H_
