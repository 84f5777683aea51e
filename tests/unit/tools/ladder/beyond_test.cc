#include "tools/ladder/beyond.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

#include "tests/unit/tools/ladder/fake_ladder.h"

namespace playbook {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

// At 16 MiB up to 5.25 GB/s, at 256 MiB up to 1.785 GB/s.
Ladder WithWorkingSets() {
  Ladder ladder = FakeLadder();
  for (LadderRow& row : ladder.rungs[3].rows) {
    row.value = row.name == "disk/memory" ? 16 << 20 : row.name == "disk/synced" ? 256 << 20 : 0;
  }
  return ladder;
}

RunData RunWith(const std::string& row, double bytes_per_second) {
  RunData run;
  run.runs[{"gcc", "pair"}].rows[row].counters["bytes_per_second"] = std::vector<double>(6, bytes_per_second);
  return run;
}

TEST(LimitOfRateTest, IsThatOfTheLargestWorkingSetThatIsNotLarger) {
  const Ladder ladder = WithWorkingSets();
  EXPECT_FALSE(LimitOfRate(ladder, (16 << 20) - 1));
  EXPECT_EQ(LimitOfRate(ladder, 16 << 20)->row->name, "disk/memory");
  EXPECT_DOUBLE_EQ(LimitOfRate(ladder, 16 << 20)->bytes_per_second, 5e9 * 1.05);
  EXPECT_EQ(LimitOfRate(ladder, (256 << 20) - 1)->row->name, "disk/memory");
  EXPECT_EQ(LimitOfRate(ladder, std::int64_t{1} << 40)->row->name, "disk/synced");
  EXPECT_FALSE(LimitOfRate(FakeLadder(), 1 << 30)) << "rates that name no working set are no limit";
}

TEST(LimitOfRateTest, IsTheFastestRowUnderTheFastestBuild) {
  Ladder ladder = WithWorkingSets();
  SetRow(ladder, "clang", "disk/memory", 6e9);
  EXPECT_DOUBLE_EQ(LimitOfRate(ladder, 16 << 20)->bytes_per_second, 6e9 * 1.05);
  for (LadderRow& row : ladder.rungs[3].rows) {
    row.value = row.is_rate ? 16 << 20 : 0;
  }
  EXPECT_DOUBLE_EQ(LimitOfRate(ladder, 16 << 20)->bytes_per_second, 6e9 * 1.05);
  SetRow(ladder, "gcc", "disk/memory", std::numeric_limits<double>::quiet_NaN());
  SetRow(ladder, "clang", "disk/memory", std::numeric_limits<double>::quiet_NaN());
  EXPECT_EQ(LimitOfRate(ladder, 16 << 20)->row->name, "disk/synced");
}

TEST(BeyondLimitsTest, NamesTheRowAndTheLimit) {
  EXPECT_THAT(BeyondLimits(WithWorkingSets(), RunWith("pair/right/bytes:268435456", 3e9)),
              ElementsAre(AllOf(HasSubstr("pair/right/bytes:268435456 under gcc has 3.00 GB/s"),
                                HasSubstr("end at 1.78 GB/s (disk/synced, taken 2026-01-31)"))));
}

TEST(BeyondLimitsTest, LeavesAloneWhatMayBe) {
  const Ladder ladder = WithWorkingSets();
  EXPECT_THAT(BeyondLimits(ladder, RunWith("pair/right/bytes:268435456", 1.9e9)), IsEmpty()) << "within the slack";
  EXPECT_THAT(BeyondLimits(ladder, RunWith("pair/right/bytes:16384", 300e9)), IsEmpty()) << "in a nearer cache";
  EXPECT_THAT(BeyondLimits(ladder, RunWith("pair/right", 300e9)), IsEmpty()) << "of no known working set";
  EXPECT_THAT(BeyondLimits(ladder, RunWith("pair/right/bytes:268435456k", 300e9)), IsEmpty()) << "no number";
  RunData run = RunWith("pair/right/bytes:268435456", std::numeric_limits<double>::quiet_NaN());
  EXPECT_THAT(BeyondLimits(ladder, run), IsEmpty());
  run.runs[{"gcc", "pair"}].rows["pair/right/bytes:268435456"].counters.clear();
  EXPECT_THAT(BeyondLimits(ladder, run), IsEmpty());
}

}  // namespace
}  // namespace playbook
