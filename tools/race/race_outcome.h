// How did a race end, and what does that say of the rows that it never reached?
//
// Of every race, also one that was killed or whose end cannot be read: what was measured is good all the same. Not for
// writing: that is RaceEnd.
//
//   const RaceOutcome outcome = ReadRaceOutcome(RaceFolder("runs/2026-01-31T12-00-00.race"));
//   if (!outcome.whole) { Note(outcome.note); }
#ifndef TOOLS_RACE_RACE_OUTCOME_H_
#define TOOLS_RACE_RACE_OUTCOME_H_

#include <string>

#include "tools/race/race_folder.h"

namespace playbook {

struct RaceOutcome {
  bool whole = true;           // it went on until its rounds, its budget or its precision were reached
  bool out_of_time = false;    // its budget
  std::string note = {};       // how it ended, where it is not whole
  std::string unreached = {};  // why a row has no whole round
};

// Throws nothing: an end that cannot be read is not whole.
RaceOutcome ReadRaceOutcome(const RaceFolder& folder);

}  // namespace playbook

#endif  // TOOLS_RACE_RACE_OUTCOME_H_
