// What did the user ask `playbook run` for?
//
// The command line alone: nothing here looks at builds or folders. Usage errors are said on err.
//
//   RunOptions options;
//   if (int code = 0; !ReadRunOptions(arguments, options, out, err, code)) { return code; }
#ifndef TOOLS_RUN_OPTIONS_H_
#define TOOLS_RUN_OPTIONS_H_

#include <cstdint>
#include <filesystem>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "tools/commands.h"

namespace playbook {

struct RunOptions {
  std::vector<std::string> ids = {};  // empty: all
  std::vector<std::string> builds = {};
  std::optional<int> rounds = {};
  bool quick = false;
  std::optional<double> budget_s = {};
  std::filesystem::path out = {};     // empty: a folder below runs/ that is called after the time
  std::filesystem::path resume = {};  // empty: a new run
  std::filesystem::path scratch = {};
  double timeout_s = 0;
  bool wait_for_lock = true;
  std::optional<std::uint64_t> seed = {};
  std::string command = {};  // as it can be written into a result: without the names of folders
};

// Returns false when the verb is to end at once with `code`.
bool ReadRunOptions(const Arguments& arguments, RunOptions& options, std::ostream& out, std::ostream& err, int& code);

// "100", "100s", "1.5min" in seconds; nothing if it is no positive time.
std::optional<double> ParseSeconds(const std::string& text);

}  // namespace playbook

#endif  // TOOLS_RUN_OPTIONS_H_
