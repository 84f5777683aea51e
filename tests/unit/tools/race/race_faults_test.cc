// What a race does when a side fails, and what is left of it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <thread>

#include "tests/unit/tools/race/fake_race.h"
#include "tools/race/race.h"

namespace playbook {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::HasSubstr;
using testing::Not;

class RaceFaultTest : public testing::Test {
 protected:
  // The message of a race that fails within its rounds.
  std::string FaultWith(const std::string& fault) {
    race_.options.contender.variables.push_back("FAKE_FAULT=" + fault);
    try {
      race_.Measure();
    } catch (const RaceFault& error) {
      return error.what();
    } catch (const InputError& error) {
      ADD_FAILURE() << "failed before the rounds: " << error.what();
      return "";
    }
    ADD_FAILURE() << "did not fail";
    return "";
  }

  // The rounds before the fault can be used, and are said not to be all.
  void ExpectKept(int rounds) {
    const RaceData data = race_.Load();
    const std::vector<double> base = RowOf(data.pair.base, "BM_A").values.at("real_time");
    const std::vector<double> contender = RowOf(data.pair.contender, "BM_A").values.at("real_time");
    ASSERT_GE(base.size(), static_cast<std::size_t>(rounds));
    ASSERT_EQ(base.size(), contender.size());
    for (std::size_t round = 0; round < base.size(); ++round) {
      EXPECT_EQ(std::isfinite(base[round]), round < static_cast<std::size_t>(rounds));
      EXPECT_EQ(std::isfinite(contender[round]), round < static_cast<std::size_t>(rounds));
    }
    EXPECT_FALSE(data.pair.base.whole);
    EXPECT_FALSE(data.pair.contender.whole);
  }

  FakeRace race_;
};

TEST_F(RaceFaultTest, ACrashIsSaidWithTheProgramsLastWords) {
  EXPECT_THAT(FaultWith("crash@3"), AllOf(HasSubstr("the contender, after, failed in round 3: was ended by signal 6"),
                                          HasSubstr("\nabout to ?[31mcrash"), Not(HasSubstr("\x1b"))));
  ExpectKept(2);
  EXPECT_THAT(race_.Load().pair.notes, Contains(HasSubstr("the race ended early: the contender, after, failed in")));
}

TEST_F(RaceFaultTest, AProgramThatHangsIsEndedAtItsTimeLimit) {
  race_.options.timeout_s = 2;
  EXPECT_THAT(FaultWith("hang@2"), HasSubstr("failed in round 2: did not end within 2 s and was ended"));
  ExpectKept(1);
}

TEST_F(RaceFaultTest, AFailingExitCodeIsAFault) {
  EXPECT_THAT(FaultWith("exit@5"), HasSubstr("failed in round 5: exited with code 7"));
  ExpectKept(4);
}

TEST_F(RaceFaultTest, BrokenJsonIsAFault) {
  EXPECT_THAT(FaultWith("broken@3"), HasSubstr("failed in round 3: its result: ends at byte "));
  ExpectKept(2);
}

TEST_F(RaceFaultTest, ARowThatIsGoneIsAFault) {
  EXPECT_THAT(FaultWith("missing@3"), HasSubstr("failed in round 3: "));
  ExpectKept(2);
}

TEST_F(RaceFaultTest, NoResultIsAFault) {
  EXPECT_THAT(FaultWith("nothing@3"), HasSubstr("failed in round 3: it wrote no result"));
  ExpectKept(2);
}

TEST_F(RaceFaultTest, AResultThatCannotBeKeptLeavesTheRoundsBefore) {
  EXPECT_THAT(FaultWith("blocks@4"), AllOf(HasSubstr("the race ended early: after 3 whole rounds it could not go on: "
                                                     "cannot write rounds/0004/contender.000.json: "),
                                           Not(HasSubstr(race_.folder.string()))));
  ExpectKept(3);
  EXPECT_EQ(ReadRaceEnd(RaceFolder(race_.Kept()).End()).how, RaceEnd::How::kFault);
  EXPECT_THAT(race_.Load().pair.notes, Contains(HasSubstr("the race ended early: after 3 whole rounds")));
}

TEST_F(RaceFaultTest, AnEndThatCannotBeWrittenLosesNothing) {
  std::filesystem::create_directories(RaceFolder(race_.Kept()).End() / "full");
  EXPECT_THAT(FaultWith("crash@9"), HasSubstr("after 6 whole rounds it could not go on: cannot write end.json"));
  EXPECT_THAT(RowOf(race_.Load().pair.base, "BM_A").values.at("real_time"), testing::SizeIs(6));
}

std::string RefusalOf(FakeRace& race) {
  try {
    race.Measure();
  } catch (const InputError& error) {
    return error.what();
  }
  ADD_FAILURE() << "was not refused";
  return "";
}

TEST_F(RaceFaultTest, ACrashInCalibrationMeasuresNothing) {
  race_.options.base.variables.emplace_back("FAKE_FAULT=crash@0");
  EXPECT_THAT(RefusalOf(race_), AllOf(HasSubstr("before: fake_program failed in calibration: was ended by signal 6"),
                                      HasSubstr("\nabout to ?[31mcrash")));
  EXPECT_FALSE(std::filesystem::exists(RaceFolder(race_.Kept()).Plan()));
  try {
    race_.Load();
    FAIL() << "read";
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("the race was stopped before its first round, so nothing was measured"));
  }
}

