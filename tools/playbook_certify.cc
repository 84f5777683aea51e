// What tools/certify runs: the promises of comparing, held against this machine. Exit codes: 0 all hold, 1 one does
// not, 2 usage, 3 bad input or environment, 130 interrupted.
#include <fmt/format.h>
#include <fmt/ostream.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>

#include "tools/commands.h"
#include "tools/measure/attempt.h"
#include "tools/measure/await_lock.h"
#include "tools/measure/folders.h"
#include "tools/measure/plan.h"
#include "tools/measure/run_folder.h"
#include "tools/race/certify.h"
#include "tools/results/input_error.h"
#include "tools/standard_streams.h"

namespace playbook {
namespace {

constexpr int kShortSelf = 60;  // 0 of 59 is the least that proves a rate below 5 %
constexpr int kShortSlowdowns = 10;

int Main(const Arguments& arguments, std::ostream& out, std::ostream& err) {
  CLI::App app("holds comparing to its promises on this machine; takes half an hour, and a quiet machine", "certify");
  CertifyOptions options;
  std::string json;
  std::string scratch = std::filesystem::temp_directory_path().string();
  bool shortened = false;
  bool foreign = false;
  app.add_option("--program", options.program, "the program with a known slowdown")->required();
  app.add_option("--comparisons", options.comparisons, "against itself, under each condition; 200 if not given")
      ->check(CLI::Range(1, 1'000'000));
  app.add_option("--slowdowns", options.slowdowns, "comparisons with each slowdown; 20 if not given")
      ->check(CLI::Range(1, 1'000'000));
  app.add_option("--rounds", options.rounds, "of a comparison against itself; 10 if not given")
      ->check(CLI::Range(6, 1'000'000));
  app.add_option("--row-time", options.row_time_s, "seconds for a row in each process; 0.1 if not given")
      ->check(CLI::Range(1e-4, 1e3));
  app.add_flag("--short", shortened, "60 comparisons and 10 of each slowdown: a look, no proof");
  app.add_flag("--foreign", foreign, "the program calibrates itself, as one of somebody else's does");
  app.add_option("--json", json, "a file for the figures");
  app.add_option("--scratch", scratch, "a folder for what is measured, which is removed; TMPDIR or /tmp if not given");
  if (int code = kOk; !Parse(app, arguments, out, err, code)) {
    return code;
  }
  if (shortened) {
    options.comparisons = std::min(options.comparisons, kShortSelf);
    options.slowdowns = std::min(options.slowdowns, kShortSlowdowns);
  }
  if (foreign) {
    options.variables = {"PLAYBOOK_KNOWN_FOREIGN=1"};
  }
  options.program = std::filesystem::absolute(options.program);
  options.seed = DrawSeed();
  try {
    CheckScratch(scratch);
    if (!json.empty()) {
      CheckWritable(json);
    }
    const ScratchOfRun folder(scratch, options.seed);
    options.scratch = folder.folder();
    Interrupts interrupts;
    Progress progress(err, TerminalColumns(err));
    MachineLock lock(LockPath());
    if (!AwaitLock(lock, true, interrupts, progress)) {
      return kInterrupted;
    }
    const Certificate certificate = Certify(options, interrupts, progress);
    progress.Clear();
    if (!json.empty()) {
      WriteWhole(json, JsonOf(certificate));
    }
    out << MarkdownOf(certificate);
    return certificate.Holds() ? kOk : kFailed;
  } catch (const Interrupted&) {
    err << "interrupted\n";
    return kInterrupted;
  } catch (const std::exception& error) {
    fmt::print(err, "error: {}\n", error.what());
    return kBadInput;
  }
}

}  // namespace
}  // namespace playbook

int main(int argc, char** argv) {
  playbook::StandardStreams streams;
  return streams.End(playbook::Main(playbook::Arguments(argv + 1, argv + argc), std::cout, std::cerr));
}
