// What had to be done to a result file so that it could be read, and is it whole?
//
// Comes back from every reading, so that whoever shows the numbers can show this beside them. Not for faults that end
// the reading: those are an InputError.
//
//   const ReadReport report = ReadResult(stream, "a.json", sink, Reading::kSalvage);
//   for (const std::string& line : report.Words()) { err << "note: a.json: " << line << '\n'; }
//   if (!report.Whole()) { NeverGateOn(it); }
#ifndef TOOLS_RESULTS_READ_REPORT_H_
#define TOOLS_RESULTS_READ_REPORT_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace playbook {

enum class Repair {
  kByteOrderMark,  // taken off
  kMissingComma,   // put in: 1.5.4 and 1.5.5 leave them out of the context
  kTrailingComma,  // taken out: files changed by hand
  kGrouping,       // the locale's thousands separators taken out of a number, up to 1.9.4
  kDecimalComma,   // made a point: doubles go through the program's locale
  kNoNumberWord,   // nan, inf and their like respelled: up to 1.4, and other C libraries
  kControl,        // raw control characters in a text escaped: no version escapes them all
  kEscape,         // a lone backslash doubled: paths of Windows
  kDuplicateKey,   // a second field of the same name taken for a counter, or for the last word
  kNoise,          // lines of other output left out (salvage only)
};
inline constexpr std::size_t kRepairs = 10;

struct ReadReport {
  std::array<std::int64_t, kRepairs> repairs = {};
  std::int64_t rows = 0;
  std::int64_t results = 0;  // root objects; more than one where files were put one behind the other
  // One sentence for each result that was cut off or broken off. Its rows before that point have been delivered.
  std::vector<std::string> interrupted = {};

  void Count(Repair repair, std::int64_t times = 1) { repairs[static_cast<std::size_t>(repair)] += times; }
  std::int64_t Times(Repair repair) const { return repairs[static_cast<std::size_t>(repair)]; }
  bool Whole() const { return interrupted.empty(); }
  // One line for each kind of repair made and each interruption; clean for a terminal.
  std::vector<std::string> Words() const;
};

}  // namespace playbook

#endif  // TOOLS_RESULTS_READ_REPORT_H_
