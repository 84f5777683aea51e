#include "tools/report/findings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/tools/fake_run.h"

namespace playbook {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

Findings FindIn(const FakeRun& fake) {
  fake.Write();
  return FindAll(LoadRun(fake.folder()));
}

TEST(FindingsTest, HoldFiguresEffectsAndEvidenceOfEveryPairAndBuild) {
  FakeRun fake;
  const Findings findings = FindIn(fake);
  ASSERT_EQ(findings.pairs.size(), 2U);
  EXPECT_FALSE(findings.failed);
  EXPECT_EQ(findings.effect_rows, 4);
  EXPECT_EQ(findings.ratio_rows, 2);
  const BuildFinding& gcc = findings.pairs[0].builds[0];
  EXPECT_EQ(gcc.wrong.Text(), "301 ns");
  EXPECT_EQ(gcc.right.Text(), "100.4 ns");
  EXPECT_EQ(gcc.right.TextWithRange(), "100.4 ns (100.0 .. 100.9 ns)");
  EXPECT_EQ(gcc.effect.verdict, EffectVerdict::kShown);
  EXPECT_THAT(gcc.evidence, ElementsAre("1,000 -> 2 write calls"));
  EXPECT_EQ(findings.pairs[0].right_ratios.at(0).sides, "gcc / clang");
  EXPECT_EQ(findings.pairs[0].right_ratios.at(0).ratio.n, 10);
}

TEST(FindingsTest, GiveNoNumberForARowBelowTheClock) {
  FakeRun fake;
  const Findings findings = FindIn(fake);
  const BuildFinding& trap = findings.pairs[1].builds[0];
  EXPECT_EQ(trap.wrong.Text(), "below the clock");
  EXPECT_EQ(trap.wrong.TextWithRange(), "below the clock");
  EXPECT_FALSE(trap.effect.has_ratio);
  EXPECT_EQ(RatioText(trap.effect.ratio), "-");
  EXPECT_EQ(trap.effect.verdict, EffectVerdict::kReadsLikeControl);
}

TEST(FindingsTest, ShowTheRateWhereThePairIsAboutOne) {
  FakeRun fake;
  fake.pairs = {FakeCost("slow_lines")};
  fake.pairs[0].figure = "bytes_per_second";
  const Findings findings = FindIn(fake);
  EXPECT_EQ(findings.pairs[0].builds[0].wrong.Text(), "1.00 GB/s");
  const RunData run = LoadRun(fake.folder());
  EXPECT_EQ(FigureOf(run.pairs.at("slow_lines"), run.Of("gcc", "slow_lines"), "slow_lines/control").unit, "ns");
}

TEST(FindingsTest, SayWhatFailedOfTheEvidence) {
  FakeRun fake;
  fake.pairs[0].evidence_fails = true;
  const Findings findings = FindIn(fake);
  EXPECT_TRUE(findings.failed);
  EXPECT_TRUE(findings.pairs[0].builds[0].evidence_failed);
  EXPECT_THAT(findings.pairs[0].builds[0].evidence,
              ElementsAre("FAILS: 1,000 -> 2 write calls: 35 write calls, must be exactly 2"));
  EXPECT_FALSE(findings.pairs[1].builds[0].evidence_failed);
}

TEST(FindingsTest, SayWhyAPairWasGivenUpUnderOneBuildOnly) {
  FakeRun fake;
  fake.failed = {"clang.slow_lines"};
  const Findings findings = FindIn(fake);
  EXPECT_TRUE(findings.failed);
  EXPECT_THAT(findings.pairs[0].builds[0].failure, IsEmpty());
  EXPECT_EQ(findings.pairs[0].builds[1].failure, "given up at stage evidence: was killed by signal 11");
  EXPECT_EQ(findings.pairs[0].builds[1].wrong.Text(), "-");
  EXPECT_EQ(findings.pairs[0].right_ratios[0].ratio.n, 0);
}

TEST(FindingsTest, SayWhatARowReportedInsteadOfATime) {
  FakeRun fake;
  fake.pairs[0].rows[1].error = "the disk is full";
  const Findings findings = FindIn(fake);
  EXPECT_EQ(findings.pairs[0].builds[0].right.Text(), "failed");
  EXPECT_EQ(findings.pairs[0].builds[0].right.message, "the disk is full");
  EXPECT_EQ(findings.pairs[0].builds[0].effect.verdict, EffectVerdict::kNoData);
}

TEST(RowsOfTest, KeepTheOrderOfTheDescription) {
  FakeRun fake;
  fake.Write();
  EXPECT_THAT(
      RowsOf(LoadRun(fake.folder()), "slow_lines"),
      ElementsAre("slow_lines/wrong/buffer_bytes:1", "slow_lines/right/buffer_bytes:65536", "slow_lines/control"));
}

RatioEstimate Estimate(int n, int rows) {
  const std::vector<double> side(static_cast<std::size_t>(n), 1.0);
  return PairedRatio(side, side, RowLevel(rows));
}

TEST(LevelWordsTest, SayWhetherTheWholeTableHolds) {
  EXPECT_EQ(LevelWords({Estimate(10, 10)}, 10), "each interval holds at 99.8 %, so that all 10 hold together at 95 %");
  EXPECT_EQ(LevelWords({Estimate(10, 1)}, 1), "the interval holds at 97.9 %");
  EXPECT_EQ(LevelWords({Estimate(10, 4), Estimate(12, 4)}, 4),
            "each interval holds at 99.4 % to 99.8 %, so that all 4 hold together at 95 %");
  EXPECT_EQ(LevelWords({Estimate(6, 10)}, 10),
            "each interval holds at 96.9 % by itself, the widest that 6 rounds give; for a table in which all 10 hold "
            "together at 95 % it takes 9");
  EXPECT_EQ(LevelWords({Estimate(5, 1)}, 1), "");
  EXPECT_EQ(LevelWords({}, 0), "");
}

}  // namespace
}  // namespace playbook
