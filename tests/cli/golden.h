// Does a command still say what it said?
//
// The expected text lies in tests/data/golden/<name>. Set PLAYBOOK_UPDATE_GOLDEN=1 to write what was said instead, and
// look at the difference. Not for text that holds times or folders: replace those first.
//
//   ExpectGolden("run/two_builds.out", Normalised(out.str()));
#ifndef TESTS_CLI_GOLDEN_H_
#define TESTS_CLI_GOLDEN_H_

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace playbook {

inline void ExpectGolden(const std::string& name, const std::string& text) {
  const std::filesystem::path path = std::filesystem::path(PLAYBOOK_SOURCE_DIR) / "tests" / "data" / "golden" / name;
  if (const char* const update = std::getenv("PLAYBOOK_UPDATE_GOLDEN");
      update != nullptr && std::string(update) == "1") {
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << text;
    return;
  }
  std::ifstream file(path, std::ios::binary);
  ASSERT_TRUE(file) << path << " is not there; PLAYBOOK_UPDATE_GOLDEN=1 writes it";
  EXPECT_EQ(text, std::string(std::istreambuf_iterator<char>(file), {})) << "expected by " << path;
}

}  // namespace playbook

#endif  // TESTS_CLI_GOLDEN_H_
