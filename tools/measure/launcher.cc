#include "tools/measure/launcher.h"

#include <fmt/format.h>

#include <deque>
#include <system_error>
#include <utility>

#include "tools/measure/evidence_result.h"
#include "tools/measure/run_folder.h"
#include "tools/results/clean_text.h"
#include "tools/results/input_error.h"

namespace playbook {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kDetailLines = 5;

// Removes a file when it goes out of scope, whether or not it was made.
class Temporary {
 public:
  explicit Temporary(fs::path path) : path_(std::move(path)) {}
  ~Temporary() {
    std::error_code error;
    fs::remove(path_, error);
  }
  Temporary(const Temporary&) = delete;
  Temporary& operator=(const Temporary&) = delete;
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

}  // namespace

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

std::vector<Attempt> Launcher::Run(const std::vector<Job>& jobs) {
  std::deque<Temporary> errors;
  std::deque<Temporary> texts;
  std::vector<Command> commands;
  for (const Job& job : jobs) {
    MakeFolderOf(job.written);
    errors.emplace_back(PartOf(job.written.string() + ".err"));
    texts.emplace_back(job.written);
    commands.push_back({.program = job.program,
                        .arguments = job.arguments,
                        .output = job.output,
                        .errors = errors.back().path(),
                        .timeout = timeout_,
                        // Google Benchmark takes defaults from there: a filter, say, that nobody here asked for.
                        .hidden_variables = "BENCHMARK_"});
  }
  scratch_.Empty();
  std::vector<Attempt> attempts;
  for (const Finished& finished : RunTogether(commands, interrupts_)) {
    if (finished.how == Finished::How::kStopped) {
      throw Interrupted();
    }
    const std::size_t job = attempts.size();
    Attempt attempt = {.finished = finished, .detail = LastLines(ReadWhole(errors[job].path()), kDetailLines)};
    std::error_code error;
    if (finished.how == Finished::How::kExited && fs::exists(texts[job].path(), error)) {
      attempt.text = ReadWhole(texts[job].path());
    }
    if (!finished.Succeeded()) {
      attempt.reason = finished.Words();
      // Not the pair's fault, and every other pair would fail the same way.
      CheckScratch(scratch_.folder());
    }
    attempts.push_back(std::move(attempt));
  }
  return attempts;
}

Attempt Launcher::Describe(const Build& build, const std::string& id, const Path& place) {
  Attempt attempt = Run({{build.Benchmark(id), {"--describe"}, PartOf(place), PartOf(place)}}).front();
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
        {question.build->Evidence(question.id), {"--playbook_scratch=" + scratch_.folder().string()}, part, part});
  }
  std::vector<Attempt> attempts = Run(jobs);
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
  Attempt attempt = Run({{build.Benchmark(id), std::move(arguments), {}, written}}).front();
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
