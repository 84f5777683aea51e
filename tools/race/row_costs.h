// What does an iteration of each row cost, before anything counts?
//
// A few short processes a side, whose times are thrown away but for planning: how many iterations fill the time a row
// is given, and how long a round will take. A row that keeps its own time reports less than it costs (it waits, or
// starts processes), so it is timed from outside. Not a measurement: one process, not in turn with the other side.
//
//   const RowCosts costs = MeasureRowCosts(runner, side, program, probe, names, folder.Calibration("base", "bench"));
//   costs.iteration_s.at("BM_Read/8")   // 8.3e-8
//   costs.failures                      // {"BM_Broken", "no such device"}
#ifndef TOOLS_RACE_ROW_COSTS_H_
#define TOOLS_RACE_ROW_COSTS_H_

#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "tools/compare/measured.h"
#include "tools/race/probe.h"

namespace playbook {

// By the name under which the program lists the row. Every asked row is in one of the two.
struct RowCosts {
  std::map<std::string, double> iteration_s = {};
  std::map<std::string, std::string> failures = {};  // why it has no time; clean
};

// Writes each process's raw result to `place` with a number before the extension. `check` is called before each process
// and may throw. Throws InputError where a process fails.
RowCosts MeasureRowCosts(ProgramRunner& runner, const RaceSide& side, const std::filesystem::path& program,
                         const Probe& probe, const std::vector<std::string>& names, const std::filesystem::path& place,
                         const std::function<void()>& check);

// What one process wrote. Throws InputError where that is no whole result.
Measured ReadProcess(const std::string& text, const std::string& name);

// The row that a program lists under this name, or null.
const MeasuredRow* FindListed(const Measured& measured, Control control, const std::string& name);

}  // namespace playbook

#endif  // TOOLS_RACE_ROW_COSTS_H_
