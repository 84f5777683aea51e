// A run folder with numbers that a test chose, in a temporary folder that goes away with it.
//
//   FakeRun fake;
//   fake.pairs = {FakeTrap("dead_code")};
//   fake.Write();
//   const RunData run = LoadRun(fake.folder());
#ifndef TESTS_UNIT_TOOLS_FAKE_RUN_H_
#define TESTS_UNIT_TOOLS_FAKE_RUN_H_

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "tools/measure/plan.h"
#include "tools/measure/run_folder.h"

namespace playbook {

class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "playbook_test.XXXXXX").string();
    EXPECT_NE(mkdtemp(pattern.data()), nullptr) << pattern;
    path_ = pattern;
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder() {
    std::error_code error;
    std::filesystem::remove_all(path_, error);
  }

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

struct FakeRow {
  std::string row = {};
  std::string role = {};
  bool headline = false;
  std::function<double(const std::string& label, int round)> time_ns = {};
  std::int64_t iterations = 1'000'000;
  std::map<std::string, double> counters = {};
  std::string error = {};  // the row reports this instead of a time
};

struct FakePair {
  std::string id = {};
  std::string effect = "right_faster";
  double at_least = 2;
  std::string figure = "time";
  std::vector<FakeRow> rows = {};
  bool evidence_fails = false;
};

// A time that moves by up to 1 % from round to round, the same way in every run of the test.
inline std::function<double(const std::string&, int)> Around(double time_ns) {
  return [time_ns](const std::string& label, int round) {
    const int step = (round * 7 + static_cast<int>(label.size()) * 3) % 10;
    return time_ns * (1 + 0.001 * step);
  };
}

// wrong 300 ns, right 100 ns, control 1 ns.
inline FakePair FakeCost(const std::string& id) {
  return {.id = id,
          .rows = {{.row = id + "/wrong/buffer_bytes:1",
                    .role = "wrong",
                    .headline = true,
                    .time_ns = Around(300),
                    .counters = {{"bytes_per_second", 1e9}, {"buffer_bytes", 1}}},
                   {.row = id + "/right/buffer_bytes:65536",
                    .role = "right",
                    .headline = true,
                    .time_ns = Around(100),
                    .counters = {{"bytes_per_second", 3e9}, {"buffer_bytes", 65536}}},
                   {.row = id + "/control", .role = "control", .headline = true, .time_ns = Around(1)}}};
}

// wrong and control too short for the clock, right 900 ns.
inline FakePair FakeTrap(const std::string& id) {
  return {.id = id,
          .effect = "reads_like_control",
          .at_least = 1,
          .rows = {{.row = id + "/wrong", .role = "wrong", .headline = true, .time_ns = Around(0.0001)},
                   {.row = id + "/right", .role = "right", .headline = true, .time_ns = Around(900)},
                   {.row = id + "/control", .role = "control", .headline = true, .time_ns = Around(0.0001)}}};
}

class FakeRun {
 public:
  std::vector<PlannedBuild> builds = {{"gcc", "gcc"}, {"clang", "clang"}};
  std::vector<FakePair> pairs = {FakeCost("slow_lines"), FakeTrap("gone_loop")};
  int rounds = 10;
  int rounds_done = 10;
  bool done = true;
  std::string started = "2026-01-31T12:00:00+01:00";
  std::vector<std::string> notes = {};
  std::map<std::string, std::string> context = {
      {"playbook.cpu_model", "Imaginary 9000"}, {"playbook.kernel", "6.1.0"}, {"playbook.clock_step_ns", "20"}};
  int cpu_pressure_us = 100;          // of each process, which takes half a second
  std::set<std::string> failed = {};  // "label.id" given up before the first round

  const std::filesystem::path& folder() const { return temporary_.path(); }

  void Write() const {
    const RunFolder to(folder());
    Plan plan = {.started = started,
                 .command = "playbook run",
                 .seed = 7,
                 .rounds = rounds,
                 .budget_s = 100,
                 .row_time_ms = 20,
                 .timeout_s = 60,
                 .scratch_file_system = "ext4",
                 .builds = builds,
                 .notes = notes};
    for (const FakePair& pair : pairs) {
      plan.pairs.push_back(pair.id);
    }
    WriteWhole(to.Plan(), ToJson(plan));
    for (const FakePair& pair : pairs) {
      for (const PlannedBuild& build : builds) {
        WritePair(to, pair, build.label);
      }
    }
    if (done) {
      WriteWhole(to.Done(), R"({"schema_version": 1})");
    }
  }

