#include "tools/measure/run_data.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>
#include <system_error>

#include "tools/measure/run_folder.h"
#include "tools/results/clean_text.h"
#include "tools/results/result_file.h"
#include "tools/stats/sample.h"

namespace playbook {
namespace {

namespace fs = std::filesystem;

constexpr double kMissing = std::numeric_limits<double>::quiet_NaN();

// Repetitions of the rows of one process, by row.
using Repetitions = std::map<std::string, std::vector<ResultRow>>;

template <typename Get>
double MedianOf(const std::vector<ResultRow>& repetitions, Get get) {
  std::vector<double> values;
  values.reserve(repetitions.size());
  for (const ResultRow& row : repetitions) {
    values.push_back(get(row));
  }
  return Summarise(values).median;
}

class Loader {
 public:
  explicit Loader(const fs::path& folder) : folder_(folder) {}

  RunData Load() {
    run_.plan = ReadPlan(folder_.Plan());
    std::error_code error;
    run_.complete = fs::exists(folder_.Done(), error);
    for (const PlannedBuild& build : run_.plan.builds) {
      for (const std::string& id : run_.plan.pairs) {
        LoadPair(build, id);
      }
    }
    if (run_.complete && run_.WholeRounds() < run_.plan.rounds) {
      run_.warnings.push_back(fmt::format("the run calls itself done, but only {} of {} rounds are whole",
                                          run_.WholeRounds(), run_.plan.rounds));
    }
    return std::move(run_);
  }

 private:
  // Reads a file that may be absent; a broken one becomes a warning.
  template <typename Read>
  auto Optional(const fs::path& path, Read read) -> std::optional<decltype(read(path))> {
    std::error_code error;
    if (!fs::exists(path, error)) {
      return std::nullopt;
    }
    try {
      return read(path);
    } catch (const InputError& fault) {
      // Named from the folder on: the report may be sent to somebody.
      std::string text = fault.what();
      const std::string prefix = folder_.folder().string() + "/";
      for (std::size_t at = text.find(prefix); at != std::string::npos; at = text.find(prefix)) {
        text.erase(at, prefix.size());
      }
      run_.warnings.push_back("left out: " + CleanText(text));
      return std::nullopt;
    }
  }

  void LoadPair(const PlannedBuild& build, const std::string& id) {
    PairRun& pair = run_.runs[{build.label, id}];
    if (auto description = Optional(folder_.Description(build.label, id), ReadDescription)) {
      const auto [known, added] = run_.pairs.emplace(id, *description);
      if (!added && RowNames(known->second) != RowNames(*description)) {
        run_.warnings.push_back(
            fmt::format("{}: the rows of {} are not those of {}", id, build.name, run_.plan.builds.front().name));
      }
    }
    pair.evidence = Optional(folder_.Evidence(build.label, id), ReadEvidence);
    pair.failure = Optional(folder_.Failure(build.label, id), ReadFailure);
    for (int round = 1; round <= run_.plan.rounds; ++round) {
      if (auto result = Optional(folder_.Result(round, build.label, id), LoadResultFile)) {
        Add(*result, round, pair);
      }
      if (auto record = Optional(folder_.Side(round, build.label, id), ReadProcessRecord)) {
        pair.processes.push_back(*record);
      }
    }
  }

  static std::vector<std::string> RowNames(const PairDescription& pair) {
    std::vector<std::string> names;
    for (const RowDescription& row : pair.rows) {
      names.push_back(row.row);
    }
    return names;
  }

  RowSeries& Series(PairRun& pair, const std::string& row) const {
    RowSeries& series = pair.rows[CleanText(row)];
    const auto rounds = static_cast<std::size_t>(run_.plan.rounds);
    if (series.time_ns.empty()) {
      series.time_ns.assign(rounds, kMissing);
      series.total_ns.assign(rounds, kMissing);
      series.iterations.assign(rounds, 0);
      series.measured.assign(rounds, false);
    }
    return series;
  }

