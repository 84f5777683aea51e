// What `playbook list` prints of builds that a test laid out.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

#include "tests/unit/tools/fake_run.h"
#include "tools/commands.h"

namespace playbook {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class ListTest : public ::testing::Test {
 protected:
  ListTest() { setenv("PLAYBOOK_BUILD_ROOT", tree_.path().c_str(), 1); }
  ~ListTest() override { unsetenv("PLAYBOOK_BUILD_ROOT"); }

  // A binary that answers --describe with this text, or ends with a code.
  void Binary(const std::string& build, const std::string& id, const std::string& text, int code = 0) {
    const fs::path path = tree_.path() / build / "benchmarks" / id;
    WriteWhole(path, "#!/bin/sh\n[ \"$1\" = --describe ] || exit 9\ncat <<'END'\n" + text + "\nEND\nexit " +
                         std::to_string(code) + "\n");
    fs::permissions(path, fs::perms::owner_all);
  }

  static std::string Description(const std::string& id, const std::string& summary) {
    const nlohmann::ordered_json json = {{"schema_version", 1},
                                         {"id", id},
                                         {"kind", "trap"},
                                         {"title", "T"},
                                         {"summary", summary},
                                         {"article", "baseline"},
                                         {"published", "1.68x"},
                                         {"rules", {2, 3}},
                                         {"iteration", "one"},
                                         {"figure", "time"},
                                         {"threads", false},
                                         {"effect", {{"claim", "right_faster"}, {"at_least", 2}}},
                                         {"rows", nlohmann::json::array()},
                                         {"evidence", nlohmann::json::array()}};
    return json.dump();
  }

  int List(const Arguments& arguments) {
    Arguments all = {"list"};
    all.insert(all.end(), arguments.begin(), arguments.end());
    out_.str("");
    err_.str("");
    return Playbook(all, out_, err_);
  }

  TemporaryFolder tree_;
  std::ostringstream out_;
  std::ostringstream err_;
};

TEST_F(ListTest, PrintsOneLineForEachPair) {
  Binary("gcc", "alpha", Description("alpha", "the first"));
  Binary("gcc", "beta", Description("beta", "the second"));
  EXPECT_EQ(List({}), kOk) << err_.str();
  EXPECT_EQ(out_.str(),
            "pair   kind  article   rules  what goes wrong\n"
            "alpha  trap  baseline  2 3    the first\n"
            "beta   trap  baseline  2 3    the second\n");
}

TEST_F(ListTest, PrintsDescriptionsAsJson) {
  Binary("gcc", "alpha", Description("alpha", "the first"));
  EXPECT_EQ(List({"--json"}), kOk) << err_.str();
  const nlohmann::json list = nlohmann::json::parse(out_.str());
  EXPECT_EQ(list["schema_version"], 1);
  EXPECT_EQ(list["build"], "gcc");
  EXPECT_EQ(list["pairs"][0]["effect"]["claim"], "right_faster");
}

TEST_F(ListTest, TakesTheBuildThatIsThereOrTheOneThatIsNamed) {
  Binary("clang", "alpha", Description("alpha", "of clang"));
  EXPECT_EQ(List({}), kOk);
  EXPECT_THAT(out_.str(), HasSubstr("of clang"));
  Binary("gcc", "alpha", Description("alpha", "of gcc"));
  EXPECT_EQ(List({}), kOk);
  EXPECT_THAT(out_.str(), HasSubstr("of gcc"));
  EXPECT_EQ(List({"--build", "clang"}), kOk);
  EXPECT_THAT(out_.str(), HasSubstr("of clang"));
}

TEST_F(ListTest, CleansWhatABinarySays) {
  Binary("gcc", "alpha", Description("alpha", "red \x1b[31m\nand more"));
  EXPECT_EQ(List({}), kOk);
  EXPECT_THAT(out_.str(), HasSubstr("red ?[31m and more\n"));
}

TEST_F(ListTest, NamesTheBinaryThatFailsAndGoesOn) {
  Binary("gcc", "alpha", "", 7);
  Binary("gcc", "beta", Description("beta", "the second"));
  EXPECT_EQ(List({}), kFailed);
  EXPECT_THAT(err_.str(), AllOf(HasSubstr("gcc/benchmarks/alpha"), HasSubstr("7")));
  EXPECT_THAT(out_.str(), HasSubstr("beta"));
}

TEST_F(ListTest, SaysWhatABinaryPrintedInsteadOfADescription) {
  Binary("gcc", "alpha", "hello");
  EXPECT_EQ(List({}), kBadInput);
  EXPECT_THAT(err_.str(), HasSubstr("alpha --describe: is not a record"));
}

TEST_F(ListTest, SaysHowToBuildWhatIsNotThere) {
  EXPECT_EQ(List({}), kBadInput);
  EXPECT_THAT(err_.str(), HasSubstr("cmake --build --preset gcc"));
  EXPECT_THAT(out_.str(), IsEmpty());
}

}  // namespace
}  // namespace playbook
