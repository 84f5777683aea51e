#include "fixtures/codegen/timed_loop.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

#include "fixtures/codegen/listing.h"
#include "fixtures/evidence/build.h"
#include "tests/codegen/cases.h"

namespace playbook {
namespace {

using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

class TimedLoopTest : public testing::Test {
 protected:
  void SetUp() override {
#if !defined(__x86_64__)
    GTEST_SKIP() << "machine code is decoded on x86-64 only";
#endif
    if (kSanitized || !kOptimised) {
      GTEST_SKIP() << "the timed loop is found in optimised code without sanitizers";
    }
  }
};

std::int64_t Multiplies(void (*function)(benchmark::State&)) {
  return FindTimedCode(function).Count(Instruction::kMultiply);
}

TEST_F(TimedLoopTest, CountsWhatLiesBetweenStartAndStopOfTheClock) {
  EXPECT_EQ(Multiplies(ThreeMultiplies), 3);
}

TEST_F(TimedLoopTest, FindsNothingInAnEmptyLoop) {
  EXPECT_EQ(Multiplies(NothingAtAll), 0);
  EXPECT_EQ(FindTimedCode(NothingAtAll).Count(Instruction::kLoad), 0);
  EXPECT_EQ(FindTimedCode(NothingAtAll).BytesLoadedPerPass(), 0);
}

TEST_F(TimedLoopTest, FollowsCallsIntoFunctionsOfThisBinary) {
  EXPECT_EQ(Multiplies(MultipliesInCallee), 3);
}

TEST_F(TimedLoopTest, FindsTheClockInAFunctionThatTheRowCalls) {
  EXPECT_EQ(Multiplies(LoopInHelper), 2);
}

TEST_F(TimedLoopTest, FindsTheLoopOfKeepRunning) {
  EXPECT_EQ(Multiplies(OldStyleLoop), 2);
}

TEST_F(TimedLoopTest, FindsTheLoopOfALambda) {
  EXPECT_EQ(Multiplies(kLambda), 2);
}

TEST_F(TimedLoopTest, FollowsEveryCaseOfASwitch) {
  EXPECT_EQ(Multiplies(MultipliesInSwitch), 8);
}

TEST_F(TimedLoopTest, FollowsCodeThatWasMovedOutOfLine) {
  EXPECT_EQ(Multiplies(MultipliesOnColdPath), 2);
}

TEST_F(TimedLoopTest, CountsAllLoopsInsideTheTimedOne) {
  EXPECT_EQ(Multiplies(TwoLoops), 2);
}

TEST_F(TimedLoopTest, DoesNotRunOnBehindACallThatNeverReturns) {
  EXPECT_EQ(Multiplies(Throws), 1);
}

TEST_F(TimedLoopTest, MeasuresTheInnermostLoopThatReadsMost) {
  const TimedCode code = FindTimedCode(InnerLoops);
  EXPECT_EQ(code.BytesLoadedPerPass(), 32);
  EXPECT_EQ(code.WidestLoad(), 16);
}

TEST_F(TimedLoopTest, CountsPackedArithmeticAndNotPackedLogic) {
  EXPECT_EQ(FindTimedCode(PackedAdds).Count(Instruction::kPackedArithmetic), 2);
}

TEST_F(TimedLoopTest, SaysThatAFunctionNeverStartsItsClock) {
  try {
    FindTimedCode(NoClock);
    FAIL() << "a timed loop was found";
  } catch (const std::runtime_error& error) {
    EXPECT_THAT(error.what(), HasSubstr("no call of State::StartKeepRunning"));
    EXPECT_THAT(error.what(), HasSubstr("playbook::NoClock(benchmark::State&)"));
  }
}

TEST_F(TimedLoopTest, ListsTheLoopWithLabelsAndNames) {
  const std::string listing = ListingOf(FindTimedCode(MultipliesInCallee));
  EXPECT_THAT(listing, HasSubstr("playbook::MultipliesInCallee(benchmark::State&):\n.L1:\n"));
  EXPECT_THAT(listing, HasSubstr("\n  call    playbook::(anonymous namespace)::Callee(unsigned long)\n"));
  EXPECT_THAT(listing, ContainsRegex("\n  j[a-z]+ +[.]L1\n"));
  EXPECT_THAT(listing, HasSubstr("\n\nplaybook::(anonymous namespace)::Callee(unsigned long):\n"));
}

TEST_F(TimedLoopTest, ListsNoAddress) {
  for (void (*const function)(benchmark::State&) :
       {MultipliesInCallee, MultipliesInSwitch, InnerLoops, ReadsKnownDatum, StoresKnownDatum, Throws}) {
    const std::string listing = ListingOf(FindTimedCode(function));
    EXPECT_THAT(listing, Not(ContainsRegex("0x[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]")));
    EXPECT_THAT(listing, Not(HasSubstr("rip ")));
  }
}

TEST_F(TimedLoopTest, NamesTheDataThatCodeMentions) {
  const std::string listing = ListingOf(FindTimedCode(ReadsKnownDatum));
  EXPECT_THAT(listing, HasSubstr("dword ptr [playbook::known_datum]"));
}

TEST_F(TimedLoopTest, NamesDataBesideAPlainNumber) {
  EXPECT_THAT(ListingOf(FindTimedCode(StoresKnownDatum)),
              HasSubstr("  mov     dword ptr [playbook::known_datum], 7\n"));
}

TEST(ListingTest, SaysThatALoopWasDeleted) {
  EXPECT_EQ(ListingOf({.parts = {{.function = {.name = "_ZN8playbook5WrongEv"}}}}),
            "playbook::Wrong():\n  (no loop: all of it was deleted)\n");
}

}  // namespace
}  // namespace playbook
