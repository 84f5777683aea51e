#include "tools/units/units.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <locale>
#include <string>

namespace playbook {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

TEST(DurationTest, ChoosesTheUnitInWhichTheValueIsAtLeastOne) {
  EXPECT_EQ(Duration(0.694), "0.694 ns");
  EXPECT_EQ(Duration(115.14), "115 ns");
  EXPECT_EQ(Duration(16870), "16.9 µs");
  EXPECT_EQ(Duration(1.245e6), "1.25 ms");
  EXPECT_EQ(Duration(5.009e9), "5.01 s");
  EXPECT_EQ(Duration(0), "0 ns");
  EXPECT_EQ(Duration(-1.5e6), "-1.50 ms");
}

TEST(DurationTest, DoesNotPrintAThousandOfAUnit) {
  EXPECT_EQ(Duration(999.96), "1.00 µs");
  EXPECT_EQ(Duration(999.4), "999 ns");
  EXPECT_EQ(Duration(9.996), "10.0 ns");
}

TEST(DurationTest, PrintsNoFinerThanTheSpread) {
  EXPECT_EQ(Duration(3127000, 300000), "3.1 ms");
  EXPECT_EQ(Duration(3127000, 40000), "3.13 ms");
  EXPECT_EQ(Duration(3127000, 2000), "3.127 ms");
  EXPECT_EQ(Duration(3127000, 1), "3.127 ms");
  EXPECT_EQ(Duration(3127000, 9000000), "3.1 ms");
}

TEST(DurationTest, HasAWordForWhatIsNotFinite) {
  EXPECT_EQ(Duration(kInfinity), "n/a");
  EXPECT_EQ(Ratio(kInfinity - kInfinity), "n/a");
  EXPECT_EQ(Rate(kInfinity, "B"), "n/a");
  EXPECT_EQ(Percent(kInfinity), "n/a");
}

TEST(DurationTest, WritesWhatNoClockHasWithAnExponent) {
  EXPECT_EQ(Duration(1e308), "1.00e+299 s");
  EXPECT_EQ(Duration(1e-300), "1.00e-300 ns");
  EXPECT_EQ(Ratio(1e-200), "1.00e-200x");
  EXPECT_EQ(Ratio(1e14), "100000000000000x");
}

TEST(RateTest, CountsInPowersOfAThousand) {
  EXPECT_EQ(Rate(34.54e9, "B"), "34.5 GB/s");
  EXPECT_EQ(Rate(1.2e6, "lines"), "1.20 M lines/s");
  EXPECT_EQ(Rate(12, "lines"), "12.0 lines/s");
  EXPECT_EQ(Rate(12, "B"), "12.0 B/s");
}

TEST(RatioTest, FollowsTheWidthOfItsInterval) {
  EXPECT_EQ(Ratio(4.5123), "4.51x");
  EXPECT_EQ(Ratio(375), "375x");
  EXPECT_EQ(Ratio(1234.5), "1234x");
  EXPECT_EQ(RatioInterval(2.881, 3.104), "2.88x .. 3.10x");
  EXPECT_EQ(RatioInterval(0.99961, 1.00212), "0.9996x .. 1.002x");
}

TEST(RatioTest, BesideItsIntervalNeverPrintsAsLyingOutside) {
  EXPECT_EQ(Ratio(0.9948, 1.0276 - 0.9923), "0.99x");
  EXPECT_EQ(RatioInterval(0.9923, 1.0276), "0.992x .. 1.028x");
  EXPECT_EQ(RatioBeside(0.9948, 0.9923, 1.0276), "0.995x");
}

TEST(CountTest, SeparatesThousands) {
  EXPECT_EQ(Count(0), "0");
  EXPECT_EQ(Count(999), "999");
  EXPECT_EQ(Count(1000), "1,000");
  EXPECT_EQ(Count(2288890), "2,288,890");
  EXPECT_EQ(Count(-2288890), "-2,288,890");
  EXPECT_EQ(Count(-100), "-100");
  EXPECT_EQ(Count(std::numeric_limits<std::int64_t>::min()), "-9,223,372,036,854,775,808");
}

TEST(BytesTest, UsesABinaryUnitOnlyWhereItIsExact) {
  EXPECT_EQ(Bytes(0), "0 B");
  EXPECT_EQ(Bytes(64), "64 B");
  EXPECT_EQ(Bytes(65536), "64 KiB");
  EXPECT_EQ(Bytes(1048576), "1 MiB");
  EXPECT_EQ(Bytes(2288890), "2,288,890 B");
}

TEST(PercentTest, PrintsOneDecimal) {
  EXPECT_EQ(Percent(0.96875), "96.9 %");
}

struct CommaForPoint : std::numpunct<char> {
  char do_decimal_point() const override { return ','; }
  char do_thousands_sep() const override { return '.'; }
  std::string do_grouping() const override { return "\3"; }
};

TEST(UnitsTest, DoNotFollowTheLocale) {
  const std::locale before = std::locale::global(std::locale(std::locale::classic(), new CommaForPoint));
  const std::string ratio = Ratio(4.5123);
  const std::string whole = Duration(1234567e9, 1e9);
  const std::string count = Count(1000);
  std::locale::global(before);
  EXPECT_EQ(ratio, "4.51x");
  EXPECT_EQ(whole, "1234567 s");
  EXPECT_EQ(count, "1,000");
}

}  // namespace
}  // namespace playbook