  void Add(const ResultFile& result, int round, PairRun& pair) const {
    ++pair.rounds;
    if (pair.context.empty()) {
      for (const auto& [key, value] : result.context) {
        pair.context.emplace(CleanText(key), CleanText(value));
      }
    }
    for (const ResultRow& row : result.failed) {
      ++Series(pair, row.name).failed;
      std::vector<std::string>& errors = Series(pair, row.name).errors;
      const std::string message = CleanText(row.message.empty() ? "no reason given" : row.message);
      if (std::find(errors.begin(), errors.end(), message) == errors.end()) {
        errors.push_back(message);
      }
    }
    Repetitions repetitions;
    for (const ResultRow& row : result.rows) {
      repetitions[row.name].push_back(row);
    }
    const auto index = static_cast<std::size_t>(round - 1);
    for (const auto& [name, rows] : repetitions) {
      RowSeries& series = Series(pair, name);
      series.time_ns[index] = MedianOf(rows, [](const ResultRow& row) { return row.real_time_ns; });
      series.total_ns[index] =
          MedianOf(rows, [](const ResultRow& row) { return row.real_time_ns * static_cast<double>(row.iterations); });
      series.iterations[index] = rows.front().iterations;
      series.measured[index] = true;
      for (const auto& [counter, unused] : rows.front().counters) {
        std::vector<double>& values = series.counters[CleanText(counter)];
        values.resize(series.time_ns.size(), kMissing);
        const std::string& key = counter;
        values[index] = MedianOf(rows, [&key](const ResultRow& row) {
          const auto found = row.counters.find(key);
          return found == row.counters.end() ? kMissing : found->second.value;
        });
      }
    }
  }

  RunFolder folder_;
  RunData run_;
};

}  // namespace

std::optional<double> PairRun::ClockGrainNs() const {
  std::optional<double> grain_ns;
  for (const char* key : {"playbook.clock_step_ns", "playbook.clock_harness_ns"}) {
    const auto found = context.find(key);
    if (found == context.end()) {
      continue;
    }
    double value_ns = 0;
    const char* const end = found->second.data() + found->second.size();
    const auto [stopped, error] = std::from_chars(found->second.data(), end, value_ns);
    if (error == std::errc() && stopped == end && value_ns > 0) {
      grain_ns = std::max(grain_ns.value_or(0), value_ns);
    }
  }
  return grain_ns;
}

bool IsMeasuredAnew(std::string_view key) {
  constexpr std::string_view kClock = "playbook.clock_";
  constexpr std::string_view kUnit = "_ns";
  return key.substr(0, kClock.size()) == kClock && key.size() > kClock.size() + kUnit.size() &&
         key.substr(key.size() - kUnit.size()) == kUnit;
}

const PairRun& RunData::Of(const std::string& label, const std::string& id) const {
  static const PairRun nothing;
  const auto found = runs.find({label, id});
  return found == runs.end() ? nothing : found->second;
}

int RunData::WholeRounds() const {
  int whole = plan.rounds;
  for (const auto& [key, pair] : runs) {
    if (!pair.failure) {
      whole = std::min(whole, pair.rounds);
    }
  }
  return whole;
}

std::optional<double> RunData::CpuWaitShare() const {
  double wall_s = 0;
  double waited_s = 0;
  for (const auto& [key, pair] : runs) {
    for (const ProcessRecord& process : pair.processes) {
      if (process.pressure_cpu_us) {
        wall_s += process.wall_s;
        waited_s += static_cast<double>(*process.pressure_cpu_us) * 1e-6;
      }
    }
  }
  return wall_s > 0 ? std::optional(waited_s / wall_s) : std::nullopt;
}

RunData LoadRun(const fs::path& folder) {
  std::error_code error;
  if (!fs::is_directory(folder, error)) {
    throw InputError(fmt::format("{}: {}; must be the folder that playbook run wrote", folder.string(),
                                 fs::exists(folder, error) ? "is not a folder" : "does not exist"));
  }
  return Loader(folder).Load();
}

}  // namespace playbook
