// What `playbook` says where its output cannot be written: through a shell, since only main() knows.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <ostream>
#include <string>
#include <vector>

#include "tests/cli/run/fake_tree.h"
#include "tests/cli/scripts/shell.h"
#include "tests/unit/tools/ladder/fake_ladder.h"
#include "tools/ladder/limits.h"
#include "tools/standard_streams.h"

namespace playbook {
namespace {

using testing::HasSubstr;

class OutputTest : public testing::Test {
 protected:
  OutputTest() { std::ofstream(Limits()) << ToJson(FakeLadder()); }

  std::string Limits() const { return (tree_.folder() / "limits.json").string(); }
  // Every verb that prints, in each of its forms; all of them end with 0.
  std::vector<std::string> Commands() const {
    const std::string program = Quoted(PLAYBOOK_BINARY_DIR "/playbook") + " ";
    const std::string data = PLAYBOOK_SOURCE_DIR "/tests/data/compare/04_time_units/";
    const std::string files = Quoted(data + "base.json") + " " + Quoted(data + "contender.json");
    std::vector<std::string> commands = {"--help",
                                         "--version",
                                         "run --help",
                                         "list",
                                         "list --json",
                                         "explain dead_code",
                                         "rung 50us --limits " + Quoted(Limits()),
                                         "ladder --from " + Quoted(Limits())};
    for (const char* const format : {"md", "json", "csv"}) {
      commands.push_back("ladder --from " + Quoted(Limits()) + " --format " + format);
    }
    for (const char* const format : {"table", "md", "json", "csv", "junit"}) {
      commands.push_back("compare " + files + " --format " + format);
    }
    for (std::string& command : commands) {
      command.insert(0, program);
    }
    return commands;
  }

  FakeTree tree_;
};

TEST_F(OutputTest, EndsWithThreeOnAFullDisk) {
  for (const std::string& command : Commands()) {
    ASSERT_EQ(Shell(command).code, 0) << command;
    const Outcome full = Shell(command + " >/dev/full");
    EXPECT_EQ(full.code, 3) << command;
    EXPECT_THAT(full.output, HasSubstr("error: cannot write the output: No space left on device\n")) << command;
  }
}

TEST_F(OutputTest, EndsWithThreeWhereItIsClosed) {
  for (const std::string& command : Commands()) {
    const Outcome closed = Shell(command + " >&-");
    EXPECT_EQ(closed.code, 3) << command;
    EXPECT_THAT(closed.output, HasSubstr("error: cannot write the output: Bad file descriptor\n")) << command;
    EXPECT_EQ(Shell(command + " <&- >&- 2>&-").code, 3) << command;
  }
}

TEST_F(OutputTest, SaysTheSameWhereOnlyTheOtherStreamsAreClosed) {
  for (const std::string& command : Commands()) {
    const Outcome open = Shell(command + " 2>/dev/null");
    const Outcome closed = Shell(command + " <&- 2>&-");
    EXPECT_EQ(closed.code, 0) << command;
    EXPECT_EQ(closed.output, open.output) << command;
  }
}

TEST_F(OutputTest, IsQuietWhereTheReaderWentAway) {
  for (const std::string& command : Commands()) {
    EXPECT_THAT(Shell("{ trap '' PIPE; " + command + "; } | true").output, testing::Not(HasSubstr("cannot write")))
        << command;
  }
}

TEST_F(OutputTest, ARunThatWasMeasuredIsKeptAndSaysThatItsTableIsLost) {
  std::string command = Quoted(PLAYBOOK_BINARY_DIR "/playbook");
  for (const std::string& argument : tree_.MeasureArguments()) {
    command += " " + Quoted(argument);
  }
  const Outcome full = Shell(command + " >/dev/full");
  EXPECT_EQ(full.code, 3);
  EXPECT_THAT(full.output, HasSubstr("error: cannot write the output: No space left on device\n"));
  EXPECT_TRUE(std::filesystem::exists(tree_.Run() / "report.md"));
}

TEST(DescriptorBufferTest, WritesAllOfALongTextInOrder) {
  const FakeTree tree;
  const std::string path = (tree.folder() / "text").string();
  std::string text;
  for (int line = 0; line < 50'000; ++line) {
    text += std::to_string(line) + '\n';
  }
  {
    FILE* const file = fopen(path.c_str(), "we");
    ASSERT_NE(file, nullptr);
    DescriptorBuffer buffer(fileno(file));
    std::ostream stream(&buffer);
    for (const char one : text.substr(0, 100'000)) {
      stream.put(one);
    }
    stream << text.substr(100'000) << std::flush;
    EXPECT_EQ(buffer.error(), 0);
    fclose(file);
  }
  EXPECT_EQ(FileText(path), text);
}

TEST(DescriptorBufferTest, KeepsTheFirstError) {
  DescriptorBuffer buffer(-1);
  std::ostream stream(&buffer);
  stream << "lost" << std::flush;
  errno = ENOSPC;
  stream.clear();
  stream << "too" << std::flush;
  EXPECT_TRUE(stream.bad());
  EXPECT_EQ(buffer.error(), EBADF);
}

TEST(DescriptorBufferTest, KnowsAReaderThatWentAway) {
  int ends[2] = {-1, -1};
  ASSERT_EQ(pipe(ends), 0);
  close(ends[0]);
  const auto before = std::signal(SIGPIPE, SIG_IGN);
  DescriptorBuffer buffer(ends[1]);
  std::ostream stream(&buffer);
  stream << "lost" << std::flush;
  std::signal(SIGPIPE, before);
  EXPECT_EQ(buffer.error(), EPIPE);
  close(ends[1]);
}

}  // namespace
}  // namespace playbook
