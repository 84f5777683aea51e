// How is a ladder written down?
//
//   out << LadderText(ladder, LadderForm::kMarkdown);   // for the operations notes
//
// Names no host and no folder. Not for reading back: that is the limits file.
#ifndef TOOLS_LADDER_LADDER_TABLE_H_
#define TOOLS_LADDER_LADDER_TABLE_H_

#include <string>

#include "tools/ladder/form.h"
#include "tools/ladder/ladder.h"

namespace playbook {

// Provenance; each rung in its unit, in function calls and in system calls, with interval and n, under each build, with
// the builds' ratio and where the time goes; the curves; and what the ladder says against itself.
std::string LadderText(const Ladder& ladder, LadderForm form);

// One line for each row and build, with plain numbers: nanoseconds or bytes per second.
std::string LadderCsv(const Ladder& ladder);

// The limits file with the derived figures and the checks beside the values.
std::string LadderJson(const Ladder& ladder);

}  // namespace playbook

#endif  // TOOLS_LADDER_LADDER_TABLE_H_
