#include "tools/run_options.h"

#include <fmt/format.h>
#include <fmt/ostream.h>

#include <CLI/CLI.hpp>
#include <charconv>
#include <set>

#include "fixtures/host/scratch.h"
#include "tools/measure/budget.h"

namespace playbook {
namespace {

// A whole process, so generous: the slowest one measures for seconds.
constexpr const char* kDefaultTimeout = "120s";

std::vector<std::string> Split(const std::string& text) {
  std::vector<std::string> parts;
  std::size_t start = 0;
  while (start <= text.size()) {
    const std::size_t comma = std::min(text.find(',', start), text.size());
    parts.push_back(text.substr(start, comma - start));
    start = comma + 1;
  }
  return parts;
}

// Nothing if the text is anything but a number that fits.
template <typename Whole>
std::optional<Whole> ParseWhole(const std::string& text) {
  Whole value = 0;
  const char* const end = text.data() + text.size();
  const auto [stopped, error] = std::from_chars(text.data(), end, value);
  return error == std::errc() && stopped == end ? std::optional(value) : std::nullopt;
}

std::string FirstRepeated(const std::vector<std::string>& names) {
  std::set<std::string> seen;
  for (const std::string& name : names) {
    if (!seen.insert(name).second) {
      return name;
    }
  }
  return "";
}

// The arguments but for the folders, which would tell whoever reads the result about somebody's machine.
std::string WithoutFolders(const Arguments& arguments) {
  const std::set<std::string> folders = {"--out", "--resume", "--scratch"};
  std::string command = "playbook run";
  for (std::size_t index = 0; index < arguments.size(); ++index) {
    const std::string option = arguments[index].substr(0, arguments[index].find('='));
    if (folders.count(option) == 0) {
      command += " " + arguments[index];
    } else if (option == arguments[index]) {
      ++index;  // its value
    }
  }
  return command;
}

// What is wrong with the values, or empty.
std::string Fault(const RunOptions& options, const std::string& budget, const std::string& timeout,
                  const std::string& lock) {
  if (!budget.empty() && !options.budget_s) {
    return fmt::format("--budget is \"{}\", must be a time above 0 such as 100s or 2min", budget);
  }
  if (options.timeout_s <= 0) {
    return fmt::format("--timeout is \"{}\", must be a time above 0 such as 120s or 2min", timeout);
  }
  if (lock != "wait" && lock != "refuse") {
    return fmt::format("--lock is \"{}\", must be wait or refuse", lock);
  }
  if (const std::string twice = FirstRepeated(options.builds); !twice.empty()) {
    return fmt::format("--builds names \"{}\" twice", twice);
  }
  if (const std::string twice = FirstRepeated(options.ids); !twice.empty()) {
    return fmt::format("the pair \"{}\" is named twice", twice);
  }
  return "";
}

}  // namespace

std::optional<double> ParseSeconds(const std::string& text) {
  double value = 0;
  const char* const end = text.data() + text.size();
  const auto [stopped, error] = std::from_chars(text.data(), end, value);
  const std::string unit(stopped, end);
  constexpr double kSecondsPerMinute = 60;
  constexpr double kLongest_s = 7 * 24 * 3600;
  value *= unit == "min" ? kSecondsPerMinute : 1;
  const bool known = unit.empty() || unit == "s" || unit == "min";
  // The comparison is also false for what is not a number.
  return error == std::errc() && known && value > 0 && value <= kLongest_s ? std::optional(value) : std::nullopt;
}

bool ReadRunOptions(const Arguments& arguments, RunOptions& options, std::ostream& out, std::ostream& err, int& code) {
  CLI::App app("Measures pairs under one or more builds, in rounds, and prints what each build shows.", "run");
  std::string builds = "gcc,clang";
  std::string budget;
  std::string timeout = kDefaultTimeout;
  std::string lock = "wait";
  std::string resume;
  std::string out_folder;
  std::string scratch;
  std::string seed;
  std::string rounds;
  app.add_option("ID", options.ids, "pairs to measure; all that the builds hold by default");
  CLI::Option* const builds_option = app.add_option("--builds", builds, "builds to compare, as gcc,clang");
  app.add_option("--rounds", rounds,
                 fmt::format("processes of each pair and build, at least {}; 10 by default", kLeastRounds));
  app.add_flag("--quick", options.quick, "6 rounds and a third of the time");
  app.add_option("--budget", budget,
                 "time for the whole run, as 100s or 2min; 10 s for each pair and build by default");
  app.add_option("--out", out_folder, "folder of the run, to be made; below runs/ by default");
  CLI::Option* const resume_option =
      app.add_option("--resume", resume, "finish the run in this folder, with the builds and pairs it was begun with");
  app.add_option("--scratch", scratch, "folder for the files that pairs write; TMPDIR or /tmp by default");
  app.add_option("--timeout", timeout, "a process that runs for longer is ended; 120s by default");
  app.add_option("--lock", lock, "while another playbook measures on this machine: wait (default) or refuse");
  app.add_option("--seed", seed, "of the order of the rounds; drawn by default, and kept in the plan");
  if (!Parse(app, arguments, out, err, code)) {
    return false;
  }
  options.builds = Split(builds);
  options.rounds = ParseWhole<int>(rounds);
  options.budget_s = ParseSeconds(budget);
  options.timeout_s = ParseSeconds(timeout).value_or(0);
  options.out = out_folder;
  options.resume = resume;
  options.scratch = scratch.empty() ? ScratchFolder() : scratch;
  options.wait_for_lock = lock == "wait";
  options.command = WithoutFolders(arguments);
  options.seed = ParseWhole<std::uint64_t>(seed);
  std::string fault = Fault(options, budget, timeout, lock);
  if (!seed.empty() && !options.seed) {
    fault = fmt::format("--seed is \"{}\", must be a whole number from 0 to {}", seed, UINT64_MAX);
  }
  if (!rounds.empty() && options.rounds.value_or(0) < kLeastRounds) {
    fault = fmt::format("--rounds is {}, must be a whole number of at least {}: fewer have no 95 % interval", rounds,
                        kLeastRounds);
  }
  const bool plans_anew = !options.ids.empty() || builds_option->count() > 0 || !rounds.empty() || options.quick ||
                          !budget.empty() || !out_folder.empty() || !seed.empty();
  if (resume_option->count() > 0 && plans_anew) {
    fault =
        "--resume takes pairs, builds, rounds and budget from the run it finishes; give it --scratch, --timeout and "
        "--lock only";
  }
  if (!fault.empty()) {
    fmt::print(err, "error: {}\nsee playbook run --help\n", fault);
    code = kUsage;
    return false;
  }
  return true;
}

}  // namespace playbook
