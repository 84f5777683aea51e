#include "tools/ladder/caveats.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "tools/ladder/checks.h"
#include "tools/stats/paired_ratio.h"
#include "tools/units/units.h"

namespace playbook {
namespace {

// "needs 2 CPUs: hand_over/two_cpus under gcc, hand_over/spinning under gcc": a sentence for each reason.
void AddMissing(const Ladder& ladder, std::vector<std::string>& caveats) {
  std::map<std::string, std::vector<std::string>> rows;
  for (const LadderRung& rung : ladder.rungs) {
    for (const LadderRow& row : rung.rows) {
      for (const LadderBuild& build : ladder.builds) {
        if (row.IsDerived() || row.Value(build.name).n > 0) {
          continue;
        }
        const auto series = row.series.find(build.name);
        std::string reason = "no reason is given";
        if (series != row.series.end() && !(series->second.skipped + series->second.failed).empty()) {
          reason = series->second.failed.empty() ? series->second.skipped : "failed: " + series->second.failed;
        }
        rows[reason].push_back(fmt::format("{} under {}", row.name, build.name));
      }
    }
  }
  for (const auto& [reason, names] : rows) {
    caveats.push_back(fmt::format("not measured: {} ({})", fmt::join(names, ", "), reason));
  }
}

void AddRising(const Ladder& ladder, bool is_rate, std::vector<std::string>& caveats) {
  for (const Headline& headline : Headlines(ladder)) {
    if (headline.still_rises && headline.row->is_rate == is_rate) {
      caveats.push_back(fmt::format("{} has no level stretch: it still rises at {}, where it is read off",
                                    headline.row->sweep, Bytes(headline.row->value)));
    }
  }
}

}  // namespace

std::vector<std::string> Caveats(const Ladder& ladder, const std::string& machine, bool is_rate) {
  std::vector<std::string> caveats;
  if (ladder.machine != machine) {
    caveats.push_back(fmt::format("these are the limits of {}, not of this machine, {}", ladder.machine, machine));
  }
  if (ladder.rounds < kLeastRounds) {
    caveats.push_back(fmt::format("{} round{}: an interval needs {}, so nothing is ruled out for certain",
                                  ladder.rounds, ladder.rounds == 1 ? "" : "s", kLeastRounds));
  }
  const std::vector<LadderCheck> checks = Checks(ladder);
  const auto broken = std::count_if(checks.begin(), checks.end(),
                                    [](const LadderCheck& check) { return check.verdict == LadderVerdict::kBroken; });
  if (broken > 0) {
    caveats.push_back(
        fmt::format("the ladder does not agree with itself: {} of {} expectations are broken; measure "
                    "it again",
                    broken, checks.size()));
  }
  AddRising(ladder, is_rate, caveats);
  AddMissing(ladder, caveats);
  return caveats;
}

}  // namespace playbook
