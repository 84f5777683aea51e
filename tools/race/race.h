// How are two programs measured in turn, so that the comparison can be believed?
//
// A round is one fresh process of each side, in random order; two rounds are each other's mirror image, so a steady
// drift cancels. Every process's raw result is kept as it ends, so a race that is killed loses at most the process
// under way. It stops at its rounds, at its budget, or when the intervals are as narrow as was asked; never because
// they left 1 out, which would be another test with more errors. Not for verdicts: tools/compare makes them of what
// LoadRace reads.
//
//   Race race(options, RaceFolder(folder), runner, progress);
//   race.Prepare();
//   race.Run();
//   const RaceData data = LoadRace(folder, {});
#ifndef TOOLS_RACE_RACE_H_
#define TOOLS_RACE_RACE_H_

#include <array>
#include <chrono>
#include <cstddef>
#include <string>
#include <vector>

#include "tools/race/program_runner.h"
#include "tools/race/race_folder.h"
#include "tools/race/race_preparation.h"
#include "tools/results/input_error.h"

namespace playbook {

// A side failed within the rounds, or its results could not be kept. What was measured before is in the folder.
class RaceFault : public InputError {
 public:
  using InputError::InputError;
};

class Race {
 public:
  // The budget counts from here. All references outlive the race.
  Race(const RaceOptions& options, RaceFolder folder, ProgramRunner& runner, Progress& progress);

  // Up to the first round: writes the plan and says it. Throws InputError and Interrupted; nothing was measured then.
  void Prepare();

  // The rounds. Throws RaceFault, also where the folder cannot be written any more, and Interrupted.
  void Run();

  // That both sides have ended; what was measured in them is kept.
  int WholeRounds() const { return whole_rounds_; }

 private:
  // What one process of one side said of a row, in nanoseconds; not a number where it failed.
  using RoundTimes = std::vector<std::array<double, 2>>;

  RaceEnd::How MeasureRounds();
  void MeasureRound(int round, std::size_t slice);
  void MeasureOne(int round, std::size_t position, std::size_t group, std::size_t side, RoundTimes& times);
  std::vector<std::string> FlagsOf(std::size_t group, std::size_t side) const;
  // Whether every row of the slice is known as precisely as was asked.
  bool IsPrecise(std::size_t slice) const;
  double Elapsed() const;
  double Expected(std::size_t slice) const;
  double ExpectedTimeLeft() const;
  void End(RaceEnd::How how, const std::string& fault) const;
  // The same where there may be no room for it, and something else is to be said.
  void TryEnd(RaceEnd::How how, const std::string& fault) const;
  [[noreturn]] void Lose(const std::string& reason) const;
  [[noreturn]] void Fail(int round, std::size_t side, const Attempt& attempt, const std::string& reason) const;
  const RaceSide& Side(std::size_t side) const { return side == 0 ? options_.base : options_.contender; }

  const RaceOptions& options_;
  RaceFolder folder_;
  ProgramRunner& runner_;
  Progress& progress_;
  std::chrono::steady_clock::time_point started_ = std::chrono::steady_clock::now();
  RacePreparation prepared_;
  int whole_rounds_ = 0;
  std::vector<int> done_;                        // rounds of each slice
  std::vector<bool> ended_;                      // slices that are precise enough
  std::vector<std::vector<double>> log_ratios_;  // of each row
  double logged_s_ = 0;                          // when the last line went to a log
  double expected_so_far_s_ = 0;
  double measured_so_far_s_ = 0;
};

}  // namespace playbook

#endif  // TOOLS_RACE_RACE_H_
