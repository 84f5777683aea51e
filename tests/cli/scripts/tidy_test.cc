#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "tests/cli/scripts/shell.h"
#include "tests/unit/fixtures/host/fake_root.h"

namespace playbook {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::UnorderedElementsAre;

const std::string kBuild = "/build/tidy/UnifiedSource";  // the analyzer wants the word

// A project with the real tools/test and a compiler's tools that only say how they were called: two sources are
// compiled together, one alone, one not at all.
class TidyTest : public ::testing::Test {
 protected:
  TidyTest() {
    for (const std::string name : {"test", "steps.sh"}) {
      root_.Write("/a project/tools/" + name, "");
      std::filesystem::copy_file(std::string(PLAYBOOK_SOURCE_DIR) + "/tools/" + name, project_ + "/tools/" + name,
                                 std::filesystem::copy_options::overwrite_existing);
    }
    for (const char* name : {"benchmarks/alone.cc", "fixtures/not_compiled.cc", "fixtures/some.h", "tools/first.cc",
                             "tools/second.cc", "tests/some_test.cc"}) {
      root_.Write(std::string("/a project/") + name, "");
    }
    const std::string unity = kBuild + "/tools/Unity/unity_0_cxx.cxx";
    root_.Write("/a project" + unity,
                "#include \"" + project_ + "/tools/first.cc\"\n\n#include \"" + project_ + "/tools/second.cc\"\n");
    std::string commands = "[\n";
    for (const std::string& file : {unity, std::string("/benchmarks/alone.cc"), kBuild + "/tests/cmake_pch.hxx.cxx",
                                    std::string("/tests/some_test.cc"), std::string("/tests/some_test.cc")}) {
      commands += "{\n  \"command\": \"clang++\",\n  \"file\": \"" + project_ + file + "\"\n},\n";
    }
    root_.Write("/a project" + kBuild + "/compile_commands.json", commands + "]\n");
    WriteTool("/a project/tools/setup", "");
    WriteTool("/bin/clang-format", "");
    WriteTool("/bin/cmake", "");
    WriteTool("/bin/ctest", "echo '100% tests passed, 0 tests failed out of 1'");
    WriteTool("/bin/clang-tidy", "");
  }

  // Runs it, and keeps its calls of a tool, a line each.
  Outcome Run() {
    return Shell("env -u PLAYBOOK_GCC -u PLAYBOOK_CLANG PATH=" + Quoted(root_.path() + "/bin") + ":\"$PATH\" sh " +
                 Quoted(project_ + "/tools/test") + " --no-install --tidy gcc");
  }

  void WriteTool(const std::string& path, const std::string& body) {
    const std::string calls = root_.path() + "/" + std::filesystem::path(path).filename().string() + ".calls";
    root_.Write(path, "#!/bin/sh\necho \"$*\" >>" + Quoted(calls) + "\n" + body + "\n");
    std::filesystem::permissions(root_.path() + path, std::filesystem::perms::owner_all);
  }

  std::vector<std::string> Calls(const std::string& tool) const {
    std::vector<std::string> calls;
    std::ifstream file(root_.path() + "/" + tool + ".calls");
    for (std::string line; std::getline(file, line);) {
      calls.push_back(line);
    }
    return calls;
  }

  // What clang-tidy was called with, below the project.
  std::vector<std::string> Checked() const {
    std::vector<std::string> checked = Calls("clang-tidy");
    for (std::string& call : checked) {
      call.erase(0, std::min(call.size(), call.rfind(project_ + "/") + project_.size() + 1));
    }
    return checked;
  }

  FakeRoot root_;
  std::string project_ = root_.path() + "/a project";
};

TEST_F(TidyTest, ChecksEverySourceOnceAndTogetherWhatIsCompiledTogether) {
  const Outcome outcome = Run();
  EXPECT_EQ(outcome.code, 0) << outcome.output;
  EXPECT_THAT(Checked(),
              UnorderedElementsAre("benchmarks/alone.cc", "build/tidy/UnifiedSource/tools/Unity/unity_0_cxx.cxx",
                                   "fixtures/not_compiled.cc", "tests/some_test.cc"))
      << outcome.output;
}

// The flags of the tests name the compiled headers, which configuring does not make.
TEST_F(TidyTest, CompilesTheHeadersOfTheTestsFirst) {
  const Outcome outcome = Run();
  EXPECT_THAT(Calls("cmake"), Contains("--build " + project_ + kBuild + " --target playbook_test_headers"))
      << outcome.output;
}

TEST_F(TidyTest, FailsWhereOneSourceHasAFinding) {
  WriteTool("/bin/clang-tidy", "case $* in *unity_0*) echo 'first.cc:1:1: error: a finding'; exit 1 ;; esac");
  const Outcome outcome = Run();
  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.output, HasSubstr("first.cc:1:1: error: a finding"));
}

}  // namespace
}  // namespace playbook
