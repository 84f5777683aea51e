#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>
#include <string>

#include "tests/cli/scripts/shell.h"
#include "tests/unit/fixtures/host/fake_root.h"

namespace playbook {
namespace {

using ::testing::AllOf;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::SizeIs;

const std::string kSource = PLAYBOOK_SOURCE_DIR;

// Only ever lists: nothing is installed by a test.
Outcome RunSetup(const std::string& environment, const std::string& arguments = "--no-install") {
  return Shell("env -u PLAYBOOK_GCC -u PLAYBOOK_CLANG " + environment + " sh " + Quoted(kSource + "/tools/setup") +
               " " + arguments);
}

// A compiler that cannot compile and, as it is asked for headers, finds none.
std::string CompilerWithoutHeaders(const FakeRoot& root) {
  // The preprocessor wants one folder to look into.
  root.Write("/bin/bare++", "#!/bin/sh\nfor a in \"$@\"; do [ \"$a\" = -E ] && exec g++ -nostdinc -nostdinc++ -I" +
                                root.path() + "/bin \"$@\"; done\nexit 1\n");
  std::filesystem::permissions(root.path() + "/bin/bare++", std::filesystem::perms::owner_all);
  return root.path() + "/bin/bare++";
}

std::string Text(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

TEST(SetupTest, NamesThePackageOfACompilerThatIsMissing) {
  const Outcome outcome = RunSetup("PLAYBOOK_CLANG=clang++-99 PLAYBOOK_GCC=g++-98");
  EXPECT_EQ(outcome.code, 3);
  EXPECT_THAT(outcome.output, ContainsRegex("clang-99 +clang\\+\\+-99 +compiles the clang presets"));
  EXPECT_THAT(outcome.output, ContainsRegex("g\\+\\+-98 +g\\+\\+-98 +compiles the gcc presets"));
}

TEST(SetupTest, HasNoPackageForACompilerNamedByItsPath) {
  const Outcome outcome = RunSetup("PLAYBOOK_CLANG=/nowhere/clang++");
  EXPECT_EQ(outcome.code, 3);
  EXPECT_THAT(outcome.output, ContainsRegex("- +/nowhere/clang\\+\\+ +compiles the clang presets"));
}

TEST(SetupTest, RefusesAnArgumentItDoesNotKnow) {
  const Outcome outcome = RunSetup("", "--no-instal");
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.output, AllOf(HasSubstr("\"--no-instal\""), HasSubstr("--no-install")));
}

TEST(SetupTest, ListsEveryMissingHeaderWithPackageAndReason) {
  FakeRoot root;
  const std::string compiler = CompilerWithoutHeaders(root);
  const Outcome outcome = RunSetup("PLAYBOOK_GCC=" + compiler + " PLAYBOOK_CLANG=" + compiler);
  EXPECT_EQ(outcome.code, 3);
  EXPECT_THAT(outcome.output, ContainsRegex("libxxhash-dev +<xxhash\\.h> +[a-z]"));
  EXPECT_THAT(outcome.output, ContainsRegex("libboost-dev +<boost/math/distributions/binomial\\.hpp> +[a-z]"));
}

// What CMake looks for and what is installed are two lists in two languages: each package that CMake names must be one.
TEST(SetupTest, KnowsEveryPackageThatCMakeNames) {
  FakeRoot root;
  const std::string compiler = CompilerWithoutHeaders(root);
  const std::string listed = RunSetup("PLAYBOOK_GCC=" + compiler + " PLAYBOOK_CLANG=" + compiler).output;
  const std::string cmake = Text(kSource + "/tools/cmake/dependencies.cmake");
  const std::regex call(R"(\nplaybook_find_(?:library|headers)\([^)]* ([a-z0-9-]+)\))");
  std::set<std::string> packages;
  for (std::sregex_iterator match(cmake.begin(), cmake.end(), call), end; match != end; ++match) {
    packages.insert((*match)[1]);
  }
  EXPECT_THAT(packages, Not(SizeIs(0)));
  for (const std::string& package : packages) {
    EXPECT_THAT(listed, HasSubstr("  " + package + " "));
  }
}

TEST(SetupTest, NamesTheOtherWayWhereThereIsNoAptGet) {
  FakeRoot root;
  std::filesystem::create_directories(root.path() + "/bin");
  for (const char* tool : {"sh", "cat", "sed", "grep", "tr", "sort", "mktemp", "rm", "dirname"}) {
    const Outcome found = Shell(std::string("command -v ") + tool);
    ASSERT_EQ(found.code, 0) << tool;
    std::filesystem::create_symlink(found.output.substr(0, found.output.find('\n')), root.path() + "/bin/" + tool);
  }
  const Outcome outcome = RunSetup("PATH=" + root.path() + "/bin", "");
  EXPECT_EQ(outcome.code, 3);
  EXPECT_THAT(outcome.output,
              AllOf(HasSubstr("there is no apt-get here"), ContainsRegex("g\\+\\+ +g\\+\\+ +compiles")));
}

}  // namespace
}  // namespace playbook
