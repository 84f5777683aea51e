#include "tools/measure/launcher.h"

#include <fmt/format.h>

#include <utility>

#include "tools/measure/evidence_result.h"
#include "tools/measure/run_folder.h"
#include "tools/results/clean_text.h"
#include "tools/results/input_error.h"

namespace playbook {

const char* Word(Stage stage) {
  switch (stage) {
    case Stage::kDescribe:
      return "describe";
    case Stage::kEvidence:
      return "evidence";
    case Stage::kCalibrate:
      return "calibrate";
    case Stage::kRound:
      return "round";
  }
  return "";
}

Job Launcher::JobOf(Path program, std::vector<std::string> arguments, Path output, Path written) const {
  return {.command = {.program = std::move(program),
                      .arguments = std::move(arguments),
                      .output = std::move(output),
                      .timeout = timeout_},
          .written = std::move(written)};
}

std::vector<Attempt> Launcher::Run(std::vector<Job> jobs) {
  scratch_.Empty();
  std::vector<Attempt> attempts = RunJobs(std::move(jobs), interrupts_);
  for (const Attempt& attempt : attempts) {
    if (!attempt.finished.Succeeded()) {
      // Not the pair's fault, and every other pair would fail the same way.
      CheckScratch(scratch_.folder());
    }
  }
  return attempts;
}

Attempt Launcher::Describe(const Build& build, const std::string& id, const Path& place) {
  Attempt attempt = Run({JobOf(build.Benchmark(id), {"--describe"}, PartOf(place), PartOf(place))}).front();
  if (attempt.reason.empty()) {
    try {
      ReadOutline(attempt.text, id);
    } catch (const InputError& error) {
      attempt.reason = CleanText(error.what());
    }
  }
  return attempt;
}

std::vector<Attempt> Launcher::Evidence(const std::vector<Question>& questions) {
  std::vector<Job> jobs;
  for (const Question& question : questions) {
    const Path part = PartOf(question.place);
    jobs.push_back(
        JobOf(question.build->Evidence(question.id), {"--playbook_scratch=" + scratch_.folder().string()}, part, part));
  }
  std::vector<Attempt> attempts = Run(std::move(jobs));
  for (Attempt& attempt : attempts) {
    const Finished& finished = attempt.finished;
    if (finished.how == Finished::How::kExited && (finished.code == 0 || finished.code == 1)) {
      try {
        EvidenceFaults(attempt.text);
        attempt.reason.clear();
      } catch (const InputError& error) {
        attempt.reason = CleanText(error.what());
      }
    }
  }
  return attempts;
}

Attempt Launcher::Benchmark(const Build& build, const std::string& id, std::vector<std::string> arguments,
                            const ExpectedRows& expected, const Path& place) {
  const Path written = PartOf(place);
  arguments.push_back("--playbook_scratch=" + scratch_.folder().string());
  arguments.push_back("--benchmark_out=" + written.string());
  arguments.emplace_back("--benchmark_out_format=json");
  Attempt attempt = Run({JobOf(build.Benchmark(id), std::move(arguments), {}, written)}).front();
  if (attempt.finished.how != Finished::How::kExited) {
    return attempt;
  }
  // An errored row says more than the exit code that comes with it.
  const std::string fault = attempt.text.empty() ? "it wrote no result" : FaultOf(attempt.text, expected);
  if (!fault.empty() && (attempt.reason.empty() || !attempt.text.empty())) {
    attempt.reason = CleanText(attempt.reason.empty() ? fault : attempt.reason + "; " + fault);
  }
  if (!attempt.reason.empty() && IsFull(place.parent_path())) {
    throw InputError(fmt::format("the run folder is full: {} could not be written", place.string()));
  }
  attempt.text = Scrubbed(std::move(attempt.text), fmt::format("{}/benchmarks/{}", build.name, id));
  return attempt;
}

}  // namespace playbook
