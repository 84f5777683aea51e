// What did the user ask `playbook compare` for?
//
// The command line alone: nothing here looks at files. Usage errors are said on err.
//
//   CompareRequest request;
//   if (int code = 0; !ReadCompareOptions(arguments, request, out, err, code)) { return code; }
#ifndef TOOLS_COMPARE_OPTIONS_H_
#define TOOLS_COMPARE_OPTIONS_H_

#include <optional>
#include <ostream>
#include <string>

#include "tools/commands.h"
#include "tools/compare/comparison.h"
#include "tools/compare/gate.h"
#include "tools/race_request.h"

namespace playbook {

struct CompareRequest {
  std::string base = {};
  std::string contender = {};  // empty: the base is a run folder with both sides
  std::string format = {};     // "table", "md", "json", "csv", "junit"
  CompareOptions options = {};
  std::optional<Gate> gate = {};
  bool force = false;
  RaceRequest race = {};  // how programs and builds are measured
};

// Returns false when the verb is to end at once with `code`.
bool ReadCompareOptions(const Arguments& arguments, CompareRequest& request, std::ostream& out, std::ostream& err,
                        int& code);

}  // namespace playbook

#endif  // TOOLS_COMPARE_OPTIONS_H_
