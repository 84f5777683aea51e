#include "tools/ladder/checks.h"

#include <fmt/format.h>

#include "tools/ladder/figures.h"

namespace playbook {
namespace {

LadderVerdict Judge(const MedianInterval& row, const MedianInterval& other, double slack) {
  if (row.n == 0 || other.n == 0) {
    return LadderVerdict::kUnknown;
  }
  if (row.median <= other.median * (1 + slack)) {
    return LadderVerdict::kHolds;
  }
  return row.low <= other.high * (1 + slack) ? LadderVerdict::kWithinNoise : LadderVerdict::kBroken;
}

}  // namespace

std::vector<LadderCheck> Checks(const Ladder& ladder) {
  std::vector<LadderCheck> checks;
  for (const LadderRelation& relation : ladder.relations) {
    const LadderRow& row = ladder.At(relation.row);
    const LadderRow& other = ladder.At(relation.at_most);
    for (const LadderBuild& build : ladder.builds) {
      LadderCheck check = {.build = build.name,
                           .relation = relation,
                           .row = row.Value(build.name),
                           .other = other.Value(build.name),
                           .is_rate = row.is_rate};
      check.verdict = Judge(check.row, check.other, relation.slack);
      checks.push_back(check);
    }
  }
  return checks;
}

const char* Word(LadderVerdict verdict) {
  switch (verdict) {
    case LadderVerdict::kHolds:
      return "holds";
    case LadderVerdict::kWithinNoise:
      return "within_noise";
    case LadderVerdict::kBroken:
      return "broken";
    case LadderVerdict::kUnknown:
      return "unknown";
  }
  return "";
}

std::string Words(const LadderCheck& check) {
  return fmt::format("{} under {} is {}, must be at most {} of {}: {}", check.relation.row, check.build,
                     FigureText(check.row, check.is_rate), FigureText(check.other, check.is_rate),
                     check.relation.at_most, check.relation.why);
}

}  // namespace playbook
