// What a time or a rate rules out, and what is in the way.
#include "tools/ladder/standing.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "tests/unit/tools/ladder/fake_ladder.h"
#include "tools/ladder/caveats.h"

namespace playbook {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

constexpr double kMissing = std::numeric_limits<double>::quiet_NaN();

Quantity QuantityOf(const char* text) {
  const std::optional<Quantity> parsed = ParseQuantity(text);
  EXPECT_TRUE(parsed) << text;
  return parsed.value_or(Quantity());
}

std::string Stands(const char* quantity, const Ladder& ladder = FakeLadder()) {
  return StandingText(ladder, QuantityOf(quantity), ladder.machine);
}

LadderRow& RowOf(Ladder& ladder, const std::string& name) {
  for (LadderRung& rung : ladder.rungs) {
    for (LadderRow& row : rung.rows) {
      if (row.name == name) {
        return row;
      }
    }
  }
  throw std::runtime_error("no row " + name);
}

// call/loop does what disk/fsync does, for a quarter of its time or so, under both builds.
Ladder LadderWithTwoFsyncs(double other_ns) {
  Ladder ladder = FakeLadder();
  const LadderRow fsync = ladder.At("disk/fsync");
  LadderRow& other = RowOf(ladder, "call/loop");
  other.one = fsync.one;
  other.many = fsync.many;
  other.ruled_out = fsync.ruled_out;
  SetRow(ladder, "gcc", "call/loop", other_ns);
  SetRow(ladder, "clang", "call/loop", other_ns * 2);
  return ladder;
}

TEST(StandingTest, RulesOutWhatTakesLongerAndCountsWhatFits) {
  const std::string text = Stands("50us");
  EXPECT_THAT(text, HasSubstr("rules out, since it is shorter:\n  the disk was not reached: an fsync takes 170 µs "));
  EXPECT_THAT(text, HasSubstr("(disk/fsync under gcc)"));
  EXPECT_THAT(text, Not(HasSubstr("no call was made")));
  EXPECT_THAT(text, HasSubstr("at most 500 writes")) << "50,000 / 100, the low end";
  EXPECT_THAT(text, HasSubstr("at most 50,000 calls")) << "of the quicker build";
  EXPECT_THAT(text, HasSubstr("at most 625 reads")) << "of memory, not of a cache";
  EXPECT_LT(text.find("  a write"), text.find("-> 50.0 µs"));
  EXPECT_LT(text.find("-> 50.0 µs"), text.find("  an fsync"));
}

TEST(StandingTest, RulesOutNothingThatHappensSometimes) {
  // Between the low end and the median of an fsync.
  const std::string text = Stands("167us");
  EXPECT_THAT(text, HasSubstr("rules out nothing of it"));
  EXPECT_THAT(text, HasSubstr("at most an fsync"));
}

TEST(StandingTest, TakesTheBuildThatSaysLeast) {
  Ladder ladder = FakeLadder();
  SetRow(ladder, "clang", "disk/fsync", 40'000);
  EXPECT_THAT(Stands("50us", ladder), Not(HasSubstr("the disk was not reached")));
}

TEST(StandingTest, HoldsAClaimAgainstTheCheapestRowThatWouldRefuteIt) {
  const Ladder ladder = LadderWithTwoFsyncs(40'000);
  EXPECT_THAT(Stands("50us", ladder), Not(HasSubstr("the disk was not reached")));
  EXPECT_THAT(Stands("30us", ladder), HasSubstr("the disk was not reached: an fsync takes 41 µs (40 µs .. 42 µs) "
                                                "here (call/loop under gcc)"));
}

TEST(StandingTest, CountsWithTheCheapestRowOfWhatIsCounted) {
  const std::string text = Stands("500us", LadderWithTwoFsyncs(40'000));
  EXPECT_THAT(text, HasSubstr("at most 12 fsyncs"));
  EXPECT_THAT(text, Not(HasSubstr("at most 3 fsyncs")));
}

TEST(StandingTest, ARowMayRefuteMoreThanOneClaim) {
  Ladder ladder = FakeLadder();
  RowOf(ladder, "kernel/write").ruled_out.emplace_back("no call was made");
  ladder.relations.clear();  // a call is quicker than a write, they say
  for (const char* const build : {"gcc", "clang"}) {
    SetRow(ladder, build, "call/whole", 1'000);
  }
  // A write is quicker than a call, so 500 ns rule out neither.
  EXPECT_THAT(Stands("500ns", ladder), Not(HasSubstr("no call was made")));
  EXPECT_THAT(Stands("50ns", ladder), HasSubstr("no call was made: a write takes 102 ns"));
}

TEST(StandingTest, TakesTheCheapestPlaceOfACurveFromWhereItIsLevel) {
  Ladder ladder = FakeLadder();
  for (const char* const build : {"gcc", "clang"}) {
    SetRow(ladder, build, "read/bytes:8192", 60);
  }
  EXPECT_THAT(Stands("70ns", ladder), Not(HasSubstr("nothing was read")));
  EXPECT_THAT(Stands("50ns", ladder), HasSubstr("nothing was read: a read takes 62 ns"));
}

TEST(StandingTest, LeavesAClaimOpenOfWhichARowWasNotMeasured) {
  Ladder ladder = LadderWithTwoFsyncs(40'000);
  SetRow(ladder, "clang", "call/loop", kMissing);
  const std::string text = Stands("30us", ladder);
  EXPECT_THAT(text, Not(HasSubstr("the disk was not reached: ")));
  EXPECT_THAT(text, HasSubstr("cannot tell, though it is shorter:\n  the disk was not reached? an fsync takes 41 µs"));
  EXPECT_THAT(text, HasSubstr("but call/loop under clang was not measured, and may be cheaper"));
}

TEST(StandingTest, RulesOutNothingWithoutAnInterval) {
  const std::string text = Stands("50us", FakeLadder(5));
  EXPECT_THAT(text, HasSubstr("rules out nothing of it"));
  EXPECT_THAT(text, HasSubstr("the disk was not reached? "));
  EXPECT_THAT(text, HasSubstr("disk/fsync under gcc has 5 values, an interval needs 6"));
  EXPECT_THAT(text, HasSubstr("  warning: 5 rounds: an interval needs 6, so nothing is ruled out for certain\n"));
}

TEST(StandingTest, RulesOutNothingByARowThatContradictsAnother) {
  Ladder ladder = FakeLadder();
  SetRow(ladder, "clang", "call/whole", 120);
  const std::string text = Stands("50ns", ladder);
  EXPECT_THAT(text, Not(HasSubstr("nothing was written: ")));
  EXPECT_THAT(text, HasSubstr("but call/whole and kernel/write contradict each other under clang"));
}

TEST(StandingTest, ComparesRatesWithRates) {
  const std::string above = Stands("380GB/s");
  EXPECT_THAT(above, HasSubstr("no synced write: synced write reaches 1.74 GB/s (1.70 GB/s .. 1.78 GB/s) here"));
  EXPECT_THAT(above, HasSubstr("no write into memory"));
  EXPECT_THAT(above, Not(HasSubstr("fsync")));
  const std::string between = Stands("3GB/s");
  EXPECT_THAT(between, HasSubstr("no synced write"));
  EXPECT_THAT(between, HasSubstr("58.5 % of write into memory"));
}

TEST(StandingTest, HoldsARateAgainstTheHighestOfItsClaim) {
  Ladder ladder = FakeLadder();
  RowOf(ladder, "disk/memory").ruled_out.emplace_back("no synced write");
  EXPECT_THAT(Stands("3GB/s", ladder), Not(HasSubstr("no synced write: ")));
  EXPECT_THAT(Stands("6GB/s", ladder), HasSubstr("no synced write: write into memory reaches 5.1 GB/s"));
}

TEST(StandingTest, SaysNothingOfWhatHasNoValueButThatItHasNone) {
  Ladder ladder = FakeLadder();
  for (const char* const build : {"gcc", "clang"}) {
    SetRow(ladder, build, "disk/fsync", kMissing);
    RowOf(ladder, "disk/fsync").series[build].skipped = "no disk";
  }
  const std::string text = Stands("50us", ladder);
  EXPECT_THAT(text, Not(HasSubstr("an fsync")));
  EXPECT_THAT(text, HasSubstr("not measured: disk/fsync under gcc, disk/fsync under clang (no disk)\n"));
}

TEST(StandingTest, SaysHowOftenWhereAndWhenItWasMeasured) {
  const std::string text = Stands("50us");
  EXPECT_THAT(text, HasSubstr("50.0 µs on the ladder of some-cpu-2-cpus-12345678, taken 2026-01-31, 6 rounds under gcc "
                              "and clang:\n"));
  EXPECT_THAT(text, AllOf(HasSubstr("170 µs (166 µs .. 174 µs)  6  disk/fsync under gcc"), Not(HasSubstr("warning"))));
}

// ---- caveats

TEST(CaveatsTest, AreNoneOfASoundLadderOfThisMachine) {
  EXPECT_THAT(Caveats(FakeLadder(), FakeLadder().machine, false), IsEmpty());
}

TEST(CaveatsTest, NameWhatIsWrongWithALadder) {
  Ladder ladder = FakeLadder(1);
  SetRow(ladder, "clang", "call/whole", 120);
  for (const char* const build : {"gcc", "clang"}) {
    SetRow(ladder, build, "read/bytes:8192", 400);
  }
  SetRow(ladder, "gcc", "disk/fsync", kMissing);
  RowOf(ladder, "disk/fsync").series["gcc"].failed = "exited with code 3";
  EXPECT_THAT(Caveats(ladder, "this-one", false),
              ElementsAre("these are the limits of some-cpu-2-cpus-12345678, not of this machine, this-one",
                          "1 round: an interval needs 6, so nothing is ruled out for certain",
                          "the ladder does not agree with itself: 1 of 4 expectations are broken; measure it again",
                          "read has no level stretch: it still rises at 8 KiB, where it is read off",
                          "not measured: disk/fsync under gcc (failed: exited with code 3)"));
}

}  // namespace
}  // namespace playbook
