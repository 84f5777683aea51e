#include "tools/compare/operand.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "tests/unit/tools/fake_run.h"
#include "tools/results/input_error.h"

namespace playbook {
namespace {

namespace fs = std::filesystem;

class OperandTest : public ::testing::Test {
 protected:
  std::string File(const std::string& name, const std::string& text, bool executable) const {
    const fs::path path = folder_.path() / name;
    std::ofstream(path) << text;
    fs::permissions(path, fs::perms::owner_exec, executable ? fs::perm_options::add : fs::perm_options::remove);
    return path.string();
  }

  Operand Read(const std::string& given) const { return ReadOperand(given, {"gcc", "clang"}); }

  TemporaryFolder folder_;
};

TEST_F(OperandTest, TellsProgramsFromResults) {
  EXPECT_EQ(Read(File("a.json", "{}", false)).kind, Operand::Kind::kResultFile);
  EXPECT_EQ(Read(File("b.json", "{}", true)).kind, Operand::Kind::kResultFile);
  EXPECT_EQ(Read(File("script", "#!/bin/sh\n", true)).kind, Operand::Kind::kProgram);
  EXPECT_EQ(Read(File("no_script", "#!/bin/sh\n", false)).kind, Operand::Kind::kResultFile);
  EXPECT_EQ(Read("/proc/self/exe").kind, Operand::Kind::kProgram);
  EXPECT_EQ(Read(File("empty", "", true)).kind, Operand::Kind::kResultFile);
}

TEST_F(OperandTest, ReadsAFolderWithAndWithoutABuild) {
  const std::string folder = folder_.path().string();
  EXPECT_EQ(Read(folder).kind, Operand::Kind::kRunFolder);
  EXPECT_EQ(Read(folder).build, "");
  const Operand build = Read(folder + ":gcc");
  EXPECT_EQ(build.kind, Operand::Kind::kRunFolder);
  EXPECT_EQ(build.path, folder);
  EXPECT_EQ(build.build, "gcc");
}

TEST_F(OperandTest, TakesAColonForPartOfANameThatIsThere) {
  const std::string path = File("12:30.json", "{}", false);
  EXPECT_EQ(Read(path).kind, Operand::Kind::kResultFile);
  fs::create_directory(folder_.path() / "a:b");
  EXPECT_EQ(Read((folder_.path() / "a:b").string()).build, "");
}

TEST_F(OperandTest, KnowsBuildsByName) {
  const Operand build = Read("clang");
  EXPECT_EQ(build.kind, Operand::Kind::kBuild);
  EXPECT_EQ(build.build, "clang");
  EXPECT_STREQ(Word(build.kind), "a build");
}

TEST_F(OperandTest, SaysThatNothingIsThere) {
  try {
    Read("clan\x1b[2Jg");
    FAIL() << "read";
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(), "there is no file, folder or build \"clan?[2Jg\"; did you mean clang?");
  }
}

}  // namespace
}  // namespace playbook
