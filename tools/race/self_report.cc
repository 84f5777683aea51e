#include "tools/race/self_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "tools/report/escape.h"
#include "tools/report/table.h"
#include "tools/results/input_error.h"
#include "tools/results/result_row.h"
#include "tools/stats/binomial_bound.h"
#include "tools/stats/paired_ratio.h"
#include "tools/stats/sample.h"

namespace playbook {
namespace {

constexpr int kSelfSchemaVersion = 1;

// The least that has an interval, a usual number, and its double twice: each doubling sees about 1.4 times smaller.
constexpr std::array<int, 4> kSizes = {kLeastRounds, 10, 20, 40};

std::string PercentText(double factor) {
  return std::isfinite(factor) ? fmt::format("{:.2g} %", (factor - 1) * 100) : "-";
}

std::string RateText(double rate) {
  return fmt::format("{:.2g} %", rate * 100);
}

std::string TextOf(const Table& table, bool markdown) {
  return markdown ? table.Markdown() : table.Terminal("");
}

// A round in which neither side has a value was not meant for the row.
LogRatios LogsOfMeantRounds(const std::vector<double>& base, const std::vector<double>& contender) {
  std::vector<double> numerator;
  std::vector<double> denominator;
  for (std::size_t round = 0; round < base.size(); ++round) {
    if (!std::isnan(base[round]) || !std::isnan(contender[round])) {
      numerator.push_back(contender[round]);
      denominator.push_back(base[round]);
    }
  }
  return RoundLogRatios(numerator, denominator);
}

std::string Alarms(const std::vector<SelfRow>& rows, bool markdown) {
  using Align = Table::Align;
  Table table({{"rounds", Align::kRight},
               {"comparisons", Align::kRight},
               {"false alarms", Align::kRight},
               {"rate allowed", Align::kRight},
               {"rate at most (95 %)", Align::kRight}});
  for (const SelfRow& row : rows) {
    if (row.comparisons > 0) {
      table.Add({fmt::format("{}", row.rounds), fmt::format("{}", row.comparisons), fmt::format("{}", row.false_alarms),
                 RateText(row.alarm_rate), RateText(row.alarm_bound)});
    }
  }
  return TextOf(table, markdown);
}

nlohmann::ordered_json JsonOf(const SelfRow& row) {
  using nlohmann::ordered_json;
  const auto number = [](double value) { return std::isfinite(value) ? ordered_json(value) : ordered_json(); };
  return {{"rounds", row.rounds},
          {"comparisons", row.comparisons},
          {"false_alarms", row.false_alarms},
          {"alarm_rate_allowed", row.alarm_rate},
          {"alarm_rate_bound", row.alarm_bound},
          {"visible", number(row.visible)},
          {"visible_if_normal", number(row.visible_if_normal)}};
}

std::string JsonOf(const SelfReport& report) {
  using nlohmann::ordered_json;
  ordered_json all = ordered_json::array();
  for (const SelfRow& row : report.all) {
    all.push_back(JsonOf(row));
    all.back().erase("visible");
    all.back().erase("visible_if_normal");
  }
  ordered_json rows = ordered_json::array();
  for (const SelfSubject& subject : report.subjects) {
    ordered_json sizes = ordered_json::array();
    for (const SelfRow& row : subject.rows) {
      sizes.push_back(JsonOf(row));
    }
    rows.push_back({{"name", subject.name},
                    {"rounds", subject.log_ratios.size()},
                    {"round_spread", subject.spread},
                    {"by_rounds", sizes}});
  }
  const ordered_json document = {{"schema_version", kSelfSchemaVersion},
                                 {"self", report.label},
                                 {"share", kSelfShare},
                                 {"all_rows", all},
                                 {"rows", rows},
                                 {"notes", report.notes}};
  return document.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace

SelfSubject SubjectOf(std::string name, std::vector<double> log_ratios) {
  SelfSubject subject = {.name = std::move(name), .log_ratios = std::move(log_ratios)};
  subject.spread = Spread(subject.log_ratios);
  subject.rows = CompareSelf(subject.log_ratios, kSizes, kTableLevel, kSelfShare);
  return subject;
}

SelfReport ReportSelf(const MeasuredPair& pair) {
  SelfReport report = {.label = pair.base.label, .notes = pair.notes};
  for (const MeasuredRow& base : pair.base.rows) {
    for (const MeasuredRow& contender : pair.contender.rows) {
      const auto left = base.values.find(kRealTime);
      const auto right = contender.values.find(kRealTime);
      if (base.full_name != contender.full_name || left == base.values.end() || right == contender.values.end()) {
        continue;
      }
      LogRatios logs = LogsOfMeantRounds(left->second, right->second);
      for (const std::string& warning : logs.warnings) {
        report.notes.push_back(fmt::format("{}: {}", base.name, warning));
      }
      // What is left of a row that has no ratio in some rounds was chosen by what it is.
      if (logs.without_ratio == 0 && static_cast<int>(logs.values.size()) >= kLeastRounds) {
        report.subjects.push_back(SubjectOf(base.name, std::move(logs.values)));
      }
    }
  }
  if (report.subjects.empty()) {
    throw InputError(
        fmt::format("no row of {} has the {} rounds that an interval needs; give it more time with --budget",
                    report.label, kLeastRounds));
  }
  for (std::size_t size = 0; size < kSizes.size(); ++size) {
    SelfRow sum = report.subjects.front().rows[size];
    sum.comparisons = 0;
    sum.false_alarms = 0;
    for (const SelfSubject& subject : report.subjects) {
      sum.comparisons += subject.rows[size].comparisons;
      sum.false_alarms += subject.rows[size].false_alarms;
    }
    sum.alarm_bound = sum.comparisons == 0 ? 1 : RateBound(sum.false_alarms, sum.comparisons, kTableLevel);
    report.all.push_back(sum);
  }
  return report;
}

std::string VisibleEffects(const std::vector<SelfSubject>& subjects, bool markdown) {
  std::set<int> shown;
  for (const SelfSubject& subject : subjects) {
    for (const SelfRow& row : subject.rows) {
      if (std::isfinite(row.visible)) {
        shown.insert(row.rounds);
      }
    }
  }
  std::vector<Table::Column> columns = {{"row", Table::Align::kLeft}, {"noise of a round", Table::Align::kRight}};
  for (const int rounds : shown) {
    columns.push_back({fmt::format("{} rounds", rounds), Table::Align::kRight});
  }
  Table table(std::move(columns));
  for (const SelfSubject& subject : subjects) {
    std::vector<std::string> cells = {markdown ? MarkdownCode(subject.name) : subject.name,
                                      PercentText(std::exp(subject.spread))};
    for (const int rounds : shown) {
      const auto row = std::find_if(subject.rows.begin(), subject.rows.end(),
                                    [rounds](const SelfRow& one) { return one.rounds == rounds; });
      cells.push_back(PercentText(row == subject.rows.end() ? kNoNumber : row->visible));
    }
    table.Add(std::move(cells));
  }
  return TextOf(table, markdown);
}

std::string TextOfSelf(const SelfReport& report, SelfFormat format) {
  if (format == SelfFormat::kJson) {
    return JsonOf(report);
  }
  const bool markdown = format == SelfFormat::kMarkdown;
  const std::string label = markdown ? EscapeMarkdown(report.label) : report.label;
  return fmt::format(
      "{} against itself: how often the interval left 1 out, though nothing differs\n\n{}\n"
      "the smallest change that is found in {:.0f} of 100 comparisons of so many rounds\n\n{}",
      label, Alarms(report.all, markdown), kSelfShare * 100, VisibleEffects(report.subjects, markdown));
}

}  // namespace playbook
