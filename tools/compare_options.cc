#include "tools/compare_options.h"

#include <fmt/format.h>
#include <fmt/ostream.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <stdexcept>
#include <vector>

namespace playbook {
namespace {

// What CLI11 fills in, before it is understood.
struct Texts {
  std::string gate;
  std::string margin;
  std::vector<std::string> rows;
  std::vector<std::string> less_is_better;
  std::vector<std::string> more_is_better;
  RaceTexts race;
};

void Understand(const Texts& texts, CompareRequest& request) {
  if (!texts.gate.empty() && !texts.margin.empty()) {
    throw std::invalid_argument(
        fmt::format("--gate {} and --margin {}: the gate is the margin, give one of them", texts.gate, texts.margin));
  }
  if (!texts.gate.empty()) {
    request.gate = ParseGate(texts.gate);
    request.options.margin = request.gate->margin;
  }
  if (!texts.margin.empty()) {
    request.options.margin = ParsePercent(texts.margin, "--margin");
  }
  for (const std::string& rows : texts.rows) {
    request.options.rows.push_back(ParseRowNames(rows));
  }
  StatedDirections& directions = request.options.directions;
  directions.less_is_better.insert(texts.less_is_better.begin(), texts.less_is_better.end());
  directions.more_is_better.insert(texts.more_is_better.begin(), texts.more_is_better.end());
  for (const std::string& metric : texts.less_is_better) {
    if (directions.more_is_better.count(metric) > 0) {
      throw std::invalid_argument(
          fmt::format("{} is given to both --less-is-better and --more-is-better, must be one of them", metric));
    }
  }
  const RowFilter checked(request.options.filter);
}

// Takes what stands behind "--", which is the benchmark's, out of the arguments.
std::vector<std::string> TakeRest(Arguments& arguments) {
  const auto dashes = std::find(arguments.begin(), arguments.end(), "--");
  if (dashes == arguments.end()) {
    return {};
  }
  std::vector<std::string> rest(dashes + 1, arguments.end());
  arguments.erase(dashes, arguments.end());
  return rest;
}

void CheckSelf(const CompareRequest& request) {
  if (!request.race.self) {
    return;
  }
  if (!request.contender.empty()) {
    throw std::invalid_argument(
        fmt::format("--self measures one program against itself: give no CONTENDER ({})", request.contender));
  }
  if (request.gate) {
    throw std::invalid_argument("--self compares nothing, so there is nothing for --gate to look at");
  }
  if (request.format != "table" && request.format != "md" && request.format != "json") {
    throw std::invalid_argument(
        fmt::format("--format {} is not one of --self, must be table, md or json", request.format));
  }
}

}  // namespace

bool ReadCompareOptions(const Arguments& arguments, CompareRequest& request, std::ostream& out, std::ostream& err,
                        int& code) {
  Texts texts;
  request.format = "table";
  CLI::App app(
      "compares two sides row by row: Google Benchmark programs or builds, which are measured in turn; result files; "
      "builds of run folders; says for each row whether the contender is slower, faster or neither, and how sure that "
      "is; what stands behind -- is given to both programs",
      "compare");
  app.add_option("BASE", request.base,
                 "a program, a build, a result file (JSON), or a run folder with a build of it, as runs/first:gcc")
      ->required();
  app.add_option("CONTENDER", request.contender,
                 "the same; without it, BASE is the folder of a run with two builds, or of a race");
  app.add_option("--format", request.format, "table, md, json, csv (one line a row and metric), or junit")
      ->check(CLI::IsMember({"table", "md", "json", "csv", "junit"}));
  app.add_option("--gate", texts.gate,
                 "X%, slower:X% or faster:X%: ends with 1 if a row lies beyond it, with 5 if that cannot be told")
      ->type_name("GATE");
  app.add_option("--margin", texts.margin, "the smallest difference worth speaking of, 2% if not given")
      ->type_name("X%");
  app.add_option("--filter", request.options.filter,
                 "only rows whose name this regular expression matches; with - before it, only the others")
      ->type_name("REGEX");
  app.add_option("--rows", texts.rows, "set the base's row A beside the contender's row B; may be repeated")
      ->type_name("A=B")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  app.add_option("--metric", request.options.metrics,
                 "real_time, cpu_time or a counter; may be repeated; without it real_time and all counters")
      ->type_name("NAME")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  app.add_option("--less-is-better", texts.less_is_better, "of this counter less is better; may be repeated")
      ->type_name("NAME")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  app.add_option("--more-is-better", texts.more_is_better, "of this counter more is better; may be repeated")
      ->type_name("NAME")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  app.add_flag("--force", request.force, "compare what should not be compared; the table says so");
  app.footer(
      "exit codes: 0 nothing to report, 1 the gate tripped, 2 usage, 3 bad input, 4 refused (--force), 5 cannot tell "
      "under the gate");
  AddRaceOptions(app, texts.race);
  Arguments ours = arguments;
  texts.race.args = TakeRest(ours);
  if (!Parse(app, ours, out, err, code)) {
    return false;
  }
  try {
    Understand(texts, request);
    request.race = ReadRace(texts.race, app);
    request.race.options.filter = request.options.filter;
    request.race.options.rows = request.options.rows;
    CheckSelf(request);
  } catch (const std::invalid_argument& fault) {
    fmt::print(err, "error: {}\nsee playbook compare --help\n", fault.what());
    code = kUsage;
    return false;
  }
  return true;
}

}  // namespace playbook
