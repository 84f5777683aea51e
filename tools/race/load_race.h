// What did a race measure, as two sides that are compared round by round?
//
// Reads what is there, finished or not: the folder of a race that was killed gives the rounds that are whole. A row
// that is on one side only, or that could not be measured, or that the time did not suffice for, is there without
// values and with the reason, so that whoever compares lists it. Not for run folders: that is LoadRun.
//
//   const RaceData data = LoadRace("runs/2026-01-31T12-00-00.race", {});
//   const Comparison comparison = Compare(data.pair, {.rows = data.asked});
#ifndef TOOLS_RACE_LOAD_RACE_H_
#define TOOLS_RACE_LOAD_RACE_H_

#include <filesystem>
#include <vector>

#include "tools/compare/measured.h"
#include "tools/compare/measured_file.h"
#include "tools/compare/row_filter.h"

namespace playbook {

struct RaceData {
  MeasuredPair pair = {};
  std::vector<RowNames> asked = {};  // the rows that were named to be set side by side; empty: by their names
};

// A round of which a file is broken or gone is left out, with a note, and makes both sides incomplete. Throws
// InputError, naming the file, where the folder is none of a race, was stopped before the first round, or its plan is
// broken. With `metrics`, the real time comes along; one that no row has brings all that there are, so that they can be
// named.
RaceData LoadRace(const std::filesystem::path& folder, const MetricNames& metrics);

}  // namespace playbook

#endif  // TOOLS_RACE_LOAD_RACE_H_
