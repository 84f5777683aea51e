// How a standing is told.
#include <fmt/format.h>

#include <cmath>
#include <cstdint>

#include "tools/ladder/caveats.h"
#include "tools/ladder/figures.h"
#include "tools/ladder/standing.h"
#include "tools/report/table.h"
#include "tools/units/units.h"

namespace playbook {
namespace {

// Whole numbers round down: "at most 290", never 291.
std::string AtMost(double times) {
  constexpr double kWhole = 9e18;
  return times < kWhole ? Count(static_cast<std::int64_t>(std::floor(times))) : "n/a";
}

std::string QuantityText(const Quantity& quantity) {
  return quantity.kind == Quantity::Kind::kRate ? Rate(quantity.value, "B") : Duration(quantity.value);
}

std::string Heading(const Ladder& ladder, const Quantity& quantity) {
  std::vector<std::string> builds;
  for (const LadderBuild& build : ladder.builds) {
    builds.push_back(build.name);
  }
  return fmt::format("{} on the ladder of {}, taken {}, {} round{} under {}:\n", QuantityText(quantity), ladder.machine,
                     ladder.taken.substr(0, ladder.taken.find('T')), ladder.rounds, ladder.rounds == 1 ? "" : "s",
                     fmt::join(builds, " and "));
}

std::string RowsText(const Standings& standings, const Quantity& quantity) {
  Table table({{""}, {"here", Table::Align::kRight}, {"n", Table::Align::kRight}, {"row, under its cheapest build"}});
  bool placed = false;
  const auto place = [&] {
    if (!placed) {
      table.Add({"-> " + QuantityText(quantity), "", "", ""});
      placed = true;
    }
  };
  for (const Standing& one : standings.rows) {
    if (one.value.median > quantity.value) {
      place();
    }
    const std::string& note = one.row->series.at(one.build).note;
    table.Add({one.row->one, FigureText(one.value, one.row->is_rate), fmt::format("{}", one.value.n),
               fmt::format("{} under {}{}", one.row->name, one.build, note.empty() ? "" : " (" + note + ")")});
  }
  place();
  return table.Terminal("  ");
}

// "an fsync takes 170 µs (166 µs .. 174 µs) here (disk/fsync under gcc)"
std::string CheapestText(const Standing& cheapest) {
  const bool is_rate = cheapest.row->is_rate;
  return fmt::format("{} {} {} here ({} under {})", cheapest.row->one, is_rate ? "reaches" : "takes",
                     FigureText(cheapest.value, is_rate), cheapest.row->name, cheapest.build);
}

std::string FitText(const Fit& fit, const Quantity& quantity) {
  const LadderRow& row = *fit.cheapest.row;
  if (row.is_rate) {
    return fmt::format("  {} of {}\n", Percent(quantity.value / fit.cheapest.value.median), row.one);
  }
  return fit.at_most < 2 ? fmt::format("  at most {}\n", row.one)
                         : fmt::format("  at most {} {}\n", AtMost(fit.at_most), row.many);
}

}  // namespace

std::string StandingText(const Ladder& ladder, const Quantity& quantity, const std::string& machine) {
  const Standings standings = StandingsOf(ladder, quantity);
  const bool is_rate = quantity.kind == Quantity::Kind::kRate;
  std::string text = Heading(ladder, quantity);
  for (const std::string& caveat : Caveats(ladder, machine, is_rate)) {
    text += "  warning: " + caveat + "\n";
  }
  text += RowsText(standings, quantity);
  std::string out;
  std::string unsure;
  for (const Claim& claim : standings.claims) {
    if (claim.verdict == Claim::Verdict::kRuledOut) {
      out += fmt::format("  {}: {}\n", claim.words, CheapestText(claim.cheapest));
    } else if (claim.verdict == Claim::Verdict::kUnsure) {
      unsure += fmt::format("  {}? {}, but {}\n", claim.words, CheapestText(claim.cheapest), claim.doubt);
    }
  }
  const char* const comparison = is_rate ? "faster" : "shorter";
  text += out.empty() ? "rules out nothing of it\n" : fmt::format("rules out, since it is {}:\n{}", comparison, out);
  if (!unsure.empty()) {
    text += fmt::format("cannot tell, though it is {}:\n{}", comparison, unsure);
  }
  std::string possible;
  for (const Fit& fit : standings.fits) {
    possible += FitText(fit, quantity);
  }
  if (!possible.empty()) {
    text += std::string(is_rate ? "it is\n" : "there was time for\n") + possible;
  }
  return text;
}

}  // namespace playbook
