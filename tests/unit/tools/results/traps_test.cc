// What result files have wrong with them in practice, each written here as the version or tool at fault writes it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>

#include "tests/unit/tools/results/read_text.h"
#include "tools/results/clean_text.h"

namespace playbook {
namespace {

using ::testing::AllOf;
using ::testing::AnyOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Pair;

// A row as the harness lays it out.
std::string Row(const std::string& name, const std::string& real_time, const std::string& more = "") {
  return "    {\n      \"name\": \"" + name + "\",\n      \"iterations\": 1000,\n      \"real_time\": " + real_time +
         ",\n      \"cpu_time\": 2.5000000000000000e+00,\n      \"time_unit\": \"ns\"" + more + "\n    }";
}

std::string Result(const std::string& rows, const std::string& host = "h") {
  return "{\n  \"context\": {\n    \"date\": \"2026-01-31T12:00:00+01:00\",\n    \"host_name\": \"" + host +
         "\",\n    \"load_avg\": [0.5,1.25,2]\n  },\n  \"benchmarks\": [\n" + rows + "\n  ]\n}\n";
}

const std::string kTime = "1.5000000000000000e+00";
const std::string kTwoRows = Row("first", kTime) + ",\n" + Row("second", "2.5000000000000000e+00");

std::vector<std::string> Names(const Collected& read) {
  std::vector<std::string> names;
  for (const ResultRow& row : read.rows) {
    names.push_back(row.name);
  }
  return names;
}

TEST(TrapTest, SoundFilesAreNotMended) {
  for (const Reading reading : {Reading::kWhole, Reading::kSalvage}) {
    const Collected read = Read(Result(kTwoRows), reading);
    EXPECT_THAT(Names(read), ElementsAre("first", "second"));
    EXPECT_EQ(RepairsOf(read.report), 0);
    EXPECT_TRUE(read.report.Whole());
    EXPECT_TRUE(read.report.Words().empty());
    EXPECT_EQ(read.report.rows, 2);
    EXPECT_EQ(read.report.results, 1);
  }
}

TEST(TrapTest, EverySpellingOfNoNumberIsRead) {
  for (const char* spelling : {"NaN", "nan", "-nan", "-NaN", "NAN", "nan(ind)", "-nan(snan)", "1.#QNAN", "-1.#IND00"}) {
    EXPECT_TRUE(std::isnan(Read(Result(Row("a", spelling))).rows.at(0).real_time_ns)) << spelling;
  }
  for (const char* spelling : {"Infinity", "inf", "INF", "Inf", "infinity", "1.#INF"}) {
    const Collected read = Read(Result(Row("a", spelling, std::string(",\n      \"x\": -") + spelling)));
    EXPECT_EQ(read.rows.at(0).real_time_ns, std::numeric_limits<double>::infinity()) << spelling;
    EXPECT_EQ(read.rows.at(0).counters.at("x").value, -std::numeric_limits<double>::infinity()) << spelling;
  }
  EXPECT_EQ(Read(Result(Row("a", "NaN"))).report.Times(Repair::kNoNumberWord), 0);  // how the harness writes it today
  EXPECT_EQ(Read(Result(Row("a", "nan"))).report.Times(Repair::kNoNumberWord), 1);
  EXPECT_THAT(Fault(Result(Row("a", "nothing"))), HasSubstr("is broken JSON at byte"));
}

TEST(TrapTest, CommasThatTwoVersionsLeaveOutOfTheContextArePutIn) {
  const Collected read = Read(
      "{\n  \"context\": {\n    \"load_avg\": [],\n    \"library_build_type\": \"release\"\n    \"commit\": \"abc\"\n"
      "    \"flags\": \"-O2\"\n  },\n  \"benchmarks\": [\n" +
      kTwoRows + "\n  ]\n}\n");
  EXPECT_THAT(read.context,
              ElementsAre(Pair("library_build_type", "release"), Pair("commit", "abc"), Pair("flags", "-O2")));
  EXPECT_EQ(read.report.Times(Repair::kMissingComma), 2);
  EXPECT_THAT(read.report.Words(), ElementsAre(HasSubstr("2 missing commas put in (Google Benchmark 1.5.4 and 1.5.5")));
}

TEST(TrapTest, ThousandsSeparatorsOfAnyLocaleAreTakenOut) {
  for (const char* count : {"1,234,567", "1.234.567", "1 234 567", "1'234'567", "12,34,567",
                            "1\xE2\x80\xAF"
                            "234\xE2\x80\xAF"
                            "567"}) {
    const Collected read = Read(R"({"benchmarks": [{"name": "a", "iterations": )" + std::string(count) +
                                R"(,"threads": 2, "max_bytes_used": -)" + count + "\n}]}");
    EXPECT_EQ(read.rows.at(0).iterations, 1234567) << count;
    EXPECT_EQ(read.rows.at(0).threads, 2) << count;
    EXPECT_EQ(read.rows.at(0).counters.at("max_bytes_used").exact, -1234567) << count;
    EXPECT_EQ(read.report.Times(Repair::kGrouping), 2) << count;
  }
}

TEST(TrapTest, APointIsAThousandOnlyWhereNoFractionCanBe) {
  const Collected read = Read(R"({"context": {"num_cpus": 4, "mhz_per_cpu": 3.244},
      "benchmarks": [{"name": "a", "iterations": 1.000, "real_time": 1.000, "x": 2.500}]})");
  EXPECT_THAT(read.context, Contains(Pair("mhz_per_cpu", "3244")));
  EXPECT_EQ(read.rows.at(0).iterations, 1000);
  EXPECT_EQ(read.rows.at(0).real_time_ns, 1);
  EXPECT_EQ(read.rows.at(0).counters.at("x").value, 2.5);
  EXPECT_EQ(read.report.Times(Repair::kGrouping), 2);
}

TEST(TrapTest, DecimalCommasArePoints) {
  const Collected read = Read(R"({"context": {"load_avg": [0,5,1,25,2,0]},
      "benchmarks": [{"name": "a", "real_time": 1,5000000000000000e+02,"cpu_time": -0,5, "x": 1.234,5}]})");
  EXPECT_EQ(read.rows.at(0).real_time_ns, 150);
  EXPECT_EQ(read.rows.at(0).cpu_time_ns, -0.5);
  EXPECT_EQ(read.rows.at(0).counters.at("x").value, 1234.5);
  EXPECT_THAT(read.context,
              ElementsAre(Pair("load_avg.0", "0.5"), Pair("load_avg.1", "1.25"), Pair("load_avg.2", "2.0")));
  EXPECT_EQ(read.report.Times(Repair::kDecimalComma), 5);
  EXPECT_EQ(read.report.Times(Repair::kGrouping), 1);
}

