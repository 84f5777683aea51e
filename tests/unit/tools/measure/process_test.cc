#include "tools/measure/process.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <system_error>

namespace playbook {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class RunProcessTest : public testing::Test {
 protected:
  RunProcessTest() {
    std::string name = (fs::temp_directory_path() / "playbook_process.XXXXXX").string();
    folder_ = mkdtemp(name.data());
  }
  ~RunProcessTest() override { fs::remove_all(folder_); }

  Finished Shell(const std::string& script) {
    Command command = Script(script);
    return RunProcess(command, interrupts_);
  }
  Command Script(const std::string& script) const {
    return {.program = "/bin/sh",
            .arguments = {"-c", script},
            .output = folder_ / "out",
            .errors = folder_ / "err",
            .timeout = std::chrono::minutes(1)};
  }
  std::string Text(const std::string& name) const {
    std::ifstream file(folder_ / name);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  fs::path folder_;
  Interrupts interrupts_;
};

TEST_F(RunProcessTest, KeepsOutputAndErrorsApart) {
  const Finished finished = Shell("echo data; echo talk >&2");
  EXPECT_TRUE(finished.Succeeded());
  EXPECT_EQ(Text("out"), "data\n");
  EXPECT_EQ(Text("err"), "talk\n");
}

TEST_F(RunProcessTest, HandsOverArgumentsAsTheyAre) {
  Command command = Script("printf '%s|' \"$@\"");
  command.arguments.insert(command.arguments.end(), {"sh", "a b", "", "$HOME", "*"});
  RunProcess(command, interrupts_);
  EXPECT_EQ(Text("out"), "a b||$HOME|*|");
}

TEST_F(RunProcessTest, ReportsTheExitCode) {
  const Finished finished = Shell("exit 7");
  EXPECT_EQ(finished.how, Finished::How::kExited);
  EXPECT_EQ(finished.code, 7);
  EXPECT_FALSE(finished.Succeeded());
  EXPECT_EQ(finished.Words(), "exited with code 7");
}

TEST_F(RunProcessTest, ReportsTheSignal) {
  const Finished finished = Shell("kill -ABRT $$");
  EXPECT_EQ(finished.how, Finished::How::kSignalled);
  EXPECT_EQ(finished.code, SIGABRT);
  EXPECT_THAT(finished.Words(), HasSubstr("was ended by signal 6"));
}

TEST_F(RunProcessTest, SaysWhyAProgramCannotBeStarted) {
  const Finished finished = RunProcess({.program = folder_ / "nothing"}, interrupts_);
  EXPECT_EQ(finished.how, Finished::How::kNotStarted);
  EXPECT_EQ(finished.code, ENOENT);
  EXPECT_EQ(finished.Words(), "could not be started: No such file or directory");
}

TEST_F(RunProcessTest, ThrowsWhereTheOutputCannotBeMade) {
  EXPECT_THROW(RunProcess({.program = "/bin/true", .output = folder_ / "no" / "out"}, interrupts_), std::system_error);
}

TEST_F(RunProcessTest, EndsAProgramWhoseTimeIsOver) {
  Command command = Script("while :; do :; done");
  command.timeout = std::chrono::milliseconds(50);
  const Finished finished = RunProcess(command, interrupts_);
  EXPECT_EQ(finished.how, Finished::How::kTimedOut);
  EXPECT_EQ(finished.Words(), "did not end within 0.05 s and was ended");
}

TEST_F(RunProcessTest, EndsAProgramThatPrintsTooMuch) {
  Command command = Script("while :; do echo yes; done");
  command.most_output_bytes = 1000;
  const Finished finished = RunProcess(command, interrupts_);
  EXPECT_EQ(finished.how, Finished::How::kTooLong);
  EXPECT_GT(finished.output_bytes, 1000U);
  EXPECT_THAT(finished.Words(), HasSubstr(" bytes, must print at most 1000"));
}

TEST_F(RunProcessTest, CountsWhatWasPrintedBeforeAProgramEnded) {
  Command command = Script("printf 12345");
  command.most_output_bytes = 5;
  EXPECT_TRUE(RunProcess(command, interrupts_).Succeeded());
  command.most_output_bytes = 4;
  const Finished finished = RunProcess(command, interrupts_);
  EXPECT_FALSE(finished.Succeeded());
  EXPECT_EQ(finished.Words(), "printed 5 bytes, must print at most 4");
}

// The background process holds the write end of a pipe; once nobody does, the read ends.
TEST_F(RunProcessTest, EndsWhatTheProgramLeftRunning) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);  // not closed by exec
  const Finished finished = Shell("while :; do sleep 1000; done & exit 0");
  EXPECT_TRUE(finished.Succeeded());
  close(ends[1]);
  constexpr int kPatience_ms = 60'000;
  pollfd reader = {.fd = ends[0], .events = POLLIN, .revents = 0};
  EXPECT_EQ(poll(&reader, 1, kPatience_ms), 1) << "somebody still holds the pipe";
  close(ends[0]);
}

