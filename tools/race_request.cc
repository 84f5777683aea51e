#include "tools/race_request.h"

#include <fmt/format.h>
#include <fmt/ostream.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>
#include <charconv>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <system_error>
#include <tuple>
#include <utility>

#include "fixtures/host/scratch.h"
#include "tools/compare/gate.h"
#include "tools/measure/await_lock.h"
#include "tools/measure/builds.h"
#include "tools/measure/folders.h"
#include "tools/measure/plan.h"
#include "tools/measure/run_folder.h"
#include "tools/race/race.h"
#include "tools/report/escape.h"
#include "tools/results/clean_text.h"
#include "tools/run_options.h"

namespace playbook {
namespace {

namespace fs = std::filesystem;

// The heading in the help of the options that say how to measure.
constexpr const char* kRaceGroup = "For programs and builds, which are measured in turn";
// A whole process, so generous.
constexpr const char* kDefaultRaceTimeout = "120s";
// Of a program against itself: enough for several comparisons of the usual numbers of rounds.
constexpr int kSelfRounds = 120;
constexpr double kSelfBudget_s = 300;

double Seconds(const std::string& text, const char* option) {
  const std::optional<double> seconds = ParseSeconds(text);
  if (!seconds) {
    throw std::invalid_argument(
        fmt::format("{} is \"{}\", must be a time above 0 such as 0.1s, 60s or 2min", option, text));
  }
  return *seconds;
}

template <typename Whole>
Whole Number(const std::string& text, const char* option, Whole least, Whole most) {
  Whole value = 0;
  const char* const end = text.data() + text.size();
  const auto [stopped, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || stopped != end || value < least || value > most) {
    throw std::invalid_argument(
        fmt::format("{} is \"{}\", must be a whole number from {} to {}", option, text, least, most));
  }
  return value;
}

// The words of "--one --two=3": quoting is the shell's business, and an option may be given more than once.
std::vector<std::string> Words(const std::vector<std::string>& texts) {
  std::vector<std::string> words;
  for (const std::string& text : texts) {
    std::size_t start = 0;
    while ((start = text.find_first_not_of(' ', start)) != std::string::npos) {
      const std::size_t end = std::min(text.find(' ', start), text.size());
      words.push_back(text.substr(start, end - start));
      start = end;
    }
  }
  return words;
}

// A word of a shell's command, whatever it holds.
std::string ShellWord(const std::string& text) {
  static constexpr std::string_view kPlain = "%+,-./:=@_";
  const auto plain = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || kPlain.find(c) != std::string_view::npos;
  };
  if (!text.empty() && std::all_of(text.begin(), text.end(), plain)) {
    return text;
  }
  std::string quoted = "'";
  for (const char c : text) {
    quoted += c == '\'' ? "'\\''" : std::string(1, c);
  }
  return quoted + "'";
}

// The options that decide what is measured, as they are typed. The folders are left out.
std::vector<std::string> RecordedWords(const CLI::App& app, const std::vector<std::string>& args) {
  std::vector<std::string> words;
  for (const CLI::Option* const option : app.get_options()) {
    const std::string name = option->get_lnames().empty() ? "" : option->get_lnames().front();
    const bool measures = option->get_group() == kRaceGroup || name == "filter" || name == "rows";
    if (option->count() == 0 || !measures || name == "out" || name == "cwd") {
      continue;
    }
    for (const std::string& value : option->results()) {
      const bool flag = option->get_expected_max() == 0;
      // A value that begins with a dash would be taken for an option.
      const char between = value.rfind('-', 0) == 0 ? '=' : ' ';
      words.push_back(flag ? "--" + name : fmt::format("--{}{}{}", name, between, ShellWord(value)));
    }
  }
  if (!args.empty()) {
    words.emplace_back("--");
  }
  for (const std::string& argument : args) {
    words.push_back(ShellWord(argument));
  }
  return words;
}

// As it can be kept: no folder's name enters, which would tell whoever reads the result about somebody's machine.
std::string CommandWords(const RaceRequest& request, const Operand& base, const Operand& contender) {
  const auto name = [](const Operand& operand) {
    return operand.kind == Operand::Kind::kBuild ? operand.build : CleanText(operand.path.filename().string());
  };
  std::string command = "playbook compare " + ShellWord(name(base));
  if (!request.self) {
    command += " " + ShellWord(name(contender));
  }
  for (const std::string& word : request.recorded) {
    command += " " + word;
  }
  return command;
}

std::vector<RaceProgram> ProgramsOf(const Operand& base, const Operand& contender, std::vector<std::string>& notes) {
  if (base.kind == Operand::Kind::kProgram) {
    return {{CleanText(base.path.filename().string()), fs::absolute(base.path), fs::absolute(contender.path)}};
  }
  const Root root = FindRoot(ThisExecutable());
  std::string fault;
  const std::optional<Build> left = FindBuildByName(root, base.build, fault);
  const std::optional<Build> right = left ? FindBuildByName(root, contender.build, fault) : std::nullopt;
  if (!left || !right) {
    throw InputError(fault);
  }
  const std::vector<std::string> ours = PairIds(*left);
  const std::vector<std::string> theirs = PairIds(*right);
  std::vector<RaceProgram> programs;
  for (const std::string& id : ours) {
    if (std::binary_search(theirs.begin(), theirs.end(), id)) {
      programs.push_back({id, fs::absolute(left->Benchmark(id)), fs::absolute(right->Benchmark(id))});
    } else {
      notes.push_back(fmt::format("{} is in the build {} only", id, left->name));
    }
  }
  for (const std::string& id : theirs) {
    if (!std::binary_search(ours.begin(), ours.end(), id)) {
      notes.push_back(fmt::format("{} is in the build {} only", id, right->name));
    }
  }
  if (programs.empty()) {
    throw InputError(fmt::format("the builds {} and {} have no benchmark in common", left->name, right->name));
  }
  return programs;
}

// As much of the end of each path as tells the two apart: "before/bench" and "after/bench". Whole paths would tell
// whoever reads the result about somebody's machine.
std::pair<std::string, std::string> LabelsOf(const Operand& base, const Operand& contender) {
  if (base.kind == Operand::Kind::kBuild) {
    return {base.build, contender.build};
  }
  fs::path left = fs::absolute(base.path).lexically_normal();
  fs::path right = fs::absolute(contender.path).lexically_normal();
  std::pair<fs::path, fs::path> labels = {left.filename(), right.filename()};
  while (labels.first == labels.second && left != right) {
    left = left.parent_path();
    right = right.parent_path();
    labels = {left.filename() / labels.first, right.filename() / labels.second};
  }
  return {OneLine(CleanText(labels.first.string())), OneLine(CleanText(labels.second.string()))};
}

void CheckSides(const Operand& base, const Operand& contender) {
  if (CanRace(base) && base.kind == contender.kind) {
    return;
  }
  throw InputError(fmt::format("{} is {} and {} is {}: two programs, or two builds, can be measured against each other",
                               base.given, Word(base.kind), contender.given, Word(contender.kind)));
}

std::string HowToRead(const fs::path& folder) {
  return fmt::format("what was measured is kept in {0}; read it with: playbook compare {0}", folder.string());
}

}  // namespace

