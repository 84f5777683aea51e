// What does a result's context say about one side, and which of it is a fact about more than one moment?
//
// For putting the contexts of several processes together, and for telling what may differ between two sides without
// meaning anything. Not for judging the differences: that is provenance_difference.h.
//
//   for (const auto& [key, value] : result.context) { MergeContext(side.context, key, value); }
#ifndef TOOLS_COMPARE_CONTEXT_FACTS_H_
#define TOOLS_COMPARE_CONTEXT_FACTS_H_

#include <map>
#include <string>
#include <string_view>

namespace playbook {

// Whether every process of one build may have its own value: the date, the load, the clock as it was measured, which
// pair a binary holds.
bool IsOfOneProcess(std::string_view key);

// Adds what another process of the side says. Of a fact of one process the first value stays; of any other, the value,
// or kDiffersWithin where the processes disagree.
void MergeContext(std::map<std::string, std::string>& context, const std::string& key, const std::string& value);

// Empty where the key is not there.
std::string ContextValue(const std::map<std::string, std::string>& context, const std::string& key);

}  // namespace playbook

#endif  // TOOLS_COMPARE_CONTEXT_FACTS_H_
