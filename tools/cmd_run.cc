// `playbook run`: checks everything that can be checked, then measures, then reports.
#include <fmt/format.h>
#include <fmt/ostream.h>

#include <algorithm>
#include <chrono>
#include <memory>

#include "fixtures/host/file_system.h"
#include "tools/commands.h"
#include "tools/ladder/beyond.h"
#include "tools/measure/await_lock.h"
#include "tools/measure/budget.h"
#include "tools/measure/builds.h"
#include "tools/measure/file_hash.h"
#include "tools/measure/folders.h"
#include "tools/measure/interrupts.h"
#include "tools/measure/launcher.h"
#include "tools/measure/machine_lock.h"
#include "tools/measure/nearest.h"
#include "tools/measure/plan.h"
#include "tools/measure/progress.h"
#include "tools/measure/run_data.h"
#include "tools/measure/run_folder.h"
#include "tools/measure/session.h"
#include "tools/report/findings.h"
#include "tools/report/markdown_report.h"
#include "tools/report/verdict_table.h"
#include "tools/run_options.h"

namespace playbook {
namespace {

namespace fs = std::filesystem;

// A message and the code to end with.
struct Refusal {
  int code = kBadInput;
  std::string message = {};
};

// Everything that is known before the first process is started.
struct Preparation {
  fs::path folder = {};
  Plan plan = {};
  std::vector<Build> builds = {};
};

std::vector<Build> FindBuilds(const Root& root, const RunOptions& options) {
  std::vector<Build> builds;
  for (const std::string& name : options.builds) {
    std::string fault;
    const std::optional<Build> build = FindBuild(root, name, fault);
    if (!build) {
      throw Refusal{kBadInput, fault};
    }
    const auto same = std::find_if(builds.begin(), builds.end(),
                                   [&build](const Build& other) { return other.label == build->label; });
    if (same != builds.end()) {
      throw Refusal{kUsage, fmt::format("the builds \"{}\" and \"{}\" would both be written as {}", same->name,
                                        build->name, build->label)};
    }
    builds.push_back(*build);
  }
  return builds;
}

// Ids of all builds, each once, sorted.
std::vector<std::string> KnownIds(const std::vector<Build>& builds) {
  std::vector<std::string> ids;
  for (const Build& build : builds) {
    const std::vector<std::string> more = PairIds(build);
    ids.insert(ids.end(), more.begin(), more.end());
  }
  std::sort(ids.begin(), ids.end());
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
  return ids;
}

std::vector<std::string> ChosenIds(const std::vector<Build>& builds, const std::vector<std::string>& asked) {
  std::vector<std::string> known = KnownIds(builds);
  for (const std::string& id : asked) {
    if (!std::binary_search(known.begin(), known.end(), id)) {
      throw Refusal{kUsage, fmt::format("there is no pair \"{}\"{}\nthe pairs are: {}", id, DidYouMean(id, known),
                                        fmt::join(known, ", "))};
    }
  }
  return asked.empty() ? known : asked;
}

std::string ScratchWords(const fs::path& scratch) {
  const FileSystem file_system = FileSystemOf(scratch.string());
  return file_system.name + (file_system.ram_disk ? " (a RAM disk)" : "");
}

Preparation PrepareNew(const RunOptions& options) {
  Preparation prepared;
  prepared.builds = FindBuilds(FindRoot(ThisExecutable()), options);
  Plan& plan = prepared.plan;
  plan.pairs = ChosenIds(prepared.builds, options.ids);
  CheckScratch(options.scratch);
  plan.started = LocalTime(Now());
  plan.command = options.command;
  plan.seed = options.seed.value_or(DrawSeed());
  plan.rounds = options.rounds.value_or(options.quick ? kLeastRounds : kDefaultRounds);
  plan.rounds_fixed = options.rounds.has_value();
  const double processes = static_cast<double>(plan.pairs.size() * prepared.builds.size());
  plan.budget_s = options.budget_s.value_or(kDefaultBudgetPerProcess_s * processes / (options.quick ? 3 : 1));
  plan.timeout_s = options.timeout_s;
  plan.scratch_file_system = ScratchWords(options.scratch);
  for (const Build& build : prepared.builds) {
    plan.builds.push_back({build.name, build.label});
    for (const std::string& id : plan.pairs) {
      plan.binaries[fmt::format("{}/{}", build.name, id)] = HashOfFile(build.Benchmark(id));
    }
  }
  prepared.folder = options.out.empty() ? FolderAfterTime(plan.started, "") : options.out;
  return prepared;
}

Preparation PrepareResumed(const RunOptions& options) {
  Preparation prepared = {.folder = options.resume, .plan = ReadPlan(options.resume / "plan.json")};
  const Root root = FindRoot(ThisExecutable());
  for (const PlannedBuild& planned : prepared.plan.builds) {
    std::string fault;
    const std::optional<Build> build = FindBuildByName(root, planned.name, fault);
    if (!build) {
      throw Refusal{kBadInput, fault};
    }
    prepared.builds.push_back(*build);
  }
  CheckScratch(options.scratch);
  if (const std::string now = ScratchWords(options.scratch); now != prepared.plan.scratch_file_system) {
    throw Refusal{kBadInput,
                  fmt::format("the scratch folder {} is {}, but the run was begun on {}; choose one of that kind "
                              "with --scratch DIR",
                              options.scratch.string(), now, prepared.plan.scratch_file_system)};
  }
  return prepared;
}

void SayHowToResume(const fs::path& folder, std::ostream& err) {
  fmt::print(err, "what is done is kept in {0}; go on with: playbook run --resume {0}\n", folder.string());
}

// Writes the report and prints the verdicts. Returns false if evidence, a checksum or a pair failed.
bool Conclude(const RunFolder& folder, const fs::path& named, std::ostream& out, std::ostream& err) {
  const RunData run = LoadRun(folder.folder());
  const Findings findings = FindAll(run);
  WriteWhole(folder.Report(), MarkdownReport(run));
  out << TerminalVerdicts(run, findings, StyleOf(out));
  for (const std::string& warning : run.warnings) {
    fmt::print(err, "warning: {}\n", warning);
  }
  for (const std::string& warning : BeyondOwnLimits(RatesOf(run))) {
    fmt::print(err, "warning: {}\n", warning);
  }
  fmt::print(err, "run folder: {}\nreport:     {}\n", named.string(), (named / folder.Report().filename()).string());
  return !findings.failed;
}

int Measure(const RunOptions& options, std::ostream& out, std::ostream& err) {
  const bool resumed = !options.resume.empty();
  Preparation prepared = resumed ? PrepareResumed(options) : PrepareNew(options);
  MadeFolder made(prepared.folder, !resumed && MakeRunFolder(prepared.folder));
  Interrupts interrupts;
  Progress progress(err, TerminalColumns(err));
  MachineLock lock(LockPath());
  if (!AwaitLock(lock, options.wait_for_lock, interrupts, progress)) {
    err << "interrupted while waiting; nothing was measured\n";
    return kInterrupted;
  }
  const RunFolder folder(fs::absolute(prepared.folder));
  const ScratchOfRun scratch(options.scratch, prepared.plan.seed);
  if (resumed) {
    RemoveParts(folder.folder());
  } else {
    WriteWhole(folder.Plan(), ToJson(prepared.plan));
    made.Keep();
  }
  progress.Say(fmt::format("run folder: {}", prepared.folder.string()));
  progress.Say(fmt::format("scratch folder: {} ({})", options.scratch.string(), prepared.plan.scratch_file_system));
  Launcher launcher(scratch, std::chrono::milliseconds(static_cast<std::int64_t>(options.timeout_s * 1e3)), interrupts);
  Session session(folder, prepared.plan, prepared.builds, launcher, progress);
  try {
    session.Run();
  } catch (const Interrupted&) {
    progress.Say("interrupted");
    SayHowToResume(prepared.folder, err);
    return kInterrupted;
  } catch (const OtherBuilds&) {
    throw;  // going on would fail in the same way
  } catch (const std::exception& error) {
    progress.Say(fmt::format("error: {}", error.what()));
    SayHowToResume(prepared.folder, err);
    return kBadInput;
  }
  const bool sound = Conclude(folder, prepared.folder, out, err);
  return session.faults() == 0 && sound ? kOk : kFailed;
}

}  // namespace

int RunRun(const Arguments& arguments, std::ostream& out, std::ostream& err) {
  RunOptions options;
  if (int code = 0; !ReadRunOptions(arguments, options, out, err, code)) {
    return code;
  }
  try {
    return Measure(options, out, err);
  } catch (const Refusal& refusal) {
    fmt::print(err, "error: {}\n", refusal.message);
    return refusal.code;
  }
}

}  // namespace playbook