TEST(TrapTest, LoadsThatCannotBeToldApartAreLeftOut) {
  const Collected read = Read(R"({"context": {"load_avg": [0,5,1,1,5]}, "benchmarks": []})");
  EXPECT_TRUE(read.context.empty());
  EXPECT_EQ(read.report.Times(Repair::kDecimalComma), 3);
}

TEST(TrapTest, RawControlCharactersStayInTheTextAndNeverReachATerminal) {
  const std::string name = std::string("a\x1b[2J\tb\0c", 9) + "\n";
  const Collected read = Read(Result(Row(name, kTime, ",\n      \"label\": \"\x7f\"")));
  EXPECT_EQ(read.rows.at(0).name, name);
  EXPECT_EQ(read.report.Times(Repair::kControl), 4);
  EXPECT_EQ(CleanText(read.rows.at(0).name), "a?[2J b?c\n");
  const std::string fault = Fault(Result(Row(name, kTime) + "]"));
  EXPECT_THAT(fault, HasSubstr("a?[2J"));
  EXPECT_EQ(fault.find('\x1b'), std::string::npos);
}

TEST(TrapTest, NamesKeepTheirBytesWhateverTheirEncoding) {
  EXPECT_EQ(Read(Result(Row("caf\xE9", kTime))).rows.at(0).name, "caf\xE9");
  EXPECT_EQ(Read(Result(Row("\xE6\x97\xA5\xE6\x9C\xAC", kTime))).rows.at(0).name, "\xE6\x97\xA5\xE6\x9C\xAC");
  EXPECT_EQ(Read(Result(Row("\\u65e5\\ud83d\\ude00", kTime))).rows.at(0).name, "\xE6\x97\xA5\xF0\x9F\x98\x80");
}

