// What does a run folder measure, as one side of a comparison or as both?
//
// Two builds of one folder were measured in the same rounds and are paired; builds of two folders are not. Not for the
// verdicts on a run's own pairs: that is tools/measure/effect.h.
//
//   const MeasuredPair pair = MeasuredBuilds(LoadRun("runs/first"), "gcc", "clang");
//   const Measured side = MeasuredBuild(LoadRun("runs/second"), "gcc");
#ifndef TOOLS_COMPARE_MEASURED_RUN_H_
#define TOOLS_COMPARE_MEASURED_RUN_H_

#include <string>

#include "tools/compare/measured.h"
#include "tools/measure/run_data.h"

namespace playbook {

// One value for each process: the median of its repetitions. The build is called by its name or its label. Throws
// InputError, naming the builds that there are, where it is not one of the run's or has no result.
Measured MeasuredBuild(const RunData& run, const std::string& build);

// Both in the rounds of one run: paired. Throws InputError as above.
MeasuredPair MeasuredBuilds(const RunData& run, const std::string& base, const std::string& contender);

}  // namespace playbook

#endif  // TOOLS_COMPARE_MEASURED_RUN_H_
