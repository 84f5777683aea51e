// What came of certifying, promise by promise?
//
// Counts, what was allowed, and whether that holds; as a page's tables and as data, which is read back for the page it
// was recorded for. Not for measuring: certify.h does that.
//
//   out << MarkdownOf(certificate);
//   if (!certificate.Holds()) { return kFailed; }
#ifndef TOOLS_RACE_CERTIFICATE_H_
#define TOOLS_RACE_CERTIFICATE_H_

#include <filesystem>
#include <string>
#include <vector>

#include "tools/race/self_report.h"

namespace playbook {

// Comparisons of the program with itself under one condition.
struct SelfTally {
  std::string condition = {};
  int comparisons = 0;
  int beyond = 0;  // verdicts "slower" and "faster", each row by itself
  int beyond_allowed = 0;
  int alarms = 0;  // intervals that leave 1 out
  int alarms_allowed = 0;
  double alarm_rate = 0;  // of the interval's exact level
  double seconds = 0;     // all of them together

  bool Holds() const { return beyond <= beyond_allowed && alarms <= alarms_allowed; }
};

struct SlowdownTally {
  double percent = 0;
  double budget_s = 0;
  int comparisons = 0;
  int found = 0;         // the interval lies above 1
  int least_needed = 0;  // nine tenths, rounded up
  double median_s = 0;
  double longest_s = 0;
  double median_ratio = 0;

  bool Holds() const { return found >= least_needed; }
};

struct Certificate {
  std::string started = {};  // LocalTime
  std::string machine = {};  // processor, CPUs, kernel
  std::string program = {};  // what the measured program says of its build: compiler, flags, commit
  std::string control = {};  // how the program's iterations were set: Control
  int rounds = 0;            // of a comparison with itself
  double row_time_s = 0;
  std::vector<SelfTally> self = {};
  std::vector<SlowdownTally> slowdowns = {};
  std::vector<SelfSubject> visible = {};  // of the first condition, by row

  bool Holds() const;
};

std::string MarkdownOf(const Certificate& certificate);
std::string JsonOf(const Certificate& certificate);

// What JsonOf wrote. Throws InputError, naming the file, if it cannot be read or is no certificate.
Certificate ReadCertificate(const std::filesystem::path& path);

}  // namespace playbook

#endif  // TOOLS_RACE_CERTIFICATE_H_
