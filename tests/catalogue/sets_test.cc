// What comes in sets is complete: sources, chapters and binaries; and one binary's objects were compiled alike.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "tests/catalogue/catalogue.h"

namespace playbook {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(CatalogueTest, EveryPairHasItsChapterAndItsBinaries) {
  EXPECT_THAT(Faults(ReadCatalogue(PLAYBOOK_SOURCE_DIR, PLAYBOOK_BINARY_DIR)), IsEmpty());
}

TEST(CatalogueTest, AnEmptyCatalogueIsAFault) {
  const OwnFolder empty;
  EXPECT_THAT(Faults(ReadCatalogue(empty.path(), empty.path())), ElementsAre("benchmarks/pitfalls holds no pair"));
}

TEST(CatalogueTest, SaysWhatIsMissingAndWhatIsStray) {
  const Catalogue catalogue = {
      .sources = {"a", "b"}, .chapters = {"a", "c"}, .benchmarks = {"a"}, .evidence = {"a", "b", "d"}};
  EXPECT_THAT(Faults(catalogue), ElementsAre("the pair b has no chapter docs/pitfalls/b.md",
                                             "the chapter docs/pitfalls/c.md has no pair benchmarks/pitfalls/c.cc",
                                             "the pair b has no binary benchmarks/b; build the target run_set",
                                             "the binary evidence/d has no source; remove it if its pair is gone"));
}

TEST(CatalogueTest, SecondFilesOfAPairAreNoPairs) {
  const OwnFolder folder;
  std::filesystem::create_directories(folder.path() / "benchmarks" / "pitfalls");
  for (const char* name : {"a.cc", "a.unit.cc", "a.helper.cc", "a.variant-o0.cc", "a.h"}) {
    std::ofstream(folder.path() / "benchmarks" / "pitfalls" / name) << "\n";
  }
  EXPECT_THAT(ReadCatalogue(folder.path(), folder.path() / "build").sources, ElementsAre("a"));
}

// The words of a command as the shell takes them.
std::vector<std::string> Words(const std::string& command) {
  std::vector<std::string> words(1);
  bool quoted = false;
  for (std::size_t i = 0; i < command.size(); ++i) {
    if (command[i] == '\\' && i + 1 < command.size()) {
      words.back() += command[++i];
    } else if (command[i] == '"') {
      quoted = !quoted;
    } else if (command[i] == ' ' && !quoted) {
      words.emplace_back();
    } else {
      words.back() += command[i];
    }
  }
  return words;
}

// The flags of a compiler's command that shape code: not what it defines, includes, reads and writes.
std::set<std::string> Flags(const std::string& command) {
  static const std::set<std::string> with_value = {"-o", "-c", "-MF", "-MT", "-isystem"};
  std::set<std::string> flags;
  const std::vector<std::string> words = Words(command);
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string start = words[i].substr(0, 2);
    if (with_value.count(words[i]) != 0) {
      ++i;
    } else if (start[0] == '-' && start != "-D" && start != "-I" && start != "-M") {
      flags.insert(words[i]);
    }
  }
  return flags;
}

// Weak symbols of the standard library are kept once per binary, from whichever object came first: code compiled under
// other flags would be timed without a warning.
TEST(FlagsTest, AreTheSameForAllThatIsTimed) {
  std::ifstream file(std::filesystem::path(PLAYBOOK_BINARY_DIR) / "compile_commands.json");
  if (!file) {
    GTEST_SKIP() << "this build folder has no compile_commands.json";
  }
  const std::string timed = std::string(PLAYBOOK_SOURCE_DIR) + "/benchmarks/";
  const std::string fixtures = std::string(PLAYBOOK_SOURCE_DIR) + "/fixtures/";
  // Sources that are compiled several at a time lie there.
  const std::string pieces = std::string(PLAYBOOK_BINARY_DIR) + "/fixtures/";
  std::map<std::set<std::string>, std::vector<std::string>> files_by_flags;
  for (const nlohmann::json& entry : nlohmann::json::parse(file)) {
    const std::string source = entry.at("file");
    const bool is_variant = source.find(".variant-") != std::string::npos;  // a binary of its own, flags of its own
    if (!is_variant &&
        (source.rfind(timed, 0) == 0 || source.rfind(fixtures, 0) == 0 || source.rfind(pieces, 0) == 0)) {
      files_by_flags[Flags(entry.at("command"))].push_back(source);
    }
  }
  ASSERT_EQ(files_by_flags.size(), 1U) << [&files_by_flags] {
    std::string told;
    for (const auto& [flags, files] : files_by_flags) {
      told += std::to_string(files.size()) + " files, such as " + files.front() + ", with";
      for (const std::string& flag : flags) {
        told += " " + flag;
      }
      told += "\n";
    }
    return told;
  }();
}

TEST(FlagsTest, TellsFlagsFromTheRest) {
  EXPECT_THAT(
      Flags("g++ \"-DX=\\\"-O3 -g3\\\"\" -DY -I/a -isystem /b -O2 -g -MD -MT x.o -MF x.d -o x.o -c x.cc -march=native"),
      ElementsAre("-O2", "-g", "-march=native"));
}

}  // namespace
}  // namespace playbook
