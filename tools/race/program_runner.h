// How is a side's program started, and what has it written when it ends?
//
// Knows what both sides have in common: time limit, CPU, the scratch folder of our own binaries, where files go; and
// what each is given besides. Which flags ask for what is known to those who call.
//
//   ProgramRunner runner(options, scratch.folder(), interrupts);
//   const Attempt listed = runner.Ask(options.base, program, {"--benchmark_list_tests=true"}, place);  // its output
//   const Attempt measured = runner.Measure(options.base, program, flags, place);                      // its result
#ifndef TOOLS_RACE_PROGRAM_RUNNER_H_
#define TOOLS_RACE_PROGRAM_RUNNER_H_

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "tools/measure/attempt.h"
#include "tools/measure/interrupts.h"
#include "tools/race/race_options.h"

namespace playbook {

// What a program may print when it is asked something: some hundred times the listing of the largest suites.
inline constexpr std::uint64_t kMostListingBytes = std::uint64_t{16} << 20U;

class ProgramRunner {
 public:
  using Path = std::filesystem::path;

  // `options` and `interrupts` outlive the runner.
  ProgramRunner(const RaceOptions& options, Path scratch, Interrupts& interrupts)
      : options_(options), scratch_(std::move(scratch)), interrupts_(interrupts) {}

  // The text is what it printed, up to kMostListingBytes. Temporary files lie beside `place`. Throws Interrupted.
  Attempt Ask(const RaceSide& side, const Path& program, const std::vector<std::string>& flags, const Path& place);

  // The text is the JSON result, without the names of host and folders. `ours` programs are told where to write their
  // files. Throws Interrupted, and InputError where the folder of `place` is full.
  Attempt Measure(const RaceSide& side, const Path& program, bool ours, const std::vector<std::string>& flags,
                  const Path& place);

  // Throws Interrupted where somebody asked to stop: for those who work long between two programs.
  void CheckInterrupts() const;

 private:
  Attempt Run(const RaceSide& side, const Path& program, const std::vector<std::string>& flags, const Path& output,
              const Path& written);

  const RaceOptions& options_;
  Path scratch_;
  Interrupts& interrupts_;
};

}  // namespace playbook

#endif  // TOOLS_RACE_PROGRAM_RUNNER_H_
