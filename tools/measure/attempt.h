// What did a program write, or why can that not be used?
//
// Runs programs to their end, reads the file that each was to write, and removes all that is temporary. Environment
// variables from which Google Benchmark takes defaults are kept from them: a filter, say, that nobody here asked for.
// Not for judging what was written.
//
//   const Attempt attempt = RunJobs({{.command = {.program = "bench", .arguments = ...}, .written = part}}, interrupts)
//                               .front();
//   if (!attempt.reason.empty()) { Say(attempt.reason, attempt.detail); }
#ifndef TOOLS_MEASURE_ATTEMPT_H_
#define TOOLS_MEASURE_ATTEMPT_H_

#include <exception>
#include <filesystem>
#include <string>
#include <vector>

#include "tools/measure/process.h"

namespace playbook {

class Interrupted : public std::exception {
 public:
  const char* what() const noexcept override { return "interrupted"; }
};

struct Attempt {
  Finished finished = {};
  std::string text = {};    // what the program wrote; empty where it did not end by itself
  std::string reason = {};  // why the text cannot be used; empty if it can. Cleaned.
  std::string detail = {};  // the last lines of the program's standard error, cleaned
};

struct Job {
  Command command = {};                // its `errors` are set by RunJobs
  std::filesystem::path written = {};  // the file that is read; its folder is made, and it is gone afterwards
};

// Runs the programs side by side; in the order of the jobs. Throws Interrupted when asked to stop.
std::vector<Attempt> RunJobs(std::vector<Job> jobs, Interrupts& interrupts);

}  // namespace playbook

#endif  // TOOLS_MEASURE_ATTEMPT_H_
