#include "tools/ladder/ladder_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <vector>

#include "tools/ladder/checks.h"
#include "tools/ladder/figures.h"
#include "tools/report/table.h"
#include "tools/stats/paired_ratio.h"
#include "tools/units/units.h"

namespace playbook {
namespace {

std::string ContextOf(const LadderBuild& build, const std::string& key) {
  const auto found = build.context.find("playbook." + key);
  return found == build.context.end() ? "unknown" : found->second;
}

std::string ProvenanceOf(const Ladder& ladder, LadderForm form) {
  std::vector<std::string> parts;
  for (const LadderBuild& build : ladder.builds) {
    parts.push_back(fmt::format("{}: {} {}", Plain(build.name, form), Plain(ContextOf(build, "compiler"), form),
                                Code(ContextOf(build, "flags"), form)));
  }
  const LadderBuild& first = ladder.builds.front();
  parts.push_back(fmt::format("{}, {} CPUs", Plain(ContextOf(first, "cpu_model"), form),
                              Plain(ContextOf(first, "usable_cpus"), form)));
  parts.push_back("kernel " + Plain(ContextOf(first, "kernel"), form));
  parts.push_back("files on " + Plain(ContextOf(first, "scratch_file_system"), form));
  parts.push_back(Plain(ladder.taken.substr(0, ladder.taken.find('T')), form));
  parts.push_back(fmt::format("{} round{}", ladder.rounds, ladder.rounds == 1 ? "" : "s"));
  const std::string line = fmt::format("{}.", fmt::join(parts, "; "));
  return (form == LadderForm::kMarkdown ? "*" + line + "*" : line) + "\n";
}

std::string Cell(const LadderRow& row, const LadderBuild& build, LadderForm form) {
  const auto found = row.series.find(build.name);
  if (found != row.series.end() && !found->second.failed.empty()) {
    return Strong("failed: " + Plain(found->second.failed, form), form);
  }
  if (found != row.series.end() && !found->second.skipped.empty()) {
    return "not measured: " + Plain(found->second.skipped, form);
  }
  return FigureText(row.Value(build.name), row.is_rate);
}

// The values of all builds, one where they agree.
std::string Joined(const std::vector<std::string>& cells) {
  const bool same = std::all_of(cells.begin(), cells.end(), [&](const auto& cell) { return cell == cells.front(); });
  return same ? cells.front() : fmt::format("{}", fmt::join(cells, " / "));
}

std::string InYardsticks(const Ladder& ladder, const LadderRow& row, const char* yardstick) {
  const LadderRow* const unit = ladder.Yardstick(yardstick);
  std::vector<std::string> cells;
  for (const LadderBuild& build : ladder.builds) {
    const double own = row.Value(build.name).median;
    const double one = unit == nullptr ? 0 : unit->Value(build.name).median;
    // Also false for what is not a number.
    cells.push_back(!row.is_rate && one > 0 && own > 0 ? Multiple(own / one) : "-");
  }
  return Joined(cells);
}

std::string Rounds(const Ladder& ladder, const LadderRow& row) {
  std::vector<std::string> cells;
  for (const LadderBuild& build : ladder.builds) {
    cells.push_back(fmt::format("{}", row.Value(build.name).n));
  }
  return Joined(cells);
}

std::string NotesOf(const Ladder& ladder, const LadderRow& row) {
  std::vector<std::string> notes;
  for (const LadderBuild& build : ladder.builds) {
    const auto found = row.series.find(build.name);
    if (found != row.series.end() && !found->second.note.empty() &&
        std::find(notes.begin(), notes.end(), found->second.note) == notes.end()) {
      notes.push_back(found->second.note);
    }
  }
  return notes.empty() ? "" : fmt::format(" ({})", fmt::join(notes, " / "));
}

RatioEstimate BuildRatio(const LadderRow& row, const LadderBuild& one, const LadderBuild& other) {
  const auto left = row.series.find(one.name);
  const auto right = row.series.find(other.name);
  if (left == row.series.end() || right == row.series.end() ||
      left->second.values.size() != right->second.values.size()) {
    return {};
  }
  return PairedRatio(left->second.values, right->second.values, kTableLevel);
}

std::string RatioCell(const RatioEstimate& ratio) {
  if (ratio.n == 0) {
    return "-";
  }
  return ratio.has_interval ? fmt::format("{} ({})", RatioBeside(ratio.ratio, ratio.low, ratio.high),
                                          RatioInterval(ratio.low, ratio.high))
                            : Ratio(ratio.ratio);
}

std::string MainTable(const Ladder& ladder, LadderForm form) {
  // A terminal has no room for what a row counts.
  const bool counted = form == LadderForm::kMarkdown;
  std::vector<Table::Column> columns = {{"rung"}, {"row"}};
  if (counted) {
    columns.push_back({"counted"});
  }
  columns.push_back({"spent in"});
  for (const LadderBuild& build : ladder.builds) {
    columns.push_back({Plain(build.name, form), Table::Align::kRight});
  }
  for (std::size_t other = 1; other < ladder.builds.size(); ++other) {
    columns.push_back({Plain(ladder.builds[0].name + " : " + ladder.builds[other].name, form), Table::Align::kRight});
  }
  columns.insert(columns.end(), {{"in function calls", Table::Align::kRight},
                                 {"in system calls", Table::Align::kRight},
                                 {"n", Table::Align::kRight}});
  Table table(columns);
  const LadderRung* rung = nullptr;
  for (const Headline& headline : Headlines(ladder)) {
    const LadderRow& row = *headline.row;
    const std::string notes = NotesOf(ladder, row);
    std::vector<std::string> cells = {headline.rung == rung ? "" : Plain(headline.rung->title, form),
                                      Code(row.name, form) + (counted ? "" : Plain(notes, form))};
    if (counted) {
      cells.push_back(Plain(row.counts + notes, form));
    }
    cells.push_back(Plain(row.part, form));
    rung = headline.rung;
    for (const LadderBuild& build : ladder.builds) {
      cells.push_back(Cell(row, build, form));
    }
    for (std::size_t other = 1; other < ladder.builds.size(); ++other) {
      // A difference may be nothing at all; its ratio would be noise.
      cells.push_back(row.IsDerived() ? "-" : RatioCell(BuildRatio(row, ladder.builds[0], ladder.builds[other])));
    }
    cells.push_back(InYardsticks(ladder, row, "function_call"));
    cells.push_back(InYardsticks(ladder, row, "system_call"));
    cells.push_back(Rounds(ladder, row));
    table.Add(cells);
  }
  return PrintTable(table, form);
}

std::string SweepTables(const Ladder& ladder, LadderForm form) {
  const std::vector<std::string> sweeps = Sweeps(ladder);
  if (sweeps.empty()) {
    return "";
  }
  std::set<std::int64_t> places;
  std::vector<Table::Column> columns = {{"working set", Table::Align::kRight}};
  for (const std::string& sweep : sweeps) {
    for (const LadderBuild& build : ladder.builds) {
      columns.push_back({Plain(sweep + ", " + build.name, form), Table::Align::kRight});
    }
    for (const LadderRow* const row : RowsOfSweep(ladder, sweep)) {
      places.insert(row->value);
    }
  }
  Table table(columns);
  for (const std::int64_t place : places) {
    std::vector<std::string> cells = {Bytes(place)};
    for (const std::string& sweep : sweeps) {
      const std::vector<const LadderRow*> rows = RowsOfSweep(ladder, sweep);
      const auto row =
          std::find_if(rows.begin(), rows.end(), [&](const LadderRow* one) { return one->value == place; });
      for (const LadderBuild& build : ladder.builds) {
        cells.push_back(row == rows.end() ? "-" : MedianText((*row)->Value(build.name), (*row)->is_rate));
      }
    }
    table.Add(cells);
  }
  std::string text;
  for (const Headline& headline : Headlines(ladder)) {
    if (headline.row->sweep == sweeps.front()) {
      text =
          headline.still_rises
              ? fmt::format("No level stretch up to {}: the curve still rises there, and the ladder has its last row.",
                            Bytes(headline.row->value))
              : fmt::format("Level from {} on, where the ladder reads it off.", Bytes(headline.row->value));
    }
  }
  return "\n" + text + "\n\n" + PrintTable(table, form);
}

std::string ChecksText(const Ladder& ladder, LadderForm form) {
  std::string broken;
  std::string noisy;
  int judged = 0;
  int unknown = 0;
  for (const LadderCheck& check : Checks(ladder)) {
    ++(check.verdict == LadderVerdict::kUnknown ? unknown : judged);
    if (check.verdict == LadderVerdict::kBroken) {
      broken += fmt::format("- {} {}\n", Strong("broken:", form), Plain(Words(check), form));
    } else if (check.verdict == LadderVerdict::kWithinNoise) {
      noisy += "- within the noise: " + Plain(Words(check), form) + "\n";
    }
  }
  std::string text;
  if (judged == 0) {
    text = "Whether the ladder agrees with itself cannot be said";
  } else if (broken.empty()) {
    text = fmt::format("The ladder agrees with itself: none of {} expectations is broken", judged);
  } else {
    text = fmt::format("The ladder does not agree with itself; {} expectations were judged", judged);
  }
  const std::string left = unknown == 0 ? "" : fmt::format("; of {} a row has no value", unknown);
  return "\n" + text + left + ".\n" + (broken.empty() && noisy.empty() ? "" : "\n") + broken + noisy;
}

// Which bytes the rates count, a line for each rung. A terminal's table has no room for it.
std::string RatesText(const Ladder& ladder) {
  std::string text;
  for (const LadderRung& rung : ladder.rungs) {
    std::vector<std::string> counts;
    for (const LadderRow& row : rung.rows) {
      if (row.is_rate && std::find(counts.begin(), counts.end(), row.counts) == counts.end()) {
        counts.push_back(row.counts);
      }
    }
    if (!counts.empty()) {
      text += fmt::format("  {}: {}\n", OneLine(rung.title), OneLine(fmt::format("{}", fmt::join(counts, "; or "))));
    }
  }
  return text.empty() ? "" : "\nBytes that the rates count:\n" + text;
}

std::string Footnote(const Ladder& ladder) {
  std::string text = "\nMedian of n processes";
  text +=
      ladder.rounds >= kLeastRounds
          ? ", in brackets its interval at 95 % at least, each by itself."
          : fmt::format(", in brackets the smallest and the largest; an interval would need {} rounds.", kLeastRounds);
  if (ladder.builds.size() > 1) {
    text +=
        " Ratios are of the figures as they stand, taken round by round. What was spent in other than own code, no "
        "compiler of this table wrote.";
  }
  return text + "\n";
}

}  // namespace

std::string LadderText(const Ladder& ladder, LadderForm form) {
  return ProvenanceOf(ladder, form) + "\n" + MainTable(ladder, form) + Footnote(ladder) +
         (form == LadderForm::kTerminal ? RatesText(ladder) : "") + SweepTables(ladder, form) +
         ChecksText(ladder, form);
}

}  // namespace playbook
