#include "tools/measure/calibrate.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string_view>

#include "tools/measure/run_folder.h"
#include "tools/results/input_error.h"

namespace playbook {
namespace {

// The harness raises a row's count until it has run for so long; a row whose single iteration takes longer gets one.
constexpr double kRowTime_s = 0.01;
// Two, since the first one of a process is often the odd one.
constexpr int kManualIterations = 2;

std::string Escaped(std::string_view name) {
  std::string escaped;
  for (const char one : name) {
    if (std::string_view("\\^$.|?*+()[]{}").find(one) != std::string_view::npos) {
      escaped += '\\';
    }
    escaped += one;
  }
  return escaped;
}

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

  ExpectedRows free = once;
  for (const OutlineRow& row : outline.rows) {
    if (row.manual_clock) {
      const ExpectedRows alone = {.iterations = {{row.name, kManualIterations}}};
      std::vector<std::string> arguments = FixedIterations(alone);
      arguments.push_back(fmt::format("--benchmark_filter=^{}/iterations:", Escaped(row.name)));
      Attempt apart = launcher.Benchmark(build, outline.id, std::move(arguments), alone, place);
      if (!apart.reason.empty()) {
        return apart;
      }
      cost.iteration_s[row.name] = std::max(0.0, apart.finished.wall_s - cost.start_s) / kManualIterations;
    } else if (once_ns.at(row.name) * 1e-9 < kRowTime_s) {
      free.iterations[row.name] = 0;
    }
  }
  std::vector<std::string> arguments = FixedIterations(free);
  arguments.push_back(fmt::format("--benchmark_min_time={}", kRowTime_s));
  Attempt calibration = launcher.Benchmark(build, outline.id, std::move(arguments), free, place);
  if (!calibration.reason.empty()) {
    return calibration;
  }
  const std::map<std::string, double> times_ns = TimesPerIteration(calibration.text);
  cost.repetition_s = first.finished.wall_s - cost.start_s;
  for (const OutlineRow& row : outline.rows) {
    if (row.manual_clock) {
      cost.repetition_s -= cost.iteration_s.at(row.name);
    } else {
      cost.iteration_s[row.name] = times_ns.at(row.name) * 1e-9;
      cost.repetition_s -= once_ns.at(row.name) * 1e-9;
    }
  }
  cost.repetition_s = std::max(cost.repetition_s, 0.0);
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
