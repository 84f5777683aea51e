#include "tools/measure/side.h"

#include <nlohmann/json.hpp>
#include <optional>

#include "tools/measure/plan.h"

namespace playbook {
namespace {

using nlohmann::ordered_json;

// What the kernel did not say, before or after, is null; so is a total that ran backwards, as after a migration.
ordered_json Added(const std::optional<std::uint64_t>& before, const std::optional<std::uint64_t>& after) {
  return before && after && *after >= *before ? ordered_json(*after - *before) : ordered_json();
}

}  // namespace

std::string ToJson(const Side& side) {
  const ordered_json json = {
      {"schema_version", 1},
      {"build", side.build},
      {"id", side.id},
      {"round", side.round},
      {"position", side.position},
      {"started", LocalTime(side.started)},
      {"finished", LocalTime(side.finished_at)},
      {"wall_s", side.finished.wall_s},
      {"exit_code", side.finished.code},
      {"load_before", side.before.load_average ? ordered_json(*side.before.load_average) : ordered_json()},
      {"steal_ticks", Added(side.before.steal_ticks, side.after.steal_ticks)},
      {"pressure",
       {{"cpu", Added(side.before.cpu_pressure_us, side.after.cpu_pressure_us)},
        {"io", Added(side.before.io_pressure_us, side.after.io_pressure_us)},
        {"memory", Added(side.before.memory_pressure_us, side.after.memory_pressure_us)}}},
      {"voluntary_switches", side.finished.voluntary_switches},
      {"involuntary_switches", side.finished.involuntary_switches},
      {"user_s", side.finished.user_s},
      {"system_s", side.finished.system_s},
      {"max_resident_kib", side.finished.max_resident_kib},
  };
  return json.dump(2) + "\n";
}

}  // namespace playbook