TEST_F(RaceFaultTest, AProgramWithoutRowsIsSaid) {
  race_.options.contender.variables.emplace_back("FAKE_ROWS=");
  EXPECT_THAT(RefusalOf(race_), HasSubstr("after: fake_program lists no row"));
}

TEST_F(RaceFaultTest, AListingThatIsTooLongIsRefusedWithBothNumbers) {
  race_.options.contender.variables.emplace_back("FAKE_PRINTS=16777218");
  EXPECT_THAT(RefusalOf(race_), HasSubstr("after: fake_program was asked for its rows and printed 16777218 bytes, must "
                                          "print at most 16777216; is it a Google Benchmark program?"));
}

TEST_F(RaceFaultTest, AListingWithoutEndIsEnded) {
  race_.options.contender.variables.emplace_back("FAKE_PRINTS=endless");
  EXPECT_THAT(RefusalOf(race_), HasSubstr(" bytes, must print at most 16777216"));
}

TEST_F(RaceFaultTest, AListingOfTooManyRowsIsRefusedWithBothNumbers) {
  race_.options.contender.variables.emplace_back("FAKE_PRINTS=200002");
  EXPECT_THAT(RefusalOf(race_), HasSubstr("after: fake_program lists 100001 rows, must list at most 100000"));
}

TEST_F(RaceFaultTest, ANameThatIsTooLongIsRefusedWithBothNumbers) {
  race_.options.contender.variables.push_back("FAKE_ROWS=" + std::string(8193, 'x'));
  EXPECT_THAT(RefusalOf(race_), HasSubstr("lists a row whose name has 8193 bytes, must have at most 8192"));
}

TEST_F(RaceFaultTest, AnInterruptEndsAListing) {
  Interrupts interrupts;
  ProgramRunner runner(race_.options, race_.folder, interrupts);
  raise(SIGINT);
  EXPECT_THROW(runner.CheckInterrupts(), Interrupted);
  race_.Set("FAKE_PRINTS=endless");
  EXPECT_THROW(AskProgram(runner, race_.options.base, race_.options.programs.front().base, race_.folder / "asked"),
               Interrupted);
}

TEST_F(RaceFaultTest, AProgramThatIsNoneIsSaid) {
  race_.options.programs.front().contender = race_.folder / "absent";
  EXPECT_THAT(RefusalOf(race_), HasSubstr("after: absent could not be started: No such file"));
}

TEST_F(RaceFaultTest, AProgramOfAnotherKindIsSaid) {
  race_.options.programs.front().base = "/bin/false";
  EXPECT_THAT(RefusalOf(race_), HasSubstr("before: false was asked for its rows and exited with code 1; is it a Google "
                                          "Benchmark program?"));
}

TEST_F(RaceFaultTest, ARowThatOneSideLacksIsNamedWithTheNearest) {
  race_.options.rows = {{"BM_A", "BM_B/9"}};
  EXPECT_THAT(RefusalOf(race_), HasSubstr("the contender has no row \"BM_B/9\"; did you mean BM_B/8?"));
}

// Far longer than any machine needs: reached only if what is waited for never comes.
void AwaitFile(const std::filesystem::path& file) {
  const auto limit = std::chrono::steady_clock::now() + std::chrono::minutes(1);
  while (!std::filesystem::exists(file)) {
    ASSERT_LT(std::chrono::steady_clock::now(), limit) << "waited in vain for " << file;
    // Between looks, not instead of them.
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

// The exit code of a race in a process of its own, which is sent the signal while its contender hangs in round 3.
int CodeAfter(FakeRace& race, int signal) {
  const std::filesystem::path mark = race.folder / "mark";
  race.options.contender.variables.push_back("FAKE_MARK=" + mark.string());
  race.options.contender.variables.emplace_back("FAKE_FAULT=hang@3");
  const pid_t child = fork();
  if (child == 0) {
    try {
      race.Measure();
    } catch (const Interrupted&) {
      _exit(5);
    } catch (...) {
      _exit(6);
    }
    _exit(0);
  }
  AwaitFile(mark);
  kill(child, signal);
  int status = 0;
  waitpid(child, &status, 0);
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

TEST_F(RaceFaultTest, AKilledRaceKeepsItsWholeRounds) {
  EXPECT_EQ(CodeAfter(race_, SIGKILL), 128 + SIGKILL);
  ExpectKept(2);
  EXPECT_THAT(race_.Load().pair.notes, Contains(HasSubstr("the race was cut off")));
}

TEST_F(RaceFaultTest, AnInterruptedRaceKeepsItsWholeRounds) {
  EXPECT_EQ(CodeAfter(race_, SIGINT), 5);
  ExpectKept(2);
  EXPECT_THAT(race_.Load().pair.notes, Contains(HasSubstr("the race was interrupted")));
}

}  // namespace
}  // namespace playbook
