#include "tools/measure/attempt.h"

#include <deque>
#include <system_error>
#include <utility>

#include "tools/measure/run_folder.h"
#include "tools/results/clean_text.h"

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

std::vector<Attempt> RunJobs(std::vector<Job> jobs, Interrupts& interrupts) {
  std::deque<Temporary> errors;
  std::deque<Temporary> texts;
  std::vector<Command> commands;
  for (Job& job : jobs) {
    MakeFolderOf(job.written);
    errors.emplace_back(PartOf(job.written.string() + ".err"));
    texts.emplace_back(job.written);
    job.command.errors = errors.back().path();
    job.command.hidden_variables = "BENCHMARK_";
    commands.push_back(std::move(job.command));
  }
  std::vector<Attempt> attempts;
  for (const Finished& finished : RunTogether(commands, interrupts)) {
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
    }
    attempts.push_back(std::move(attempt));
  }
  return attempts;
}

}  // namespace playbook
