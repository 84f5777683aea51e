// The forms of a ladder that programs read.
#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "tools/ladder/checks.h"
#include "tools/ladder/ladder_table.h"
#include "tools/ladder/limits.h"
#include "tools/report/escape.h"

namespace playbook {
namespace {

using nlohmann::ordered_json;

ordered_json Number(double value) {
  return std::isfinite(value) ? ordered_json(value) : ordered_json();
}

// In so many of the yardstick's times; not a number where that cannot be said.
double In(const Ladder& ladder, const LadderRow& row, const std::string& build, const char* yardstick) {
  const LadderRow* const unit = ladder.Yardstick(yardstick);
  return row.is_rate || unit == nullptr ? NAN : row.Value(build).median / unit->Value(build).median;
}

ordered_json FigureJson(const Ladder& ladder, const LadderRow& row, const std::string& build) {
  const MedianInterval value = row.Value(build);
  return {{"row", row.name},
          {"build", build},
          {"unit", row.is_rate ? "bytes_per_second" : "ns"},
          {"median", Number(value.median)},
          {"low", Number(value.low)},
          {"high", Number(value.high)},
          {"level", value.level},
          {"n", value.n},
          {"in_function_calls", Number(In(ladder, row, build, "function_call"))},
          {"in_system_calls", Number(In(ladder, row, build, "system_call"))}};
}

template <typename Visit>
void ForEachFigure(const Ladder& ladder, Visit visit) {
  for (const LadderRung& rung : ladder.rungs) {
    for (const LadderRow& row : rung.rows) {
      for (const LadderBuild& build : ladder.builds) {
        visit(rung, row, build.name);
      }
    }
  }
}

std::string CsvNumber(double value) {
  return std::isfinite(value) ? fmt::format("{}", value) : "";
}

const char* StateOf(const LadderRow& row, const std::string& build) {
  const auto found = row.series.find(build);
  if (found == row.series.end() || row.Value(build).n > 0) {
    return found == row.series.end() ? "missing" : "measured";
  }
  return !found->second.failed.empty() ? "failed" : !found->second.skipped.empty() ? "skipped" : "missing";
}

}  // namespace

std::string LadderCsv(const Ladder& ladder) {
  std::string csv =
      "rung,row,build,state,unit,median,low,high,n,in_function_calls,in_system_calls,spent_in,counted\r\n";
  ForEachFigure(ladder, [&](const LadderRung& rung, const LadderRow& row, const std::string& build) {
    const MedianInterval value = row.Value(build);
    csv += fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{}\r\n", CsvField(rung.id), CsvField(row.name),
                       CsvField(build), StateOf(row, build), row.is_rate ? "bytes_per_second" : "ns",
                       CsvNumber(value.median), CsvNumber(value.low), CsvNumber(value.high), value.n,
                       CsvNumber(In(ladder, row, build, "function_call")),
                       CsvNumber(In(ladder, row, build, "system_call")), CsvField(row.part), CsvField(row.counts));
  });
  return csv;
}

std::string LadderJson(const Ladder& ladder) {
  ordered_json json = ordered_json::parse(ToJson(ladder));
  json["figures"] = ordered_json::array();
  ForEachFigure(ladder, [&](const LadderRung& /*rung*/, const LadderRow& row, const std::string& build) {
    json["figures"].push_back(FigureJson(ladder, row, build));
  });
  json["checks"] = ordered_json::array();
  for (const LadderCheck& check : Checks(ladder)) {
    json["checks"].push_back({{"verdict", Word(check.verdict)},
                              {"build", check.build},
                              {"row", check.relation.row},
                              {"at_most", check.relation.at_most},
                              {"why", check.relation.why}});
  }
  return json.dump(1, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace playbook
