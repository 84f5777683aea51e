// Where does a time or a rate stand on this machine's ladder, and what does it therefore rule out?
//
// For excluding, not for predicting: what took less time than one fsync waited for no disk; what took more may have
// spent it anywhere. A claim is held against the cheapest of all rows that would refute it, under every build and at
// the kind end of its interval, so that nothing is ruled out that happens sometimes; and where one of these rows has no
// value, no interval, or a neighbour that contradicts it, the claim is left open with that reason.
//
//   out << StandingText(ladder, *ParseQuantity("50us"), MachineKey(ReadMachine()));
#ifndef TOOLS_LADDER_STANDING_H_
#define TOOLS_LADDER_STANDING_H_

#include <string>
#include <vector>

#include "tools/ladder/ladder.h"
#include "tools/units/quantity.h"

namespace playbook {

// What one build says of one row.
struct Standing {
  const LadderRow* row = nullptr;
  std::string build = {};
  MedianInterval value = {};
};

// A sentence of LadderRow::ruled_out, for all rows that name it.
struct Claim {
  enum class Verdict {
    kOpen,    // the cheapest row is within the quantity
    kUnsure,  // it is beyond it, but `doubt` is in the way
    kRuledOut,
  };
  std::string words = {};
  Standing cheapest = {};
  Verdict verdict = Verdict::kOpen;
  std::string doubt = {};
};

// What there was time for: LadderRow::one, for all rows that say so.
struct Fit {
  Standing cheapest = {};
  double at_most = 0;  // so many of them; 0 for rates
};

struct Standings {
  // Of each row the cheapest build, from the smallest figure to the largest. Of a curve the rows from where the ladder
  // reads it off: one may be cheaper than its neighbours.
  std::vector<Standing> rows = {};
  std::vector<Claim> claims = {};
  std::vector<Fit> fits = {};
};

// Of the quantity's kind only. Claims and things of which no row has a value are left out.
Standings StandingsOf(const Ladder& ladder, const Quantity& quantity);

// With the ladder's caveats. `machine` is the MachineKey of the machine that we are on.
std::string StandingText(const Ladder& ladder, const Quantity& quantity, const std::string& machine);

}  // namespace playbook

#endif  // TOOLS_LADDER_STANDING_H_
