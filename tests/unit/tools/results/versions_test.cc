// A family with two repetitions, a failed row and a fit, as each version of Google Benchmark lays it out.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "tests/unit/tools/results/read_text.h"

namespace playbook {
namespace {

using ::testing::Contains;
using ::testing::Pair;

// The minor version of 1.x, from 4 to 9, and what changed with it.
class Harness {
 public:
  explicit Harness(int minor, int patch) : minor_(minor), patch_(patch) {}

  std::string Result() const {
    std::string text = "{\n  \"context\": {\n    \"date\": \"" +
                       std::string(From(5, 2) ? "2026-01-31T12:00:00+01:00" : "2019-01-31 12:00:00");
    text += "\",\n" + Line(From(5, 0), "    \"host_name\": \"h\"") +
            "    \"executable\": \"./a\",\n    \"num_cpus\": 2,\n" + Line(From(9, 3), "    \"aslr_enabled\": true") +
            Line(From(8, 4), "    \"library_version\": \"v1.9.1\"") +
            "    \"caches\": [\n      {\n        \"type\": \"Data\",\n        \"level\": 1,\n        \"size\": 32768,\n"
            "        \"num_sharing\": 2\n      }\n    ],\n    \"load_avg\": [1,0.5,0.25],\n    \"library_build_type\": "
            "\"release\"";
    text += From(8, 4) ? ",\n    \"json_schema_version\": 1" : "";
    text += From(5, 4) ? std::string(From(5, 6) ? "," : "") + "\n    \"mine\": \"x\"" : "";
    text += "\n  },\n  \"benchmarks\": [\n";
    text += Repetition(0) + ",\n" + Repetition(1) + ",\n" + Aggregate("mean") + ",\n" + Aggregate("median") + ",\n" +
            Aggregate("stddev");
    text += From(6, 0) ? ",\n" + Aggregate("cv") : "";
    text += ",\n" + Failed() + ",\n" + Fit("BigO") + ",\n" + Fit("RMS");
    return text + "\n  ]\n}\n";
  }

  bool From(int minor, int patch) const { return minor_ > minor || (minor_ == minor && patch_ >= patch); }

 private:
  static std::string Line(bool there, const std::string& line) { return there ? line + ",\n" : ""; }

  std::string Head(const std::string& name, const std::string& run_name, bool aggregate) const {
    return "    {\n      \"name\": \"" + name + "\",\n" +
           Line(From(5, 5), "      \"family_index\": 3,\n      \"per_family_instance_index\": 1") +
           Line(From(5, 0), "      \"run_name\": \"" + run_name + "\",\n      \"run_type\": \"" +
                                (aggregate ? "aggregate" : "iteration") +
                                "\",\n      \"repetitions\": 2,\n      \"threads\": 4");
  }
  std::string Times(const std::string& iterations) const {
    return "      \"iterations\": " + iterations +
           ",\n      \"real_time\": 2.0000000000000000e+00,\n      \"cpu_time\": 3.0000000000000000e+00,\n      "
           "\"time_unit\": \"us\"";
  }
  std::string Repetition(int index) const {
    return Head("a/8/threads:4", "a/8/threads:4", false) +
           Line(From(5, 0), "      \"repetition_index\": " + std::to_string(index)) + Times("1000") +
           ",\n      \"bytes_per_second\": 5.0000000000000000e+08,\n      \"allocs_per_iter\": 1.5000000000000000e+00" +
           ",\n      \"max_bytes_used\": 64" + (From(6, 1) ? ",\n      \"net_heap_growth\": -64" : "") +
           ",\n      \"label\": \"warm\"\n    }";
  }
  std::string Aggregate(const std::string& kind) const {
    return Head("a/8/threads:4_" + kind, "a/8/threads:4", true) +
           Line(From(5, 0), "      \"aggregate_name\": \"" + kind + "\"") +
           Line(From(6, 0),
                std::string("      \"aggregate_unit\": \"") + (kind == "cv" ? "percentage" : "time") + "\"") +
           Times("2") + "\n    }";
  }
  std::string Failed() const {
    return Head("a/9", "a/9", false) +
           (From(8, 0) ? "      \"skipped\": true,\n      \"skip_message\": \"why\",\n"
                       : "      \"error_occurred\": true,\n      \"error_message\": \"why\",\n") +
           Times("0") + "\n    }";
  }
  std::string Fit(const std::string& kind) const {
    const std::string head =
        Head("a_" + kind, "a", true) + Line(From(5, 0), "      \"aggregate_name\": \"" + kind + "\"");
    return head +
           (kind == "RMS" ? "      \"rms\": 5.0000000000000000e-02"
                          : "      \"cpu_coefficient\": 3.0000000000000000e+00,\n      \"real_coefficient\": "
                            "2.0000000000000000e+00,\n"
                            "      \"big_o\": \"NlgN\",\n      \"time_unit\": \"us\"") +
           "\n    }";
  }

