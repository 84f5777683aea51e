// Do snippets and tables equal their sources, and do the recorded results keep their secrets?
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include "tools/commands.h"
#include "tools/measure/run_folder.h"
#include "tools/report/documents.h"

namespace playbook {
namespace {

namespace fs = std::filesystem;

const fs::path& Root() {
  static const fs::path root = PLAYBOOK_SOURCE_DIR;
  return root;
}

TEST(SourcesTest, EveryRegionOfEveryDocumentEqualsItsSource) {
  std::ostringstream out;
  std::ostringstream err;
  const int code = Playbook({"docs", "--root", Root().string()}, out, err);
  if (!fs::exists(Root() / "docs" / "results" / "spine")) {
    GTEST_SKIP() << "no run is recorded in docs/results/spine, so the tables have no source";
  }
  EXPECT_EQ(code, kOk) << out.str() << err.str();
}

TEST(SourcesTest, EverySnippetEqualsItsSource) {
  DocumentSources sources(Root());
  int snippets = 0;
  for (const fs::path& page : DocumentPaths(Root())) {
    std::istringstream stream(ReadWhole(Root() / page));
    std::string region;
    bool inside = false;
    for (std::string line; std::getline(stream, line);) {
      if (line.rfind("<!-- snippet: ", 0) == 0) {
        inside = true;
        ++snippets;
        region.clear();
      }
      region += inside ? line + "\n" : "";
      if (inside && line == "<!-- end -->") {
        inside = false;
        const Renewed renewed = Renew(region, sources);
        EXPECT_THAT(renewed.faults, ::testing::IsEmpty()) << page;
        EXPECT_EQ(renewed.text, region) << page;
      }
    }
  }
  EXPECT_GT(snippets, 0);
}

TEST(SourcesTest, EveryChapterShowsCodeAndNumbersOfItsOwn) {
  for (const fs::path& page : DocumentPaths(Root())) {
    if (page.parent_path() != "docs/pitfalls") {
      continue;
    }
    const std::string text = ReadWhole(Root() / page);
    EXPECT_NE(text.find("<!-- snippet: "), std::string::npos) << page;
    EXPECT_NE(text.find("<!-- table: results/"), std::string::npos) << page;
    EXPECT_NE(text.find(" " + page.stem().string() + " -->"), std::string::npos)
        << page << " shows another pair's table";
  }
}

std::vector<fs::path> RecordedFiles() {
  std::vector<fs::path> files;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(Root() / "docs" / "results", error)) {
    if (entry.is_regular_file()) {
      files.push_back(entry.path());
    }
  }
  return files;
}

TEST(RecordedResultsTest, AreThere) {
  EXPECT_FALSE(RecordedFiles().empty());
}

// Absolute paths of the places where people build and keep files; /proc, /sys, /dev and the like are the same
// everywhere.
TEST(RecordedResultsTest, HoldNoPathOfTheMachineTheyComeFrom) {
  const std::regex path(
      R"((^|[\s"'=:(,])(/(home|root|work|Users|tmp|var|mnt|media|srv|opt|build|builds|workspace)/[^\s"',)]*))");
  for (const fs::path& file : RecordedFiles()) {
    const std::string text = ReadWhole(file);
    std::smatch match;
    EXPECT_FALSE(std::regex_search(text, match, path)) << file << " holds the path " << match[2];
  }
}

TEST(RecordedResultsTest, HoldNoHostName) {
  const std::regex named(R"re("host_name": *"[^"]+")re");
  std::array<char, 256> buffer = {};
  ASSERT_EQ(gethostname(buffer.data(), buffer.size() - 1), 0);
  const std::string host = buffer.data();
  for (const fs::path& file : RecordedFiles()) {
    const std::string text = ReadWhole(file);
    EXPECT_FALSE(std::regex_search(text, named)) << file;
    // A name as short or common as "debian" is no secret and stands in versions.
    if (host.size() > 8) {
      EXPECT_EQ(text.find(host), std::string::npos) << file << " holds this machine's name";
    }
  }
}

TEST(RecordedResultsTest, HoldNoUserName) {
  const char* const user = std::getenv("USER");
  if (user == nullptr || std::string(user).size() < 4 || std::string(user) == "root") {
    GTEST_SKIP() << "USER is unset, or \"" << (user == nullptr ? "" : user) << "\" is too common a word to look for";
  }
  for (const fs::path& file : RecordedFiles()) {
    EXPECT_EQ(ReadWhole(file).find(user), std::string::npos) << file << " holds the name of a user";
  }
}

}  // namespace
}  // namespace playbook
