// What is said of a ladder: its checks, and how it is written down.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/unit/tools/ladder/fake_ladder.h"
#include "tools/ladder/against.h"
#include "tools/ladder/checks.h"
#include "tools/ladder/figures.h"
#include "tools/ladder/ladder_table.h"
#include "tools/ladder/limits.h"

namespace playbook {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

LadderCheck CheckOf(const Ladder& ladder, const std::string& row, const std::string& build) {
  for (const LadderCheck& check : Checks(ladder)) {
    if (check.relation.row == row && check.build == build) {
      return check;
    }
  }
  ADD_FAILURE() << row;
  return {};
}

// ---- checks

TEST(ChecksTest, HoldWhereTheTableAgreesWithItself) {
  EXPECT_EQ(Checks(FakeLadder()).size(), 4U);
  for (const LadderCheck& check : Checks(FakeLadder())) {
    EXPECT_EQ(check.verdict, LadderVerdict::kHolds) << Words(check);
  }
}

TEST(ChecksTest, AreBrokenWhereARowIsWhollyAboveTheOther) {
  Ladder ladder = FakeLadder();
  SetRow(ladder, "clang", "call/whole", 120);
  EXPECT_EQ(CheckOf(ladder, "call/whole", "gcc").verdict, LadderVerdict::kHolds);
  const LadderCheck check = CheckOf(ladder, "call/whole", "clang");
  EXPECT_EQ(check.verdict, LadderVerdict::kBroken);
  EXPECT_EQ(Words(check),
            "call/whole under clang is 123 ns (120 ns .. 126 ns), must be at most 102 ns (100 ns .. 105 ns) of "
            "kernel/write: a system call holds a call");
}

TEST(ChecksTest, AreWithinTheNoiseWhereTheIntervalsMeet) {
  Ladder ladder = FakeLadder();
  SetRow(ladder, "gcc", "call/whole", 102);
  EXPECT_EQ(CheckOf(ladder, "call/whole", "gcc").verdict, LadderVerdict::kWithinNoise);
}

TEST(ChecksTest, AllowTheSlackOfTheRelation) {
  Ladder ladder = FakeLadder();
  SetRow(ladder, "gcc", "disk/synced", 5.4e9);
  EXPECT_EQ(CheckOf(ladder, "disk/synced", "gcc").verdict, LadderVerdict::kHolds);
  SetRow(ladder, "gcc", "disk/synced", 6.5e9);
  EXPECT_EQ(CheckOf(ladder, "disk/synced", "gcc").verdict, LadderVerdict::kBroken);
}

TEST(ChecksTest, AreUnknownWithoutAValue) {
  Ladder ladder = FakeLadder();
  SetRow(ladder, "gcc", "disk/synced", std::numeric_limits<double>::quiet_NaN());
  EXPECT_EQ(CheckOf(ladder, "disk/synced", "gcc").verdict, LadderVerdict::kUnknown);
}

// ---- figures

TEST(FiguresTest, AreWrittenWithTheirInterval) {
  EXPECT_EQ(FigureText({}, false), "-");
  EXPECT_EQ(FigureText({.n = 1, .median = 2, .low = 2, .high = 2}, false), "2.00 ns");
  EXPECT_EQ(FigureText({.n = 6, .median = 3e9, .low = 2.9e9, .high = 3.2e9}, true), "3.0 GB/s (2.9 GB/s .. 3.2 GB/s)");
}

TEST(FiguresTest, MultiplesHaveTwoOrThreeDigits) {
  EXPECT_EQ(Multiple(1), "1.00");
  EXPECT_EQ(Multiple(9.999), "10.0");
  EXPECT_EQ(Multiple(46.08), "46.1");
  EXPECT_EQ(Multiple(99.96), "100");
  EXPECT_EQ(Multiple(1'804'348), "1,800,000");
  EXPECT_EQ(Multiple(-0.5), "-0.50");
  EXPECT_EQ(Multiple(0.0991), "0.099");
  EXPECT_EQ(Multiple(0.00512), "0.0051");
  EXPECT_EQ(Multiple(-0.0996), "-0.10");
  EXPECT_EQ(Multiple(1e-9), "0.0000000");
  EXPECT_EQ(Multiple(0), "0.00");
  EXPECT_EQ(Multiple(std::numeric_limits<double>::infinity()), "n/a");
}

// ---- forms

TEST(LadderTextTest, HasEachRungInItsUnitAndInBothYardsticks) {
  const std::string text = LadderText(FakeLadder(), LadderForm::kMarkdown);
  EXPECT_THAT(text,
              HasSubstr("gcc: gcc 1.0 `-O2`; clang: clang 1.0 `-O2`; Some CPU, 2 CPUs; kernel Linux 6; files on ext4; "
                        "2026-01-31; 6 rounds."));
  EXPECT_THAT(text, HasSubstr(" gcc : clang |"));
  // 166 µs are 83,000 calls of gcc, 166,000 of clang, and 1,660 system calls of either.
  EXPECT_THAT(text, HasSubstr("83,000 / 166,000 |           1,660 |   6 |"));
  EXPECT_THAT(text, HasSubstr("2.000x (2.000x .. 2.000x)"));
  EXPECT_THAT(text, HasSubstr("Level from 4 KiB on"));
  EXPECT_THAT(text, HasSubstr("The ladder agrees with itself: none of 4 expectations is broken."));
}

TEST(LadderTextTest, PrintsABrokenExpectationWithBothRows) {
  Ladder ladder = FakeLadder();
  SetRow(ladder, "clang", "call/whole", 120);
  const std::string text = LadderText(ladder, LadderForm::kMarkdown);
  EXPECT_THAT(text, HasSubstr("The ladder does not agree with itself"));
  EXPECT_THAT(text, HasSubstr("**broken:** call/whole under clang is"));
}

TEST(LadderTextTest, SaysHowManyExpectationsCouldNotBeJudged) {
  Ladder ladder = FakeLadder();
  const double missing = std::numeric_limits<double>::quiet_NaN();
  SetRow(ladder, "gcc", "disk/synced", missing);
  EXPECT_THAT(LadderText(ladder, LadderForm::kTerminal),
              HasSubstr("none of 3 expectations is broken; of 1 a row has no value."));
  for (const char* const row : {"disk/synced", "kernel/write"}) {
    SetRow(ladder, "gcc", row, missing);
    SetRow(ladder, "clang", row, missing);
  }
  EXPECT_THAT(LadderText(ladder, LadderForm::kTerminal),
              HasSubstr("Whether the ladder agrees with itself cannot be said; of 4 a row has no value."));
}

TEST(LadderTextTest, SaysWhichBytesTheRatesCount) {
  EXPECT_THAT(LadderText(FakeLadder(), LadderForm::kTerminal),
              HasSubstr("Bytes that the rates count:\n  the disk: an item\n"));
  EXPECT_THAT(LadderText(FakeLadder(), LadderForm::kMarkdown), HasSubstr("| counted "));
}

TEST(LadderTextTest, SaysWhyARowHasNoValue) {
  Ladder ladder = FakeLadder();
  LadderSeries& series = ladder.rungs[3].rows[0].series["gcc"];
  series = {.values = std::vector<double>(6, std::numeric_limits<double>::quiet_NaN()), .skipped = "no disk | here"};
  EXPECT_THAT(LadderText(ladder, LadderForm::kMarkdown), HasSubstr("not measured: no disk \\| here"));
  series.failed = "exited with code 3";
  EXPECT_THAT(LadderText(ladder, LadderForm::kMarkdown), HasSubstr("**failed: exited with code 3**"));
}

TEST(LadderTextTest, SaysWhenThereAreTooFewRoundsForAnInterval) {
  EXPECT_THAT(LadderText(FakeLadder(2), LadderForm::kTerminal), HasSubstr("an interval would need 6 rounds"));
  EXPECT_THAT(LadderText(FakeLadder(), LadderForm::kTerminal), Not(HasSubstr("would need")));
}

TEST(LadderDataTest, CsvHasALineForEachRowAndBuild) {
  const std::string csv = LadderCsv(FakeLadder(1));
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 1 + 2 * 11);
  EXPECT_THAT(csv, HasSubstr("disk,disk/fsync,gcc,measured,ns,166000,166000,166000,1,83000,1660,kernel,an item\r\n"));
  EXPECT_THAT(csv, HasSubstr("disk,disk/memory,clang,measured,bytes_per_second,5000000000,"));
}