  int minor_;
  int patch_;
};

class VersionTest : public ::testing::TestWithParam<std::pair<int, int>> {};

TEST_P(VersionTest, EveryFieldIsRead) {
  const Harness harness(GetParam().first, GetParam().second);
  const Collected read = Read(harness.Result());
  const bool commas = harness.From(5, 4) && !harness.From(5, 6);
  EXPECT_EQ(RepairsOf(read.report), commas ? 1 : 0);
  EXPECT_THAT(read.context, Contains(Pair("caches.0.size", "32768")));
  EXPECT_EQ(std::count(read.context.begin(), read.context.end(), std::pair<std::string, std::string>("mine", "x")),
            harness.From(5, 4) ? 1 : 0);
  ASSERT_EQ(read.rows.size(), harness.From(6, 0) ? 9U : 8U);

  const ResultRow& second = read.rows[1];
  EXPECT_EQ(second.kind, ResultRow::Kind::kValue);
  EXPECT_EQ(second.name, "a/8/threads:4");
  EXPECT_EQ(second.threads, 4);
  EXPECT_EQ(second.iterations, 1000);
  EXPECT_EQ(second.real_time_ns, 2000);
  EXPECT_EQ(second.cpu_time_ns, 3000);
  EXPECT_EQ(second.label, "warm");
  EXPECT_EQ(second.counters.at("bytes_per_second").value, 5e8);
  EXPECT_EQ(second.counters.at("max_bytes_used").exact, 64);
  EXPECT_EQ(second.counters.size(), harness.From(6, 1) ? 4U : 3U);
  EXPECT_EQ(second.repetition_index, harness.From(5, 0) ? 1 : 0);
  EXPECT_EQ(second.repetitions.value_or(-1), harness.From(5, 0) ? 2 : -1);
  EXPECT_EQ(second.family_index.value_or(-1), harness.From(5, 5) ? 3 : -1);
  EXPECT_EQ(second.instance_index.value_or(-1), harness.From(5, 5) ? 1 : -1);

  const ResultRow& median = read.rows[3];
  EXPECT_EQ(median.kind, ResultRow::Kind::kAggregate);
  EXPECT_EQ(median.aggregate, "median");
  EXPECT_EQ(median.name, "a/8/threads:4");
  EXPECT_EQ(median.real_time_ns, 2000);
  if (harness.From(6, 0)) {
    EXPECT_EQ(read.rows[5].aggregate, "cv");
    EXPECT_EQ(read.rows[5].real_time_ns, 2);  // a fraction, whatever the unit says
  }

  const ResultRow& failed = read.rows[read.rows.size() - 3];
  EXPECT_EQ(failed.kind, harness.From(8, 0) ? ResultRow::Kind::kSkipped : ResultRow::Kind::kError);
  EXPECT_EQ(failed.message, "why");
  const ResultRow& fit = read.rows[read.rows.size() - 2];
  EXPECT_EQ(fit.kind, ResultRow::Kind::kAggregate);
  EXPECT_EQ(fit.aggregate, "BigO");
  EXPECT_EQ(fit.name, "a");
  EXPECT_EQ(fit.big_o, "NlgN");
  EXPECT_EQ(fit.real_coefficient_ns, 2000);
  EXPECT_EQ(fit.cpu_coefficient_ns, 3000);
  EXPECT_TRUE(std::isnan(fit.real_time_ns));
  const ResultRow& rms = read.rows.back();
  EXPECT_EQ(rms.aggregate, "RMS");
  EXPECT_EQ(rms.name, "a");
  EXPECT_EQ(rms.rms, 0.05);
}

INSTANTIATE_TEST_SUITE_P(OneDot, VersionTest,
                         ::testing::Values(std::pair(4, 1), std::pair(5, 0), std::pair(5, 2), std::pair(5, 4),
                                           std::pair(5, 5), std::pair(5, 6), std::pair(6, 0), std::pair(6, 1),
                                           std::pair(7, 1), std::pair(8, 0), std::pair(8, 4), std::pair(9, 1),
                                           std::pair(9, 5)),
                         [](const auto& tested) {
                           return std::to_string(tested.param.first) + "_" + std::to_string(tested.param.second);
                         });

TEST(OldAggregateTest, ANameAloneMakesNoAggregate) {
  const Collected read = Read(Document(R"({"name": "geometric_mean", "real_time": 1}, {"name": "a", "real_time": 1},
      {"name": "a_mean", "real_time": 1}, {"name": "b", "run_name": "b", "run_type": "iteration", "real_time": 1},
      {"name": "b", "run_name": "b", "run_type": "iteration", "real_time": 1},
      {"name": "b_mean", "run_name": "b_mean", "run_type": "iteration", "real_time": 1})"));
  for (const ResultRow& row : read.rows) {
    EXPECT_EQ(row.kind, ResultRow::Kind::kValue) << row.name;
  }
}

}  // namespace
}  // namespace playbook
