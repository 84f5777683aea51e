#include "tools/measure/run_folder.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <fstream>
#include <system_error>
#include <vector>

#include "tools/results/input_error.h"

namespace playbook {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kPart = ".part";

std::string Reason(int error) {
  return std::generic_category().message(error);
}

bool WriteAll(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = write(descriptor, text.data(), text.size());
    if (written < 0 && errno != EINTR) {
      return false;
    }
    text.remove_prefix(static_cast<std::size_t>(written < 0 ? 0 : written));
  }
  return true;
}

}  // namespace

fs::path RunFolder::Description(const std::string& label, const std::string& id) const {
  return folder_ / "describe" / label / (id + ".json");
}
fs::path RunFolder::Evidence(const std::string& label, const std::string& id) const {
  return folder_ / "evidence" / label / (id + ".json");
}
fs::path RunFolder::Calibration(const std::string& label, const std::string& id) const {
  return folder_ / "calibration" / label / (id + ".json");
}
fs::path RunFolder::CalibrationCost(const std::string& label, const std::string& id) const {
  return folder_ / "calibration" / label / (id + ".cost.json");
}
fs::path RunFolder::Iterations(const std::string& id) const {
  return folder_ / "iterations" / (id + ".txt");
}
fs::path RunFolder::Result(int round, const std::string& label, const std::string& id) const {
  return folder_ / "rounds" / fmt::format("{:04}", round) / fmt::format("{}.{}.json", label, id);
}
fs::path RunFolder::Side(int round, const std::string& label, const std::string& id) const {
  return folder_ / "rounds" / fmt::format("{:04}", round) / fmt::format("{}.{}.side.json", label, id);
}
fs::path RunFolder::Failure(const std::string& label, const std::string& id) const {
  return folder_ / "failures" / fmt::format("{}.{}.json", label, id);
}

fs::path PartOf(const fs::path& path) {
  return path.string() + std::string(kPart);
}

void MakeFolderOf(const fs::path& path) {
  std::error_code error;
  fs::create_directories(path.parent_path(), error);
  if (error) {
    throw InputError(fmt::format("cannot make the folder {}: {}", path.parent_path().string(), error.message()));
  }
}

void WriteWhole(const fs::path& path, std::string_view text) {
  MakeFolderOf(path);
  const fs::path part = PartOf(path);
  const int descriptor = open(part.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (descriptor < 0) {
    throw InputError(fmt::format("cannot write {}: {}", path.string(), Reason(errno)));
  }
  // On the disk before it has its name, or a power cut may leave the name and an empty file. Where a file system cannot
  // do that, it is no worse than it was.
  const bool written = WriteAll(descriptor, text) && (fsync(descriptor) == 0 || errno == EINVAL || errno == EROFS);
  int error = errno;
  // Some file systems report a full disk only here.
  const bool closed = close(descriptor) == 0;
  error = written ? errno : error;
  if (!written || !closed || rename(part.c_str(), path.c_str()) != 0) {
    error = written && closed ? errno : error;
    unlink(part.c_str());
    throw InputError(fmt::format("cannot write {}: {}", path.string(), Reason(error)));
  }
}

std::string ReadWhole(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    throw InputError(fmt::format("cannot read {}: {}", path.string(), Reason(errno)));
  }
  std::string text;
  std::array<char, 65'536> block;
  while (file.read(block.data(), block.size()) || file.gcount() > 0) {
    text.append(block.data(), static_cast<std::size_t>(file.gcount()));
  }
  if (file.bad()) {
    throw InputError(fmt::format("cannot read {}: {}", path.string(), Reason(errno)));
  }
  return text;
}

void RemoveParts(const fs::path& folder) {
  std::vector<fs::path> parts;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder, error)) {
    if (entry.path().extension() == kPart && !entry.is_directory(error)) {
      parts.push_back(entry.path());
    }
  }
  for (const fs::path& part : parts) {
    fs::remove(part, error);
  }
}

}  // namespace playbook
