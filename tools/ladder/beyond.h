// Which measured rates cannot be true on this machine?
//
// Rule 3 of the checklist: a figure beyond the limit is a mistake, of the figure or of the limit. Only rates of one
// thread over a working set that the row's name tells (".../bytes:268435456") are judged, and none over less than the
// ladder's smallest: nearer caches are faster than anything it measures. Not for times: those rule out, see standing.h.
//
//   for (const std::string& warning : BeyondLimits(ladder, RatesOf(run))) { fmt::print(err, "warning: {}\n", warning);
//   }
#ifndef TOOLS_LADDER_BEYOND_H_
#define TOOLS_LADDER_BEYOND_H_

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "fixtures/host/machine.h"
#include "tools/ladder/ladder.h"
#include "tools/measure/run_data.h"

namespace playbook {

struct RateLimit {
  const LadderRow* row = nullptr;
  double bytes_per_second = 0;  // the high end of the row's interval under its fastest build
};

// The ladder's highest rate over the largest of its working sets that is not larger than this one, since a larger set
// is no faster. Nothing for smaller sets than the ladder has, or where it has no rate.
std::optional<RateLimit> LimitOfRate(const Ladder& ladder, std::int64_t working_set_bytes);

// The counter whose values are judged.
inline constexpr const char* kBytesPerSecond = "bytes_per_second";

struct MeasuredRate {
  std::string row = {};
  std::string side = {};            // "gcc", "before.json"
  std::vector<double> values = {};  // bytes per second
};
std::vector<MeasuredRate> RatesOf(const RunData& run);

// One sentence for each rate whose median is above its limit by more than kLimitSlack.
inline constexpr double kLimitSlack = 0.1;
std::vector<std::string> BeyondLimits(const Ladder& ladder, const std::vector<MeasuredRate>& rates);

// The same with this machine's own limits, if they are known; a sentence that says why where their file cannot be used.
std::vector<std::string> BeyondOwnLimits(const std::vector<MeasuredRate>& rates);

// Whether a result's context is of that machine: of that host where it names one, else of that processor, number of
// CPUs and kernel. False where it says neither.
bool IsOfMachine(const std::map<std::string, std::string>& context, const Machine& machine,
                 const std::string& host_name);

}  // namespace playbook

#endif  // TOOLS_LADDER_BEYOND_H_
