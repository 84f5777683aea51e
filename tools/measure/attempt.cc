#include "tools/measure/attempt.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <fstream>
#include <system_error>
#include <utility>

#include "tools/measure/run_folder.h"
#include "tools/results/clean_text.h"
#include "tools/results/input_error.h"

namespace playbook {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kDetailLines = 5;
// Room for that many lines: a program may complain without end.
constexpr std::streamoff kDetailBytes = 16'384;

// The end of a file. Throws InputError.
std::string ReadTail(const fs::path& path) {
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  const std::streamoff size = file ? std::streamoff(file.tellg()) : -1;
  if (size < 0) {
    throw InputError(fmt::format("cannot read {}", path.string()));
  }
  std::string text(static_cast<std::size_t>(std::min(size, kDetailBytes)), '\0');
  file.seekg(-static_cast<std::streamoff>(text.size()), std::ios::end);
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(file.gcount()));
  return text;
}

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
    Attempt attempt = {.finished = finished, .detail = LastLines(ReadTail(errors[job].path()), kDetailLines)};
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
