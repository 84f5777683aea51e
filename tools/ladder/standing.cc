#include "tools/ladder/standing.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "tools/ladder/figures.h"
#include "tools/report/table.h"
#include "tools/units/units.h"

namespace playbook {
namespace {

// The build that says least against the quantity: the quickest, or that with the highest rate.
std::optional<Standing> Most(const Ladder& ladder, const LadderRow& row) {
  std::optional<Standing> most;
  for (const LadderBuild& build : ladder.builds) {
    const MedianInterval value = row.Value(build.name);
    if (value.n == 0) {
      continue;
    }
    const bool further = !most || (row.is_rate ? value.high > most->value.high : value.low < most->value.low);
    if (further) {
      most = Standing{.row = &row, .build = build.name, .value = value};
    }
  }
  return most;
}

// Whole numbers round down: "at most 290", never 291.
std::string AtMost(double times) {
  constexpr double kWhole = 9e18;
  return times < kWhole ? Count(static_cast<std::int64_t>(std::floor(times))) : "n/a";
}

std::string QuantityText(const Quantity& quantity) {
  return quantity.kind == Quantity::Kind::kRate ? Rate(quantity.value, "B") : Duration(quantity.value);
}

}  // namespace

std::vector<Standing> StandingsOf(const Ladder& ladder, const Quantity& quantity) {
  const bool is_rate = quantity.kind == Quantity::Kind::kRate;
  std::vector<Standing> standings;
  for (const Headline& headline : Headlines(ladder)) {
    if (headline.row->is_rate != is_rate || headline.row->one.empty()) {
      continue;
    }
    if (std::optional<Standing> standing = Most(ladder, *headline.row)) {
      const MedianInterval& value = standing->value;
      standing->ruled_out = is_rate ? quantity.value > value.high : quantity.value < value.low;
      standing->at_most = is_rate || standing->ruled_out ? 0 : quantity.value / value.low;
      standings.push_back(*standing);
    }
  }
  std::stable_sort(standings.begin(), standings.end(),
                   [](const Standing& one, const Standing& other) { return one.value.median < other.value.median; });
  return standings;
}

std::string StandingText(const Ladder& ladder, const Quantity& quantity) {
  const std::vector<Standing> standings = StandingsOf(ladder, quantity);
  const bool is_rate = quantity.kind == Quantity::Kind::kRate;
  std::string text = fmt::format("{} on the ladder of {}, taken {}:\n", QuantityText(quantity), ladder.machine,
                                 ladder.taken.substr(0, ladder.taken.find('T')));
  Table table({{""}, {"here", Table::Align::kRight}, {""}});
  bool placed = false;
  const auto place = [&] {
    if (!placed) {
      table.Add({"-> " + QuantityText(quantity), "", ""});
      placed = true;
    }
  };
  std::string out;
  std::string possible;
  for (const Standing& one : standings) {
    const std::string figure = MedianText(one.value, is_rate);
    if (one.value.median > quantity.value) {
      place();
    }
    const std::string& note = one.row->series.at(one.build).note;
    table.Add({one.row->one, figure, one.row->name + (note.empty() ? "" : " (" + note + ")")});
    if (one.ruled_out) {
      out += fmt::format("  {}: {} {} here\n", one.row->ruled_out, one.row->one,
                         is_rate ? "goes up to " + Rate(one.value.high, "B") : "takes " + figure);
    } else if (is_rate) {
      possible += fmt::format("  {} of {}\n", Percent(quantity.value / one.value.median), one.row->one);
    } else {
      possible += one.at_most < 2 ? fmt::format("  at most {}\n", one.row->one)
                                  : fmt::format("  at most {} {}\n", AtMost(one.at_most), one.row->many);
    }
  }
  place();
  text += table.Terminal("  ");
  text += out.empty() ? "rules out nothing of it\n"
                      : "rules out, since it is " + std::string(is_rate ? "faster" : "shorter") + ":\n" + out;
  if (!possible.empty()) {
    text += std::string(is_rate ? "it is\n" : "there was time for\n") + possible;
  }
  return text;
}

}  // namespace playbook
