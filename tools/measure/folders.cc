#include "tools/measure/folders.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <vector>

#include "tools/results/input_error.h"

namespace playbook {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kProbeBytes = std::size_t{1} << 20U;

std::string Reason(int error) {
  return std::generic_category().message(error);
}

// Writes so many bytes into a new file of the folder and removes it. Returns errno, 0 if all went well.
int Probe(const fs::path& folder, std::size_t bytes) {
  std::string name = (folder / "playbook.probe.XXXXXX").string();
  const int descriptor = mkostemp(name.data(), O_CLOEXEC);
  if (descriptor < 0) {
    return errno;
  }
  const std::vector<char> zeros(bytes);
  std::size_t done = 0;
  int error = 0;
  while (error == 0 && done < bytes) {
    const ssize_t written = write(descriptor, zeros.data() + done, bytes - done);
    done += static_cast<std::size_t>(written < 0 ? 0 : written);
    error = written < 0 && errno != EINTR ? errno : 0;
  }
  error = close(descriptor) != 0 && error == 0 ? errno : error;
  unlink(name.c_str());
  return error;
}

// "a folder", as part of a sentence.
const char* KindOf(const fs::path& file) {
  std::error_code error;
  switch (fs::status(file, error).type()) {
    case fs::file_type::directory:
      return "a folder";
    case fs::file_type::character:
    case fs::file_type::block:
      return "a device";
    case fs::file_type::fifo:
      return "a pipe";
    case fs::file_type::socket:
      return "a socket";
    case fs::file_type::not_found:
      return "a link to nothing";
    default:
      return "of an unknown kind";
  }
}

}  // namespace

void CheckScratch(const fs::path& folder, std::uint64_t needed_bytes, const char* hint) {
  std::error_code error;
  if (!fs::is_directory(folder, error)) {
    throw InputError(fmt::format("the scratch folder {} is not there{}; make it, or {}", folder.string(),
                                 fs::exists(folder, error) ? " as a folder" : "", hint));
  }
  if (const int failed = Probe(folder, kProbeBytes); failed != 0) {
    throw InputError(
        fmt::format("the scratch folder {} cannot be written to: {}; {}", folder.string(), Reason(failed), hint));
  }
  struct statvfs room = {};
  if (statvfs(folder.c_str(), &room) == 0) {
    const std::uint64_t free_bytes = std::uint64_t{room.f_bavail} * room.f_frsize;
    if (free_bytes < needed_bytes) {
      throw InputError(fmt::format("the scratch folder {} has {} bytes free, must have at least {}; {}",
                                   folder.string(), free_bytes, needed_bytes, hint));
    }
  }
}

void CheckWritable(const fs::path& file) {
  const fs::path folder = file.has_parent_path() ? file.parent_path() : fs::path(".");
  std::error_code error;
  if (!fs::is_directory(folder, error)) {
    throw InputError(
        fmt::format("the file {} cannot be written: the folder {} is not there; make it, or choose another",
                    file.string(), folder.string()));
  }
  const fs::file_status there = fs::symlink_status(file, error);
  if (fs::exists(there) && !fs::is_regular_file(file, error)) {
    throw InputError(fmt::format("the file {} cannot be written: it is {}, must be a regular file or not there",
                                 file.string(), KindOf(file)));
  }
  if (const int failed = Probe(folder, 1); failed != 0) {
    throw InputError(fmt::format("the file {} cannot be written: {}", file.string(), Reason(failed)));
  }
}

bool MakeRunFolder(const fs::path& folder) {
  std::error_code error;
  if (fs::exists(folder / "plan.json", error)) {
    throw InputError(fmt::format(
        "the run folder {0} holds a run already; finish it with --resume {0}, or choose another", folder.string()));
  }
  const bool existed = fs::exists(folder, error);
  if (existed && (!fs::is_directory(folder, error) || !fs::is_empty(folder, error))) {
    throw InputError(
        fmt::format("the run folder {} is not an empty folder; choose another with --out DIR", folder.string()));
  }
  const fs::path parent = folder.has_parent_path() ? folder.parent_path() : fs::path(".");
  if (!existed && !fs::is_directory(parent, error)) {
    throw InputError(
        fmt::format("the run folder {} cannot be made: {} is not there", folder.string(), parent.string()));
  }
  if (!existed && mkdir(folder.c_str(), 0777) != 0) {
    throw InputError(fmt::format("the run folder {} cannot be made: {}", folder.string(), Reason(errno)));
  }
  if (const int failed = Probe(folder, 1); failed != 0) {
    if (!existed) {
      rmdir(folder.c_str());
    }
    throw InputError(fmt::format("the run folder {} cannot be written to: {}", folder.string(), Reason(failed)));
  }
  return !existed;
}

fs::path FolderAfterTime(const std::string& started, const std::string& suffix) {
  std::string name = started.substr(0, started.find_first_of("+-", started.find('T')));
  std::replace(name.begin(), name.end(), ':', '-');
  std::error_code error;
  if (fs::create_directory("runs", error); error) {
    throw InputError(
        fmt::format("cannot make the folder runs here: {}; choose another with --out DIR", error.message()));
  }
  fs::path folder = fs::path("runs") / (name + suffix);
  for (int number = 2; fs::exists(folder, error); ++number) {
    folder = fs::path("runs") / fmt::format("{}{}.{}", name, suffix, number);
  }
  return folder;
}

MadeFolder::~MadeFolder() {
  if (made_) {
    std::error_code error;
    fs::remove_all(folder_, error);
  }
}

bool IsFull(const fs::path& folder) {
  constexpr std::size_t kSmallFile = 64U << 10U;
  const int error = Probe(folder, kSmallFile);
  return error == ENOSPC || error == EDQUOT;
}

ScratchOfRun::ScratchOfRun(const fs::path& scratch, std::uint64_t seed, const char* hint)
    : folder_(fs::absolute(scratch) / fmt::format("playbook.run.{:016x}", seed)) {
  if (mkdir(folder_.c_str(), 0700) == 0) {
    return;
  }
  // In a folder that others write to, only what is a folder and ours may be emptied and used.
  struct stat there = {};
  if (errno != EEXIST || lstat(folder_.c_str(), &there) != 0 || !S_ISDIR(there.st_mode) || there.st_uid != geteuid()) {
    throw InputError(
        fmt::format("cannot make the folder {} for this run: {}; {}", folder_.string(), Reason(errno), hint));
  }
  Empty();
}

ScratchOfRun::~ScratchOfRun() {
  std::error_code error;
  fs::remove_all(folder_, error);
}

void ScratchOfRun::Empty() const {
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder_, error)) {
    fs::remove_all(entry.path(), error);
  }
}

}  // namespace playbook