TEST(TrapTest, PathsWithLoneBackslashesAreRead) {
  const Collected read = Read(
      R"({"context": {"executable": "C:\users\x\app.exe", "other": "\u12", "sound": "C:\\x\n"}, "benchmarks": []})");
  EXPECT_THAT(read.context, ElementsAre(Pair("executable", "C:\\users\\x\\app.exe"), Pair("other", "\\u12"),
                                        Pair("sound", "C:\\x\n")));
  EXPECT_EQ(read.report.Times(Repair::kEscape), 4);
}

TEST(TrapTest, RowsOfOneNameAreAllDeliveredAndToldApartByTheirFamily) {
  const Collected read =
      Read(Document(R"({"name": "a", "family_index": 0, "per_family_instance_index": 0, "real_time": 1},
      {"name": "a", "family_index": 1, "per_family_instance_index": 2, "real_time": 2})"));
  EXPECT_THAT(Names(read), ElementsAre("a", "a"));
  EXPECT_EQ(read.rows[0].family_index, 0);
  EXPECT_EQ(read.rows[1].family_index, 1);
  EXPECT_EQ(read.rows[1].instance_index, 2);
}

TEST(TrapTest, OfTwoFieldsOfOneNameTheFirstIsTheFieldAndTheOtherACounter) {
  const Collected read = Read(Document(
      R"({"name": "a", "threads": 2, "real_time": 5.0, "label": "x", "real_time": 1.0, "label": 3, "threads": 8.0, "label": "y"})"));
  const ResultRow& row = read.rows.at(0);
  EXPECT_EQ(row.real_time_ns, 5.0);
  EXPECT_EQ(row.threads, 2);
  EXPECT_EQ(row.label, "x");
  EXPECT_EQ(row.counters.at("real_time").value, 1.0);
  EXPECT_EQ(row.counters.at("threads").value, 8.0);
  EXPECT_EQ(row.counters.at("label").value, 3);  // a number under the name of a text
  EXPECT_EQ(read.report.Times(Repair::kDuplicateKey), 3);
}

TEST(TrapTest, AFileOfNoBytesSaysThatNothingWasMeasured) {
  for (const Reading reading : {Reading::kWhole, Reading::kSalvage}) {
    EXPECT_THAT(Fault("", nullptr, reading), HasSubstr("a.json: is empty; the filter matched no benchmark"));
    EXPECT_THAT(Fault("\xEF\xBB\xBF \r\n", nullptr, reading), HasSubstr("is empty"));
  }
}

TEST(TrapTest, ACutOffFileIsSalvagedAndMarkedWhereverItEnds) {
  const std::string whole = Result(kTwoRows);
  const std::size_t first_end = whole.find("    },") + 5;
  const std::size_t second_end = whole.find("    }\n  ]") + 5;
  const std::size_t root_end = whole.rfind('}');
  for (std::size_t size = first_end; size <= root_end; ++size) {
    Collected read;
    EXPECT_NO_THROW(read = Read(whole.substr(0, size), Reading::kSalvage)) << whole.substr(0, size);
    EXPECT_EQ(read.rows.size(), size < second_end ? 1U : 2U) << whole.substr(0, size);
    EXPECT_THAT(read.report.interrupted, ElementsAre(AllOf(HasSubstr("a.json: ends at byte " + std::to_string(size)),
                                                           HasSubstr("after row"), HasSubstr("killed"))));
    EXPECT_FALSE(read.report.Whole());
  }
  EXPECT_TRUE(Read(whole.substr(0, root_end + 1), Reading::kSalvage).report.Whole());
}

TEST(TrapTest, ACutOffFileWithoutAnyWholeRowIsRefused) {
  const std::string whole = Result(kTwoRows);
  for (const std::size_t size : {std::size_t{1}, std::size_t{20}, whole.find("    },")}) {
    EXPECT_THAT(Fault(whole.substr(0, size), nullptr, Reading::kSalvage),
                AllOf(HasSubstr("ends at byte"), HasSubstr("before the first row was complete")));
  }
}

TEST(TrapTest, ResultsOneBehindTheOtherAreReadEachWithItsContext) {
  const std::string text = Result(Row("a", kTime), "one") + Result(Row("b", kTime), "two") + "\xEF\xBB\xBF" +
                           Result(Row("c", kTime), "three");
  const Collected read = Read(text, Reading::kSalvage);
  EXPECT_EQ(read.results, 3);
  EXPECT_EQ(read.report.results, 3);
  EXPECT_THAT(Names(read), ElementsAre("a", "b", "c"));
  EXPECT_THAT(read.context, AllOf(Contains(Pair("host_name", "one")), Contains(Pair("host_name", "three"))));
  EXPECT_EQ(read.report.Times(Repair::kNoise), 0);
  EXPECT_THAT(Fault(text), AllOf(HasSubstr("something follows the result at byte"), HasSubstr("several results")));
}

TEST(TrapTest, OtherOutputAroundAndBetweenResultsIsLeftOut) {
  const Collected read =
      Read("2026-01-31T12:00:00\nRunning ./a\nRun on {2 X 2000 MHz CPU s}\n***WARNING*** {\"x\": 1}\n\n" +
               Result(kTwoRows) + "done {\n" + "==42==ERROR: \"LeakSanitizer\"\n" + Result(Row("third", kTime)) + "bye",
           Reading::kSalvage);
  EXPECT_THAT(Names(read), ElementsAre("first", "second", "third"));
  EXPECT_EQ(read.report.Times(Repair::kNoise), 7);
  EXPECT_TRUE(read.report.Whole());
  EXPECT_THAT(read.report.Words(), ElementsAre(HasSubstr("7 lines of other output left out")));
}

TEST(TrapTest, OtherOutputWithinAResultIsLeftOut) {
  for (const char* noise : {"loading data ...\n", "[info] 3 of 5, ok\n", "100 items, {x}\n", "\"quoted\": 1\n",
                            "{ 5 }\n", "-\n", "# \"a\n", "\x1b[31mred\x1b[0m\n"}) {
    const std::string text = Result("NOISE" + Row("first", kTime) + "NOISE,\nNOISE" + Row("second", kTime) + "NOISE");
    std::string noisy = text;
    for (std::size_t at = noisy.find("NOISE"); at != std::string::npos; at = noisy.find("NOISE")) {
      noisy.replace(at, 5, noise);
    }
    Collected read;
    EXPECT_NO_THROW(read = Read(noisy, Reading::kSalvage)) << noisy;
    EXPECT_THAT(Names(read), ElementsAre("first", "second")) << noise;
    EXPECT_EQ(read.report.Times(Repair::kNoise), 4) << noise;
    EXPECT_TRUE(read.report.Whole()) << noise;
    EXPECT_THAT(Fault(noisy), AnyOf(HasSubstr("is broken JSON"), HasSubstr("must be an object with a row"))) << noise;
  }
}

TEST(TrapTest, ACutOffResultBeforeAnotherLosesNeither) {
  const std::string first = Result(kTwoRows, "one");
  const std::string second = Result(Row("third", kTime), "two");
  const std::size_t first_end = first.find("    },") + 5;
  for (std::size_t size = first_end; size < first.rfind('}'); ++size) {
    Collected read;
    EXPECT_NO_THROW(read = Read(first.substr(0, size) + second, Reading::kSalvage)) << first.substr(0, size);
    EXPECT_EQ(read.results, 2) << first.substr(0, size);
    EXPECT_EQ(read.report.interrupted.size(), 1U) << first.substr(0, size);
    ASSERT_FALSE(read.rows.empty());
    EXPECT_EQ(read.rows.front().name, "first");
    EXPECT_EQ(read.rows.back().name, "third");
    EXPECT_THAT(read.context, Contains(Pair("host_name", "two")));
  }
}

TEST(TrapTest, AFileOfAggregatesAloneHasNoRowOfARepetition) {
  const Collected read = Read(Document(
      R"({"name": "a_mean", "run_name": "a", "run_type": "aggregate", "repetitions": 3, "threads": 1, "aggregate_name": "mean",
          "aggregate_unit": "time", "iterations": 3, "real_time": 2.0, "cpu_time": 2.0, "time_unit": "ns"})"));
  EXPECT_EQ(read.rows.at(0).kind, ResultRow::Kind::kAggregate);
  EXPECT_EQ(read.rows.at(0).repetitions, 3);
  EXPECT_EQ(read.rows.at(0).iterations, 3);
}

TEST(TrapTest, UnitsMixedWithinAFileAreMadeOne) {
  const Collected read = Read(
      Document(R"({"name": "a", "real_time": 1.5, "time_unit": "s"}, {"name": "b", "real_time": 1.5, "time_unit": "us"},
      {"name": "c", "real_time": 1.5, "time_unit": "ns"})"));
  EXPECT_EQ(read.rows.at(0).real_time_ns, 1.5e9);
  EXPECT_EQ(read.rows.at(1).real_time_ns, 1.5e3);
  EXPECT_EQ(read.rows.at(2).real_time_ns, 1.5);
  EXPECT_EQ(read.rows.at(0).time_unit, "s");
}

TEST(TrapTest, FilesWrittenAnewByOtherToolsAreRead) {
  const Collected read = Read(
      R"({"benchmarks":[{"real_time":null,"iterations":1000.0,"name":"a","time_unit":null,"label":null,"extra":{"x":[1]},},]})");
  EXPECT_TRUE(read.context.empty());
  EXPECT_EQ(read.results, 1);
  EXPECT_EQ(read.rows.at(0).iterations, 1000);
  EXPECT_EQ(read.rows.at(0).harness_name, "a");
  EXPECT_TRUE(std::isnan(read.rows.at(0).real_time_ns));
  EXPECT_EQ(read.report.Times(Repair::kTrailingComma), 2);
}

TEST(TrapTest, AListingHasNamesAlone) {
  const Collected read = Read("{\n  \"benchmarks\": [\n    {\n      \"name\": \"a/8\"\n    }\n  ]\n}\n");
  EXPECT_EQ(read.rows.at(0).name, "a/8");
  EXPECT_TRUE(std::isnan(read.rows.at(0).real_time_ns));
  EXPECT_EQ(read.rows.at(0).repetitions, std::nullopt);
}

TEST(TrapTest, FailedAndSkippedRowsHaveNoTime) {
  const Collected read = Read(Result(Row("a", "0.0", ",\n \"error_occurred\": true, \"error_message\": \"no disk\"") +
                                     "," + Row("b", "0.0", ",\n \"skipped\": true, \"skip_message\": \"tmpfs\"") + "," +
                                     Row("c", "0.0", ",\n \"error_occurred\": false")));
  EXPECT_EQ(read.rows.at(0).kind, ResultRow::Kind::kError);
  EXPECT_EQ(read.rows.at(1).kind, ResultRow::Kind::kSkipped);
  EXPECT_EQ(read.rows.at(2).kind, ResultRow::Kind::kValue);
  EXPECT_TRUE(std::isnan(read.rows.at(0).real_time_ns) && std::isnan(read.rows.at(1).cpu_time_ns));
  EXPECT_EQ(read.rows.at(2).real_time_ns, 0);  // a manual time that was never set is a time of 0, for others to judge
}

TEST(TrapTest, LineEndsOfWindowsAndByteOrderMarksAreRead) {
  std::string text = "\xEF\xBB\xBF";
  for (const char c : Result(kTwoRows)) {
    text += c == '\n' ? "\r\n" : std::string(1, c);
  }
  for (const Reading reading : {Reading::kWhole, Reading::kSalvage}) {
    const Collected read = Read(text, reading);
    EXPECT_THAT(Names(read), ElementsAre("first", "second"));
    EXPECT_EQ(read.report.Times(Repair::kByteOrderMark), 1);
    EXPECT_EQ(RepairsOf(read.report), 1);
  }
}

TEST(TrapTest, WhatIsNoJsonIsNamedWithWhatToDo) {
  const std::string csv = "name,iterations,real_time,cpu_time,time_unit,bytes_per_second\n\"a\",1,2,3,ns,\n";
  const std::string console =
      "2026-01-31T12:00:00+01:00\nRunning ./a\nRun on (2 X 2000 MHz CPU s)\n-----\nBenchmark  Time  CPU  "
      "Iterations\n-----\n"
      "a/8   2 ns  2 ns  1000\n";
  for (const Reading reading : {Reading::kWhole, Reading::kSalvage}) {
    EXPECT_THAT(Fault(csv, nullptr, reading),
                AllOf(HasSubstr("is CSV, must be JSON"), HasSubstr("--benchmark_out_format=json")));
    EXPECT_THAT(Fault("2026-01-31T12:00:00\nRunning ./a\n" + csv, nullptr, reading), HasSubstr("is CSV"));
    EXPECT_THAT(Fault(console, nullptr, reading), HasSubstr("is what the benchmark printed on the terminal"));
    EXPECT_THAT(Fault("\x1f\x8b\x08", nullptr, reading), HasSubstr("gzip"));
    EXPECT_THAT(Fault("\x28\xb5\x2f\xfd", nullptr, reading), HasSubstr("zstd"));
    EXPECT_THAT(Fault("\x7f"
                      "ELF\x02",
                      nullptr, reading),
                HasSubstr("is an executable"));
    EXPECT_THAT(Fault(std::string("\xff\xfe{\0", 4), nullptr, reading), HasSubstr("is UTF-16, must be UTF-8"));
    EXPECT_THAT(Fault("<html>", nullptr, reading), HasSubstr("begins with \"<\""));
    EXPECT_THAT(Fault("[1, 2]", nullptr, reading), HasSubstr("begins with \"[\""));
    EXPECT_THAT(Fault("{\"schema_version\": 1}", nullptr, reading), HasSubstr("no list \"benchmarks\""));
  }
}

TEST(TrapTest, DatesOfAllVersionsAreHandedOnAsWritten) {
  for (const char* date : {"2019-11-29 21:26:59", "2026-05-05T23:18:54+00:00", "2026-05-05T23:18:54-00:00", ""}) {
    EXPECT_THAT(Read(R"({"context": {"date": ")" + std::string(date) + R"("}, "benchmarks": []})").context,
                ElementsAre(Pair("date", date)));
  }
}

TEST(TrapTest, CountersMayHaveAnyNameAndAnySize) {
  const Collected read = Read(Document(R"({"name": "a", "a \"b\"\n": 1e+308, "least": 4.9406564584124654e-324,
      "net_heap_growth": 9223372036854775807, "total_allocated_bytes": -9223372036854775808, "above": 18446744073709551615,
      "allocs_per_iter": 1.5000000000000000e+00, "max_bytes_used": 9007199254740993})"));
  const auto& counters = read.rows.at(0).counters;
  EXPECT_EQ(counters.at("a \"b\"\n").value, 1e308);
  EXPECT_EQ(counters.at("least").value, std::numeric_limits<double>::denorm_min());
  EXPECT_EQ(counters.at("net_heap_growth").exact, std::numeric_limits<std::int64_t>::max());
  EXPECT_EQ(counters.at("total_allocated_bytes").exact, std::numeric_limits<std::int64_t>::min());
  EXPECT_EQ(counters.at("above").exact, std::nullopt);
  EXPECT_EQ(counters.at("above").value, 18446744073709551615.0);
  EXPECT_EQ(counters.at("max_bytes_used").exact, 9007199254740993);
  EXPECT_EQ(counters.at("allocs_per_iter").value, 1.5);
}

}  // namespace
}  // namespace playbook
