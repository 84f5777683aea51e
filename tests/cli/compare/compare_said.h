// What does `playbook compare` say of recorded results?
//
//   const Said said = RunCompareOn("09_ties", {"--format", "json"});
//   EXPECT_EQ(said.code, kOk) << said.err;
#ifndef TESTS_CLI_COMPARE_COMPARE_SAID_H_
#define TESTS_CLI_COMPARE_COMPARE_SAID_H_

#include <sstream>
#include <string>

#include "tools/commands.h"

namespace playbook {

struct Said {
  int code = 0;
  std::string out;
  std::string err;
};

inline Said RunCompareWith(const Arguments& arguments) {
  std::ostringstream out;
  std::ostringstream err;
  Arguments all = {"compare"};
  all.insert(all.end(), arguments.begin(), arguments.end());
  const int code = Playbook(all, out, err);
  return {code, out.str(), err.str()};
}

// A recorded result: tests/data/compare/<set>/<side>.json.
inline std::string Recorded(const std::string& set, const std::string& side) {
  return PLAYBOOK_SOURCE_DIR "/tests/data/compare/" + set + "/" + side + ".json";
}

inline Said RunCompareOn(const std::string& set, const Arguments& more = {}) {
  Arguments arguments = {Recorded(set, "base"), Recorded(set, "contender")};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return RunCompareWith(arguments);
}

}  // namespace playbook

#endif  // TESTS_CLI_COMPARE_COMPARE_SAID_H_
