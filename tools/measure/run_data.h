// What did a run measure?
//
// A run folder in memory, finished or not: what is missing is absent here, and `complete` says whether more was to
// come. The times are per-process medians over the repetitions, one a round, since a process is one sample. Reports and
// verdicts are made from this alone. Not for measuring: that writes the folder.
//
//   const RunData run = LoadRun("runs/first");
//   const PairRun& gcc = run.Of("gcc", "dead_code");
//   const double third_round_ns = gcc.rows.at("dead_code/right").time_ns[2];
#ifndef TOOLS_MEASURE_RUN_DATA_H_
#define TOOLS_MEASURE_RUN_DATA_H_

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tools/measure/plan.h"
#include "tools/measure/run_records.h"

namespace playbook {

// One row of one pair under one build. All vectors have one element per planned round, not a number where that round is
// missing.
struct RowSeries {
  std::vector<double> time_ns = {};           // per iteration
  std::vector<double> total_ns = {};          // of all iterations of a repetition: what the clock really had to tell
  std::vector<std::int64_t> iterations = {};  // 0 where missing
  std::vector<bool> measured = {};            // whether the round has a repetition that did not fail
  std::map<std::string, std::vector<double>> counters = {};
  std::vector<std::string> errors = {};  // messages of rows that failed or were skipped, each once
  std::int64_t failed = 0;               // repetitions that did, in all rounds
};

// One pair under one build.
struct PairRun {
  std::map<std::string, std::string> context = {};  // of the first round's result, cleaned
  std::optional<Evidence> evidence = {};
  std::optional<FailureRecord> failure = {};
  std::map<std::string, RowSeries> rows = {};
  std::vector<ProcessRecord> processes = {};
  int rounds = 0;  // that have a result

  // What the clock cannot tell from nothing, as the binary measured it: the larger of the clock's smallest step and of
  // what the harness's own looks at its clocks add to every timed region. Nothing where the context does not say.
  std::optional<double> ClockGrainNs() const;
};

struct RunData {
  Plan plan = {};
  bool complete = false;
  std::map<std::string, PairDescription> pairs = {};  // by id; absent where no build could describe it
  std::vector<std::string> warnings = {};

  // What was measured of a planned pair under a planned build; empty where nothing was.
  const PairRun& Of(const std::string& label, const std::string& id) const;
  // Rounds in which every pair that was not given up has a result under every build.
  int WholeRounds() const;
  // Of the time that all processes took, the part in which some process of the machine waited for a CPU (the kernel's
  // pressure figure "some"); nothing where no process has the figure.
  std::optional<double> CpuWaitShare() const;

  std::map<std::pair<std::string, std::string>, PairRun> runs = {};  // by label and id
};

// Whether each process measures the value of this context key anew ("playbook.clock_step_ns"), so that it differs
// between processes of one build. benchmarks/provenance.cc names them so: they begin with "clock_" and end with "_ns".
bool IsMeasuredAnew(std::string_view key);

// Throws InputError if the folder is not there, is not the folder of a run, or its plan cannot be read. Any other file
// that is broken is left out with a warning.
RunData LoadRun(const std::filesystem::path& folder);

}  // namespace playbook

#endif  // TOOLS_MEASURE_RUN_DATA_H_
