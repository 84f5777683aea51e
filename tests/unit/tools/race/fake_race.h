// A race of two programs that only pretend, in a folder that is gone with the object
//
//   FakeRace race;
//   race.options.contender.variables.push_back("FAKE_FACTOR=1.05");
//   const RaceData data = race.Run();
#ifndef TESTS_UNIT_TOOLS_RACE_FAKE_RACE_H_
#define TESTS_UNIT_TOOLS_RACE_FAKE_RACE_H_

#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "tools/race/load_race.h"
#include "tools/race/race.h"

namespace playbook {

class FakeRace {
 public:
  using Path = std::filesystem::path;

  FakeRace() {
    std::string name = (std::filesystem::temp_directory_path() / "playbook_race.XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) {
      throw std::runtime_error("cannot make " + name);
    }
    folder = name;
    const Path program = Path(PLAYBOOK_BINARY_DIR) / "fake_program";
    options.programs = {{"fake", program, program}};
    options.base = {.label = "before", .variables = {"FAKE_LOG=" + (folder / "log").string()}};
    options.contender = {.label = "after", .variables = {"FAKE_LOG=" + (folder / "log").string()}};
    options.rounds = 6;
    options.timeout_s = 60;
    options.seed = 1;
  }
  ~FakeRace() {
    std::error_code error;
    std::filesystem::remove_all(folder, error);
  }
  FakeRace(const FakeRace&) = delete;
  FakeRace& operator=(const FakeRace&) = delete;

  // On both sides.
  void Set(const std::string& variable) {
    options.base.variables.push_back(variable);
    options.contender.variables.push_back(variable);
  }

  // Measures, and reads what was measured.
  RaceData Run() {
    Measure();
    return Load();
  }
  void Measure() {
    Interrupts interrupts;
    Progress progress(said, 0);
    ProgramRunner runner(options, folder, interrupts);
    Race race(options, RaceFolder(Kept()), runner, progress);
    race.Prepare();
    race.Run();
  }
  RaceData Load() const { return LoadRace(Kept(), {}); }

  Path Kept() const { return folder / "race"; }
  std::string Text(const Path& path) const {
    std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
  }
  // The arguments of every start whose line holds the text.
  std::vector<std::string> Starts(const std::string& holding) const {
    std::vector<std::string> lines;
    std::istringstream log(Text(folder / "log"));
    for (std::string line; std::getline(log, line);) {
      if (line.find(holding) != std::string::npos) {
        lines.push_back(line);
      }
    }
    return lines;
  }

  Path folder;
  RaceOptions options;
  std::ostringstream said;
};

// The row of that name; fails the test, and gives an empty one, where there is none.
inline MeasuredRow RowOf(const Measured& measured, const std::string& name) {
  for (const MeasuredRow& row : measured.rows) {
    if (row.name == name) {
      return row;
    }
  }
  ADD_FAILURE() << "there is no row " << name;
  return {};
}

}  // namespace playbook

#endif  // TESTS_UNIT_TOOLS_RACE_FAKE_RACE_H_
