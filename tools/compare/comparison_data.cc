#include "tools/compare/comparison_data.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <iterator>
#include <nlohmann/json.hpp>
#include <vector>

#include "tools/compare/comparison_words.h"
#include "tools/report/escape.h"
#include "tools/stats/rounds_needed.h"

namespace playbook {
namespace {

using nlohmann::ordered_json;

constexpr int kComparisonSchema = 1;

// Twelve digits: more than any clock has, and fewer than a machine's own way to round a logarithm reaches.
std::string Digits(double value) {
  return fmt::format("{:.12g}", value);
}

// JSON has no word for what is not finite.
ordered_json Finite(double value) {
  if (!std::isfinite(value)) {
    return {};
  }
  const std::string digits = Digits(value);
  double rounded = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), rounded);
  return rounded;
}

ordered_json IntervalJson(const RatioEstimate& ratio) {
  if (!ratio.has_interval) {
    return {};
  }
  return {{"low", Finite(ratio.low)},
          {"high", Finite(ratio.high)},
          {"level", Finite(ratio.level)},
          {"reaches_wanted_level", ratio.reaches_wanted}};
}

ordered_json SampleJson(const Sample& sample) {
  return {
      {"n", sample.n}, {"median", Finite(sample.median)}, {"low", Finite(sample.low)}, {"high", Finite(sample.high)}};
}

ordered_json RowJson(const MetricComparison& metric, const RowComparison& row) {
  ordered_json json = {{"name", row.name},
                       {"metric", metric.metric},
                       {"verdict", Word(row.verdict)},
                       {"ratio", Finite(row.ratio.ratio)},
                       {"interval", IntervalJson(row.ratio)},
                       {"n", row.ratio.n},
                       {"base", SampleJson(row.base)},
                       {"contender", SampleJson(row.contender)},
                       {"identical", row.identical},
                       {"p",
                        {{"exact", Finite(row.judged.adjusted.exact)},
                         {"differs", Finite(row.judged.adjusted.differs)},
                         {"beyond_margin", Finite(row.judged.adjusted.beyond)},
                         {"inside_margin", Finite(row.judged.adjusted.inside)}}}};
  const bool known = row.verdict == Verdict::kCannotTell && row.needed < kNeverTells;
  json["n_needed"] = known ? ordered_json(row.needed) : ordered_json();
  json["verdict_alone"] = Word(row.alone);
  json["verdict_by_table"] = row.by_table;
  json["warnings"] = row.warnings;
  json["gaps"] = row.gaps;
  return json;
}

ordered_json MetricJson(const MetricComparison& metric) {
  ordered_json json = {{"metric", metric.metric},
                       {"direction", Word(metric.direction)},
                       {"rows", metric.rows.size()},
                       {"rows_tested", metric.tested}};
  json["rows_with_too_few"] = metric.too_few;
  json["on_one_side"] = metric.one_sided;
  json["n_needed_for_a_difference"] = metric.values_needed == 0 ? ordered_json() : ordered_json(metric.values_needed);
  json["geometric_mean"] = {};
  if (metric.mean_rows >= 2) {
    json["geometric_mean"] = {{"ratio", Finite(metric.mean.ratio)},
                              {"interval", IntervalJson(metric.mean)},
                              {"rows", metric.mean_rows},
                              {"n", metric.mean.n},
                              {"n_counts", metric.mean_by_round ? "rounds" : "rows"}};
  }
  json["common_factor"] = {};
  if (metric.common.found) {
    json["common_factor"] = {{"ratio", Finite(metric.common.estimate.ratio)},
                             {"interval", IntervalJson(metric.common.estimate)},
                             {"rows", metric.common.estimate.n},
                             {"rows_agreeing", metric.common.agreeing}};
  }
  return json;
}

ordered_json ProvenanceJson(const ProvenanceDifference& provenance) {
  ordered_json differences = ordered_json::array();
  for (const ContextDifference& one : provenance.differences) {
    differences.push_back({{"factor", one.factor}, {"key", one.key}, {"base", one.base}, {"contender", one.contender}});
  }
  return {{"differences", std::move(differences)},
          {"factors", provenance.factors},
          {"recorded_on_one_side", provenance.one_sided},
          {"statements", provenance.statements},
          {"refusals", provenance.refusals}};
}

ordered_json GateJson(const std::optional<GateAnswer>& gate) {
  if (!gate) {
    return {};
  }
  return {{"margin", gate->gate.margin},       {"on_slower", gate->gate.on_slower},
          {"on_faster", gate->gate.on_faster}, {"outcome", Word(gate->result.outcome)},
          {"tripped", gate->result.tripped},   {"undecided", gate->result.undecided}};
}

// A cell is empty where JSON has null.
std::string Cell(double value) {
  return std::isfinite(value) ? Digits(value) : std::string();
}

// Text and attributes of XML. Control characters are gone (CleanText).
std::string Xml(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    switch (c) {
      case '&':
        escaped += "&amp;";
        break;
      case '<':
        escaped += "&lt;";
        break;
      case '>':
        escaped += "&gt;";
        break;
      case '"':
        escaped += "&quot;";
        break;
      case '\n':
        escaped += "&#10;";
        break;
      default:
        escaped += c;
    }
  }
  return escaped;
}

