// Where in the folder of a race does what lie?
//
// The one place that knows the names; docs/decisions/race-folder.md explains them. Everything is written beside its
// place and renamed (run_folder.h), so a file that is there is whole. Not for reading results: that is load_race.h.
//
//   const RaceFolder folder("runs/2026-01-31T12-00-00.race");
//   WriteWhole(folder.Plan(), ToJson(plan));
#ifndef TOOLS_RACE_RACE_FOLDER_H_
#define TOOLS_RACE_RACE_FOLDER_H_

#include <cstddef>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace playbook {

enum class WhichSide { kBase, kContender };

// "base", "contender": the words of files and of messages.
const char* Word(WhichSide side);

class RaceFolder {
 public:
  using Path = std::filesystem::path;

  explicit RaceFolder(Path folder) : folder_(std::move(folder)) {}

  const Path& folder() const { return folder_; }
  Path Plan() const { return folder_ / "race.json"; }
  Path End() const { return folder_ / "end.json"; }
  // Of the program with this number in the plan; a calibration has several processes, see MeasureRowCosts.
  Path Calibration(WhichSide side, std::size_t program) const;
  // Rounds count from 1, groups of rows from 0.
  Path Result(int round, WhichSide side, std::size_t group) const;
  Path Conditions(int round, WhichSide side, std::size_t group) const;

  // The last round that has a folder; 0 where none has.
  int LastRound() const;

  // A message with this folder's files named from the folder on: what is kept in it, or sent with it, holds no path.
  std::string Local(std::string text) const;

 private:
  Path folder_;
};

// Whether a race was begun there, finished or not: it may have been stopped in calibration, before there was a plan.
bool IsRaceFolder(const std::filesystem::path& folder);

}  // namespace playbook

#endif  // TOOLS_RACE_RACE_FOLDER_H_
