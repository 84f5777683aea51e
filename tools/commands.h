// What can `playbook` be told to do, and how does a verb look from inside?
//
// A verb is a function that takes its arguments and two streams and returns the exit code, so that a test can call it
// in process and compare both streams. Data goes to out, talk to err. An InputError or std::system_error that leaves it
// is printed and ends with kBadInput. To add one: a file tools/cmd_<verb>.cc, a
// declaration below, and a line in the table in commands.cc. Not for work that another verb needs too: that belongs in
// a library.
//
//   std::ostringstream out, err;
//   const int code = Playbook({"run", "dead_code", "--quick"}, out, err);
#ifndef TOOLS_COMMANDS_H_
#define TOOLS_COMMANDS_H_

#include <ostream>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace playbook {

// The exit codes of every verb. Effects, whatever they are, never change them, unless a gate was set.
inline constexpr int kOk = 0;
inline constexpr int kFailed = 1;         // an evidence, a checksum or a benchmark failed, or a gate tripped
inline constexpr int kUsage = 2;          // the command line is wrong
inline constexpr int kBadInput = 3;       // an input or the environment is wrong: folder, file, build
inline constexpr int kRefused = 4;        // two results that must not be compared
inline constexpr int kUndecided = 5;      // a gate was set and the measurements do not say whether it holds
inline constexpr int kInterrupted = 130;  // 128 + SIGINT, as shells report it

using Arguments = std::vector<std::string>;

// The whole program, without its name: `--help`, `--version`, or a verb and what follows it.
int Playbook(const Arguments& arguments, std::ostream& out, std::ostream& err);

int RunRun(const Arguments& arguments, std::ostream& out, std::ostream& err);
int RunList(const Arguments& arguments, std::ostream& out, std::ostream& err);
int RunCompare(const Arguments& arguments, std::ostream& out, std::ostream& err);
int RunReport(const Arguments& arguments, std::ostream& out, std::ostream& err);
int RunExplain(const Arguments& arguments, std::ostream& out, std::ostream& err);
int RunLadder(const Arguments& arguments, std::ostream& out, std::ostream& err);
int RunRung(const Arguments& arguments, std::ostream& out, std::ostream& err);
int RunDocs(const Arguments& arguments, std::ostream& out, std::ostream& err);

// Parses a verb's arguments. Returns false when the verb is to end at once with `code`: help was asked for (printed on
// out, kOk), or the arguments are wrong (said on err with the nearest option, kUsage).
bool Parse(CLI::App& app, const Arguments& arguments, std::ostream& out, std::ostream& err, int& code);

}  // namespace playbook

#endif  // TOOLS_COMMANDS_H_
