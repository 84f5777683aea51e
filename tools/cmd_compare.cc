// `playbook compare`: what the contender does to every row of the base.
#include <fmt/format.h>
#include <fmt/ostream.h>
#include <unistd.h>

#include <array>
#include <climits>
#include <filesystem>
#include <future>
#include <stdexcept>
#include <system_error>

#include "fixtures/host/machine.h"
#include "tools/commands.h"
#include "tools/compare/comparison.h"
#include "tools/compare/comparison_data.h"
#include "tools/compare/comparison_text.h"
#include "tools/compare/gate.h"
#include "tools/compare/measured_file.h"
#include "tools/compare/measured_run.h"
#include "tools/compare/operand.h"
#include "tools/compare_options.h"
#include "tools/ladder/beyond.h"
#include "tools/measure/builds.h"
#include "tools/measure/run_data.h"
#include "tools/race/load_race.h"
#include "tools/race/race_folder.h"
#include "tools/race/self_report.h"
#include "tools/race_request.h"
#include "tools/results/input_error.h"

namespace playbook {
namespace {

bool IsRunFolder(const Operand& operand) {
  return operand.kind == Operand::Kind::kRunFolder;
}

bool SamePlace(const Operand& one, const Operand& other) {
  std::error_code error;
  return std::filesystem::equivalent(one.path, other.path, error);
}

std::string BuildOf(const Operand& operand, const RunData& run) {
  if (!operand.build.empty()) {
    return operand.build;
  }
  if (run.plan.builds.size() == 1) {
    return run.plan.builds.front().name;
  }
  std::vector<std::string> names;
  for (const PlannedBuild& build : run.plan.builds) {
    names.push_back(build.name);
  }
  throw InputError(fmt::format("{} holds the builds {}; say which one, as {}:{}", operand.given, fmt::join(names, ", "),
                               operand.given, names.front()));
}

bool IsRace(const Operand& operand) {
  return IsRunFolder(operand) && operand.build.empty() && IsRaceFolder(operand.path);
}

// Both sides of a race, with the rows that it set side by side.
MeasuredPair OfRace(const Operand& operand, CompareRequest& request) {
  RaceData data = LoadRace(operand.path, MetricNames(request.options.metrics.begin(), request.options.metrics.end()));
  if (request.options.rows.empty()) {
    request.options.rows = data.asked;
  }
  return std::move(data.pair);
}

// Both builds of the only operand.
MeasuredPair OnlyFolder(const Operand& operand) {
  if (!IsRunFolder(operand) || !operand.build.empty()) {
    throw InputError(fmt::format("{} is one side; give a second one to compare it with", operand.given));
  }
  const RunData run = LoadRun(operand.path);
  if (run.plan.builds.size() != 2) {
    throw InputError(
        fmt::format("{} holds {} builds, must hold 2 to be compared by itself", operand.given, run.plan.builds.size()));
  }
  return MeasuredBuilds(run, run.plan.builds[0].name, run.plan.builds[1].name);
}

Measured SideOf(const Operand& operand, const CompareOptions& options) {
  if (IsRunFolder(operand)) {
    const RunData run = LoadRun(operand.path);
    Measured side = MeasuredBuild(run, BuildOf(operand, run));
    side.label = operand.build.empty() ? operand.given : fmt::format("{} ({})", operand.given, side.label);
    return side;
  }
  Measured side = MeasuredFile(operand.path, MetricNames(options.metrics.begin(), options.metrics.end()));
  side.label = operand.given;
  return side;
}

// Options that measure are meaningless, and so a mistake, where nothing is measured.
void CheckNothingToMeasure(const CompareRequest& request, const Operand& operand) {
  if (!request.race.given.empty()) {
    throw std::invalid_argument(fmt::format("{} is for what is measured, but {} is {}", request.race.given.front(),
                                            operand.given,
                                            IsRace(operand) ? "the folder of a race" : Word(operand.kind)));
  }
}

MeasuredPair PairOf(CompareRequest& request, std::ostream& err) {
  const std::vector<std::string> builds = BuildNames(FindRoot(ThisExecutable()));
  const Operand base = ReadOperand(request.base, builds);
  const MetricNames metrics(request.options.metrics.begin(), request.options.metrics.end());
  if (request.race.self) {
    return MeasureRace(request.race, base, base, metrics, err).pair;
  }
  if (request.contender.empty()) {
    if (!CanRace(base)) {
      CheckNothingToMeasure(request, base);
    }
    return IsRace(base) ? OfRace(base, request) : OnlyFolder(base);
  }
  const Operand contender = ReadOperand(request.contender, builds);
  for (const Operand& operand : {base, contender}) {
    if (IsRace(operand)) {
      throw InputError(fmt::format("{} is the folder of a race, which holds both sides; give it alone", operand.given));
    }
  }
  if (CanRace(base) || CanRace(contender)) {
    return MeasureRace(request.race, base, contender, metrics, err).pair;
  }
  CheckNothingToMeasure(request, base);
  if (IsRunFolder(base) && IsRunFolder(contender) && SamePlace(base, contender)) {
    const RunData run = LoadRun(base.path);
    return MeasuredBuilds(run, BuildOf(base, run), BuildOf(contender, run));
  }
  MeasuredPair pair;
  // Both at once: nothing is being measured, and large files take seconds.
  std::future<Measured> other = std::async(std::launch::async, [&] { return SideOf(contender, request.options); });
  pair.base = SideOf(base, request.options);
  pair.contender = other.get();
  if (SamePlace(base, contender)) {
    pair.notes.push_back("base and contender are the same file");
  }
  return pair;
}

// Rates of rows that were compared and that this machine cannot have, where a side was measured on it.
std::vector<std::string> BeyondThisMachine(const MeasuredPair& pair, const RowMatching& matching) {
  std::array<char, HOST_NAME_MAX + 1> host = {};
  gethostname(host.data(), host.size() - 1);
  const Machine machine = ReadMachine();
  std::vector<MeasuredRate> rates;
  for (const RowMatch& match : matching.matches) {
    for (const auto& [side, row] : {std::pair(&pair.base, match.base), std::pair(&pair.contender, match.contender)}) {
      const std::map<std::string, std::vector<double>, std::less<>>& values = side->rows[row].values;
      const auto rate = values.find(kBytesPerSecond);
      if (rate != values.end() && IsOfMachine(side->context, machine, host.data())) {
        rates.push_back({.row = side->rows[row].name, .side = side->label, .values = rate->second});
      }
    }
  }
  return BeyondOwnLimits(rates);
}

void Print(const Comparison& comparison, const CompareRequest& request, const std::optional<GateAnswer>& gate,
           std::ostream& out) {
  if (request.format == "md") {
    out << MarkdownComparison(comparison);
  } else if (request.format == "json") {
    out << JsonComparison(comparison, gate);
  } else if (request.format == "csv") {
    out << CsvComparison(comparison);
  } else if (request.format == "junit") {
    out << JunitComparison(comparison, gate);
  } else {
    out << TerminalComparison(comparison, StyleOf(out));
  }
}

int SayGate(const GateResult& result, std::ostream& err) {
  for (const std::string& line : result.tripped) {
    fmt::print(err, "gate: {}\n", line);
  }
  for (const std::string& line : result.undecided) {
    fmt::print(err, "gate cannot tell: {}\n", line);
  }
  fmt::print(err, "gate {}\n",
             result.outcome == GateResult::Outcome::kCannotTell ? "cannot tell" : Word(result.outcome));
  switch (result.outcome) {
    case GateResult::Outcome::kTripped:
      return kFailed;
    case GateResult::Outcome::kCannotTell:
      return kUndecided;
    case GateResult::Outcome::kPassed:
      break;
  }
  return kOk;
}

int PrintSelf(const MeasuredPair& pair, const CompareRequest& request, std::ostream& out, std::ostream& err) {
  const SelfReport report = ReportSelf(pair);
  for (const std::string& note : report.notes) {
    fmt::print(err, "note: {}\n", note);
  }
  out << TextOfSelf(report, request.format == "json" ? SelfFormat::kJson
                            : request.format == "md" ? SelfFormat::kMarkdown
                                                     : SelfFormat::kTerminal);
  return kOk;
}

int Refuse(const ProvenanceDifference& provenance, std::ostream& err) {
  err << TerminalProvenance(provenance, StyleOf(err));
  for (const std::string& refusal : provenance.refusals) {
    fmt::print(err, "refused: {}\n", refusal);
  }
  fmt::print(err, "--force compares them all the same, and the table says so\n");
  return kRefused;
}

}  // namespace

int RunCompare(const Arguments& arguments, std::ostream& out, std::ostream& err) {
  CompareRequest request;
  if (int code = kOk; !ReadCompareOptions(arguments, request, out, err, code)) {
    return code;
  }
  try {
    const MeasuredPair pair = PairOf(request, err);
    if (request.race.self) {
      return PrintSelf(pair, request, out, err);
    }
    const Comparison comparison = Compare(pair, request.options);
    for (const std::string& note : comparison.notes) {
      fmt::print(err, "note: {}\n", note);
    }
    if (!comparison.provenance.refusals.empty() && !request.force) {
      return Refuse(comparison.provenance, err);
    }
    std::optional<GateAnswer> gate;
    if (request.gate) {
      gate = GateAnswer{*request.gate, JudgeGate(comparison, *request.gate)};
    }
    Print(comparison, request, gate, out);
    for (const std::string& warning : BeyondThisMachine(pair, comparison.matching)) {
      fmt::print(err, "warning: {}\n", warning);
    }
    return gate ? SayGate(gate->result, err) : kOk;
  } catch (const std::invalid_argument& fault) {
    fmt::print(err, "error: {}\nsee playbook compare --help\n", fault.what());
    return kUsage;
  } catch (const RaceInterrupted& interrupted) {
    fmt::print(err, "interrupted: {}\n", interrupted.what());
    return kInterrupted;
  }
}

}  // namespace playbook
