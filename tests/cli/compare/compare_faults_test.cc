// Fourteen faults that google/benchmark's compare.py has (tools/compare.py and tools/gbench/report.py), each with a
// recorded pair of results on which it shows, and the right answer. The names of the sets begin with the fault's
// number.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>

#include "tests/cli/compare/compare_said.h"

namespace playbook {
namespace {

using ::testing::DoubleNear;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::SizeIs;

nlohmann::json Compared(const std::string& set, Arguments more = {}) {
  more.insert(more.end(), {"--format", "json"});
  const Said said = RunCompareOn(set, more);
  EXPECT_EQ(said.code, kOk) << said.err;
  return said.code == kOk ? nlohmann::json::parse(said.out) : nlohmann::json();
}

// Under a metric.
nlohmann::json RowOf(const nlohmann::json& compared, const std::string& name, const std::string& metric = "real_time") {
  for (const nlohmann::json& row : compared.at("rows")) {
    if (row.at("name") == name && row.at("metric") == metric) {
      return row;
    }
  }
  throw std::out_of_range("no row " + name + " of " + metric);
}

nlohmann::json MetricOf(const nlohmann::json& compared, const std::string& metric) {
  for (const nlohmann::json& one : compared.at("metrics")) {
    if (one.at("metric") == metric) {
      return one;
    }
  }
  throw std::out_of_range("no metric " + metric);
}

TEST(CompareFaultsTest, DoesNotTakeRepetitionsForPairs) {
  // The same ten values, in the other order: pairs would differ by up to 11 %.
  const nlohmann::json compared = Compared("01_repetitions_are_no_pairs");
  ASSERT_THAT(compared["rows"], SizeIs(1));
  EXPECT_EQ(compared["paired"], false);
  EXPECT_EQ(compared["rows"][0]["ratio"], 1.0);
  EXPECT_EQ(compared["rows"][0]["n"], 10);
  EXPECT_EQ(compared["rows"][0]["verdict"], "cannot_tell");
}

TEST(CompareFaultsTest, DoesNotPoolTwoBenchmarksOfOneName) {
  const nlohmann::json compared = Compared("02_duplicate_names");
  EXPECT_EQ(RowOf(compared, "BM_get #1")["verdict"], "equivalent");
  EXPECT_EQ(RowOf(compared, "BM_get #2")["verdict"], "slower");
  EXPECT_EQ(RowOf(compared, "BM_get #2")["n"], 10);
}

TEST(CompareFaultsTest, RefusesNamesThatNothingTellsApart) {
  const Said said = RunCompareOn("02_duplicate_names_unequal");
  EXPECT_EQ(said.code, kBadInput);
  EXPECT_THAT(said.err, HasSubstr("BM_get is there 2 times in the base and 1 times in the contender"));
}

TEST(CompareFaultsTest, ListsNamesOfOneSide) {
  const nlohmann::json compared = Compared("03_names_on_one_side");
  EXPECT_THAT(compared["only_in_base"], ElementsAre("BM_scan"));
  EXPECT_THAT(compared["only_in_contender"], ElementsAre("BM_merge"));
  EXPECT_THAT(RunCompareOn("03_names_on_one_side").out, HasSubstr("only in the base (1): BM_scan\n"));
}

TEST(CompareFaultsTest, ConvertsTimeUnits) {
  const nlohmann::json compared = Compared("04_time_units");
  EXPECT_EQ(RowOf(compared, "BM_put")["verdict"], "equivalent");
  EXPECT_EQ(RowOf(compared, "BM_flush")["verdict"], "equivalent");
  EXPECT_THAT(RowOf(compared, "BM_flush")["base"]["median"].get<double>(), DoubleNear(2.5e6, 2e4));
}

TEST(CompareFaultsTest, TakesTheMeanOfMatchedRowsEachOnce) {
  // Four times slower in a row of twenty repetitions, unchanged in a row of ten: 2, and not the 2.5 of all repetitions.
  const nlohmann::json mean = MetricOf(Compared("05_geometric_mean"), "real_time")["geometric_mean"];
  EXPECT_EQ(mean["rows"], 2);
  EXPECT_THAT(mean["ratio"].get<double>(), DoubleNear(2, 0.02));
}

TEST(CompareFaultsTest, LeavesErrorsAndSkippedRowsOut) {
  const nlohmann::json compared = Compared("06_errors_and_skips");
  EXPECT_EQ(RowOf(compared, "BM_put")["base"]["n"], 9);
  EXPECT_EQ(RowOf(compared, "BM_put")["verdict"], "slower");
  ASSERT_THAT(compared["failed"], SizeIs(2));
  EXPECT_EQ(compared["failed"][0]["name"], "BM_flush");
  EXPECT_EQ(compared["failed"][0]["reason"], "no space left on device");
  EXPECT_EQ(compared["failed"][1]["reason"], "needs 2 CPUs");
  EXPECT_THAT(MetricOf(compared, "real_time")["geometric_mean"]["ratio"].get<double>(), DoubleNear(1.049, 0.005));
}

TEST(CompareFaultsTest, ComparesNoSpreadsAsTimes) {
  const nlohmann::json compared = Compared("07_aggregates_only");
  ASSERT_THAT(compared["rows"], SizeIs(1));
  EXPECT_EQ(compared["rows"][0]["name"], "BM_put");
  EXPECT_THAT(compared["rows"][0]["ratio"].get<double>(), DoubleNear(1.3, 1e-9));  // of the medians
  EXPECT_EQ(compared["rows"][0]["verdict"], "cannot_tell");
  EXPECT_THAT(compared["notes"], ElementsAre(HasSubstr("aggregates without their repetitions")));
}

TEST(CompareFaultsTest, CallsNothingSlowerByACutOff) {
  const nlohmann::json compared = Compared("08_cut_offs");
  // 5 % that are noise, and 3 % that are none.
  EXPECT_EQ(RowOf(compared, "BM_noisy")["verdict"], "cannot_tell");
  EXPECT_EQ(RowOf(compared, "BM_slower")["verdict"], "slower");
  EXPECT_EQ(RowOf(compared, "BM_faster")["verdict"], "faster");
}

TEST(CompareFaultsTest, StaysExactWithTiesAndNineValues) {
  // 4,307 of the 48,620 ways to deal these values give a rank sum as large; counted by going through all of them.
  const nlohmann::json row = RowOf(Compared("09_ties"), "BM_put");
  EXPECT_EQ(row["n"], 9);
  EXPECT_THAT(row["p"]["exact"].get<double>(), DoubleNear(2 * 4307.0 / 48620.0, 1e-9));
  // The interval counts an equal pair against both sides.
  EXPECT_GT(row["p"]["differs"].get<double>(), row["p"]["exact"].get<double>());
}

TEST(CompareFaultsTest, GivesIntervalsAndHoldsTheTableTogether) {
  const nlohmann::json compared = Compared("10_many_rows");
  const nlohmann::json lucky = RowOf(compared, "BM_row/7");
  EXPECT_NE(lucky["verdict_alone"], "cannot_tell");
  EXPECT_EQ(lucky["verdict"], "cannot_tell");
  EXPECT_LT(lucky["interval"]["low"].get<double>(), 1);
  EXPECT_GT(lucky["interval"]["level"].get<double>(), 0.99);
  EXPECT_EQ(RowOf(compared, "BM_still")["verdict"], "equivalent");
}

TEST(CompareFaultsTest, ReadsTheContextAndRefusesAnotherHost) {
  const Said said = RunCompareOn("11_other_host");
  EXPECT_EQ(said.code, kRefused);
  EXPECT_EQ(said.out, "");
  EXPECT_THAT(said.err, HasSubstr("refused: the base was measured on the host bench, the contender on laptop"));
  EXPECT_THAT(said.err, HasSubstr("num_cpus   2      8"));
  EXPECT_EQ(Compared("11_other_host", {"--force"})["forced"], true);
}

TEST(CompareFaultsTest, RefusesTimesThatChangedTheirMeaning) {
  const Said said = RunCompareOn("11_other_meaning");
  EXPECT_EQ(said.code, kRefused);
  EXPECT_THAT(said.err,
              HasSubstr("refused: the benchmark library is v1.8.5 on the base and v1.9.4 on the contender: from "
                        "1.9.0 on, real times"));
  EXPECT_THAT(said.err, HasSubstr("from 1.9.0 to 1.9.4, rates"));
}

TEST(CompareFaultsTest, ComparesCountersInTheirDirection) {
  const nlohmann::json compared = Compared("12_counters");
  EXPECT_EQ(RowOf(compared, "BM_put")["verdict"], "equivalent");
  EXPECT_EQ(RowOf(compared, "BM_put", "bytes_per_second")["verdict"], "faster");
  EXPECT_THAT(RowOf(compared, "BM_put", "bytes_per_second")["ratio"].get<double>(), DoubleNear(2, 0.02));
  EXPECT_EQ(RowOf(compared, "BM_put", "allocs_per_iter")["verdict"], "faster");
  EXPECT_EQ(RowOf(compared, "BM_put", "page_splits")["verdict"], "differs");
}

TEST(CompareFaultsTest, EndsAsTheGateSays) {
  EXPECT_EQ(RunCompareOn("13_exit_status").code, kOk);
  EXPECT_EQ(RunCompareOn("13_exit_status", {"--gate", "slower:5%"}).code, kFailed);
  EXPECT_EQ(RunCompareOn("13_exit_status", {"--gate", "faster:5%"}).code, kOk);
}

// The fourteenth is matching by a walk over the list: RowMatchingTest.MatchesManyRowsInAnyOrder.

}  // namespace
}  // namespace playbook
