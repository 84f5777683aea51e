#include "tools/race/race_options.h"

#include <fmt/format.h>
#include <sched.h>

#include <array>
#include <string_view>
#include <system_error>

namespace playbook {
namespace {

// A flag of the harness that a race sets by itself, and what to use instead.
struct OwnFlag {
  std::string_view name;
  std::string_view instead;
};

constexpr std::array<OwnFlag, 6> kOwnFlags = {{{"--benchmark_filter", "use --filter"},
                                               {"--benchmark_min_time", "use --min-time"},
                                               {"--benchmark_out", "the results are kept in the race's folder"},
                                               {"--benchmark_out_format", "results are always JSON"},
                                               {"--benchmark_list_tests", "nothing would be measured"},
                                               {"--playbook_iterations", "counts are set by calibration"}}};

std::string FaultOf(const RaceSide& side) {
  for (const std::string& argument : side.arguments) {
    const std::string_view name = std::string_view(argument).substr(0, argument.find('='));
    for (const OwnFlag& flag : kOwnFlags) {
      if (name == flag.name) {
        return fmt::format("the argument {} is the race's own: {}", argument, flag.instead);
      }
    }
  }
  for (const std::string& variable : side.variables) {
    if (const std::size_t equals = variable.find('='); equals == 0 || equals == std::string::npos) {
      return fmt::format("the variable \"{}\" must be NAME=VALUE", variable);
    }
  }
  std::error_code error;
  if (!side.folder.empty() && !std::filesystem::is_directory(side.folder, error)) {
    return fmt::format("the folder {} is not there; it is where the benchmark was to start", side.folder.string());
  }
  return "";
}

// Whether we may run there; false also for numbers that no CPU has.
bool IsUsable(int cpu) {
  cpu_set_t usable;
  CPU_ZERO(&usable);
  return cpu < CPU_SETSIZE && sched_getaffinity(0, sizeof usable, &usable) == 0 &&
         CPU_ISSET(static_cast<std::size_t>(cpu), &usable);
}

}  // namespace

std::string FaultOf(const RaceOptions& options) {
  if (options.rounds && *options.rounds < 1) {
    return fmt::format("there are {} rounds, must be at least 1", *options.rounds);
  }
  if (options.cpu >= 0 && !IsUsable(options.cpu)) {
    return fmt::format("CPU {} is not one that this process may use; nproc and taskset -p $$ show which are",
                       options.cpu);
  }
  const std::string fault = FaultOf(options.base);
  return fault.empty() ? FaultOf(options.contender) : fault;
}

}  // namespace playbook
