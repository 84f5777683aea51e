#include "tools/compare/measured_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include "tools/compare/context_facts.h"
#include "tools/measure/nearest.h"
#include "tools/results/input_error.h"
#include "tools/results/result_row.h"

namespace playbook {
namespace {

const PlannedBuild& FindPlanned(const RunData& run, const std::string& build) {
  std::vector<std::string> names;
  for (const PlannedBuild& one : run.plan.builds) {
    if (one.name == build || one.label == build) {
      return one;
    }
    names.push_back(one.name);
  }
  throw InputError(fmt::format("the run has no build \"{}\"{}; its builds are: {}", build, DidYouMean(build, names),
                               fmt::join(names, ", ")));
}

// The values, infinite where the row was measured and has no finite number.
std::vector<double> WithoutNumber(const RowSeries& series, std::vector<double> values) {
  for (std::size_t round = 0; round < values.size(); ++round) {
    if (series.measured[round] && !std::isfinite(values[round])) {
      values[round] = std::numeric_limits<double>::infinity();
    }
  }
  return values;
}

// One element for each planned round, not a number where the round is missing.
Measured RoundsOf(const RunData& run, const std::string& name) {
  const PlannedBuild& build = FindPlanned(run, name);
  Measured measured;
  measured.label = build.name;
  measured.value_kind = ValueKind::kRound;
  // A file that was left out is no less missing in a run that calls itself done, which the run's own warning says.
  measured.whole = run.complete && run.WholeRounds() == run.plan.rounds;
  if (!run.complete) {
    measured.notes.push_back(
        fmt::format("the run is incomplete: {} of {} rounds are whole", run.WholeRounds(), run.plan.rounds));
  }
  for (const std::string& id : run.plan.pairs) {
    const PairRun& pair = run.Of(build.label, id);
    for (const auto& [key, value] : pair.context) {
      MergeContext(measured.context, key, value);
    }
    if (pair.failure) {
      measured.notes.push_back(fmt::format("{} was given up: {}", id, pair.failure->reason));
    }
    for (const auto& [row_name, series] : pair.rows) {
      MeasuredRow row;
      row.name = row_name;
      row.full_name = row_name;
      row.threads = ThreadsOfName(row_name);
      row.values.emplace(kRealTime, WithoutNumber(series, series.time_ns));
      for (const auto& [counter, values] : series.counters) {
        row.values.emplace(counter, WithoutNumber(series, values));
      }
      for (const std::int64_t iterations : series.iterations) {
        row.iterations.push_back(iterations == 0 ? kNoNumber : static_cast<double>(iterations));
      }
      row.failed = series.failed;
      row.failure = series.errors.empty() ? std::string() : series.errors.front();
      measured.rows.push_back(std::move(row));
    }
  }
  if (measured.rows.empty()) {
    throw InputError(
        fmt::format("the run has no result of the build {}; finish it with playbook run --resume DIR", build.name));
  }
  measured.notes.insert(measured.notes.end(), run.warnings.begin(), run.warnings.end());
  return measured;
}

void DropMissing(std::vector<double>& values) {
  values.erase(std::remove_if(values.begin(), values.end(), [](double value) { return !std::isfinite(value); }),
               values.end());
}

}  // namespace

Measured MeasuredBuild(const RunData& run, const std::string& build) {
  Measured measured = RoundsOf(run, build);
  measured.value_kind = ValueKind::kProcess;
  for (MeasuredRow& row : measured.rows) {
    for (auto& [metric, values] : row.values) {
      DropMissing(values);
    }
    DropMissing(row.iterations);
  }
  return measured;
}

MeasuredPair MeasuredBuilds(const RunData& run, const std::string& base, const std::string& contender) {
  MeasuredPair pair;
  pair.base = RoundsOf(run, base);
  pair.contender = RoundsOf(run, contender);
  pair.paired = true;
  pair.rounds = run.plan.rounds;
  // What is said of the run is said once.
  std::vector<std::string>& notes = pair.contender.notes;
  for (const std::string& note : pair.base.notes) {
    if (const auto twin = std::find(notes.begin(), notes.end(), note); twin != notes.end()) {
      notes.erase(twin);
    }
  }
  return pair;
}

}  // namespace playbook
