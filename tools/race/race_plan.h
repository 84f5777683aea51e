// What was raced, and how did it end?
//
// Two files of a race's folder, so that whoever has the folder needs nothing else to read it: race.json is written
// before the first round, end.json when there will be no more. A race that was killed has no end. The schema:
// docs/decisions/race-folder.md.
//
//   WriteWhole(folder.Plan(), ToJson(plan));
//   const RacePlan plan = ReadRacePlan(folder.Plan());
#ifndef TOOLS_RACE_RACE_PLAN_H_
#define TOOLS_RACE_RACE_PLAN_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "tools/compare/row_filter.h"
#include "tools/race/probe.h"

namespace playbook {

// Sides stand in the order of WhichSide.
struct RacedSide {
  std::string label = {};
  std::vector<std::string> arguments = {};
  std::vector<std::string> variables = {};
};

struct RacedProgram {
  std::string id = {};
  std::array<std::string, 2> hashes = {};  // HashOfFile
  std::array<Control, 2> controls = {};
};

struct RacedRow {
  std::size_t program = 0;
  std::size_t group = 0;
  std::size_t slice = 0;
  std::array<std::string, 2> names = {};  // as each side's program lists it
  std::int64_t iterations = 0;            // of a side that can be told
};

// A row that both sides list and that cannot be measured.
struct LeftOutRow {
  std::array<std::string, 2> names = {};
  std::string reason = {};
};

struct RacePlan {
  std::string started = {};  // LocalTime
  std::string command = {};
  std::uint64_t seed = 0;
  std::array<RacedSide, 2> sides = {};
  std::vector<RacedProgram> programs = {};
  std::vector<RacedRow> rows = {};
  std::vector<RowNames> asked = {};  // --rows
  std::optional<int> rounds = {};
  std::optional<double> budget_s = {};
  std::optional<double> precision = {};
  double row_time_s = 0;
  double timeout_s = 0;
  int cpu = -1;
  double all_rounds_s = 0;                            // what the rounds that a verdict on every row needs would take
  std::array<std::vector<std::string>, 2> only = {};  // rows that one side lists and the other does not
  std::vector<LeftOutRow> left_out = {};
  std::vector<std::string> notes = {};
};

struct RaceEnd {
  enum class How { kRounds, kPrecision, kBudget, kFault, kStopped };

  How how = How::kRounds;
  std::string finished = {};  // LocalTime
  double elapsed_s = 0;
  std::string fault = {};  // of kFault: the side, the round and what went wrong
};

std::string ToJson(const RacePlan& plan);
std::string ToJson(const RaceEnd& end);

// Each throws InputError, naming the file, if it cannot be read, is none, or is of a schema that is not known here.
// Texts are clean, but for the names of rows, which are compared.
RacePlan ReadRacePlan(const std::filesystem::path& path);
RaceEnd ReadRaceEnd(const std::filesystem::path& path);

}  // namespace playbook

#endif  // TOOLS_RACE_RACE_PLAN_H_
