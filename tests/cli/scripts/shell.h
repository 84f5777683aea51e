// Runs a shell command and keeps what it said.
//
//   const Outcome outcome = Shell("tools/setup --no-install");
//   outcome.code, outcome.output   // both streams
#ifndef TESTS_CLI_SCRIPTS_SHELL_H_
#define TESTS_CLI_SCRIPTS_SHELL_H_

#include <stdio.h>
#include <sys/wait.h>

#include <array>
#include <string>

namespace playbook {

struct Outcome {
  int code = -1;  // -1: ended by a signal, or never started
  std::string output = {};
};

inline Outcome Shell(const std::string& command) {
  Outcome outcome;
  FILE* const pipe = popen(("exec 2>&1; " + command).c_str(), "re");
  if (pipe == nullptr) {
    return outcome;
  }
  std::array<char, 4096> block;
  for (std::size_t count = 0; (count = fread(block.data(), 1, block.size(), pipe)) > 0;) {
    outcome.output.append(block.data(), count);
  }
  const int status = pclose(pipe);
  outcome.code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  return outcome;
}

// A word of a command, whatever it holds.
inline std::string Quoted(const std::string& text) {
  std::string quoted = "'";
  for (const char c : text) {
    quoted += c == '\'' ? "'\\''" : std::string(1, c);
  }
  return quoted + "'";
}

}  // namespace playbook

#endif  // TESTS_CLI_SCRIPTS_SHELL_H_
