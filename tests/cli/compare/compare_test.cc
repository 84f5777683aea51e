// What `playbook compare` prints for each kind of operand and format, and how it ends.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <climits>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "fixtures/host/machine.h"
#include "tests/cli/compare/compare_said.h"
#include "tests/cli/golden.h"
#include "tests/unit/tools/fake_run.h"
#include "tests/unit/tools/ladder/fake_ladder.h"
#include "tools/ladder/limits.h"

namespace playbook {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

// The width of the tables and the way to a file must not depend on who runs the test.
class CompareTest : public ::testing::Test {
 protected:
  CompareTest() { setenv("COLUMNS", "100", 1); }
  ~CompareTest() override { unsetenv("COLUMNS"); }

  static std::string WithoutFolders(std::string text) {
    const std::string folder = PLAYBOOK_SOURCE_DIR "/tests/data/compare/";
    for (std::size_t at = text.find(folder); at != std::string::npos; at = text.find(folder)) {
      text.erase(at, folder.size());
    }
    return text;
  }

  static void ExpectGoldenOf(const std::string& set, const std::string& format, const Arguments& more = {}) {
    Arguments arguments = {"--format", format};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const Said said = RunCompareOn(set, arguments);
    ExpectGolden("compare/" + set + "." + format + ".out", WithoutFolders(said.out));
    ExpectGolden("compare/" + set + "." + format + ".err", WithoutFolders(said.err));
  }
};

TEST_F(CompareTest, PrintsATable) {
  ExpectGoldenOf("08_cut_offs", "table");
  ExpectGoldenOf("06_errors_and_skips", "table");
  ExpectGoldenOf("11_other_host", "table", {"--force"});
}

TEST_F(CompareTest, PrintsMarkdown) {
  ExpectGoldenOf("12_counters", "md");
}

TEST_F(CompareTest, PrintsJson) {
  ExpectGoldenOf("03_names_on_one_side", "json", {"--gate", "slower:3%"});
}

TEST_F(CompareTest, PrintsCsv) {
  ExpectGoldenOf("02_duplicate_names", "csv");
}

TEST_F(CompareTest, PrintsJunit) {
  ExpectGoldenOf("06_errors_and_skips", "junit", {"--gate", "slower:3%"});
}

TEST_F(CompareTest, ExplainsItsRefusal) {
  ExpectGolden("compare/refused.err", WithoutFolders(RunCompareOn("11_other_host").err));
}

TEST_F(CompareTest, PairsTheTwoBuildsOfARunFolder) {
  FakeRun fake;
  fake.pairs = {FakeCost("slow_lines")};
  fake.Write();
  for (const Arguments& operands : {Arguments{fake.folder().string()},
                                    Arguments{fake.folder().string() + ":gcc", fake.folder().string() + ":clang"}}) {
    Arguments arguments = operands;
    arguments.insert(arguments.end(), {"--format", "json"});
    const Said said = RunCompareWith(arguments);
    ASSERT_EQ(said.code, kOk) << said.err;
    const nlohmann::json json = nlohmann::json::parse(said.out);
    EXPECT_EQ(json["paired"], true);
    EXPECT_EQ(json["base"], "gcc");
    EXPECT_EQ(json["rows"][0]["n"], 10);
    EXPECT_EQ(json["metrics"][0]["geometric_mean"]["n_counts"], "rounds");
  }
}

TEST_F(CompareTest, DoesNotPairBuildsOfTwoRunFolders) {
  FakeRun one;
  one.builds = {{"gcc", "gcc"}};
  one.pairs = {FakeCost("slow_lines")};
  one.Write();
  FakeRun other;
  other.pairs = {FakeCost("slow_lines")};
  other.Write();
  const Said said = RunCompareWith({one.folder().string(), other.folder().string() + ":clang", "--format", "json"});
  ASSERT_EQ(said.code, kOk) << said.err;
  EXPECT_EQ(nlohmann::json::parse(said.out)["paired"], false);
  const Said unclear = RunCompareWith({one.folder().string(), other.folder().string()});
  EXPECT_EQ(unclear.code, kBadInput);
  EXPECT_THAT(unclear.err, HasSubstr("holds the builds gcc, clang; say which one, as "));
}

TEST_F(CompareTest, NeedsTwoSides) {
  const Said one = RunCompareWith({Recorded("09_ties", "base")});
  EXPECT_EQ(one.code, kBadInput);
  EXPECT_THAT(WithoutFolders(one.err), StartsWith("error: 09_ties/base.json is one side; give a second one"));
  FakeRun fake;
  fake.builds = {{"gcc", "gcc"}};
  fake.Write();
  EXPECT_THAT(RunCompareWith({fake.folder().string()}).err, HasSubstr("holds 1 builds, must hold 2"));
  EXPECT_EQ(RunCompareWith({}).code, kUsage);
}

TEST_F(CompareTest, SaysThatBothSidesAreOneFile) {
  const std::string file = Recorded("09_ties", "base");
  EXPECT_THAT(RunCompareWith({file, file}).err, StartsWith("note: base and contender are the same file\n"));
}

TEST_F(CompareTest, SetsRowsOfDifferentNamesSideBySide) {
  const Said said = RunCompareOn("03_names_on_one_side", {"--rows", "BM_scan=BM_merge", "--rows", "BM_put=BM_put"});
  EXPECT_EQ(said.code, kOk) << said.err;
  EXPECT_THAT(said.out, AllOf(HasSubstr("\nBM_scan = BM_merge  "), HasSubstr("\nBM_put  ")));
}

TEST_F(CompareTest, SetsTwoRowsOfOneFileSideBySide) {
  const std::string file = Recorded("03_names_on_one_side", "base");
  const Said said = RunCompareWith({file, file, "--rows", "BM_put=BM_scan"});
  EXPECT_EQ(said.code, kOk) << said.err;
  EXPECT_THAT(said.out, HasSubstr("  slower\n"));
}

TEST_F(CompareTest, FiltersRowsAndMetrics) {
  const Said said = RunCompareOn("12_counters", {"--metric", "allocs_per_iter", "--format", "csv"});
  EXPECT_THAT(said.out, HasSubstr("\nBM_put,allocs_per_iter,less_is_better,faster,0.75,"));
  EXPECT_EQ(std::count(said.out.begin(), said.out.end(), '\n'), 2);
  EXPECT_EQ(RunCompareOn("10_many_rows", {"--filter", "BM_none"}).code, kBadInput);
  EXPECT_THAT(RunCompareOn("10_many_rows", {"--filter", "still", "--format", "csv"}).out, HasSubstr("BM_still"));
}

TEST_F(CompareTest, TakesTheDirectionOfACounter) {
  EXPECT_THAT(RunCompareOn("12_counters", {"--less-is-better", "page_splits", "--format", "csv"}).out,
              HasSubstr("BM_put,page_splits,less_is_better,slower,"));
}

TEST_F(CompareTest, TakesAMarginAndKeepsQuiet) {
  EXPECT_THAT(RunCompareOn("08_cut_offs", {"--margin", "5%", "--filter", "slower"}).out, HasSubstr("  negligible\n"));
  EXPECT_THAT(RunCompareOn("08_cut_offs").err, IsEmpty());
}

TEST_F(CompareTest, SaysWhatIsWrongWithItsOptions) {
  const auto fault = [](const Arguments& more) {
    const Said said = RunCompareOn("09_ties", more);
    EXPECT_EQ(said.code, kUsage);
    EXPECT_THAT(said.out, IsEmpty());
    return said.err;
  };
  EXPECT_THAT(fault({"--gate", "slower"}), StartsWith("error: --gate has \"slower\", must have a percentage"));
  EXPECT_THAT(fault({"--gate", "3%", "--margin", "3%"}), HasSubstr("the gate is the margin, give one of them"));
  EXPECT_THAT(fault({"--rows", "BM_a"}), HasSubstr("--rows BM_a must be BASE_ROW=CONTENDER_ROW"));
  EXPECT_THAT(fault({"--filter", "("}), HasSubstr("--filter ( is no regular expression: "));
  EXPECT_THAT(fault({"--format", "xml"}), StartsWith("error: "));
  EXPECT_THAT(fault({"--gat", "3%"}), HasSubstr("did you mean --gate?"));
  EXPECT_THAT(fault({"--less-is-better", "x", "--more-is-better", "x"}),
              HasSubstr("x is given to both --less-is-better and --more-is-better"));
}

TEST_F(CompareTest, SaysWhatIsWrongWithItsInput) {
  const TemporaryFolder folder;
  const std::string csv = (folder.path() / "a.csv").string();
  std::ofstream(csv) << "name,iterations,real_time,cpu_time,time_unit\n\"BM_a\",1,2,3,ns\n";
  const Said said = RunCompareWith({csv, Recorded("09_ties", "base")});
  EXPECT_EQ(said.code, kBadInput);
  EXPECT_THAT(said.err, AllOf(StartsWith("error: "), HasSubstr("CSV")));
  EXPECT_THAT(RunCompareWith({folder.path().string(), csv}).err, StartsWith("error: "));
  EXPECT_EQ(RunCompareWith({"/proc/self/exe", csv}).code, kBadInput);
}

// A result of this host with six repetitions of a row that reads 256 MiB at that rate.
std::string WriteRates(const std::filesystem::path& file, const std::string& host, double bytes_per_second) {
  nlohmann::json document = {{"context", {{"host_name", host}}}, {"benchmarks", nlohmann::json::array()}};
  for (int repetition = 0; repetition < 6; ++repetition) {
    document["benchmarks"].push_back({{"name", "BM_read/bytes:268435456"},
                                      {"run_name", "BM_read/bytes:268435456"},
                                      {"run_type", "iteration"},
                                      {"repetitions", 6},
                                      {"repetition_index", repetition},
                                      {"threads", 1},
                                      {"iterations", 100},
                                      {"real_time", 1e6 + repetition},
                                      {"cpu_time", 1e6},
                                      {"time_unit", "ns"},
                                      {"bytes_per_second", bytes_per_second}});
  }
  std::ofstream(file) << document;
  return file.string();
}

TEST_F(CompareTest, WarnsOfARateThatThisMachineCannotHave) {
  const TemporaryFolder folder;
  std::array<char, HOST_NAME_MAX + 1> host = {};
  ASSERT_EQ(gethostname(host.data(), host.size() - 1), 0);
  const char* const before = std::getenv("XDG_DATA_HOME");
  const std::string kept = before == nullptr ? "" : before;
  setenv("XDG_DATA_HOME", folder.path().c_str(), 1);
  const std::filesystem::path limits = DefaultLimits(MachineKey(ReadMachine()));
  std::filesystem::create_directories(limits.parent_path());
  std::ofstream(limits) << ToJson(LadderWithWorkingSets());

  const std::string possible = WriteRates(folder.path() / "possible.json", host.data(), 1e9);
  const std::string impossible = WriteRates(folder.path() / "impossible.json", host.data(), 380e9);
  const Said said = RunCompareWith({possible, impossible});
  EXPECT_THAT(said.err, AllOf(HasSubstr("warning: BM_read/bytes:268435456 under " + impossible + " has 380 GB/s"),
                              testing::Not(HasSubstr("under " + possible))));
  EXPECT_EQ(said.code, kOk);
  const std::string elsewhere = WriteRates(folder.path() / "elsewhere.json", "another-host", 380e9);
  EXPECT_THAT(RunCompareWith({elsewhere, elsewhere}).err, testing::Not(HasSubstr("warning")));

  before == nullptr ? unsetenv("XDG_DATA_HOME") : setenv("XDG_DATA_HOME", kept.c_str(), 1);
}

}  // namespace
}  // namespace playbook
