#include "tools/compare/comparison_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "tools/compare/comparison_words.h"
#include "tools/report/display_width.h"
#include "tools/report/escape.h"
#include "tools/report/table.h"

namespace playbook {
namespace {

constexpr const char* kRed = "31";
constexpr const char* kGreen = "32";
constexpr const char* kYellow = "33";

std::string Painted(const std::string& text, const char* code, const TerminalStyle& style) {
  return style.colour && code != nullptr ? fmt::format("\x1b[{}m{}\x1b[0m", code, text) : text;
}

// The verdict's own colour, never that of a cut-off.
const char* ColourOf(Verdict verdict) {
  switch (verdict) {
    case Verdict::kSlower:
      return kRed;
    case Verdict::kFaster:
      return kGreen;
    case Verdict::kDiffers:
      return kYellow;
    default:
      return nullptr;
  }
}

std::string BaseText(const MetricComparison& metric, const RowComparison& row) {
  return MetricText(metric.metric, row.base.median, row.base.high - row.base.low);
}

std::string ContenderText(const MetricComparison& metric, const RowComparison& row) {
  return MetricText(metric.metric, row.contender.median, row.contender.high - row.contender.low);
}

std::string TitleOf(const MetricComparison& metric) {
  switch (metric.direction) {
    case Direction::kMoreIsBetter:
      return metric.metric + " (more is better)";
    case Direction::kUnknown:
      return metric.metric + " (which is better is not known)";
    case Direction::kLessIsBetter:
      break;
  }
  return metric.metric;
}

// Rows whose values are all one number are counted below the table.
std::vector<const RowComparison*> Told(const MetricComparison& metric) {
  std::vector<const RowComparison*> rows;
  for (const RowComparison& row : metric.rows) {
    if (!row.identical) {
      rows.push_back(&row);
    }
  }
  return rows;
}

std::string SameWords(const MetricComparison& metric) {
  const std::size_t same = metric.rows.size() - Told(metric).size();
  return same == 0 ? std::string()
                   : fmt::format("the same number on both sides in {} of {} rows", same, metric.rows.size());
}

Table RowsTable(const Comparison& comparison, const MetricComparison& metric, const TerminalStyle& style,
                bool markdown) {
  Table table({{"row"},
               {"base", Table::Align::kRight},
               {"contender", Table::Align::kRight},
               {"ratio"},
               {"n", Table::Align::kRight},
               {"verdict"}});
  for (const RowComparison* const row : Told(metric)) {
    const std::string verdict = VerdictWords(*row);
    table.Add({markdown ? MarkdownCode(row->name) : row->name, BaseText(metric, *row), ContenderText(metric, *row),
               RatioWords(*row), CountWords(*row, comparison.paired),
               markdown ? verdict : Painted(verdict, ColourOf(row->verdict), style)});
  }
  return table;
}

void AddWrapped(std::string& text, const std::string& line, const TerminalStyle& style) {
  if (!line.empty()) {
    text += fmt::format("{}\n", fmt::join(Wrap(line, style.columns), "\n"));
  }
}

std::string Stacked(const Comparison& comparison, const MetricComparison& metric, const TerminalStyle& style) {
  std::string text;
  for (const RowComparison* const row : Told(metric)) {
    const std::string verdict = VerdictWords(*row);
    text += fmt::format("{}: {}\n  {} -> {}, {}, n = {}\n", row->name, Painted(verdict, ColourOf(row->verdict), style),
                        BaseText(metric, *row), ContenderText(metric, *row), RatioWords(*row),
                        CountWords(*row, comparison.paired));
  }
  return text;
}

// Which values are missing or have no ratio, counted: there can be thousands.
std::string WarningWords(const MetricComparison& metric) {
  std::size_t rows = 0;
  std::string example;
  for (const RowComparison& row : metric.rows) {
    if (!row.warnings.empty() && ++rows == 1) {
      example = fmt::format("{}: {}", row.name, fmt::join(row.warnings, "; "));
    }
  }
  return rows < 2 ? example : fmt::format("in {} rows values are missing or have no ratio, as in {}", rows, example);
}

std::string OneSidedWords(const MetricComparison& metric) {
  return metric.one_sided.empty() ? std::string()
                                  : fmt::format("in {} more rows only one side has it, as in {}",
                                                metric.one_sided.size(), metric.one_sided.front());
}

// Below the table of a metric, a sentence each.
std::vector<std::string> BelowTable(const Comparison& comparison, const MetricComparison& metric) {
  std::vector<std::string> lines;
  const auto add = [&lines](std::string line) {
    if (!line.empty()) {
      lines.push_back(std::move(line));
    }
  };
  add(SameWords(metric));
  add(OneSidedWords(metric));
  if (Told(metric).empty()) {
    return lines;
  }
  add(TooFewWords(metric, comparison.paired));
  add(TallyWords(metric));
  add(MeanWords(metric));
  add(WarningWords(metric));
  add(LegendWords(comparison, metric));
  return lines;
}

Table DifferenceTable(const ProvenanceDifference& provenance, bool markdown) {
  Table table({{"differs"}, {"base"}, {"contender"}});
  for (const ContextDifference& difference : provenance.differences) {
    if (markdown) {
      table.Add({EscapeMarkdown(difference.key), MarkdownCode(difference.base), MarkdownCode(difference.contender)});
    } else {
      table.Add({difference.key, difference.base, difference.contender});
    }
  }
  return table;
}

std::string Forced(const std::string& refusal) {
  return "FORCED: " + refusal;
}

}  // namespace

std::string TerminalProvenance(const ProvenanceDifference& provenance, const TerminalStyle& style) {
  std::string text;
  if (!provenance.differences.empty()) {
    const Table table = DifferenceTable(provenance, false);
    if (table.Width() <= style.columns) {
      text += table.Terminal("");
    } else {
      for (const ContextDifference& difference : provenance.differences) {
        text += fmt::format("{} differs\n  base       {}\n  contender  {}\n", difference.key, difference.base,
                            difference.contender);
      }
    }
  }
  for (const std::string& statement : provenance.statements) {
    AddWrapped(text, statement, style);
  }
  return text;
}

std::string TerminalComparison(const Comparison& comparison, const TerminalStyle& style) {
  std::string text;
  for (const std::string& refusal : comparison.provenance.refusals) {
    for (const std::string& line : Wrap(Forced(refusal), style.columns)) {
      text += Painted(line, kRed, style) + "\n";
    }
  }
  text += fmt::format("base       {}\ncontender  {}\n", comparison.base, comparison.contender);
  AddWrapped(text, DesignWords(comparison), style);
  text += TerminalProvenance(comparison.provenance, style);
  for (const MetricComparison& metric : comparison.metrics) {
    if (const std::string common = CommonWords(metric); !common.empty()) {
      text += "\n";
      for (const std::string& line : Wrap(common, style.columns)) {
        text += Painted(line, kYellow, style) + "\n";
      }
    }
    text += "\n" + TitleOf(metric) + "\n";
    if (!Told(metric).empty()) {
      const Table table = RowsTable(comparison, metric, {.columns = style.columns}, false);
      const bool fits = table.Width() <= style.columns;
      text += !fits          ? Stacked(comparison, metric, style)
              : style.colour ? RowsTable(comparison, metric, style, false).Terminal("")
                             : table.Terminal("");
    }
    for (const std::string& line : BelowTable(comparison, metric)) {
      AddWrapped(text, line, style);
    }
  }
  const std::vector<std::string> missing = MissingWords(comparison.matching);
  text += missing.empty() ? "" : "\n";
  for (const std::string& line : missing) {
    AddWrapped(text, line, style);
  }
  return text;
}

std::string MarkdownComparison(const Comparison& comparison) {
  std::string text;
  for (const std::string& refusal : comparison.provenance.refusals) {
    text += fmt::format("**{}**\n\n", EscapeMarkdown(Forced(refusal)));
  }
  text += fmt::format("Base {}, contender {}; {}.\n\n", MarkdownCode(comparison.base),
                      MarkdownCode(comparison.contender), EscapeMarkdown(DesignWords(comparison)));
  if (!comparison.provenance.differences.empty()) {
    text += DifferenceTable(comparison.provenance, true).Markdown() + "\n";
  }
  const auto list = [&text](const std::vector<std::string>& lines) {
    for (const std::string& line : lines) {
      text += fmt::format("- {}\n", EscapeMarkdown(line));
    }
    text += lines.empty() ? "" : "\n";
  };
  list(comparison.provenance.statements);
  for (const MetricComparison& metric : comparison.metrics) {
    text += fmt::format("### {}\n\n", EscapeMarkdown(TitleOf(metric)));
    if (const std::string common = CommonWords(metric); !common.empty()) {
      text += fmt::format("**{}**\n\n", EscapeMarkdown(common));
    }
    if (!Told(metric).empty()) {
      text += RowsTable(comparison, metric, {}, true).Markdown() + "\n";
    }
    list(BelowTable(comparison, metric));
  }
  list(MissingWords(comparison.matching));
  list(comparison.notes);
  while (text.ends_with("\n\n")) {
    text.pop_back();
  }
  return text;
}

}  // namespace playbook
