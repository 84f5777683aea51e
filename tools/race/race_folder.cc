#include "tools/race/race_folder.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <system_error>

#include "tools/measure/run_folder.h"

namespace playbook {

namespace fs = std::filesystem;

const char* Word(WhichSide side) {
  return side == WhichSide::kBase ? "base" : "contender";
}

fs::path RaceFolder::Calibration(WhichSide side, std::size_t program) const {
  return folder_ / "calibration" / Word(side) / fmt::format("{:03}.json", program);
}

fs::path RaceFolder::Result(int round, WhichSide side, std::size_t group) const {
  return folder_ / "rounds" / fmt::format("{:04}", round) / fmt::format("{}.{:03}.json", Word(side), group);
}

fs::path RaceFolder::Conditions(int round, WhichSide side, std::size_t group) const {
  return folder_ / "rounds" / fmt::format("{:04}", round) / fmt::format("{}.{:03}.side.json", Word(side), group);
}

int RaceFolder::LastRound() const {
  int last = 0;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder_ / "rounds", error)) {
    const std::string name = entry.path().filename().string();
    int round = 0;
    const auto [stopped, fault] = std::from_chars(name.data(), name.data() + name.size(), round);
    if (fault == std::errc() && stopped == name.data() + name.size()) {
      last = std::max(last, round);
    }
  }
  return last;
}

std::string RaceFolder::Local(std::string text) const {
  const std::string prefix = (folder_ / "").string();
  for (std::size_t at = text.find(prefix); at != std::string::npos; at = text.find(prefix, at)) {
    text.erase(at, prefix.size());
  }
  return text;
}

bool IsRaceFolder(const fs::path& folder) {
  std::error_code error;
  if (fs::is_regular_file(RaceFolder(folder).Plan(), error)) {
    return true;
  }
  // A build of a run may be called "base", but a run has its plan before its calibration.
  return fs::is_directory(folder / "calibration" / Word(WhichSide::kBase), error) &&
         !fs::exists(RunFolder(folder).Plan(), error);
}

}  // namespace playbook