void AddRaceOptions(CLI::App& app, RaceTexts& texts) {
  const auto many = [](CLI::Option* option) {
    option->expected(1)->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    return option;
  };
  app.add_option("--rounds", texts.rounds, "processes of each side; as many as the budget allows by default")
      ->group(kRaceGroup);
  app.add_option("--budget", texts.budget, "time for all of it, as 60s or 5min; 60s without --rounds")
      ->group(kRaceGroup);
  app.add_option("--precision", texts.precision, "stop when every interval is within so much of its ratio, as 1%")
      ->group(kRaceGroup);
  app.add_option("--min-time", texts.min_time, "time of each row in each process; 0.1s by default")->group(kRaceGroup);
  app.add_option("--pin", texts.pin, "the CPU that both sides run on, one after the other; any by default")
      ->type_name("CPU")
      ->group(kRaceGroup);
  many(app.add_option("--base-args", texts.base_args, "arguments of the base's program; may be repeated"))
      ->type_name("ARGS")
      ->group(kRaceGroup);
  many(app.add_option("--contender-args", texts.contender_args, "arguments of the contender's; may be repeated"))
      ->type_name("ARGS")
      ->group(kRaceGroup);
  many(app.add_option("--env", texts.env, "a variable of both programs; may be repeated"))
      ->type_name("NAME=VALUE")
      ->group(kRaceGroup);
  app.add_option("--cwd", texts.cwd, "the folder that both programs start in; this one by default")
      ->type_name("DIR")
      ->group(kRaceGroup);
  app.add_option("--timeout", texts.timeout, "a process that runs for longer is ended; 120s by default")
      ->group(kRaceGroup);
  app.add_option("--out", texts.out, "the folder that keeps what is measured; below runs/ by default")
      ->type_name("DIR")
      ->group(kRaceGroup);
  app.add_option("--seed", texts.seed, "of the order of the rounds; drawn by default, and kept")->group(kRaceGroup);
  app.add_flag("--wait", texts.wait, "while another playbook measures on this machine: wait, as it does by default")
      ->group(kRaceGroup);
  app.add_flag("--no-wait", texts.no_wait, "refuse instead")->group(kRaceGroup);
  app.add_flag("--self", texts.self,
               "measure BASE against itself: how often this machine raises a false alarm, and what it can see")
      ->group(kRaceGroup);
}

