// What does an iteration of each row cost, before anything counts?
//
// A few short processes per pair and build, whose times are thrown away but for planning. A row that keeps its own time
// reports less than it costs (it waits, or starts processes), so it is timed from outside. Not a measurement: one
// process, not interleaved.
//
//   Cost cost;
//   const Attempt attempt = Calibrate(launcher, build, outline, folder.Calibration("gcc", "dead_code"), cost);
#ifndef TOOLS_MEASURE_CALIBRATE_H_
#define TOOLS_MEASURE_CALIBRATE_H_

#include <filesystem>
#include <map>
#include <string>

#include "tools/measure/launcher.h"

namespace playbook {

// Of one pair under one build; see PairCost in budget.h.
struct Cost {
  double start_s = 0;
  double repetition_s = 0;
  std::map<std::string, double> iteration_s = {};  // by row
};

// The attempt is the calibrating process, whose raw result is kept, or the first process that failed.
Attempt Calibrate(Launcher& launcher, const Build& build, const Outline& outline, const std::filesystem::path& place,
                  Cost& cost);

std::string ToJson(const Cost& cost);
// Throws InputError, naming the file.
Cost ReadCost(const std::filesystem::path& path);

}  // namespace playbook

#endif  // TOOLS_MEASURE_CALIBRATE_H_
