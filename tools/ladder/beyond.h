// Which rates of a run cannot be true on this machine?
//
// Rule 3 of the checklist: a figure beyond the limit is a mistake, of the figure or of the limit. Only rates of one
// thread over a working set that the row's name tells (".../bytes:268435456") are judged, and none over less than the
// ladder's smallest: nearer caches are faster than anything it measures. Not for times: those rule out, see standing.h.
//
//   for (const std::string& warning : BeyondLimits(ladder, run)) { fmt::print(err, "warning: {}\n", warning); }
#ifndef TOOLS_LADDER_BEYOND_H_
#define TOOLS_LADDER_BEYOND_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

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

// One sentence for each row and build whose median rate is above its limit by more than kLimitSlack.
inline constexpr double kLimitSlack = 0.1;
std::vector<std::string> BeyondLimits(const Ladder& ladder, const RunData& run);

// The same with this machine's own limits, if they are known; a sentence that says why where their file cannot be used.
std::vector<std::string> BeyondOwnLimits(const RunData& run);

}  // namespace playbook

#endif  // TOOLS_LADDER_BEYOND_H_
