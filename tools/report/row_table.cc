#include "tools/report/row_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

#include "tools/report/escape.h"
#include "tools/report/findings.h"
#include "tools/report/table.h"
#include "tools/units/units.h"

namespace playbook {
namespace {

// The row without the pair's id, which the page has said already.
std::string ShortRow(const std::string& id, const std::string& row) {
  return row.compare(0, id.size() + 1, id + "/") == 0 ? row.substr(id.size() + 1) : row;
}

bool EndsWith(const std::string& text, std::string_view end) {
  return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

std::string CounterText(const std::string& counter, double value) {
  if (EndsWith(counter, "_per_second")) {
    return Rate(value, counter == "bytes_per_second" ? "B" : counter.substr(0, counter.size() - 11));
  }
  // Beyond 2^53 a double is no whole number any more.
  constexpr double kWhole = 9007199254740992.0;
  if (std::abs(value) < kWhole && value == std::floor(value)) {
    const auto whole = static_cast<std::int64_t>(value);
    return EndsWith(counter, "bytes") ? Bytes(whole) : Count(whole);
  }
  return std::isfinite(value) ? fmt::format("{:.4g}", value) : "n/a";
}

std::string FigureCell(const RowFigure& figure) {
  if (figure.state == RowFigure::State::kErrored) {
    return "failed: " + EscapeMarkdown(figure.message);
  }
  return figure.TextWithRange();
}

std::string CountersTable(const RunData& run, const std::string& id, const std::vector<std::string>& rows,
                          const std::string& figure) {
  // Counter, then row, then build: medians over the rounds.
  std::map<std::string, std::map<std::string, std::vector<std::string>>> counters;
  for (std::size_t build = 0; build < run.plan.builds.size(); ++build) {
    for (const auto& [row, series] : run.Of(run.plan.builds[build].label, id).rows) {
      for (const auto& [counter, values] : series.counters) {
        if (counter != figure) {
          std::vector<std::string>& cells = counters[counter][row];
          cells.resize(run.plan.builds.size(), "-");
          cells[build] = CounterText(counter, Summarise(values).median);
        }
      }
    }
  }
  if (counters.empty()) {
    return {};
  }
  std::vector<Table::Column> columns = {{"row"}};
  for (const auto& [counter, unused] : counters) {
    columns.push_back({MarkdownCode(counter), Table::Align::kRight});
  }
  Table table(columns);
  for (const std::string& row : rows) {
    std::vector<std::string> cells = {MarkdownCode(ShortRow(id, row))};
    bool any = false;
    for (const auto& [counter, by_row] : counters) {
      const auto found = by_row.find(row);
      if (found == by_row.end()) {
        cells.emplace_back("-");
        continue;
      }
      any = true;
      const std::vector<std::string>& values = found->second;
      const bool same =
          std::all_of(values.begin(), values.end(), [&](const auto& value) { return value == values[0]; });
      cells.push_back(same ? values[0] : fmt::format("{}", fmt::join(values, " / ")));
    }
    if (any) {
      table.Add(cells);
    }
  }
  return "\nCounters of the rows" +
         std::string(run.plan.builds.size() > 1 ? " (one value where the builds agree)" : "") + ":\n\n" +
         table.Markdown();
}

PairDescription DescriptionOf(const RunData& run, const std::string& id) {
  const auto pair = run.pairs.find(id);
  return pair == run.pairs.end() ? PairDescription{} : pair->second;
}

// Rows with a column a build, and one for the ratio of the first build to each other one.
class BuildsTable {
 public:
  BuildsTable(const RunData& run, std::size_t rows)
      : run_(run), table_rows_(static_cast<int>(rows * (run.plan.builds.size() - 1))), table_(Columns(run)) {}

  void Add(const PairDescription& pair, const std::string& id, const std::string& row, const std::string& words) {
    std::vector<std::string> cells = {words};
    for (const PlannedBuild& build : run_.plan.builds) {
      const RowFigure figure = FigureOf(pair, run_.Of(build.label, id), row);
      rounds_ = std::max(rounds_, figure.sample.n);
      cells.push_back(FigureCell(figure));
    }
    for (const BuildRatio& ratio : BuildRatios(run_, id, row, table_rows_)) {
      cells.push_back(RatioText(ratio.ratio));
      estimates_.push_back(ratio.ratio);
    }
    table_.Add(cells);
  }

  std::string Markdown() const { return table_.Markdown(); }

  // What the figures and intervals mean.
  std::string Legend(const std::string& iteration) const {
    std::string out = fmt::format("\nMedian (and range) of {} rounds", rounds_);
    if (!iteration.empty()) {
      out += "; one iteration is " + EscapeMarkdown(iteration);
    }
    out += ".";
    if (run_.plan.builds.size() > 1) {
      out +=
          " The ratio between builds is of times: the median of the rounds' ratios, which need not be the ratio of the "
          "two medians.";
      if (const std::string levels = LevelWords(estimates_, table_rows_); !levels.empty()) {
        out += " Of the ratios, " + EscapeMarkdown(levels) + ".";
      }
    }
    return out + "\n";
  }

 private:
  static std::vector<Table::Column> Columns(const RunData& run) {
    std::vector<Table::Column> columns = {{"row"}};
    for (const PlannedBuild& build : run.plan.builds) {
      columns.push_back({EscapeMarkdown(build.name), Table::Align::kRight});
    }
    for (std::size_t other = 1; other < run.plan.builds.size(); ++other) {
      columns.push_back(
          {EscapeMarkdown(run.plan.builds[0].name + " / " + run.plan.builds[other].name), Table::Align::kRight});
    }
    return columns;
  }

  const RunData& run_;
  int table_rows_ = 0;
  Table table_;
  std::vector<RatioEstimate> estimates_;
  std::size_t rounds_ = 0;
};

}  // namespace

std::string RowTable(const RunData& run, const std::string& id) {
  const PairDescription pair = DescriptionOf(run, id);
  const std::vector<std::string> rows = RowsOf(run, id);
  BuildsTable table(run, rows.size());
  for (const std::string& row : rows) {
    table.Add(pair, id, row, MarkdownCode(ShortRow(id, row)));
  }
  return table.Markdown() + CountersTable(run, id, rows, pair.figure) + table.Legend(pair.iteration);
}

std::string SidesTable(const RunData& run) {
  BuildsTable table(run, run.plan.pairs.size() * 2);
  for (const std::string& id : run.plan.pairs) {
    const PairDescription pair = DescriptionOf(run, id);
    for (const char* role : {"wrong", "right"}) {
      table.Add(pair, id, pair.Headline(role), MarkdownCode(pair.Headline(role)));
    }
  }
  return table.Markdown() + table.Legend("");
}

}  // namespace playbook