TEST_F(RunProcessTest, EndsAProgramWhenSomebodyAsksUsToStop) {
  // The program itself asks, so there is nothing to wait for.
  const Finished finished = Shell("kill -INT $PPID; while :; do :; done");
  EXPECT_EQ(finished.how, Finished::How::kStopped);
  EXPECT_TRUE(interrupts_.Requested());
}

TEST_F(RunProcessTest, GivesTheProgramAnEmptyInputAndItsOwnGroup) {
  EXPECT_TRUE(Shell("test -z \"$(cat)\" && test $(cut -d' ' -f5 /proc/$$/stat) = $$").Succeeded());
}

TEST_F(RunProcessTest, GivesTheProgramTheSignalMaskThatWeHadBefore) {
  const Finished finished = Shell("grep SigBlk /proc/self/status");
  ASSERT_TRUE(finished.Succeeded());
  // None of SIGHUP, SIGINT, SIGTERM, SIGCHLD: bits 0, 1, 14 and 16.
  const std::string text = Text("out");
  const unsigned long blocked = std::stoul(text.substr(text.find_last_of("\t ") + 1), nullptr, 16);
  EXPECT_EQ(blocked & 0x14003U, 0U);
}

TEST_F(RunProcessTest, HidesVariablesThatBeginAsAsked) {
  setenv("PLAYBOOK_TEST_HIDDEN", "1", 1);
  Command command = Script("echo ${PLAYBOOK_TEST_HIDDEN-gone}");
  command.hidden_variables = "PLAYBOOK_TEST_";
  RunProcess(command, interrupts_);
  unsetenv("PLAYBOOK_TEST_HIDDEN");
  EXPECT_EQ(Text("out"), "gone\n");
}

TEST_F(RunProcessTest, AddsVariablesInThePlaceOfTheirNamesakes) {
  setenv("PLAYBOOK_TEST_ADDED", "ours", 1);
  Command command = Script("env | grep ^PLAYBOOK_TEST_ADDED");
  command.hidden_variables = "PLAYBOOK_TEST_";
  command.variables = {"PLAYBOOK_TEST_ADDED=theirs", "PLAYBOOK_TEST_ADDED_TOO="};
  EXPECT_TRUE(RunProcess(command, interrupts_).Succeeded());
  unsetenv("PLAYBOOK_TEST_ADDED");
  EXPECT_EQ(Text("out"), "PLAYBOOK_TEST_ADDED=theirs\nPLAYBOOK_TEST_ADDED_TOO=\n");
}

TEST_F(RunProcessTest, StartsInTheFolderThatIsAskedFor) {
  Command command = Script("pwd -P");
  command.folder = folder_;
  EXPECT_TRUE(RunProcess(command, interrupts_).Succeeded());
  EXPECT_EQ(Text("out"), fs::canonical(folder_).string() + "\n");
  command.folder = folder_ / "missing";
  EXPECT_EQ(RunProcess(command, interrupts_).how, Finished::How::kNotStarted);
}

