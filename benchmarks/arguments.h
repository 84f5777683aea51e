// Which of a timed binary's arguments are ours?
//
// Google Benchmark's own flags are left alone; these are taken out and understood:
//   --describe                          prints the pair as JSON and ends
//   --playbook_iterations=ROW=N | FILE  fixes a row's iteration count; a file holds one ROW=N a line; may be repeated
//   --playbook_scratch=DIR              folder for the files that the pair writes
#ifndef BENCHMARKS_ARGUMENTS_H_
#define BENCHMARKS_ARGUMENTS_H_

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace playbook {

inline constexpr int kUsageError = 2;
inline constexpr int kInputError = 3;

struct Arguments {
  bool describe = false;
  std::map<std::string, std::int64_t> iterations = {};  // by row
  std::string scratch = {};                             // empty: the default
  std::vector<char*> others = {};                       // the program's name and what is not ours
};

// Returns the exit code after a message on stderr, 0 to go on.
int TakeArguments(int argc, char** argv, Arguments& arguments);

// The help of --help: our flags, then Google Benchmark's.
void PrintHelp();

}  // namespace playbook

#endif  // BENCHMARKS_ARGUMENTS_H_
