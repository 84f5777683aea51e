#include "tools/measure/calibrate.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "tools/measure/run_folder.h"
#include "tools/results/input_error.h"

namespace playbook {
namespace {

// The harness raises a row's count until it has run for so long; a row whose single iteration takes longer gets one.
constexpr double kRowTime_s = 0.01;
// Two, since the first one of a process is often the odd one.
constexpr int kManualIterations = 2;

std::vector<std::string> FixedIterations(const ExpectedRows& rows) {
  std::vector<std::string> arguments;
  for (const auto& [row, count] : rows.iterations) {
    if (count > 0) {
      arguments.push_back(fmt::format("--playbook_iterations={}={}", row, count));
    }
  }
  return arguments;
}

}  // namespace

Attempt Calibrate(Launcher& launcher, const Build& build, const Outline& outline, const std::filesystem::path& place,
                  Cost& cost) {
  Attempt start = launcher.Describe(build, outline.id, place);
  if (!start.reason.empty()) {
    return start;
  }
  cost.start_s = start.finished.wall_s;

  ExpectedRows once;
  for (const OutlineRow& row : outline.rows) {
    once.iterations[row.name] = 1;
  }
  Attempt first = launcher.Benchmark(build, outline.id, FixedIterations(once), once, place);
  if (!first.reason.empty()) {
    return first;
  }
  const std::map<std::string, double> once_ns = TimesPerIteration(first.text);

  // Rows that are timed by the harness and short enough to need more than one iteration.
  ExpectedRows free;
  std::string free_names;
  for (const OutlineRow& row : outline.rows) {
    if (row.manual_clock) {
      const ExpectedRows alone = {.iterations = {{row.name, kManualIterations}}};
      std::vector<std::string> arguments = FixedIterations(alone);
      arguments.push_back(fmt::format("--benchmark_filter=^{}/iterations:", EscapedForFilter(row.name)));
      Attempt apart = launcher.Benchmark(build, outline.id, std::move(arguments), alone, place);
      if (!apart.reason.empty()) {
        return apart;
      }
      cost.iteration_s[row.name] = std::max(0.0, apart.finished.wall_s - cost.start_s) / kManualIterations;
    } else {
      cost.iteration_s[row.name] = once_ns.at(row.name) * 1e-9;
      if (cost.iteration_s[row.name] < kRowTime_s) {
        free.iterations[row.name] = 0;
        free_names += (free_names.empty() ? "" : "|") + EscapedForFilter(row.name);
      }
    }
  }
  cost.repetition_s = first.finished.wall_s - cost.start_s;
  for (const auto& [row, iteration_s] : cost.iteration_s) {
    cost.repetition_s -= iteration_s;
  }
  cost.repetition_s = std::max(cost.repetition_s, 0.0);
  if (free.iterations.empty()) {
    return first;
  }
  Attempt calibration = launcher.Benchmark(build, outline.id,
                                           {fmt::format("--benchmark_min_time={}", kRowTime_s),
                                            fmt::format("--benchmark_filter=^({})/real_time$", free_names)},
                                           free, place);
  if (calibration.reason.empty()) {
    for (const auto& [row, time_ns] : TimesPerIteration(calibration.text)) {
      cost.iteration_s[row] = time_ns * 1e-9;
    }
  }
  return calibration;
}

std::string ToJson(const Cost& cost) {
  const nlohmann::ordered_json json = {{"schema_version", 1},
                                       {"start_s", cost.start_s},
                                       {"repetition_s", cost.repetition_s},
                                       {"iteration_s", cost.iteration_s}};
  return json.dump(2) + "\n";
}

Cost ReadCost(const std::filesystem::path& path) {
  try {
    const nlohmann::json json = nlohmann::json::parse(ReadWhole(path));
    return {.start_s = json.at("start_s").get<double>(),
            .repetition_s = json.at("repetition_s").get<double>(),
            .iteration_s = json.at("iteration_s").get<std::map<std::string, double>>()};
  } catch (const nlohmann::json::exception& error) {
    throw InputError(fmt::format("{}: {}", path.string(), error.what()));
  }
}

}  // namespace playbook
