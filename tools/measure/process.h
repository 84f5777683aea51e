// How is a program run to its end, whatever it does?
//
// The program becomes the leader of a process group of its own, its output goes to files, and it is ended with all it
// started when its time is over, when somebody asks us to stop, or when we die ourselves. Blocks. Programs that are
// timed never run together.
//
//   Interrupts interrupts;
//   const Finished finished = RunProcess({.program = "/bin/true", .timeout = std::chrono::seconds(10)}, interrupts);
//   if (!finished.Succeeded()) { Say(finished.Words()); }
#ifndef TOOLS_MEASURE_PROCESS_H_
#define TOOLS_MEASURE_PROCESS_H_

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "tools/measure/interrupts.h"

namespace playbook {

struct Command {
  std::filesystem::path program = {};
  std::vector<std::string> arguments = {};  // without the program's name
  // Made or emptied; empty: discarded. Standard input is always empty.
  std::filesystem::path output = {};
  std::filesystem::path errors = {};
  std::chrono::milliseconds timeout = std::chrono::seconds(120);
  // A program whose output grows beyond this is ended, within moments; 0: it may write as much as it likes.
  std::uint64_t most_output_bytes = 0;
  // Environment variables that begin so are kept from the program; empty: it gets them all.
  std::string hidden_variables = {};
  // Added to the environment, as "NAME=value"; also those that would be hidden.
  std::vector<std::string> variables = {};
  std::filesystem::path folder = {};  // where it starts; empty: where we are
  int cpu = -1;                       // the one CPU that it may run on; -1: those that we may
};

struct Finished {
  enum class How { kExited, kSignalled, kTimedOut, kTooLong, kStopped, kNotStarted };

  How how = How::kNotStarted;
  int code = 0;  // the exit code, the signal's number, or errno of the start
  double wall_s = 0;
  std::chrono::milliseconds timeout = {};
  std::uint64_t most_output_bytes = 0;
  std::uint64_t output_bytes = 0;  // where there is a limit
  // Of the program and of all its children that it waited for: getrusage(2).
  double user_s = 0;
  double system_s = 0;
  std::int64_t voluntary_switches = 0;
  std::int64_t involuntary_switches = 0;
  std::int64_t max_resident_kib = 0;

  bool Succeeded() const { return how == How::kExited && code == 0; }
  // "exited with code 3", "was ended by signal 11 (Segmentation fault)", "did not end within 2 s and was ended",
  // "printed 20 bytes, must print at most 10", ...
  std::string Words() const;
};

// Throws std::system_error where an output file cannot be made or no process can be forked; a program that cannot be
// started is kNotStarted.
Finished RunProcess(const Command& command, Interrupts& interrupts);

// The same for programs side by side, each with its own time limit; in the order of the commands.
std::vector<Finished> RunTogether(const std::vector<Command>& commands, Interrupts& interrupts);

}  // namespace playbook

#endif  // TOOLS_MEASURE_PROCESS_H_
