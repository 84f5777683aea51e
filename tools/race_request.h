// What did the user ask `playbook compare` to measure, and how is that done?
//
// The options that are about measuring, and the race that follows from them: lock, folders, progress, and what is said
// when it ends early. Not for verdicts: what comes back is what any other two sides are.
//
//   AddRaceOptions(app, texts);
//   const RaceRequest request = ReadRace(texts);                        // std::invalid_argument: what is wrong
//   const RaceData data = MeasureRace(request, sides, metrics, err);    // after minutes
#ifndef TOOLS_RACE_REQUEST_H_
#define TOOLS_RACE_REQUEST_H_

#include <filesystem>
#include <ostream>
#include <string>
#include <vector>

#include "tools/commands.h"
#include "tools/compare/measured_file.h"
#include "tools/compare/operand.h"
#include "tools/race/load_race.h"
#include "tools/race/race_options.h"
#include "tools/results/input_error.h"

namespace playbook {

// What CLI11 fills in, before it is understood.
struct RaceTexts {
  std::string rounds = {};
  std::string precision = {};
  std::string budget = {};
  std::string min_time = {};
  std::string timeout = {};
  std::string pin = {};
  std::string seed = {};
  std::string cwd = {};
  std::string out = {};
  std::vector<std::string> base_args = {};
  std::vector<std::string> contender_args = {};
  std::vector<std::string> env = {};
  std::vector<std::string> args = {};  // behind "--"
  bool wait = false;
  bool no_wait = false;
  bool self = false;
};

struct RaceRequest {
  RaceOptions options = {};        // without programs, labels and what rows there are
  std::filesystem::path out = {};  // empty: a folder below runs/ that is called after the time
  bool wait_for_lock = true;
  bool self = false;
  std::vector<std::string> given = {};     // the options that were given, for a message where nothing is measured
  std::vector<std::string> recorded = {};  // those that decide what is measured, as words of a shell's command
};

void AddRaceOptions(CLI::App& app, RaceTexts& texts);

// Throws std::invalid_argument with a whole sentence.
RaceRequest ReadRace(const RaceTexts& texts, const CLI::App& app);

// Interrupted before or within the rounds; what() says what was kept, and how to go on.
class RaceInterrupted : public std::exception {
 public:
  explicit RaceInterrupted(std::string kept) : kept_(std::move(kept)) {}
  const char* what() const noexcept override { return kept_.c_str(); }

 private:
  std::string kept_;
};

// Whether this can be measured: a program, or a build.
bool CanRace(const Operand& operand);

// Measures both and reads what was measured. Both are programs, or both are builds; of builds, every pair that both
// have. Talk goes to err. Throws InputError, saying where a fault leaves what was measured, std::invalid_argument for
// options that do not fit, and RaceInterrupted.
RaceData MeasureRace(const RaceRequest& request, const Operand& base, const Operand& contender,
                     const MetricNames& metrics, std::ostream& err);

}  // namespace playbook

#endif  // TOOLS_RACE_REQUEST_H_
