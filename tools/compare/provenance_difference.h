// What differs between two sides beside the code, and may they be compared at all?
//
// Comes before every verdict: if two things differ, no statistics tells which of them made the difference, and if the
// machines differ, or the versions meant different things by their numbers, there is nothing to compare. Only what the
// files record is known; what they do not is said as well. Not for one side's own faults.
//
//   const ProvenanceDifference difference = CompareProvenance(base.context, contender.context, {.times = true});
//   if (!difference.refusals.empty() && !force) { return kRefused; }
#ifndef TOOLS_COMPARE_PROVENANCE_DIFFERENCE_H_
#define TOOLS_COMPARE_PROVENANCE_DIFFERENCE_H_

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace playbook {

// One key of the context whose value both sides know and which is not the same.
struct ContextDifference {
  std::string factor = {};  // what it belongs to: "compiler", "flags", "machine"
  std::string key = {};     // without the prefix "playbook."
  std::string base = {};
  std::string contender = {};
};

struct ProvenanceDifference {
  std::vector<ContextDifference> differences = {};  // by factor
  std::vector<std::string> factors = {};            // that differ, each once
  std::vector<std::string> one_sided = {};          // factors of which only one side says anything
  std::vector<std::string> statements = {};         // sentences: what follows from the above
  std::vector<std::string> refusals = {};           // why the two must not be compared; empty if they may
};

// Whether rows with several threads were matched, and whether they carry rates: these changed their meaning.
struct ThreadedRows {
  bool times = false;
  bool rates = false;
};

using Context = std::map<std::string, std::string>;

ProvenanceDifference CompareProvenance(const Context& base, const Context& contender, const ThreadedRows& threaded);

// "compiler" for "playbook.compiler_version"; the key itself where nobody but its author knows what it is about; empty
// for what says nothing of the side, as the date.
std::string_view FactorOf(std::string_view key);

}  // namespace playbook

#endif  // TOOLS_COMPARE_PROVENANCE_DIFFERENCE_H_
