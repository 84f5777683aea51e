// Does docs/compare.md show what the command prints?
//
// Its outputs stand between <!-- compared: ARGUMENTS --> and <!-- /compared -->, with paths from the source tree's
// root, and are made here; PLAYBOOK_UPDATE_GOLDEN=1 writes them.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>

#include "tests/cli/compare/compare_said.h"

namespace playbook {
namespace {

namespace fs = std::filesystem;

const std::string kRoot = PLAYBOOK_SOURCE_DIR "/";
const fs::path kPage = kRoot + "docs/compare.md";

// What the command says with the paths resolved, as if it had been called in the root.
std::string SaidInRoot(const std::string& words) {
  Arguments arguments;
  std::istringstream stream(words);
  for (std::string word; stream >> word;) {
    arguments.push_back(fs::exists(kRoot + word) ? kRoot + word : word);
  }
  const Said said = RunCompareWith(arguments);
  std::string text = said.out + said.err;
  for (std::size_t at = text.find(kRoot); at != std::string::npos; at = text.find(kRoot)) {
    text.erase(at, kRoot.size());
  }
  return text;
}

std::string Renewed(const std::string& page, int& blocks) {
  const std::string begin = "<!-- compared: ";
  const std::string end = "<!-- /compared -->";
  std::string text;
  std::size_t done = 0;
  for (std::size_t at = page.find(begin); at != std::string::npos; at = page.find(begin, done)) {
    const std::size_t line_end = page.find('\n', at);
    const std::string words = page.substr(at + begin.size(), page.find(" -->", at) - at - begin.size());
    text += page.substr(done, line_end + 1 - done) + "```text\n" + SaidInRoot(words) + "```\n";
    done = page.find(end, at);
    ++blocks;
    if (done == std::string::npos) {
      ADD_FAILURE() << "no " << end << " after " << words;
      return page;
    }
  }
  return text + page.substr(done);
}

TEST(ComparePageTest, ShowsWhatTheCommandPrints) {
  setenv("COLUMNS", "100", 1);
  std::ifstream file(kPage, std::ios::binary);
  ASSERT_TRUE(file) << kPage << " is not there";
  const std::string page(std::istreambuf_iterator<char>(file), {});
  int blocks = 0;
  const std::string renewed = Renewed(page, blocks);
  unsetenv("COLUMNS");
  EXPECT_GT(blocks, 0);
  if (const char* const update = std::getenv("PLAYBOOK_UPDATE_GOLDEN");
      update != nullptr && std::string(update) == "1") {
    std::ofstream(kPage, std::ios::binary) << renewed;
    return;
  }
  EXPECT_EQ(page, renewed) << "PLAYBOOK_UPDATE_GOLDEN=1 writes it";
}

}  // namespace
}  // namespace playbook
