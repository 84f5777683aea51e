// `playbook ladder`: measures the rungs, prints them, and keeps them as this machine's limits.
#include <fmt/format.h>
#include <fmt/ostream.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <chrono>
#include <filesystem>
#include <optional>
#include <set>
#include <sstream>
#include <system_error>

#include "fixtures/host/machine.h"
#include "fixtures/host/scratch.h"
#include "tools/commands.h"
#include "tools/ladder/against.h"
#include "tools/ladder/ladder_session.h"
#include "tools/ladder/ladder_table.h"
#include "tools/ladder/limits.h"
#include "tools/measure/await_lock.h"
#include "tools/measure/builds.h"
#include "tools/measure/folders.h"
#include "tools/measure/interrupts.h"
#include "tools/measure/launcher.h"
#include "tools/measure/machine_lock.h"
#include "tools/measure/plan.h"
#include "tools/measure/progress.h"
#include "tools/measure/run_folder.h"
#include "tools/results/input_error.h"
#include "tools/run_options.h"
#include "tools/units/quantity.h"

namespace playbook {
namespace {

namespace fs = std::filesystem;

constexpr int kDefaultLadderRounds = 6;  // the fewest with an interval at 95 %
constexpr int kMostRounds = 1000;
constexpr std::uint64_t kLargestFile = std::uint64_t{300} << 20U;  // 256 MiB and what is beside it
constexpr const char* kDefaultMinTime = "50ms";

struct LadderOptions {
  std::vector<std::string> builds = {};
  LadderSettings settings = {.timeout = std::chrono::seconds(120)};
  fs::path scratch = {};
  std::string format = {};  // empty: for a terminal
  bool save = false;
  fs::path save_file = {};  // empty: this machine's place
  fs::path against = {};
  fs::path from = {};
  bool wait_for_lock = true;
  std::string command = {};  // without the names of folders
};

// Between the commas; a name may be empty.
std::vector<std::string> NamesIn(const std::string& text) {
  std::vector<std::string> parts;
  std::istringstream stream(text + ",");
  for (std::string part; std::getline(stream, part, ',');) {
    parts.push_back(part);
  }
  return parts;
}

std::optional<int> WholeNumber(const std::string& text) {
  int value = 0;
  const char* const end = text.data() + text.size();
  const auto [stopped, error] = std::from_chars(text.data(), end, value);
  return error == std::errc() && stopped == end ? std::optional(value) : std::nullopt;
}

std::string CommandOf(const LadderOptions& options, const std::string& min_time) {
  return fmt::format("playbook ladder --builds {} --rounds {} --min-time {}", fmt::join(options.builds, ","),
                     options.settings.rounds, min_time);
}

bool ReadLadderOptions(const Arguments& arguments, LadderOptions& options, std::ostream& out, std::ostream& err,
                       int& code) {
  CLI::App app(
      "Measures what this machine takes for what every program is made of: a call, a system call, memory, disk.",
      "ladder");
  std::string builds = "gcc,clang";
  std::string rounds = std::to_string(kDefaultLadderRounds);
  std::string min_time = kDefaultMinTime;
  std::string lock = "wait";
  std::string scratch;
  std::string save;
  std::string against;
  std::string from;
  std::vector<const CLI::Option*> measuring;
  measuring.push_back(app.add_option("--builds", builds, "builds to measure, as gcc,clang"));
  measuring.push_back(app.add_option("--rounds", rounds,
                                     "processes of each rung and build; 6 by default, the fewest with an interval"));
  measuring.push_back(app.add_option("--min-time", min_time, "of each row in a process; 50ms by default"));
  CLI::Option* const save_option =
      app.add_option("--save", save, "keep it in this file; without one, as the limits of this machine")
          ->expected(0, 1);
  measuring.push_back(save_option);
  app.add_option("--format", options.format, "md, json or csv; by default a table for a terminal");
  app.add_option("--against", against, "a ladder that was saved, to be set beside this one");
  app.add_option("--from", from, "print a ladder that was saved, and measure nothing");
  measuring.push_back(
      app.add_option("--scratch", scratch, "folder for the files that rungs write; TMPDIR or /tmp by default"));
  measuring.push_back(
      app.add_option("--lock", lock, "while another playbook measures on this machine: wait (default) or refuse"));
  if (!Parse(app, arguments, out, err, code)) {
    return false;
  }
  options.builds = NamesIn(builds);
  options.settings.rounds = WholeNumber(rounds).value_or(0);
  options.save = save_option->count() > 0;
  options.save_file = save;
  options.against = against;
  options.from = from;
  options.scratch = scratch.empty() ? ScratchFolder() : scratch;
  options.wait_for_lock = lock == "wait";
  options.command = CommandOf(options, min_time);
  const std::optional<Quantity> time = ParseQuantity(min_time);
  constexpr double kLongest_ns = 60e9;
  std::string fault;
  if (options.settings.rounds < 1 || options.settings.rounds > kMostRounds) {
    fault = fmt::format("--rounds is \"{}\", must be a whole number from 1 to {}", rounds, kMostRounds);
  } else if (!time || time->kind != Quantity::Kind::kDuration || time->value > kLongest_ns) {
    fault = fmt::format("--min-time is \"{}\", must be a time of at most a minute such as 50ms", min_time);
  } else if (lock != "wait" && lock != "refuse") {
    fault = fmt::format("--lock is \"{}\", must be wait or refuse", lock);
  } else if (const std::set<std::string> known = {"", "md", "json", "csv"}; known.count(options.format) == 0) {
    fault = fmt::format("--format is \"{}\", must be md, json or csv", options.format);
  } else if (const std::set<std::string> names(options.builds.begin(), options.builds.end());
             names.count("") != 0 || names.size() != options.builds.size()) {
    fault = fmt::format("--builds is \"{}\", must name at least one build and none twice", builds);
  } else if (!options.against.empty() && (options.format == "json" || options.format == "csv")) {
    fault = fmt::format("--against is for people to read, --format {} is not", options.format);
  }
  for (const CLI::Option* const option : measuring) {
    if (fault.empty() && !options.from.empty() && option->count() > 0) {
      fault = fmt::format("--from prints a ladder that was saved and measures nothing, so it takes no {}",
                          option->get_name());
    }
  }
  if (!fault.empty()) {
    fmt::print(err, "error: {}\nsee playbook ladder --help\n", fault);
    code = kUsage;
    return false;
  }
  options.settings.min_time_s = time->value * 1e-9;
  return true;
}

std::vector<Build> LadderBuilds(const LadderOptions& options) {
  const Root root = FindRoot(ThisExecutable());
  std::vector<Build> builds;
  std::vector<std::string> faults;
  for (const std::string& name : options.builds) {
    std::string fault;
    if (const std::optional<Build> build = FindBuild(root, name, fault, Wanted::kTheLadder)) {
      builds.push_back(*build);
    } else {
      faults.push_back(fault);
    }
  }
  if (!faults.empty()) {
    throw InputError(fmt::format("{}", fmt::join(faults, "\nerror: ")));
  }
  return builds;
}

std::int64_t SecondsNow() {
  return std::chrono::duration_cast<std::chrono::seconds>(std::chrono::system_clock::now().time_since_epoch()).count();
}

void PrintLadder(const LadderOptions& options, const Ladder& ladder, const std::optional<Ladder>& other,
                 std::ostream& out) {
  if (options.format == "json") {
    out << LadderJson(ladder);
  } else if (options.format == "csv") {
    out << LadderCsv(ladder);
  } else {
    const LadderForm form = options.format == "md" ? LadderForm::kMarkdown : LadderForm::kTerminal;
    out << (other ? AgainstText(ladder, *other, form) + "\n" : "") << LadderText(ladder, form);
  }
}

// The file itself where it is named by a link, which then stays one.
fs::path Replaced(const fs::path& named) {
  return fs::is_symlink(named) ? fs::canonical(named) : fs::absolute(named);
}

bool AnyFailed(const Ladder& ladder) {
  for (const LadderRung& rung : ladder.rungs) {
    for (const LadderRow& row : rung.rows) {
      for (const auto& [build, series] : row.series) {
        if (!series.failed.empty()) {
          return true;
        }
      }
    }
  }
  return false;
}

int MeasureLadder(LadderOptions options, const std::optional<Ladder>& other, std::ostream& out, std::ostream& err) {
  const std::vector<Build> builds = LadderBuilds(options);
  const std::string key = MachineKey(ReadMachine());
  if (options.save && options.save_file.empty()) {
    options.save_file = DefaultLimits(key);
    MakeFolderOf(options.save_file);
  }
  if (options.save) {
    CheckWritable(options.save_file);
  }
  CheckScratch(options.scratch, kLargestFile);
  Interrupts interrupts;
  Progress progress(err, TerminalColumns(err));
  MachineLock lock(LockPath());
  if (!AwaitLock(lock, options.wait_for_lock, interrupts, progress)) {
    err << "interrupted while waiting; nothing was measured\n";
    return kInterrupted;
  }
  options.settings.seed = DrawSeed();
  const ScratchOfRun scratch(options.scratch, options.settings.seed);
  const std::string started = LocalTime(SecondsNow());
  Ladder ladder;
  LadderSession session(builds, options.settings, scratch, interrupts, progress);
  try {
    ladder = session.Run();
  } catch (const Interrupted&) {
    progress.Say("interrupted in the first round; nothing is printed or kept");
    return kInterrupted;
  }
  ladder.taken = started;
  ladder.machine = key;
  ladder.command = options.command;
  PrintLadder(options, ladder, other, out);
  out.flush();
  if (session.interrupted()) {
    progress.Say(fmt::format("interrupted; what {} of {} rounds measured is printed{}", ladder.rounds,
                             options.settings.rounds, options.save ? ", and not kept: a ladder is kept whole" : ""));
    return kInterrupted;
  }
  const bool failed = AnyFailed(ladder);
  if (options.save && !failed) {
    WriteWhole(Replaced(options.save_file), ToJson(ladder));
    progress.Say(fmt::format("kept in {}", options.save_file.string()));
  } else if (options.save) {
    progress.Say(fmt::format("not kept in {}: a row failed", options.save_file.string()));
  }
  return failed ? kFailed : kOk;
}

}  // namespace

int RunLadder(const Arguments& arguments, std::ostream& out, std::ostream& err) {
  LadderOptions options;
  if (int code = 0; !ReadLadderOptions(arguments, options, out, err, code)) {
    return code;
  }
  std::optional<Ladder> other;
  if (!options.against.empty()) {
    other = ReadLadder(options.against);
  }
  if (!options.from.empty()) {
    PrintLadder(options, ReadLadder(options.from), other, out);
    return kOk;
  }
  return MeasureLadder(std::move(options), other, out, err);
}

}  // namespace playbook
