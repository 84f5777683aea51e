// What was given where a JSON result was expected?
//
// Tells what people give by mistake from its first bytes, and what to do about it. Not for what is wrong within JSON.
//
//   const std::string mistake = MistakenFor(head);
//   if (!mistake.empty()) { throw InputError(name + ": " + mistake); }
#ifndef TOOLS_RESULTS_FILE_KIND_H_
#define TOOLS_RESULTS_FILE_KIND_H_

#include <string>
#include <string_view>

namespace playbook {

// "is CSV, must be JSON; ..." for text without any JSON object in it. Never empty: what is not recognised is told by
// its first character.
std::string MistakenFor(std::string_view head);

// The same for what no text can be looked for in: compressed files, UTF-16, executables. Empty for anything else.
std::string NoText(std::string_view head);

}  // namespace playbook

#endif  // TOOLS_RESULTS_FILE_KIND_H_
