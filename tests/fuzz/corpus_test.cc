// The inputs that a fuzzer once made something of, and those it begins with, under every compiler.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "tests/fuzz/result_reader_check.h"

namespace playbook {
namespace {

TEST(FuzzCorpusTest, NoKeptInputBreaksThePromisesOfTheReader) {
  const std::filesystem::path folder = std::filesystem::path(PLAYBOOK_SOURCE_DIR) / "tests/data/fuzz/result_reader";
  int inputs = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    std::ifstream stream(entry.path(), std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(stream), {}};
    EXPECT_FALSE(stream.bad()) << entry.path();
    EXPECT_EQ(BrokenPromise(text), "") << entry.path();
    ++inputs;
  }
  EXPECT_GT(inputs, 0) << folder;
}

}  // namespace
}  // namespace playbook
