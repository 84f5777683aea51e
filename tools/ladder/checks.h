// Can this ladder be believed?
//
// Rules 3 and 4 of the checklist: no figure beyond the limit, and a table that agrees with itself. What must hold
// between rows comes with the rungs; here it is only judged. Not for the question which build is faster.
//
//   for (const LadderCheck& check : Checks(ladder)) { if (check.verdict == LadderVerdict::kBroken) { ... } }
#ifndef TOOLS_LADDER_CHECKS_H_
#define TOOLS_LADDER_CHECKS_H_

#include <string>
#include <vector>

#include "tools/ladder/ladder.h"

namespace playbook {

enum class LadderVerdict {
  kHolds,
  kWithinNoise,  // the medians stand the wrong way round, the intervals meet
  kBroken,
  kUnknown,  // a row has no value
};

struct LadderCheck {
  LadderVerdict verdict = LadderVerdict::kUnknown;
  std::string build = {};
  LadderRelation relation = {};
  MedianInterval row = {};
  MedianInterval other = {};
  bool is_rate = false;
};

// Every relation under every build.
std::vector<LadderCheck> Checks(const Ladder& ladder);

const char* Word(LadderVerdict verdict);  // "holds", "within_noise", "broken", "unknown"

// One line, with both rows and their values.
std::string Words(const LadderCheck& check);

}  // namespace playbook

#endif  // TOOLS_LADDER_CHECKS_H_
