// Where does a time or a rate stand on this machine's ladder, and what does it therefore rule out?
//
// For excluding, not for predicting: what took less time than one fsync waited for no disk; what took more may have
// spent it anywhere. The quickest build and the low end of its interval decide, so that nothing is ruled out that
// happens sometimes.
//
//   out << StandingText(ladder, *ParseQuantity("50us"));
#ifndef TOOLS_LADDER_STANDING_H_
#define TOOLS_LADDER_STANDING_H_

#include <string>
#include <vector>

#include "tools/ladder/ladder.h"
#include "tools/units/quantity.h"

namespace playbook {

struct Standing {
  const LadderRow* row = nullptr;
  std::string build = {};     // whose value it is
  MedianInterval value = {};  // of that build
  bool ruled_out = false;
  double at_most = 0;  // so many of them fit, where it is not ruled out; 0 for rates
};

// Rows of the quantity's kind that rule something out, from the smallest to the largest.
std::vector<Standing> StandingsOf(const Ladder& ladder, const Quantity& quantity);

std::string StandingText(const Ladder& ladder, const Quantity& quantity);

}  // namespace playbook

#endif  // TOOLS_LADDER_STANDING_H_
