// Does comparing keep what it promises on this machine: few false alarms, and known slowdowns found?
//
// Races a program whose work is set by its environment (tests/certify/known_slowdown.cc). Against itself, under three
// conditions: as the machine is, with a load that drifts, and with another process that competes; then against itself
// with 5 % and 2 % more work. Every comparison is a race of its own with one row in a process, so that comparisons do
// not share a disturbance and the binomial bounds hold. The promises: at most as many "slower" and "faster" as prove a
// rate below 5 % (4 of 200), intervals that leave 1 out no more often than their exact level allows, and 9 of 10
// slowdowns found in their time. Takes long: it is not a test.
//
//   const Certificate certificate = Certify(options, interrupts, progress);
//   out << MarkdownOf(certificate);
//   return certificate.Holds() ? kOk : kFailed;
#ifndef TOOLS_RACE_CERTIFY_H_
#define TOOLS_RACE_CERTIFY_H_

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "tools/measure/interrupts.h"
#include "tools/measure/progress.h"
#include "tools/race/certificate.h"

namespace playbook {

struct CertifyOptions {
  std::filesystem::path program = {};
  std::filesystem::path scratch = {};  // for the races' folders, which are removed
  int comparisons = 200;               // against itself, under each condition
  int slowdowns = 20;                  // of each size
  int rounds = 10;                     // of a comparison against itself
  int most_rounds = 100;               // of one with a slowdown
  double row_time_s = 0.1;
  double timeout_s = 60;
  std::uint64_t seed = 0;
  // What the program is told besides: PLAYBOOK_KNOWN_FOREIGN=1 makes it calibrate itself.
  std::vector<std::string> variables = {};
};

// Throws InputError where a race fails, and Interrupted.
Certificate Certify(const CertifyOptions& options, Interrupts& interrupts, Progress& progress);

}  // namespace playbook

#endif  // TOOLS_RACE_CERTIFY_H_