RaceRequest ReadRace(const RaceTexts& texts, const CLI::App& app) {
  RaceRequest request;
  RaceOptions& options = request.options;
  if (!texts.rounds.empty()) {
    options.rounds = Number<int>(texts.rounds, "--rounds", 1, 1'000'000);
  }
  if (!texts.budget.empty()) {
    options.budget_s = Seconds(texts.budget, "--budget");
  } else if (!options.rounds) {
    options.budget_s = texts.self ? kSelfBudget_s : kDefaultRaceBudget_s;
  }
  if (texts.self && texts.rounds.empty() && texts.budget.empty()) {
    options.rounds = kSelfRounds;
  }
  if (!texts.precision.empty()) {
    options.precision = ParsePercent(texts.precision, "--precision");
  }
  if (!texts.min_time.empty()) {
    options.row_time_s = Seconds(texts.min_time, "--min-time");
  }
  options.timeout_s = Seconds(texts.timeout.empty() ? kDefaultRaceTimeout : texts.timeout, "--timeout");
  if (!texts.pin.empty()) {
    options.cpu = Number<int>(texts.pin, "--pin", 0, 1'000'000);
  }
  options.seed = texts.seed.empty() ? DrawSeed() : Number<std::uint64_t>(texts.seed, "--seed", 0, UINT64_MAX);
  for (RaceSide* side : {&options.base, &options.contender}) {
    side->arguments = Words(side == &options.base ? texts.base_args : texts.contender_args);
    side->arguments.insert(side->arguments.end(), texts.args.begin(), texts.args.end());
    side->variables = texts.env;
    side->folder = texts.cwd.empty() ? fs::path() : fs::absolute(texts.cwd);
  }
  request.out = texts.out;
  if (texts.wait && texts.no_wait) {
    throw std::invalid_argument("--wait and --no-wait: give one of them");
  }
  request.wait_for_lock = !texts.no_wait;
  request.self = texts.self;
  for (const CLI::Option* const option : app.get_options()) {
    if (option->count() > 0 && option->get_group() == kRaceGroup) {
      for (const std::string& value : option->results()) {
        const bool flag = option->get_expected_max() == 0;
        request.given.push_back(flag ? "--" + option->get_lnames().front()
                                     : fmt::format("--{} {}", option->get_lnames().front(), value));
      }
    }
  }
  if (!texts.args.empty()) {
    request.given.push_back(fmt::format("-- {}", fmt::join(texts.args, " ")));
  }
  request.recorded = RecordedWords(app, texts.args);
  if (const std::string fault = FaultOf(options); !fault.empty()) {
    throw std::invalid_argument(fault);
  }
  return request;
}

bool CanRace(const Operand& operand) {
  return operand.kind == Operand::Kind::kProgram || operand.kind == Operand::Kind::kBuild;
}

RaceData MeasureRace(const RaceRequest& request, const Operand& base, const Operand& contender,
                     const MetricNames& metrics, std::ostream& err) {
  CheckSides(base, contender);
  RaceOptions options = request.options;
  std::vector<std::string> notes;
  options.programs = ProgramsOf(base, contender, notes);
  std::tie(options.base.label, options.contender.label) = LabelsOf(base, contender);
  options.command = CommandWords(request, base, contender);
  const fs::path scratch = ScratchFolder();
  CheckScratch(scratch, kScratchBytes, kScratchByVariable);
  const fs::path named = request.out.empty() ? FolderAfterTime(LocalTime(Now()), ".race") : request.out;
  MadeFolder made(named, MakeRunFolder(named));
  Interrupts interrupts;
  Progress progress(err, TerminalColumns(err));
  MachineLock lock(LockPath());
  if (!AwaitLock(lock, request.wait_for_lock, interrupts, progress, "--wait")) {
    throw RaceInterrupted("while waiting; nothing was measured");
  }
  const ScratchOfRun scratch_of_run(scratch, options.seed, kScratchByVariable);
  const RaceFolder folder(fs::absolute(named));
  ProgramRunner runner(options, scratch_of_run.folder(), interrupts);
  Race race(options, folder, runner, progress);
  try {
    race.Prepare();
    made.Keep();
    progress.Say(fmt::format("race folder: {}", named.string()));
    race.Run();
  } catch (const Interrupted&) {
    progress.Clear();
    throw RaceInterrupted(race.WholeRounds() > 0 ? HowToRead(named) : "no round was whole, so nothing was measured");
  } catch (const RaceFault& fault) {
    progress.Clear();
    throw InputError(race.WholeRounds() > 0 ? fmt::format("{}\n{}", fault.what(), HowToRead(named)) : fault.what());
  }
  RaceData data = LoadRace(folder.folder(), metrics);
  data.pair.notes.insert(data.pair.notes.begin(), notes.begin(), notes.end());
  return data;
}

}  // namespace playbook
