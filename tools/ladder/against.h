// What has changed since an older ladder, or what is different on another machine?
//
//   out << AgainstText(ladder, ReadLadder("last_year.json"), LadderForm::kMarkdown);
//
// What differs in their provenance stands first: whoever reads a ratio has read why it may be there. Not for a verdict
// on code: the two were taken at different times.
#ifndef TOOLS_LADDER_AGAINST_H_
#define TOOLS_LADDER_AGAINST_H_

#include <string>

#include "tools/ladder/form.h"
#include "tools/ladder/ladder.h"

namespace playbook {

// Provenance, then each row of the ladder beside the other's, the ratio of their medians, and whether their intervals
// meet. A build is set beside that of its own name, else beside the one in its place; what has no partner is named.
std::string AgainstText(const Ladder& ladder, const Ladder& other, LadderForm form);

}  // namespace playbook

#endif  // TOOLS_LADDER_AGAINST_H_
