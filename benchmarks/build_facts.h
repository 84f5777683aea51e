// What did the compiler really make of this build?
//
// Macros, which the compiler itself sets, beside the flags, which are only a wish. These are facts of our own code:
// Google Benchmark's "library_build_type" is a fact about the library, and Debian's calls itself a debug build whatever
// is linked to it.
//
//   for (const auto& [key, value] : BuildFacts()) { benchmark::AddCustomContext("playbook." + key, value); }
#ifndef BENCHMARKS_BUILD_FACTS_H_
#define BENCHMARKS_BUILD_FACTS_H_

#include <string>
#include <utility>
#include <vector>

namespace playbook {

using Facts = std::vector<std::pair<std::string, std::string>>;

// Key (without prefix) and value, in the order in which they are shown.
Facts BuildFacts();

// The flags with every absolute path reduced to its last part: results are passed on, and folders name people.
std::string WithoutFolders(const std::string& flags);

}  // namespace playbook

#endif  // BENCHMARKS_BUILD_FACTS_H_