// The cases of a JUnit file, counted as they are written.
class JunitCases {
 public:
  enum class Result { kPassed, kFailed, kSkipped };

  void Add(std::string_view suite, std::string_view name, Result result, std::string_view message) {
    ++cases_;
    fmt::format_to(std::back_inserter(text_), "  <testcase classname=\"{}\" name=\"{}\"", Xml(suite), Xml(name));
    switch (result) {
      case Result::kPassed:
        fmt::format_to(std::back_inserter(text_), "><system-out>{}</system-out></testcase>\n", Xml(message));
        return;
      case Result::kFailed:
        ++failed_;
        fmt::format_to(std::back_inserter(text_), "><failure message=\"{}\"/></testcase>\n", Xml(message));
        return;
      case Result::kSkipped:
        ++skipped_;
        fmt::format_to(std::back_inserter(text_), "><skipped message=\"{}\"/></testcase>\n", Xml(message));
    }
  }

  std::string Text(const std::string& name) const {
    return fmt::format(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        "<testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"0\" skipped=\"{}\">\n{}</testsuite>\n",
        Xml(name), cases_, failed_, skipped_, text_);
  }

 private:
  std::string text_;
  int cases_ = 0;
  int failed_ = 0;
  int skipped_ = 0;
};

}  // namespace

std::string JsonComparison(const Comparison& comparison, const std::optional<GateAnswer>& gate) {
  ordered_json json = {{"schema_version", kComparisonSchema},
                       {"base", comparison.base},
                       {"contender", comparison.contender},
                       {"paired", comparison.paired},
                       {"complete", comparison.whole},
                       {"margin", comparison.options.margin},
                       {"level", kTableLevel},
                       {"provenance", ProvenanceJson(comparison.provenance)},
                       {"forced", !comparison.provenance.refusals.empty()},
                       {"gate", GateJson(gate)},
                       {"metrics", ordered_json::array()},
                       {"rows", ordered_json::array()}};
  for (const MetricComparison& metric : comparison.metrics) {
    json["metrics"].push_back(MetricJson(metric));
    for (const RowComparison& row : metric.rows) {
      json["rows"].push_back(RowJson(metric, row));
    }
  }
  json["only_in_base"] = comparison.matching.only_base;
  json["only_in_contender"] = comparison.matching.only_contender;
  json["failed"] = ordered_json::array();
  for (const FailedRow& failed : comparison.matching.failed) {
    json["failed"].push_back({{"name", failed.name},
                              {"on_base", failed.on_base},
                              {"on_contender", failed.on_contender},
                              {"reason", failed.reason}});
  }
  json["notes"] = comparison.notes;
  return json.dump(2) + "\n";
}

std::string CsvComparison(const Comparison& comparison) {
  std::string text =
      "row,metric,direction,verdict,ratio,low,high,level,n,base_n,base_median,contender_n,contender_median,paired\n";
  for (const MetricComparison& metric : comparison.metrics) {
    for (const RowComparison& row : metric.rows) {
      const RatioEstimate& ratio = row.ratio;
      fmt::format_to(std::back_inserter(text), "{},{},{},{},{},{},{},{},{},{},{},{},{},{}\n", CsvField(row.name),
                     CsvField(metric.metric), Word(metric.direction), Word(row.verdict), Cell(ratio.ratio),
                     Cell(ratio.low), Cell(ratio.high), ratio.has_interval ? Cell(ratio.level) : "", ratio.n,
                     row.base.n, Cell(row.base.median), row.contender.n, Cell(row.contender.median),
                     comparison.paired ? "yes" : "no");
    }
  }
  return text;
}

std::string JunitComparison(const Comparison& comparison, const std::optional<GateAnswer>& gate) {
  JunitCases cases;
  for (const MetricComparison& metric : comparison.metrics) {
    if (!UnderGate(comparison, metric)) {
      continue;
    }
    for (const RowComparison& row : metric.rows) {
      const std::string words = fmt::format("{}: {}", VerdictWords(row), RatioWords(row));
      JunitCases::Result result = JunitCases::Result::kPassed;
      if (gate && Trips(row, gate->gate)) {
        result = JunitCases::Result::kFailed;
      } else if (gate && !Passes(row, metric.direction, gate->gate)) {
        result = JunitCases::Result::kSkipped;
      }
      cases.Add(metric.metric, row.name, result, words);
    }
  }
  for (const std::string& name : comparison.matching.only_base) {
    cases.Add("rows", name, JunitCases::Result::kSkipped, "only in the base");
  }
  for (const std::string& name : comparison.matching.only_contender) {
    cases.Add("rows", name, JunitCases::Result::kSkipped, "only in the contender");
  }
  for (const FailedRow& failed : comparison.matching.failed) {
    cases.Add("rows", failed.name, JunitCases::Result::kSkipped, FailedWords(failed));
  }
  return cases.Text(fmt::format("playbook compare {} {}", comparison.base, comparison.contender));
}

}  // namespace playbook
