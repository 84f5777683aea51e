#include "tools/measure/plan.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <chrono>
#include <ctime>
#include <fstream>
#include <nlohmann/json.hpp>
#include <random>

#include "tools/results/input_error.h"

namespace playbook {
namespace {

constexpr int kSchemaVersion = 1;

}  // namespace

std::string ToJson(const Plan& plan) {
  using nlohmann::ordered_json;
  ordered_json builds = ordered_json::array();
  for (const PlannedBuild& build : plan.builds) {
    builds.push_back({{"name", build.name}, {"label", build.label}});
  }
  const ordered_json json = {
      {"schema_version", kSchemaVersion},
      {"started", plan.started},
      {"command", plan.command},
      // As text: a JSON reader may keep numbers as doubles, which hold 53 bits.
      {"seed", fmt::format("{}", plan.seed)},
      {"rounds", plan.rounds},
      {"rounds_fixed", plan.rounds_fixed},
      {"repetitions", plan.repetitions},
      {"budget_s", plan.budget_s},
      {"row_time_ms", plan.row_time_ms ? ordered_json(*plan.row_time_ms) : ordered_json()},
      {"timeout_s", plan.timeout_s},
      {"scratch_file_system", plan.scratch_file_system},
      {"builds", builds},
      {"pairs", plan.pairs},
      {"binaries", plan.binaries},
      {"notes", plan.notes},
  };
  return json.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

Plan ReadPlan(const std::filesystem::path& path) {
  std::ifstream file(path);
  if (!file) {
    throw InputError(fmt::format("{} cannot be read: this is not the folder of a run", path.string()));
  }
  try {
    const nlohmann::json json = nlohmann::json::parse(file);
    if (const int version = json.at("schema_version").get<int>(); version != kSchemaVersion) {
      throw InputError(
          fmt::format("{}: schema_version is {}, this playbook knows {}", path.string(), version, kSchemaVersion));
    }
    Plan plan;
    plan.started = json.at("started").get<std::string>();
    plan.command = json.at("command").get<std::string>();
    plan.seed = std::stoull(json.at("seed").get<std::string>());
    plan.rounds = json.at("rounds").get<int>();
    plan.rounds_fixed = json.at("rounds_fixed").get<bool>();
    plan.repetitions = json.at("repetitions").get<std::map<std::string, int>>();
    plan.budget_s = json.at("budget_s").get<double>();
    if (!json.at("row_time_ms").is_null()) {
      plan.row_time_ms = json.at("row_time_ms").get<double>();
    }
    plan.timeout_s = json.at("timeout_s").get<double>();
    plan.scratch_file_system = json.at("scratch_file_system").get<std::string>();
    for (const nlohmann::json& build : json.at("builds")) {
      plan.builds.push_back({build.at("name").get<std::string>(), build.at("label").get<std::string>()});
    }
    plan.pairs = json.at("pairs").get<std::vector<std::string>>();
    plan.binaries = json.at("binaries").get<std::map<std::string, std::string>>();
    plan.notes = json.at("notes").get<std::vector<std::string>>();
    if (plan.builds.empty() || plan.pairs.empty() || plan.rounds < 1) {
      throw InputError(fmt::format("{}: has {} builds, {} pairs and {} rounds, must have at least 1 of each",
                                   path.string(), plan.builds.size(), plan.pairs.size(), plan.rounds));
    }
    return plan;
  } catch (const nlohmann::json::exception& error) {
    throw InputError(fmt::format("{}: is no plan: {}", path.string(), error.what()));
  } catch (const std::logic_error& error) {
    throw InputError(fmt::format("{}: the seed is no number ({})", path.string(), error.what()));
  }
}

std::string LocalTime(std::int64_t seconds) {
  const std::tm local = fmt::localtime(static_cast<std::time_t>(seconds));
  const std::string text = fmt::format("{:%Y-%m-%dT%H:%M:%S%z}", local);
  // %z writes +0100; RFC 3339 wants +01:00.
  return text.substr(0, text.size() - 2) + ":" + text.substr(text.size() - 2);
}

std::int64_t Now() {
  return std::chrono::duration_cast<std::chrono::seconds>(std::chrono::system_clock::now().time_since_epoch()).count();
}

std::uint64_t DrawSeed() {
  std::random_device device;
  return std::uint64_t{device()} << 32U | device();
}

}  // namespace playbook
