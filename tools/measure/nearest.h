// Which of these names did the user mean?
//
// For messages only: nothing is ever chosen on the user's behalf.
//
//   Nearest("dead_cod", {"dead_code", "pipeline_startup"})      // "dead_code"
//   "unknown pair dead_cod" + DidYouMean("dead_cod", ids)       // "...; did you mean dead_code?"
#ifndef TOOLS_MEASURE_NEAREST_H_
#define TOOLS_MEASURE_NEAREST_H_

#include <string>
#include <string_view>
#include <vector>

namespace playbook {

// Insertions, deletions, replacements and swaps of neighbours that turn one into the other, in bytes.
std::size_t EditDistance(std::string_view one, std::string_view other);

// The allowed name with the least distance, the first of equals; empty if even that differs in more than half of the
// typed name's bytes.
std::string Nearest(std::string_view typed, const std::vector<std::string>& allowed);

// "; did you mean X?", or nothing where no name is near.
std::string DidYouMean(std::string_view typed, const std::vector<std::string>& allowed);

}  // namespace playbook

#endif  // TOOLS_MEASURE_NEAREST_H_
