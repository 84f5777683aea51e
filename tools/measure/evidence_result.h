// Does a pair's evidence hold?
//
// Looks at what an evidence binary printed; the judging was done there. Not for showing evidence that holds.
//
//   for (const std::string& fault : EvidenceFaults(text)) { err << "error: " << fault << '\n'; }
#ifndef TOOLS_MEASURE_EVIDENCE_RESULT_H_
#define TOOLS_MEASURE_EVIDENCE_RESULT_H_

#include <string>
#include <vector>

namespace playbook {

// One sentence for each thing that fails: verify, an asserted claim, or one that does not separate wrong from right.
// Empty where all holds; what was skipped is no fault. Throws InputError if the text is no evidence.
std::vector<std::string> EvidenceFaults(const std::string& text);

}  // namespace playbook

#endif  // TOOLS_MEASURE_EVIDENCE_RESULT_H_
