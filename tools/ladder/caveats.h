// What must be known of a ladder before a figure of it is believed?
//
// The short form, for answers that show a few rows only; the ladder's own table has each of these where it belongs.
//
//   for (const std::string& caveat : Caveats(ladder, MachineKey(ReadMachine()), false)) { ... }
#ifndef TOOLS_LADDER_CAVEATS_H_
#define TOOLS_LADDER_CAVEATS_H_

#include <string>
#include <vector>

#include "tools/ladder/ladder.h"

namespace playbook {

// A sentence each, without a period: another machine than `machine`, too few rounds, expectations that are broken,
// curves without a level stretch, rows without a value; of curves those of rates or those of times. Empty for a ladder
// that has none.
std::vector<std::string> Caveats(const Ladder& ladder, const std::string& machine, bool is_rate);

}  // namespace playbook

#endif  // TOOLS_LADDER_CAVEATS_H_
