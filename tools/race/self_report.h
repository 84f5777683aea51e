// What can this machine tell, by a program that was raced against itself?
//
// A table of rounds against effect: how often so many rounds raised a false alarm, and the smallest change of each row
// that they would have shown. Not a comparison: nothing differs.
//
//   const SelfReport report = ReportSelf(LoadRace(folder, {}).pair);
//   out << TextOfSelf(report, SelfFormat::kTerminal);
#ifndef TOOLS_RACE_SELF_REPORT_H_
#define TOOLS_RACE_SELF_REPORT_H_

#include <string>
#include <vector>

#include "tools/compare/measured.h"
#include "tools/stats/self_comparison.h"

namespace playbook {

// In what share of comparisons a visible effect is found: what tools/certify holds the tool to.
inline constexpr double kSelfShare = 0.9;

struct SelfSubject {
  std::string name = {};
  std::vector<double> log_ratios = {};  // in the order of the rounds
  double spread = 0;                    // of one round's log ratio (Spread)
  std::vector<SelfRow> rows = {};       // by the number of rounds
};

struct SelfReport {
  std::string label = {};
  std::vector<SelfSubject> subjects = {};
  // Over all rows, by the number of rounds. Rows of one process share its disturbances, so the bound is that of the
  // comparisons as if they were independent.
  std::vector<SelfRow> all = {};
  std::vector<std::string> notes = {};
};

// The subject with everything that follows from its log ratios, which are all finite.
SelfSubject SubjectOf(std::string name, std::vector<double> log_ratios);

// Of the real times of a pair that is paired. Throws InputError where no row has rounds enough for an interval.
SelfReport ReportSelf(const MeasuredPair& pair);

// The smallest visible effect of each subject, by the number of rounds; columns for numbers of rounds that no subject
// has are left out.
std::string VisibleEffects(const std::vector<SelfSubject>& subjects, bool markdown);

enum class SelfFormat { kTerminal, kMarkdown, kJson };
std::string TextOfSelf(const SelfReport& report, SelfFormat format);

}  // namespace playbook

#endif  // TOOLS_RACE_SELF_REPORT_H_