 private:
  void WritePair(const RunFolder& to, const FakePair& pair, const std::string& label) const {
    if (failed.count(label + "." + pair.id) != 0) {
      const nlohmann::json failure = {
          {"schema_version", 1},           {"build", label}, {"id", pair.id},
          {"stage", "evidence"},           {"round", 0},     {"reason", "was killed by signal 11"},
          {"detail", "Segmentation fault"}};
      WriteWhole(to.Failure(label, pair.id), failure.dump());
      return;
    }
    WriteWhole(to.Description(label, pair.id), Description(pair).dump());
    WriteWhole(to.Evidence(label, pair.id), Evidence(pair).dump());
    for (int round = 1; round <= rounds_done; ++round) {
      WriteWhole(to.Result(round, label, pair.id), Result(pair, label, round).dump());
      WriteWhole(to.Side(round, label, pair.id), Side(pair, label, round).dump());
    }
  }

  static nlohmann::json Description(const FakePair& pair) {
    nlohmann::json rows = nlohmann::json::array();
    for (const FakeRow& row : pair.rows) {
      rows.push_back({{"row", row.row}, {"role", row.role}, {"headline", row.headline}, {"clock", "wall"}});
    }
    return {{"schema_version", 1},
            {"id", pair.id},
            {"kind", "cost"},
            {"title", "The title of " + pair.id},
            {"summary", "what is wrong with " + pair.id},
            {"article", "zig-io"},
            {"published", "375x | on another machine"},
            {"rules", {1, 3}},
            {"iteration", "1,000 lines"},
            {"figure", pair.figure},
            {"threads", false},
            {"effect", {{"claim", pair.effect}, {"at_least", pair.at_least}}},
            {"rows", rows},
            {"evidence", {{{"name", "write calls"}, {"source", "count"}, {"strength", "asserted"}}}}};
  }

  static nlohmann::json Evidence(const FakePair& pair) {
    return {{"schema_version", 1},
            {"id", pair.id},
            {"compiler", "gcc 12.2.0"},
            {"verify", {{"passed", true}, {"detail", "all bytes compared"}}},
            {"claims",
             {{{"name", "write calls"},
               {"strength", "asserted"},
               {"status", pair.evidence_fails ? "fails" : "holds"},
               {"reason", pair.evidence_fails ? "35 write calls, must be exactly 2" : ""},
               {"separates", true},
               {"words", "1,000 -> 2 write calls"},
               {"rows",
                {{{"row", pair.rows.front().row},
                  {"role", "wrong"},
                  {"value", 1000},
                  {"expected", "exactly 1,000"},
                  {"holds", true}}}}}}}};
  }

  nlohmann::json Result(const FakePair& pair, const std::string& label, int round) const {
    nlohmann::json rows = nlohmann::json::array();
    for (const FakeRow& row : pair.rows) {
      const std::string name = fmt::format("{}/iterations:{}/real_time", row.row, row.iterations);
      if (!row.error.empty()) {
        rows.push_back({{"name", name}, {"error_occurred", true}, {"error_message", row.error}, {"real_time", 0.0}});
        continue;
      }
      const double time_ns = row.time_ns(label, round);
      nlohmann::json json = {
          {"name", name},          {"run_name", name},     {"run_type", "iteration"}, {"iterations", row.iterations},
          {"repetition_index", 0}, {"real_time", time_ns}, {"cpu_time", time_ns},     {"time_unit", "ns"}};
      for (const auto& [key, value] : row.counters) {
        json[key] = value;
      }
      rows.push_back(json);
    }
    nlohmann::json all = context;
    all["date"] = started;
    all["host_name"] = "";
    all["playbook.compiler"] = label == "clang" ? "clang 14.0.6" : "gcc 12.2.0";
    all["playbook.flags"] = "-O2 -g -DNDEBUG";
    return {{"context", all}, {"benchmarks", rows}};
  }

  nlohmann::json Side(const FakePair& pair, const std::string& label, int round) const {
    return {{"schema_version", 1},
            {"build", label},
            {"id", pair.id},
            {"round", round},
            {"position", 1},
            {"started", started},
            {"finished", started},
            {"wall_s", 0.5},
            {"exit_code", 0},
            {"load_before", 0.25},
            {"steal_ticks", round == 3 ? 4 : 0},
            {"pressure", {{"cpu", cpu_pressure_us}, {"io", nullptr}, {"memory", 0}}},
            {"voluntary_switches", 1},
            {"involuntary_switches", 2},
            {"user_s", 0.4},
            {"system_s", 0.1},
            {"max_resident_kib", 4096}};
  }

  TemporaryFolder temporary_;
};

}  // namespace playbook

#endif  // TESTS_UNIT_TOOLS_FAKE_RUN_H_
