// What has to be said of the files of a race that were read?
//
// Counts what is found while they are read, and keeps an example of each kind: there can be thousands. Not for how the
// race ended: that is race_outcome.h.
//
//   notes.Damage(3, "the result of the base lacks its end");
//   const std::vector<std::string> lines = notes.Words(rounds, rows);
#ifndef TOOLS_RACE_LOAD_NOTES_H_
#define TOOLS_RACE_LOAD_NOTES_H_

#include <array>
#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include "tools/race/race_folder.h"
#include "tools/race/race_plan.h"

namespace playbook {

class LoadNotes {
 public:
  // Of the round something had to be left out: all of it, or the rows that share a process.
  void Damage(int round, const std::string& reason);
  bool IsDamaged() const { return !damaged_.empty(); }
  // The first one's reason.
  const std::string& damage() const { return damage_; }

  void Process(bool stolen);
  void UnknownConditions(const std::string& reason);

  // Remembers the row, by its number in the plan, where it ran a count that its program was not asked for. Programs
  // that cannot be told are asked for none, and a row whose name says its count sets it itself.
  void CompareCount(std::size_t side, std::size_t number, const RacedRow& row, Control control, double ran,
                    double threads);

  // One line for each kind; `rounds` and `rows` are those of the race.
  std::vector<std::string> Words(int rounds, std::size_t rows) const;

 private:
  std::set<int> damaged_;  // rounds
  std::string damage_;
  int stolen_ = 0;
  int processes_ = 0;
  int unknown_ = 0;
  std::string unknown_reason_;
  std::array<std::set<std::size_t>, 2> own_counts_;
  std::array<std::string, 2> own_count_;  // the first of each side
};

}  // namespace playbook

#endif  // TOOLS_RACE_LOAD_NOTES_H_
