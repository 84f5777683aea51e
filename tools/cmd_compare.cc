// `playbook compare`: what the contender does to every row of the base.
#include <fmt/format.h>
#include <fmt/ostream.h>

#include <filesystem>
#include <future>
#include <stdexcept>
#include <system_error>

#include "tools/commands.h"
#include "tools/compare/comparison.h"
#include "tools/compare/comparison_data.h"
#include "tools/compare/comparison_text.h"
#include "tools/compare/gate.h"
#include "tools/compare/measured_file.h"
#include "tools/compare/measured_run.h"
#include "tools/compare/operand.h"
#include "tools/compare_options.h"
#include "tools/measure/builds.h"
#include "tools/measure/run_data.h"
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

MeasuredPair PairOf(const CompareRequest& request) {
  const std::vector<std::string> builds = BuildNames(FindRoot(ThisExecutable()));
  const Operand base = ReadOperand(request.base, builds);
  if (request.contender.empty()) {
    return OnlyFolder(base);
  }
  const Operand contender = ReadOperand(request.contender, builds);
  for (const Operand& operand : {base, contender}) {
    if (operand.kind == Operand::Kind::kProgram || operand.kind == Operand::Kind::kBuild) {
      throw InputError(
          fmt::format("{} is {}, must be a result file or a run folder", operand.given, Word(operand.kind)));
    }
  }
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
    const Comparison comparison = Compare(PairOf(request), request.options);
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
    return gate ? SayGate(gate->result, err) : kOk;
  } catch (const std::invalid_argument& fault) {
    fmt::print(err, "error: {}\nsee playbook compare --help\n", fault.what());
    return kUsage;
  } catch (const InputError& error) {
    fmt::print(err, "error: {}\n", error.what());
    return kBadInput;
  }
}

}  // namespace playbook
