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

std::vector<MeasuredRate> RatesWith(const std::string& row, double bytes_per_second) {
  RunData run;
  run.runs[{"gcc", "pair"}].rows[row].counters["bytes_per_second"] = std::vector<double>(6, bytes_per_second);
  return RatesOf(run);
}

TEST(LimitOfRateTest, IsThatOfTheLargestWorkingSetThatIsNotLarger) {
  const Ladder ladder = LadderWithWorkingSets();
  EXPECT_FALSE(LimitOfRate(ladder, (16 << 20) - 1));
  EXPECT_EQ(LimitOfRate(ladder, 16 << 20)->row->name, "disk/memory");
  EXPECT_DOUBLE_EQ(LimitOfRate(ladder, 16 << 20)->bytes_per_second, 5e9 * 1.05);
  EXPECT_EQ(LimitOfRate(ladder, (256 << 20) - 1)->row->name, "disk/memory");
  EXPECT_EQ(LimitOfRate(ladder, std::int64_t{1} << 40)->row->name, "disk/synced");
  EXPECT_FALSE(LimitOfRate(FakeLadder(), 1 << 30)) << "rates that name no working set are no limit";
}

TEST(LimitOfRateTest, IsTheFastestRowUnderTheFastestBuild) {
  Ladder ladder = LadderWithWorkingSets();
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
  EXPECT_THAT(BeyondLimits(LadderWithWorkingSets(), RatesWith("pair/right/bytes:268435456", 3e9)),
              ElementsAre(AllOf(HasSubstr("pair/right/bytes:268435456 under gcc has 3.00 GB/s"),
                                HasSubstr("end at 1.78 GB/s (disk/synced, taken 2026-01-31)"))));
}

TEST(BeyondLimitsTest, LeavesAloneWhatMayBe) {
  const Ladder ladder = LadderWithWorkingSets();
  EXPECT_THAT(BeyondLimits(ladder, RatesWith("pair/right/bytes:268435456", 1.9e9)), IsEmpty()) << "within the slack";
  EXPECT_THAT(BeyondLimits(ladder, RatesWith("pair/right/bytes:16384", 300e9)), IsEmpty()) << "in a nearer cache";
  EXPECT_THAT(BeyondLimits(ladder, RatesWith("pair/right", 300e9)), IsEmpty()) << "of no known working set";
  EXPECT_THAT(BeyondLimits(ladder, RatesWith("pair/right/bytes:268435456k", 300e9)), IsEmpty()) << "no number";
  EXPECT_THAT(BeyondLimits(ladder, RatesWith("pair/right/bytes:268435456/threads:2", 300e9)), IsEmpty())
      << "two threads";
  EXPECT_THAT(BeyondLimits(ladder, RatesWith("pair/right/bytes:268435456", std::numeric_limits<double>::quiet_NaN())),
              IsEmpty());
  RunData run;
  run.runs[{"gcc", "pair"}].rows["pair/right/bytes:268435456"].time_ns = {1.0};
  EXPECT_THAT(RatesOf(run), IsEmpty());
}

TEST(IsOfMachineTest, GoesByTheHostElseByWhatTheMachineIs) {
  const Machine machine = {.kernel = "Linux 6", .cpu_model = "a CPU", .logical_cpus = 2};
  EXPECT_TRUE(IsOfMachine({{"host_name", "here"}}, machine, "here"));
  EXPECT_FALSE(IsOfMachine({{"host_name", "there"}}, machine, "here"));
  std::map<std::string, std::string> context = {{"host_name", ""},
                                                {"playbook.kernel", "Linux 6"},
                                                {"playbook.cpu_model", "a CPU"},
                                                {"playbook.logical_cpus", "2"}};
  EXPECT_TRUE(IsOfMachine(context, machine, "here"));
  context["playbook.kernel"] = "Linux 7";
  EXPECT_FALSE(IsOfMachine(context, machine, "here"));
  EXPECT_FALSE(IsOfMachine({}, machine, "here"));
  EXPECT_FALSE(
      IsOfMachine({{"playbook.kernel", ""}, {"playbook.cpu_model", ""}, {"playbook.logical_cpus", "0"}}, {}, ""))
      << "two unknown machines are not one";
}

}  // namespace
}  // namespace playbook
