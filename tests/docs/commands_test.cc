// Does every command that a document tells the reader to type work?
//
// "$ playbook ..." and "$ build/..." lines of fenced console blocks are run, one after the other in a folder of their
// own, with the smallest times that the programs take; they must exit with 0, or with what "# exit code N" behind them
// says. Of other commands it is checked that the program is there, and that presets they name are.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "tests/unit/tools/fake_run.h"
#include "tools/measure/builds.h"
#include "tools/measure/run_folder.h"
#include "tools/report/documents.h"

namespace playbook {
namespace {

namespace fs = std::filesystem;

const fs::path& Root() {
  static const fs::path root = PLAYBOOK_SOURCE_DIR;
  return root;
}

struct TypedCommand {
  int line = 0;
  std::string text;
  int exit_code = 0;
};

bool StartsWith(const std::string& text, const std::string& prefix) {
  return text.compare(0, prefix.size(), prefix) == 0;
}

// Of console blocks: the lines after "$ " where the block has any, else all lines. Comments go.
std::vector<TypedCommand> CommandsIn(const std::string& text) {
  std::vector<TypedCommand> commands;
  std::vector<TypedCommand> block;
  bool console = false;
  int number = 0;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) {
    ++number;
    if (StartsWith(line, "```")) {
      const bool prompts =
          std::any_of(block.begin(), block.end(), [](const auto& one) { return StartsWith(one.text, "$ "); });
      for (TypedCommand& one : block) {
        if (!prompts || StartsWith(one.text, "$ ")) {
          one.text = prompts ? one.text.substr(2) : one.text;
          commands.push_back(one);
        }
      }
      block.clear();
      console = line == "```console" || line == "```sh";
    } else if (console && !line.empty()) {
      TypedCommand one = {.line = number, .text = line};
      static const std::regex exit_code(R"(# exit code (\d+))");
      std::smatch match;
      if (std::regex_search(line, match, exit_code)) {
        one.exit_code = std::stoi(match[1]);
      }
      one.text = line.substr(0, std::min(line.find("  #"), line.find(" # ")));
      block.push_back(one);
    }
  }
  return commands;
}

bool IsOurs(const std::string& command) {
  return StartsWith(command, "playbook ") || StartsWith(command, "build/");
}

// The build that this test belongs to, by the name that `playbook run --builds` takes.
std::string OwnBuild() {
  const fs::path folder = PLAYBOOK_BINARY_DIR;
  return folder.lexically_relative(FindRoot(folder / "playbook").folder).string();
}

// What is really run: this build's programs, as short as they can be.
[[maybe_unused]] std::string Shortened(const std::string& command, int number) {
  if (StartsWith(command, "build/")) {
    const std::string own =
        std::regex_replace(command, std::regex("^build/[^/ ]+/"), std::string(PLAYBOOK_BINARY_DIR) + "/");
    return own.find("/benchmarks/") == std::string::npos ? own : own + " --benchmark_min_time=0.001";
  }
  if (StartsWith(command, "playbook ladder ") && command.find(" --from ") == std::string::npos) {
    return std::regex_replace(command, std::regex(" --(builds|rounds|min-time)[ =][^ ]+"), "") + " --builds " +
           OwnBuild() + " --rounds 1 --min-time 1ms";
  }
  if (StartsWith(command, "playbook compare ") && command.find("/benchmarks/") != std::string::npos) {
    const std::string own =
        std::regex_replace(command, std::regex(" build/[^/ ]+/"), std::string(" ") + PLAYBOOK_BINARY_DIR + "/");
    return std::regex_replace(own, std::regex(" --(rounds|budget)[ =][^ ]+"), "") + " --rounds 6 --min-time 0.001";
  }
  if (!StartsWith(command, "playbook run ")) {
    return command;
  }
  const std::string own = std::regex_replace(command, std::regex(" --(builds|budget)[ =][^ ]+"), "");
  const std::string out = own.find(" --out") == std::string::npos ? " --out run." + std::to_string(number) : "";
  return own + " --builds " + OwnBuild() + " --budget 1s" +
         (own.find(" --quick") == std::string::npos ? " --rounds 6" : "") + out;
}

std::string NameOf(const ::testing::TestParamInfo<fs::path>& page) {
  std::string name = page.param.string();
  std::replace_if(
      name.begin(), name.end(), [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; }, '_');
  return name;
}

class CommandsTest : public ::testing::TestWithParam<fs::path> {};

TEST_P(CommandsTest, OfThisProjectRun) {
#if defined(__clang__) || !defined(NDEBUG)
  GTEST_SKIP() << "the documents speak of the build gcc, whose tests run their commands";
#else
  const TemporaryFolder folder;
  int number = 0;
  for (const TypedCommand& command : CommandsIn(ReadWhole(Root() / GetParam()))) {
    if (!IsOurs(command.text)) {
      continue;
    }
    const std::string shortened = Shortened(command.text, ++number);
    const std::string line = "cd '" + folder.path().string() + "' && PATH='" PLAYBOOK_BINARY_DIR "':\"$PATH\" && { " +
                             shortened + "; } > output 2>&1 < /dev/null";
    const int status = std::system(line.c_str());
    ASSERT_TRUE(WIFEXITED(status)) << shortened;
    EXPECT_EQ(WEXITSTATUS(status), command.exit_code)
        << GetParam() << ", line " << command.line << ": " << command.text << "\nrun as: " << shortened << "\n"
        << ReadWhole(folder.path() / "output");
  }
#endif
}

bool IsProgram(const std::string& word) {
  if (word.find('/') != std::string::npos) {
    return access((Root() / word).c_str(), X_OK) == 0;
  }
  std::istringstream path(std::getenv("PATH") == nullptr ? "" : std::getenv("PATH"));
  for (std::string folder; std::getline(path, folder, ':');) {
    if (access((fs::path(folder) / word).c_str(), X_OK) == 0) {
      return true;
    }
  }
  return false;
}

std::set<std::string> Presets() {
  std::set<std::string> names;
  const nlohmann::json file = nlohmann::json::parse(ReadWhole(Root() / "CMakePresets.json"));
  for (const nlohmann::json& preset : file.at("configurePresets")) {
    if (!preset.value("hidden", false)) {
      names.insert(preset["name"].get<std::string>());
    }
  }
  return names;
}

TEST_P(CommandsTest, OfOthersExist) {
  const std::set<std::string> presets = Presets();
  for (const TypedCommand& command : CommandsIn(ReadWhole(Root() / GetParam()))) {
    if (IsOurs(command.text)) {
      continue;
    }
    std::istringstream words(command.text);
    std::string word;
    while (words >> word && word.find('=') != std::string::npos) {
      // A variable for this one command.
    }
    EXPECT_TRUE(IsProgram(word)) << GetParam() << ", line " << command.line << ": there is no program " << word;
    while (words >> word) {
      if (word == "--preset" && words >> word) {
        EXPECT_EQ(presets.count(word), 1U)
            << GetParam() << ", line " << command.line << ": there is no preset " << word;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Documents, CommandsTest, ::testing::ValuesIn(DocumentPaths(Root())), NameOf);

TEST(CommandsInTest, TakesCommandsAndLeavesOutputAndComments) {
  const std::vector<TypedCommand> commands = CommandsIn(
      "$ not this\n```console\n$ playbook list   # all\nsome output\n$ playbook explain x  # exit code 2\n```\n"
      "```console\ntools/run     # see\n```\n```cpp\n$ nor this\n```\n");
  ASSERT_EQ(commands.size(), 3U);
  EXPECT_EQ(commands[0].text, "playbook list ");
  EXPECT_EQ(commands[0].line, 3);
  EXPECT_EQ(commands[1].exit_code, 2);
  EXPECT_TRUE(StartsWith(commands[2].text, "tools/run"));
}

TEST(CommandsInTest, FindsCommandsInTheDocuments) {
  int ours = 0;
  for (const fs::path& page : DocumentPaths(Root())) {
    for (const TypedCommand& command : CommandsIn(ReadWhole(Root() / page))) {
      ours += IsOurs(command.text) ? 1 : 0;
    }
  }
  EXPECT_GT(ours, 0);
}

}  // namespace
}  // namespace playbook
