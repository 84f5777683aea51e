#include "tools/results/result_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "tests/unit/tools/results/read_text.h"

namespace playbook {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Pair;

ResultRow OneRow(const std::string& row) {
  const Collected collected = Read(Document(row));
  EXPECT_EQ(collected.rows.size(), 1U);
  return collected.rows.at(0);
}

TEST(ResultFileTest, ReadsEveryFieldOfARow) {
  const ResultRow row = OneRow(
      R"({"name": "a/right/buffer_bytes:64/iterations:5/real_time", "run_name": "a/right/buffer_bytes:64/iterations:5/real_time",
          "run_type": "iteration", "repetitions": 3, "repetition_index": 2, "threads": 1, "iterations": 5,
          "real_time": 1.2345678901234567e+01, "cpu_time": 3.0, "time_unit": "us", "label": "warm", "bytes_per_second": 2.5})");
  EXPECT_EQ(row.kind, ResultRow::Kind::kValue);
  EXPECT_EQ(row.name, "a/right/buffer_bytes:64");
  EXPECT_EQ(row.harness_name, "a/right/buffer_bytes:64/iterations:5/real_time");
  EXPECT_EQ(row.repetition_index, 2);
  EXPECT_EQ(row.iterations, 5);
  EXPECT_EQ(row.real_time_ns, 12.345678901234567 * 1e3);
  EXPECT_EQ(row.cpu_time_ns, 3000.0);
  EXPECT_EQ(row.label, "warm");
  ASSERT_EQ(row.counters.size(), 1U);
  EXPECT_EQ(row.counters.at("bytes_per_second").value, 2.5);
}

TEST(ResultFileTest, ConvertsTheUnitThatFollowsOrPrecedesTheTimes) {
  EXPECT_EQ(OneRow(R"({"name": "a", "time_unit": "ms", "real_time": 2})").real_time_ns, 2e6);
  EXPECT_EQ(OneRow(R"({"name": "a", "real_time": 2, "time_unit": "s"})").real_time_ns, 2e9);
  EXPECT_EQ(OneRow(R"({"name": "a", "real_time": 2})").real_time_ns, 2);
}

TEST(ResultFileTest, KeepsIntegersThatADoubleCannotHold) {
  const ResultRow row =
      OneRow(R"({"name": "a", "iterations": 9007199254740993, "net_heap_growth": -9007199254740993})");
  EXPECT_EQ(row.iterations, 9007199254740993);
  EXPECT_EQ(row.counters.at("net_heap_growth").exact, -9007199254740993);
}

TEST(ResultFileTest, TakesNotANumberAndInfinities) {
  const ResultRow row = OneRow(R"({"name": "a", "real_time": NaN, "x": Infinity, "y": -Infinity})");
  EXPECT_TRUE(std::isnan(row.real_time_ns));
  EXPECT_EQ(row.counters.at("x").value, std::numeric_limits<double>::infinity());
  EXPECT_EQ(row.counters.at("y").value, -std::numeric_limits<double>::infinity());
}

TEST(ResultFileTest, TreatsNullAsAbsent) {
  EXPECT_TRUE(std::isnan(OneRow(R"({"name": "a", "real_time": null})").real_time_ns));
}

TEST(ResultFileTest, TakesACounterThatCarriesTheNameOfAField) {
  const ResultRow row =
      OneRow(R"({"name": "a", "iterations": 7, "real_time": 5.0, "iterations": 99.0, "real_time": 1.0})");
  EXPECT_EQ(row.iterations, 7);
  EXPECT_EQ(row.real_time_ns, 5.0);
  EXPECT_EQ(row.counters.at("iterations").value, 99.0);
  EXPECT_EQ(row.counters.at("real_time").value, 1.0);
}

TEST(ResultFileTest, KeepsErrorsAndSkipsApartAndGivesThemNoTime) {
  const ResultRow error =
      OneRow(R"({"name": "a", "error_occurred": true, "error_message": "no disk", "real_time": 0.0, "iterations": 0})");
  EXPECT_EQ(error.kind, ResultRow::Kind::kError);
  EXPECT_EQ(error.message, "no disk");
  EXPECT_TRUE(std::isnan(error.real_time_ns));
  const ResultRow skip = OneRow(R"({"name": "a", "skipped": true, "skip_message": "tmpfs", "real_time": 0.0})");
  EXPECT_EQ(skip.kind, ResultRow::Kind::kSkipped);
  EXPECT_EQ(skip.message, "tmpfs");
}

