#include "tools/ladder/standing.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string_view>

#include "tools/ladder/checks.h"
#include "tools/stats/paired_ratio.h"

namespace playbook {
namespace {

// The rows of that kind that say something, in the ladder's order.
std::vector<const LadderRow*> SpeakingRows(const Ladder& ladder, bool is_rate) {
  std::vector<const LadderRow*> rows;
  for (const Headline& headline : Headlines(ladder)) {
    std::vector<const LadderRow*> level = {headline.row};
    if (!headline.row->sweep.empty()) {
      level = RowsOfSweep(ladder, headline.row->sweep);
      std::erase_if(level, [&](const LadderRow* row) { return row->value < headline.row->value; });
    }
    std::copy_if(level.begin(), level.end(), std::back_inserter(rows),
                 [&](const LadderRow* row) { return row->is_rate == is_rate && !row->one.empty(); });
  }
  return rows;
}

// The row and build that say least against the quantity: the quickest, or that with the highest rate.
std::optional<Standing> Cheapest(const Ladder& ladder, const std::vector<const LadderRow*>& rows) {
  std::optional<Standing> cheapest;
  for (const LadderRow* const row : rows) {
    for (const LadderBuild& build : ladder.builds) {
      const MedianInterval value = row->Value(build.name);
      if (value.n == 0) {
        continue;
      }
      if (!cheapest || (row->is_rate ? value.high > cheapest->value.high : value.low < cheapest->value.low)) {
        cheapest = Standing{.row = row, .build = build.name, .value = value};
      }
    }
  }
  return cheapest;
}

// Why a claim cannot be ruled out by these rows; empty where nothing is in the way.
std::string DoubtOf(const Ladder& ladder, const std::vector<const LadderRow*>& rows) {
  for (const LadderRow* const row : rows) {
    for (const LadderBuild& build : ladder.builds) {
      const MedianInterval value = row->Value(build.name);
      if (value.n == 0) {
        return fmt::format("{} under {} was not measured, and may be cheaper", row->name, build.name);
      }
      if (!value.has_interval) {
        return fmt::format("{} under {} has {} value{}, an interval needs {}", row->name, build.name, value.n,
                           value.n == 1 ? "" : "s", kLeastRounds);
      }
    }
    for (const LadderCheck& check : Checks(ladder)) {
      if (check.verdict == LadderVerdict::kBroken &&
          (check.relation.row == row->name || check.relation.at_most == row->name)) {
        return fmt::format("{} and {} contradict each other under {}", check.relation.row, check.relation.at_most,
                           check.build);
      }
    }
  }
  return "";
}

bool IsBeyond(const Quantity& quantity, const Standing& standing) {
  return standing.row->is_rate ? quantity.value > standing.value.high : quantity.value < standing.value.low;
}

// Rows by what they share, in the order in which it is first said.
class Groups {
 public:
  void Add(const std::string& words, const LadderRow* row) {
    if (rows_[words].empty()) {
      order_.push_back(words);
    }
    rows_[words].push_back(row);
  }
  const std::vector<std::string>& order() const { return order_; }
  const std::vector<const LadderRow*>& rows(const std::string& words) const { return rows_.at(words); }

 private:
  std::vector<std::string> order_;
  std::map<std::string, std::vector<const LadderRow*>> rows_;
};

bool IsBefore(const Standing& one, const Standing& other) {
  return one.value.median < other.value.median;
}

}  // namespace

Standings StandingsOf(const Ladder& ladder, const Quantity& quantity) {
  const bool is_rate = quantity.kind == Quantity::Kind::kRate;
  Standings standings;
  Groups claims;
  Groups things;
  for (const LadderRow* const row : SpeakingRows(ladder, is_rate)) {
    if (const std::optional<Standing> standing = Cheapest(ladder, {row})) {
      standings.rows.push_back(*standing);
    }
    things.Add(row->one, row);
    for (const std::string& words : row->ruled_out) {
      claims.Add(words, row);
    }
  }
  for (const std::string& words : claims.order()) {
    if (const std::optional<Standing> cheapest = Cheapest(ladder, claims.rows(words))) {
      Claim claim = {.words = words, .cheapest = *cheapest};
      if (IsBeyond(quantity, *cheapest)) {
        claim.doubt = DoubtOf(ladder, claims.rows(words));
        claim.verdict = claim.doubt.empty() ? Claim::Verdict::kRuledOut : Claim::Verdict::kUnsure;
      }
      standings.claims.push_back(claim);
    }
  }
  for (const std::string& words : things.order()) {
    const std::optional<Standing> cheapest = Cheapest(ladder, things.rows(words));
    if (cheapest && !IsBeyond(quantity, *cheapest)) {
      standings.fits.push_back({*cheapest, is_rate ? 0 : quantity.value / cheapest->value.low});
    }
  }
  std::stable_sort(standings.rows.begin(), standings.rows.end(), IsBefore);
  const auto by_cheapest = [](const auto& one, const auto& other) { return IsBefore(one.cheapest, other.cheapest); };
  std::stable_sort(standings.claims.begin(), standings.claims.end(), by_cheapest);
  std::stable_sort(standings.fits.begin(), standings.fits.end(), by_cheapest);
  return standings;
}

}  // namespace playbook
