#include "tools/report/data_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>

#include "tools/report/escape.h"
#include "tools/report/findings.h"
#include "tools/report/provenance.h"

namespace playbook {
namespace {

using nlohmann::ordered_json;

constexpr int kSchemaVersion = 1;

// JSON has no word for what is not finite.
ordered_json Number(double value) {
  return std::isfinite(value) ? ordered_json(value) : ordered_json();
}

ordered_json ToJson(const Sample& sample) {
  return {
      {"n", sample.n}, {"median", Number(sample.median)}, {"low", Number(sample.low)}, {"high", Number(sample.high)}};
}

ordered_json ToJson(const RatioEstimate& ratio) {
  if (ratio.n == 0) {
    return {{"n", 0}, {"warnings", ratio.warnings}};
  }
  ordered_json json = {{"n", ratio.n}, {"ratio", Number(ratio.ratio)}};
  json["low"] = ratio.has_interval ? Number(ratio.low) : ordered_json();
  json["high"] = ratio.has_interval ? Number(ratio.high) : ordered_json();
  json["level"] = ratio.has_interval ? Number(ratio.level) : ordered_json();
  json["warnings"] = ratio.warnings;
  return json;
}

const char* StateWord(RowFigure::State state) {
  switch (state) {
    case RowFigure::State::kMeasured:
      return "measured";
    case RowFigure::State::kBelowClock:
      return "below_clock";
    case RowFigure::State::kErrored:
      return "failed";
    case RowFigure::State::kAbsent:
      break;
  }
  return "absent";
}

ordered_json ToJson(const RowFigure& figure) {
  ordered_json json = {{"state", StateWord(figure.state)}};
  if (figure.state == RowFigure::State::kMeasured) {
    json["unit"] = figure.unit;
    json.update(ToJson(figure.sample));
  }
  if (!figure.message.empty()) {
    json["message"] = figure.message;
  }
  return json;
}

ordered_json RowsJson(const RunData& run, const PairFinding& finding) {
  const std::vector<std::string> names = RowsOf(run, finding.id);
  const int table_rows = static_cast<int>(names.size() * (run.plan.builds.size() - 1));
  ordered_json rows = ordered_json::array();
  for (const std::string& name : names) {
    ordered_json row = {{"row", name}, {"builds", ordered_json::array()}, {"ratios", ordered_json::array()}};
    for (const PlannedBuild& build : run.plan.builds) {
      const PairRun& pair = run.Of(build.label, finding.id);
      ordered_json one = {{"build", build.name}, {"figure", ToJson(FigureOf(finding.pair, pair, name))}};
      if (const auto found = pair.rows.find(name); found != pair.rows.end()) {
        one["time_ns"] = ToJson(Summarise(found->second.time_ns));
        one["iterations"] = *std::max_element(found->second.iterations.begin(), found->second.iterations.end());
        for (const auto& [counter, values] : found->second.counters) {
          one["counters"][counter] = Number(Summarise(values).median);
        }
        one["errors"] = found->second.errors;
      }
      row["builds"].push_back(std::move(one));
    }
    for (const BuildRatio& ratio : BuildRatios(run, finding.id, name, table_rows)) {
      row["ratios"].push_back({{"sides", ratio.sides}, {"ratio", ToJson(ratio.ratio)}});
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

ordered_json EvidenceJson(const PairRun& pair) {
  if (!pair.evidence) {
    return nullptr;
  }
  ordered_json claims = ordered_json::array();
  for (const EvidenceClaim& claim : pair.evidence->claims) {
    claims.push_back({{"name", claim.name},
                      {"words", claim.words},
                      {"strength", claim.strength},
                      {"status", claim.status},
                      {"separates", claim.separates},
                      {"reason", claim.reason}});
  }
  return {{"verified", pair.evidence->verify_passed}, {"detail", pair.evidence->verify_detail}, {"claims", claims}};
}

ordered_json PairJson(const RunData& run, const PairFinding& finding) {
  ordered_json builds = ordered_json::array();
  for (const BuildFinding& build : finding.builds) {
    const EffectFinding& effect = build.effect;
    builds.push_back({{"build", build.build.name},
                      {"wrong", ToJson(build.wrong)},
                      {"right", ToJson(build.right)},
                      {"effect",
                       {{"verdict", Word(effect.verdict)},
                        {"sides", effect.sides},
                        {"ratio", ToJson(effect.ratio)},
                        {"reason", effect.reason}}},
                      {"evidence", EvidenceJson(run.Of(build.build.label, finding.id))},
                      {"failure", build.failure.empty() ? ordered_json() : ordered_json(build.failure)}});
  }
  ordered_json ratios = ordered_json::array();
  for (const BuildRatio& ratio : finding.right_ratios) {
    ratios.push_back({{"sides", ratio.sides}, {"ratio", ToJson(ratio.ratio)}});
  }
  return {{"id", finding.id},
          {"kind", finding.pair.kind},
          {"title", finding.pair.title},
          {"claim", finding.pair.effect},
          {"at_least", finding.pair.at_least},
          {"article", finding.pair.article},
          {"published", finding.pair.published},
          {"builds", std::move(builds)},
          {"right_ratios", std::move(ratios)},
          {"rows", RowsJson(run, finding)}};
}

const char* RoleOf(const RunData& run, const std::string& id, const std::string& row, bool& headline) {
  const auto pair = run.pairs.find(id);
  if (pair != run.pairs.end()) {
    for (const RowDescription& one : pair->second.rows) {
      if (one.row == row) {
        headline = one.headline;
        return one.role.c_str();
      }
    }
  }
  headline = false;
  return "";
}

std::string Cell(double value) {
  return std::isfinite(value) ? fmt::format("{}", value) : "";
}

}  // namespace

std::string JsonReport(const RunData& run) {
  const Findings findings = FindAll(run);
  ordered_json pairs = ordered_json::array();
  for (const PairFinding& finding : findings.pairs) {
    pairs.push_back(PairJson(run, finding));
  }
  ordered_json builds = ordered_json::array();
  const std::vector<Fact> facts = Provenance(run);
  for (std::size_t build = 0; build < run.plan.builds.size(); ++build) {
    ordered_json provenance = ordered_json::object();
    for (const Fact& fact : facts) {
      provenance[fact.key] = fact.values[build];
    }
    builds.push_back({{"name", run.plan.builds[build].name}, {"provenance", std::move(provenance)}});
  }
  const std::optional<double> cpu_wait_share = run.CpuWaitShare();
  const ordered_json report = {{"schema_version", kSchemaVersion},
                               {"complete", run.complete},
                               {"cpu_wait_share", cpu_wait_share ? ordered_json(*cpu_wait_share) : ordered_json()},
                               {"started", run.plan.started},
                               {"rounds", run.plan.rounds},
                               {"whole_rounds", run.WholeRounds()},
                               {"scratch_file_system", run.plan.scratch_file_system},
                               {"failed", findings.failed},
                               {"builds", std::move(builds)},
                               {"pairs", std::move(pairs)},
                               {"notes", run.plan.notes},
                               {"warnings", run.warnings}};
  return report.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

std::string CsvReport(const RunData& run) {
  std::set<std::string> counters;
  for (const auto& [where, pair] : run.runs) {
    for (const auto& [row, series] : pair.rows) {
      for (const auto& [counter, values] : series.counters) {
        counters.insert(counter);
      }
    }
  }
  std::string out = "pair,build,row,role,headline,round,iterations,time_ns";
  for (const std::string& counter : counters) {
    out += "," + CsvField(counter);
  }
  out += "\n";
  for (const std::string& id : run.plan.pairs) {
    for (const PlannedBuild& build : run.plan.builds) {
      const PairRun& pair = run.Of(build.label, id);
      for (const std::string& row : RowsOf(run, id)) {
        const auto found = pair.rows.find(row);
        if (found == pair.rows.end()) {
          continue;
        }
        const RowSeries& series = found->second;
        bool headline = false;
        const std::string role = RoleOf(run, id, row, headline);
        for (std::size_t round = 0; round < series.time_ns.size(); ++round) {
          if (series.iterations[round] == 0) {
            continue;
          }
          out +=
              fmt::format("{},{},{},{},{},{},{},{}", CsvField(id), CsvField(build.name), CsvField(row), CsvField(role),
                          headline ? "yes" : "no", round + 1, series.iterations[round], Cell(series.time_ns[round]));
          for (const std::string& counter : counters) {
            const auto values = series.counters.find(counter);
            out += "," + (values == series.counters.end() ? "" : Cell(values->second[round]));
          }
          out += "\n";
        }
      }
    }
  }
  return out;
}

}  // namespace playbook