TEST(ResultFileTest, RecognisesAggregatesAndLeavesFractionsAlone) {
  const ResultRow median = OneRow(
      R"({"name": "a_median", "run_name": "a", "run_type": "aggregate", "aggregate_name": "median", "real_time": 2, "time_unit": "us"})");
  EXPECT_EQ(median.kind, ResultRow::Kind::kAggregate);
  EXPECT_EQ(median.aggregate, "median");
  EXPECT_EQ(median.name, "a");
  EXPECT_EQ(median.real_time_ns, 2000);
  const ResultRow cv = OneRow(
      R"({"name": "a_cv", "run_name": "a", "run_type": "aggregate", "aggregate_name": "cv", "aggregate_unit": "percentage", "real_time": 0.02, "time_unit": "us"})");
  EXPECT_EQ(cv.real_time_ns, 0.02);
  const ResultRow rms = OneRow(R"({"name": "a_RMS", "run_name": "a", "aggregate_name": "RMS", "rms": 0.1})");
  EXPECT_EQ(rms.kind, ResultRow::Kind::kAggregate);
}

TEST(ResultFileTest, IgnoresFieldsItDoesNotKnow) {
  const ResultRow row =
      OneRow(R"({"name": "a", "later": {"real_time": 3, "list": [1, [2]]}, "words": "x", "real_time": 4})");
  EXPECT_EQ(row.real_time_ns, 4);
  EXPECT_TRUE(row.counters.empty());
}

TEST(ResultFileTest, FlattensTheContext) {
  const Collected collected = Read(
      R"({"context": {"date": "today", "num_cpus": 2, "cpu_scaling_enabled": false, "caches": [{"level": 1}, {"level": 2}],
          "load_avg": [0.5, 1]}, "benchmarks": []})");
  EXPECT_THAT(collected.context,
              ElementsAre(Pair("date", "today"), Pair("num_cpus", "2"), Pair("cpu_scaling_enabled", "false"),
                          Pair("caches.0.level", "1"), Pair("caches.1.level", "2"), Pair("load_avg.0", "0.5"),
                          Pair("load_avg.1", "1")));
}

TEST(ResultFileTest, ReadsAFileWithoutContextOrWithAByteOrderMark) {
  EXPECT_EQ(Read(R"({"benchmarks": [{"name": "a"}]})").rows.size(), 1U);
  EXPECT_EQ(Read("\xEF\xBB\xBF{\"benchmarks\": [{\"name\": \"a\"}]}\r\n").rows.size(), 1U);
}

