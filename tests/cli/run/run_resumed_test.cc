// A `playbook` that is killed, interrupted, or resumed where it should not be. These run the real program.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include "tests/cli/golden.h"
#include "tests/cli/run/fake_tree.h"

namespace playbook {
namespace {

namespace fs = std::filesystem;
using testing::Contains;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;

// Starts a run that stops in a round, with a benchmark under way that will never end by itself; returns that process.
pid_t StartAndBlock(const FakeTree& tree, const std::string& stage, Started& started) {
  tree.Fault("gcc", "alpha", stage, "block");
  started = tree.Start(tree.MeasureArguments());
  return AwaitNumberIn(tree.folder() / "build" / "blocked");
}

std::vector<std::string> Resume(const FakeTree& tree) {
  return {"run", "--scratch", (tree.folder() / "scratch").string(), "--resume", tree.Run().string()};
}

// The lines of a page without their numbers, the units that those chose, and the widths that they give to columns.
std::vector<std::string> Form(const std::string& page) {
  std::string form = std::regex_replace(page, std::regex("[0-9][0-9.,:e+-]*"), "N");
  form = std::regex_replace(form, std::regex(" (ns|\u00b5s|ms|s|B|KiB|MiB)(?=[ ,;)|\n])"), " unit");
  form = std::regex_replace(form, std::regex("[ -]+"), " ");
  std::vector<std::string> lines;
  std::istringstream stream(form);
  for (std::string line; std::getline(stream, line);) {
    lines.push_back(line);
  }
  return lines;
}

// Without the paragraph that tells of other work on the machine, which may have been there in one of two runs.
std::string Undisturbed(std::string text) {
  const std::size_t word = text.find("BUSY: ");
  if (word == std::string::npos) {
    return text;
  }
  const std::size_t begin = text.rfind('\n', word) + 1;  // 0 in the first line
  return text.erase(begin, text.find("\n\n", word) + 2 - begin);
}

class RunKilledTest : public testing::TestWithParam<const char*> {};

TEST_P(RunKilledTest, FinishesWhatAKilledRunBegan) {
  const FakeTree tree;
  Started started;
  const pid_t child = StartAndBlock(tree, GetParam(), started);
  kill(started.process, SIGKILL);
  EXPECT_EQ(FakeTree::Wait(started).code, 128 + SIGKILL);
  AwaitGone(child);
  EXPECT_FALSE(fs::exists(tree.Run() / "done.json"));

  const Said resumed = FakeTree::Playbook(Resume(tree));
  EXPECT_EQ(resumed.code, 0) << resumed.err;
  EXPECT_TRUE(fs::is_empty(tree.folder() / "scratch"));

  const FakeTree whole;
  const Said measured = whole.Measure({});
  ASSERT_EQ(measured.code, 0);
  EXPECT_EQ(Undisturbed(resumed.out), Undisturbed(measured.out));
  EXPECT_EQ(tree.RunFiles(), whole.RunFiles());
  const std::vector<std::string> form = Form(Undisturbed(FileText(tree.Run() / "report.md")));
  const std::vector<std::string> whole_form = Form(Undisturbed(FileText(whole.Run() / "report.md")));
  ASSERT_EQ(form.size(), whole_form.size());
  for (std::size_t line = 0; line < form.size(); ++line) {
    EXPECT_EQ(form[line], whole_form[line]) << "line " << line + 1;
  }
  for (const std::string& file : tree.RunFiles()) {
    // Iteration counts depend on how long the calibrating processes took, and what is made of them does too; the order
    // of the processes must not depend on anything.
    if (file.find(".side.json") != std::string::npos) {
      const std::string position = "\"position\": ";
      const std::string here = FileText(tree.Run() / file);
      const std::string there = FileText(whole.Run() / file);
      EXPECT_EQ(here.substr(here.find(position), position.size() + 1),
                there.substr(there.find(position), position.size() + 1))
          << file;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Stages, RunKilledTest, testing::Values("describe", "evidence", "calibrate", "round"),
                         [](const testing::TestParamInfo<const char*>& one) { return std::string(one.param); });

TEST(RunResumedTest, KeepsTheRoundsThatWereDone) {
  const FakeTree tree;
  Started started;
  StartAndBlock(tree, "round", started);
  kill(started.process, SIGKILL);
  FakeTree::Wait(started);
  std::vector<std::pair<std::string, std::string>> before;
  for (const std::string& file : tree.RunFiles()) {
    if (file != "plan.json" && file.find(".part") == std::string::npos) {
      before.emplace_back(file, FileText(tree.Run() / file));
    }
  }
  ASSERT_EQ(FakeTree::Playbook(Resume(tree)).code, 0);
  for (const auto& [file, text] : before) {
    EXPECT_EQ(FileText(tree.Run() / file), text) << file;
  }
}

TEST(RunResumedTest, RemovesWhatAKilledRunHadHalfWritten) {
  const FakeTree tree;
  Started started;
  StartAndBlock(tree, "round", started);
  kill(started.process, SIGKILL);
  FakeTree::Wait(started);
  std::ofstream(tree.Run() / "rounds" / "gcc.alpha.json.part") << "{\"context\"";
  ASSERT_EQ(FakeTree::Playbook(Resume(tree)).code, 0);
  EXPECT_THAT(tree.RunFiles(), Not(Contains(EndsWith(".part"))));
}

class RunInterruptedTest : public testing::TestWithParam<int> {};

TEST_P(RunInterruptedTest, EndsTheChildKeepsWhatIsDoneAndSaysHowToGoOn) {
  const FakeTree tree;
  Started started;
  const pid_t child = StartAndBlock(tree, "round", started);
  kill(started.process, GetParam());
  const Said said = FakeTree::Wait(started);
  EXPECT_EQ(said.code, 130);
  AwaitGone(child);
  EXPECT_THAT(said.err, HasSubstr("interrupted\nwhat is done is kept in " + tree.Run().string() +
                                  "; go on with: playbook run --resume " + tree.Run().string() + "\n"));
  EXPECT_THAT(tree.RunFiles(), Not(Contains(EndsWith(".part"))));
  EXPECT_TRUE(fs::is_empty(tree.folder() / "scratch"));
  EXPECT_EQ(FakeTree::Playbook(Resume(tree)).code, 0);
  EXPECT_TRUE(fs::exists(tree.Run() / "done.json"));
}

INSTANTIATE_TEST_SUITE_P(Signals, RunInterruptedTest, testing::Values(SIGINT, SIGTERM, SIGHUP),
                         [](const testing::TestParamInfo<int>& one) { return "signal_" + std::to_string(one.param); });

TEST(RunResumedTest, DoesNotForgetWhatWasGivenUp) {
  const FakeTree tree;
  tree.Fault("gcc", "alpha", "round", "crash");
  ASSERT_EQ(tree.Measure({}).code, 1);
  tree.NoFault("gcc", "alpha");
  const Said said = FakeTree::Playbook(Resume(tree));
  EXPECT_EQ(said.code, 1) << said.err;
  EXPECT_TRUE(fs::exists(tree.Run() / "failures/gcc.alpha.json"));
}

TEST(RunResumedTest, DoesNotForgetEvidenceThatFails) {
  const FakeTree tree;
  tree.Fault("gcc", "alpha", "evidence", "fails");
  ASSERT_EQ(tree.Measure({}).code, 1);
  tree.NoFault("gcc", "alpha");
  EXPECT_EQ(FakeTree::Playbook(Resume(tree)).code, 1);
}

TEST(RunResumedTest, RefusesBuildsThatDescribeThemselvesOtherwise) {
  const FakeTree tree;
  ASSERT_EQ(tree.Measure({}).code, 0);
  tree.Fault("clang", "beta", "describe", "other_title");
  const Said said = FakeTree::Playbook(Resume(tree));
  EXPECT_EQ(said.code, 3);
  ExpectGolden("run/resume_other_description.err", tree.Normalised(said.err));
}

TEST(RunResumedTest, RefusesAProgramThatWasBuiltAnew) {
  const FakeTree tree;
  ASSERT_EQ(tree.Measure({}).code, 0);
  const fs::path program = tree.folder() / "build/gcc/benchmarks/alpha";
  const std::string bytes = FileText(program);
  fs::remove(program);
  std::ofstream(program, std::ios::binary) << bytes << "one more";
  fs::permissions(program, fs::perms::owner_all);
  const Said said = FakeTree::Playbook(Resume(tree));
  EXPECT_EQ(said.code, 3);
  EXPECT_THAT(said.err, testing::ContainsRegex("alpha under gcc: when the run was begun the hash of its program was "
                                               "\"[0-9a-f]+\", now it is \"[0-9a-f]+\""));
}

TEST(RunResumedTest, RefusesToMixResultsOfTwoCommits) {
  const FakeTree tree;
  Started started;
  StartAndBlock(tree, "round", started);
  kill(started.process, SIGKILL);
  FakeTree::Wait(started);
  tree.NoFault("gcc", "alpha");
  tree.Fault("gcc", "alpha", "round", "other_commit");
  const Said said = FakeTree::Playbook(Resume(tree));
  EXPECT_EQ(said.code, 3);
  EXPECT_THAT(said.err, HasSubstr("alpha under gcc: when the run was begun playbook.commit was \"aaaa\", now it is "
                                  "\"bbbb\""));
}

TEST(RunResumedTest, RefusesAFolderWithoutARun) {
  const FakeTree tree;
  fs::create_directory(tree.Run());
  const Said said = FakeTree::Playbook(Resume(tree));
  EXPECT_EQ(said.code, 3);
  ExpectGolden("run/resume_no_run.err", tree.Normalised(said.err));
}

TEST(RunResumedTest, RefusesAPlanThatIsDamaged) {
  const FakeTree tree;
  ASSERT_EQ(tree.Measure({"alpha", "--builds", "gcc"}).code, 0);
  const std::string plan = FileText(tree.Run() / "plan.json");
  std::ofstream(tree.Run() / "plan.json") << plan.substr(0, plan.size() / 2);
  const Said said = FakeTree::Playbook(Resume(tree));
  EXPECT_EQ(said.code, 3);
  EXPECT_THAT(said.err, HasSubstr("plan.json: is no plan"));
}

TEST(RunResumedTest, RefusesToBeginANewRunInTheFolderOfAnother) {
  const FakeTree tree;
  ASSERT_EQ(tree.Measure({"alpha", "--builds", "gcc"}).code, 0);
  const Said said = tree.Measure({"alpha", "--builds", "gcc"});
  EXPECT_EQ(said.code, 3);
  EXPECT_THAT(said.err, HasSubstr("holds a run already; finish it with --resume"));
}

}  // namespace
}  // namespace playbook
