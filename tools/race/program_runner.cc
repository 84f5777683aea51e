#include "tools/race/program_runner.h"

#include <fmt/format.h>

#include <chrono>
#include <cstdint>
#include <utility>

#include "tools/measure/folders.h"
#include "tools/measure/raw_result.h"
#include "tools/measure/run_folder.h"
#include "tools/results/input_error.h"

namespace playbook {

Attempt ProgramRunner::Run(const RaceSide& side, const Path& program, const std::vector<std::string>& flags,
                           const Path& output, const Path& written) {
  // Of two equal flags the harness takes the last, so ours win.
  std::vector<std::string> arguments = side.arguments;
  arguments.insert(arguments.end(), flags.begin(), flags.end());
  Job job = {.command = {.program = program,
                         .arguments = std::move(arguments),
                         .output = output,
                         .timeout = std::chrono::milliseconds(static_cast<std::int64_t>(options_.timeout_s * 1e3)),
                         .most_output_bytes = output.empty() ? 0 : kMostListingBytes,
                         .variables = side.variables,
                         .folder = side.folder,
                         .cpu = options_.cpu},
             .written = written};
  return std::move(RunJobs({std::move(job)}, interrupts_).front());
}

void ProgramRunner::CheckInterrupts() const {
  if (interrupts_.Requested()) {
    throw Interrupted();
  }
}

Attempt ProgramRunner::Ask(const RaceSide& side, const Path& program, const std::vector<std::string>& flags,
                           const Path& place) {
  const Path part = PartOf(place);
  return Run(side, program, flags, part, part);
}

Attempt ProgramRunner::Measure(const RaceSide& side, const Path& program, bool ours,
                               const std::vector<std::string>& flags, const Path& place) {
  const Path part = PartOf(place);
  std::vector<std::string> all = flags;
  if (ours) {
    all.push_back("--playbook_scratch=" + scratch_.string());
  }
  all.push_back("--benchmark_out=" + part.string());
  all.emplace_back("--benchmark_out_format=json");
  Attempt attempt = Run(side, program, all, {}, part);
  if (attempt.reason.empty() && attempt.text.empty()) {
    attempt.reason = "it wrote no result";
  }
  if (!attempt.reason.empty() && IsFull(place.parent_path())) {
    throw InputError(fmt::format("the folder of the race is full: {} could not be written", place.string()));
  }
  attempt.text = Scrubbed(std::move(attempt.text), program.filename().string());
  return attempt;
}

}  // namespace playbook