TEST(LadderDataTest, JsonIsALimitsFileWithWhatFollowsFromIt) {
  const std::string text = LadderJson(FakeLadder());
  EXPECT_EQ(ToJson(ParseLadder(text, "a.json")), ToJson(FakeLadder()));
  const nlohmann::json json = nlohmann::json::parse(text);
  EXPECT_EQ(json.at("figures").size(), 22U);
  EXPECT_EQ(json.at("figures")[0].at("n"), 6);
  EXPECT_EQ(json.at("checks")[0].at("verdict"), "holds");
}

// ---- another ladder

TEST(AgainstTest, PrintsTheDifferencesInProvenanceFirst) {
  Ladder other = FakeLadder();
  other.machine = "another-cpu";
  other.builds[0].context["playbook.kernel"] = "Linux 5";
  SetRow(other, "gcc", "disk/fsync", 332'000);
  const std::string text = AgainstText(FakeLadder(), other, LadderForm::kTerminal);
  EXPECT_THAT(text, AllOf(HasSubstr("another-cpu"), HasSubstr("kernel"), HasSubstr("Linux 5")));
  EXPECT_LT(text.find("Linux 5"), text.find("disk/fsync"));
  EXPECT_THAT(text, HasSubstr("0.500x  apart"));
  EXPECT_THAT(text, HasSubstr("meet"));
}

TEST(AgainstTest, SetsOtherNamesSideBySide) {
  Ladder other = FakeLadder();
  other.builds[0].name = "g++-13";
  for (LadderRung& rung : other.rungs) {
    for (LadderRow& row : rung.rows) {
      row.series["g++-13"] = row.series["gcc"];
    }
  }
  const std::string text = AgainstText(FakeLadder(), other, LadderForm::kTerminal);
  EXPECT_THAT(text, HasSubstr("Nothing is known to differ in their provenance."));
  EXPECT_THAT(text, HasSubstr("call/whole       gcc"));
  EXPECT_THAT(text, Not(HasSubstr("Only in")));
}

TEST(AgainstTest, SaysWhatEachLadderHasAlone) {
  Ladder more = FakeLadder();
  Ladder less = FakeLadder();
  less.rungs.pop_back();
  less.builds.pop_back();
  const std::string names = "clang, disk/fsync, disk/synced, disk/memory.\n";
  EXPECT_THAT(AgainstText(more, less, LadderForm::kTerminal),
              AllOf(HasSubstr("Only in this ladder: " + names), Not(HasSubstr("Only in the other"))));
  EXPECT_THAT(AgainstText(less, more, LadderForm::kTerminal),
              AllOf(HasSubstr("Only in the other: " + names), Not(HasSubstr("Only in this"))));
  // gcc's partner is gcc, in whatever place.
  std::swap(more.builds[0], more.builds[1]);
  EXPECT_THAT(AgainstText(less, more, LadderForm::kTerminal), Not(HasSubstr("gcc against clang")));
}

TEST(AgainstTest, NamesAnotherWayOfMeasuring) {
  Ladder other = FakeLadder();
  other.command = "playbook ladder --min-time 1ms";
  EXPECT_THAT(AgainstText(FakeLadder(), other, LadderForm::kMarkdown), HasSubstr("--min-time 1ms"));
}

}  // namespace
}  // namespace playbook