TEST(ResultFileTest, ReadsWhatIsLongerThanItsBuffer) {
  std::string rows;
  for (int row = 0; row < 5000; ++row) {
    rows += (row == 0 ? "" : ",") + std::string(R"({"name": "row)") + std::to_string(row) + R"(", "real_time": 1})";
  }
  const Collected collected = Read(Document(rows));
  ASSERT_EQ(collected.rows.size(), 5000U);
  EXPECT_EQ(collected.rows.back().name, "row4999");
}

TEST(ResultFileTest, SurvivesNestingDeeperThanAnyStack) {
  EXPECT_THAT(Fault(R"({"x": )" + std::string(1'000'000, '[')), HasSubstr("ends at byte 1000006"));
}

TEST(ResultFileTest, SaysThatAnEmptyFileIsEmpty) {
  EXPECT_THAT(Fault(""), AllOf(HasSubstr("a.json: is empty"), HasSubstr("filter matched no benchmark")));
  EXPECT_THAT(Fault(" \n"), HasSubstr("is empty"));
}

TEST(ResultFileTest, SaysThatAFileIsCutOffAndWhereAfterDeliveringWhatIsWhole) {
  const std::string whole = Document(R"({"name": "first", "real_time": 1}, {"name": "second", "real_time": 2})");
  for (std::size_t size = 1; size < whole.size(); ++size) {
    EXPECT_THAT(Fault(whole.substr(0, size)), HasSubstr("ends at byte")) << whole.substr(0, size);
  }
  Collected collected;
  EXPECT_THAT(Fault(whole.substr(0, whole.size() - 10), &collected), HasSubstr("after row 1 (first)"));
  EXPECT_EQ(collected.rows.size(), 1U);
}

TEST(ResultFileTest, NamesTheFormatGivenByMistake) {
  EXPECT_THAT(Fault("name,iterations,real_time,cpu_time,time_unit\n\"a\",1,2,3,ns\n"),
              AllOf(HasSubstr("is CSV"), HasSubstr("--benchmark_out_format=json")));
  EXPECT_THAT(Fault("2026-01-01\nRunning ./a\n---------\nBenchmark  Time\n"), HasSubstr("printed on the terminal"));
  EXPECT_THAT(Fault("\x1f\x8b\x08"), HasSubstr("gzip"));
  EXPECT_THAT(Fault("<html>"), HasSubstr("begins with \"<\" instead of \"{\""));
}

TEST(ResultFileTest, TellsBrokenFromForeignJson) {
  EXPECT_THAT(Fault(R"({"benchmarks": [}]})"), HasSubstr("is broken JSON at byte"));
  EXPECT_THAT(Fault(R"({"rows": []})"), HasSubstr("no list \"benchmarks\""));
  EXPECT_THAT(Fault(R"({"benchmarks": {}})"), HasSubstr("no list \"benchmarks\""));
  EXPECT_THAT(Fault(Document("") + Document("")), HasSubstr("several results in one file"));
}

TEST(ResultFileTest, RefusesARowWithoutNameOrWithAnUnknownUnit) {
  EXPECT_THAT(Fault(Document(R"({"real_time": 1})")), HasSubstr("row 1 has no name"));
  EXPECT_THAT(Fault(Document(R"({"name": "a", "time_unit": "min"})")),
              AllOf(HasSubstr("time unit \"min\""), HasSubstr("ns, us, ms, s")));
  EXPECT_THAT(Fault(Document(R"({"name": "a", "real_time": 1, "time_unit": null})")), HasSubstr("time unit \"null\""));
  EXPECT_THAT(Fault(Document(R"({"name": "a", "time_unit": 3})")), HasSubstr("time unit \"3\""));
}

TEST(ResultFileTest, RefusesElementsThatAreNoRowsAndRowsThatRanLessThanNever) {
  const std::string row = R"({"name": "a", "real_time": 1})";
  EXPECT_EQ(Fault(Document("1, 2, null")),
            "a.json: element 1 of the benchmarks is a number, must be an object with a row");
  EXPECT_THAT(Fault(Document(row + ", null")), HasSubstr("element 2 of the benchmarks is null"));
  EXPECT_THAT(Fault(Document(row + ", \"b\"")), HasSubstr("element 2 of the benchmarks is a text"));
  EXPECT_THAT(Fault(Document(row + ", true")), HasSubstr("element 2 of the benchmarks is true or false"));
  EXPECT_THAT(Fault(Document("[" + row + "]")), HasSubstr("element 1 of the benchmarks is a list"));
  EXPECT_THAT(Fault(Document(R"({"name": "a", "iterations": -5, "real_time": 1})")),
              HasSubstr("row 1 (a) has -5 iterations, must have 0 or more"));
}

TEST(ResultFileTest, NamesTheFileThatCannotBeOpened) {
  EXPECT_THROW(LoadResultFile("/nowhere/at/all.json"), InputError);
  EXPECT_THROW(LoadResultFile(PLAYBOOK_SOURCE_DIR), InputError);
}

TEST(CanonicalRowNameTest, TakesOffWhatTheHarnessAppended) {
  EXPECT_EQ(CanonicalRowName("a/right/iterations:100/real_time"), "a/right");
  EXPECT_EQ(CanonicalRowName("a/right/key:8/min_time:0.5/min_warmup_time:1.000/repeats:3/manual_time"),
            "a/right/key:8");
  EXPECT_EQ(CanonicalRowName("a/process_time/real_time"), "a");
  EXPECT_EQ(CanonicalRowName("a"), "a");
  EXPECT_EQ(CanonicalRowName(""), "");
}

TEST(CanonicalRowNameTest, KeepsThreadsAndLookAlikes) {
  EXPECT_EQ(CanonicalRowName("a/iterations:3/threads:4"), "a/threads:4");
  EXPECT_EQ(CanonicalRowName("real_time/real_time"), "real_time");
  EXPECT_EQ(CanonicalRowName("a/real_timer/iterations:many"), "a/real_timer/iterations:many");
}

}  // namespace
}  // namespace playbook