TEST_F(RunProcessTest, BindsToTheOneCpuThatIsAskedFor) {
  cpu_set_t ours;
  ASSERT_EQ(sched_getaffinity(0, sizeof ours, &ours), 0);
  int last = CPU_SETSIZE - 1;
  while (!CPU_ISSET(static_cast<std::size_t>(last), &ours)) {
    --last;
  }
  Command command = Script("grep Cpus_allowed_list /proc/self/status");
  command.cpu = last;
  EXPECT_TRUE(RunProcess(command, interrupts_).Succeeded());
  EXPECT_EQ(Text("out"), "Cpus_allowed_list:\t" + std::to_string(last) + "\n");
}

TEST_F(RunProcessTest, CountsWhatTheProgramUsed) {
  const Finished finished = Shell("i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done");
  EXPECT_GT(finished.user_s + finished.system_s, 0);
  EXPECT_GT(finished.wall_s, 0);
  EXPECT_GT(finished.max_resident_kib, 0);
}

TEST(InterruptsTest, RemembersARequestAndRestoresTheMask) {
  sigset_t before;
  pthread_sigmask(SIG_SETMASK, nullptr, &before);
  {
    Interrupts interrupts;
    EXPECT_FALSE(interrupts.Requested());
    raise(SIGTERM);
    EXPECT_TRUE(interrupts.Requested());
    EXPECT_TRUE(interrupts.Requested());
    raise(SIGINT);  // not seen any more, and not delivered afterwards
  }
  sigset_t after;
  pthread_sigmask(SIG_SETMASK, nullptr, &after);
  EXPECT_EQ(sigismember(&after, SIGTERM), sigismember(&before, SIGTERM));
}

TEST(InterruptsTest, TakesTheEndOfAChildForNoRequest) {
  Interrupts interrupts;
  raise(SIGCHLD);
  EXPECT_FALSE(interrupts.Wait(std::chrono::minutes(1)));
}

TEST_F(RunProcessTest, RunsProgramsSideBySide) {
  // Each opens its end of a pipe that the other must open before either can go on.
  const std::string pipe = (folder_ / "pipe").string();
  ASSERT_TRUE(Shell("mkfifo " + pipe).Succeeded());
  Command one = Script("echo met >" + pipe + "; exit 3");
  Command other = Script("read word <" + pipe + "; echo $word");
  one.output.clear();
  const std::vector<Finished> finished = RunTogether({one, other}, interrupts_);
  ASSERT_EQ(finished.size(), 2U);
  EXPECT_EQ(finished[0].code, 3);
  EXPECT_TRUE(finished[1].Succeeded());
  EXPECT_EQ(Text("out"), "met\n");
}

TEST_F(RunProcessTest, EndsOnlyWhatIsOutOfTime) {
  Command stuck = Script("read word <" + (folder_ / "pipe").string());
  ASSERT_TRUE(Shell("mkfifo " + (folder_ / "pipe").string()).Succeeded());
  stuck.timeout = std::chrono::milliseconds(50);
  const std::vector<Finished> finished = RunTogether({stuck, Script("echo done")}, interrupts_);
  ASSERT_EQ(finished.size(), 2U);
  EXPECT_EQ(finished[0].how, Finished::How::kTimedOut);
  EXPECT_TRUE(finished[1].Succeeded());
}

TEST_F(RunProcessTest, EndsTheFirstWhereTheSecondCannotBegin) {
  Command other = Script("true");
  other.output = folder_ / "missing" / "out";
  EXPECT_THROW(RunTogether({Script("exec sleep 1000"), other}, interrupts_), std::system_error);
  EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1);
  EXPECT_EQ(errno, ECHILD);
}

}  // namespace
}  // namespace playbook
