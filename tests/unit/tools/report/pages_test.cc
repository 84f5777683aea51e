// The pages that are made of a run: what must be in them, whatever they look like. How they look is in tests/cli.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "tests/unit/tools/fake_run.h"
#include "tools/report/data_report.h"
#include "tools/report/markdown_report.h"
#include "tools/report/provenance.h"
#include "tools/report/row_table.h"
#include "tools/report/verdict_table.h"

namespace playbook {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

RunData Load(const FakeRun& fake) {
  fake.Write();
  return LoadRun(fake.folder());
}

std::vector<std::string> Lines(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) {
    lines.push_back(line);
  }
  return lines;
}

TEST(MarkdownReportTest, MarksAnIncompleteRun) {
  FakeRun fake;
  fake.rounds_done = 3;
  fake.done = false;
  const std::string page = MarkdownReport(Load(fake));
  EXPECT_THAT(page, HasSubstr("**INCOMPLETE: 3 of 10 rounds are whole.**"));
  EXPECT_THAT(page, HasSubstr("at least 6 are needed"));
  EXPECT_THAT(page, Not(HasSubstr("(no interval) (no")));
  FakeRun whole;
  EXPECT_THAT(MarkdownReport(Load(whole)), Not(HasSubstr("INCOMPLETE")));
}

TEST(MarkdownReportTest, SaysFirstThatTheMachineWasBusy) {
  FakeRun fake;
  const RunData quiet = Load(fake);
  EXPECT_THAT(MarkdownReport(quiet), Not(HasSubstr("BUSY")));
  EXPECT_THAT(TerminalVerdicts(quiet, FindAll(quiet), {}), Not(HasSubstr("BUSY")));
  fake.cpu_pressure_us = 400'000;
  const RunData busy = Load(fake);
  EXPECT_THAT(MarkdownReport(busy), HasSubstr("**BUSY: during 80 % of the measured time"));
  EXPECT_THAT(TerminalVerdicts(busy, FindAll(busy), {}), StartsWith("BUSY: during 80 % of the measured time"));
}

TEST(MarkdownReportTest, HasEveryCellOfEveryTable) {
  FakeRun fake;
  std::size_t bars = 0;
  bool in_table = false;
  for (const std::string& line : Lines(MarkdownReport(Load(fake)))) {
    if (line.empty() || line[0] != '|') {
      in_table = false;
      continue;
    }
    std::size_t count = 0;
    for (std::size_t at = 0; at < line.size(); ++at) {
      count += line[at] == '|' && (at == 0 || line[at - 1] != '\\') ? 1 : 0;
    }
    if (in_table) {
      EXPECT_EQ(count, bars) << line;
    }
    bars = count;
    in_table = true;
  }
}

TEST(MarkdownReportTest, TellsConditionsNotesAndFailures) {
  FakeRun fake;
  fake.notes = {"planned 7 rounds, since 10 would not fit"};
  fake.failed = {"clang.gone_loop"};
  fake.pairs[0].rows[2].error = "no such counter";
  const std::string page = MarkdownReport(Load(fake));
  EXPECT_THAT(page, HasSubstr("- planned 7 rounds, since 10 would not fit"));
  EXPECT_THAT(page, HasSubstr("clang: **given up at stage evidence: was killed by signal 11** `Segmentation fault`"));
  EXPECT_THAT(page, HasSubstr("slow_lines/control under gcc failed: no such counter"));
  EXPECT_THAT(page, AllOf(HasSubstr("0 (0 .. 4)"), HasSubstr("4 MiB")));
}

TEST(MarkdownReportTest, KeepsForeignTextFromBecomingMarkup) {
  FakeRun fake;
  fake.context["playbook.cpu_model"] = "**bold** | <script>";
  fake.notes = {"[click](http://x)"};
  const std::string page = MarkdownReport(Load(fake));
  EXPECT_THAT(page, HasSubstr("\\*\\*bold\\*\\* \\| \\<script>"));
  EXPECT_THAT(page, HasSubstr("\\[click\\](http://x)"));
}

TEST(MarkdownReportTest, PrintsNoRatioForARowBelowTheClock) {
  FakeRun fake;
  fake.pairs = {FakeTrap("gone_loop")};
  const RunData run = Load(fake);
  for (const std::string& line : Lines(RowTable(run, "gone_loop"))) {
    if (line.find("wrong") != std::string::npos || line.find("control") != std::string::npos) {
      EXPECT_THAT(line, HasSubstr("below the clock"));
      EXPECT_THAT(line, Not(HasSubstr("x (")));
    }
  }
  EXPECT_THAT(MarkdownVerdicts(run, FindAll(run)), AllOf(HasSubstr("reads like control"), HasSubstr("no ratio")));
}

TEST(RowTableTest, ShowsCountersOnceWhereTheBuildsAgree) {
  FakeRun fake;
  const std::string table = RowTable(Load(fake), "slow_lines");
  EXPECT_THAT(table, HasSubstr("| `right/buffer_bytes:65536` |         64 KiB |          3.00 GB/s |"));
  EXPECT_THAT(table, HasSubstr("Median (and range) of 10 rounds; one iteration is 1,000 lines."));
}

TEST(RowTableTest, WorksForOneBuild) {
  FakeRun fake;
  fake.builds = {{"gcc", "gcc"}};
  const std::string table = RowTable(Load(fake), "slow_lines");
  EXPECT_THAT(table, Not(HasSubstr("between builds")));
  EXPECT_THAT(table, StartsWith("| row"));
}

TEST(ProvenanceTest, PutsDifferencesFirst) {
  FakeRun fake;
  const std::vector<Fact> facts = Provenance(Load(fake));
  ASSERT_FALSE(facts.empty());
  EXPECT_EQ(facts[0].key, "compiler");
  EXPECT_TRUE(facts[0].differs);
  EXPECT_THAT(facts[0].values, ::testing::ElementsAre("gcc 12.2.0", "clang 14.0.6"));
  for (std::size_t fact = 1; fact < facts.size(); ++fact) {
    EXPECT_FALSE(facts[fact].differs) << facts[fact].key;
    EXPECT_NE(facts[fact].key, "harness: host_name");
  }
}

TEST(ProvenanceTest, HasAllHalvesOfANumberInOneLine) {
  FakeRun fake;
  EXPECT_EQ(ProvenanceLine(Load(fake)),
            "*gcc: gcc 12.2.0 `-O2 -g -DNDEBUG`; clang: clang 14.0.6 `-O2 -g -DNDEBUG`; Imaginary 9000; kernel 6.1.0; "
            "files on ext4; 2026-01-31; 10 rounds.*\n");
}

TEST(JsonReportTest, IsValidAndHasNumbersNotWords) {
  FakeRun fake;
  fake.rounds_done = 4;
  fake.done = false;
  const nlohmann::json report = nlohmann::json::parse(JsonReport(Load(fake)));
  EXPECT_EQ(report["schema_version"], 1);
  EXPECT_EQ(report["complete"], false);
  EXPECT_EQ(report["whole_rounds"], 4);
  const nlohmann::json& gcc = report["pairs"][0]["builds"][0];
  EXPECT_EQ(gcc["effect"]["verdict"], "too few rounds");
  EXPECT_NEAR(gcc["effect"]["ratio"]["ratio"].get<double>(), 3, 0.1);
  EXPECT_TRUE(gcc["effect"]["ratio"]["low"].is_null());
  EXPECT_EQ(report["pairs"][1]["builds"][0]["wrong"]["state"], "below_clock");
  EXPECT_FALSE(report["pairs"][1]["builds"][0]["wrong"].contains("median"));
  EXPECT_EQ(report["builds"][1]["provenance"]["compiler"], "clang 14.0.6");
  EXPECT_EQ(report["pairs"][0]["rows"].size(), 3U);
}

TEST(CsvReportTest, HasOneLineForEachRowBuildAndRound) {
  FakeRun fake;
  const std::vector<std::string> lines = Lines(CsvReport(Load(fake)));
  EXPECT_EQ(lines.size(), 1U + 2 * 2 * 3 * 10);
  EXPECT_EQ(lines[0], "pair,build,row,role,headline,round,iterations,time_ns,buffer_bytes,bytes_per_second");
  EXPECT_THAT(lines[1], StartsWith("slow_lines,gcc,slow_lines/wrong/buffer_bytes:1,wrong,yes,1,1000000,"));
  const auto commas = [](const std::string& line) { return std::count(line.begin(), line.end(), ','); };
  for (const std::string& line : lines) {
    EXPECT_EQ(commas(line), commas(lines[0])) << line;
  }
}

TEST(TerminalVerdictsTest, FitsTheTerminalOrStacks) {
  FakeRun fake;
  const RunData run = Load(fake);
  const Findings findings = FindAll(run);
  EXPECT_THAT(TerminalVerdicts(run, findings, {.columns = 120}), StartsWith("pair "));
  const std::string narrow = TerminalVerdicts(run, findings, {.columns = 60});
  EXPECT_THAT(narrow, StartsWith("slow_lines under gcc: shown\n"));
  for (const std::string& line : Lines(narrow)) {
    EXPECT_LE(line.size(), 60U) << line;
  }
}

TEST(TerminalVerdictsTest, HasColourOnlyWhereAskedFor) {
  FakeRun fake;
  const RunData run = Load(fake);
  const Findings findings = FindAll(run);
  EXPECT_THAT(TerminalVerdicts(run, findings, {.columns = 120}), Not(HasSubstr("\x1b")));
  EXPECT_THAT(TerminalVerdicts(run, findings, {.columns = 120, .colour = true}), HasSubstr("\x1b[32mshown\x1b[0m"));
}

TEST(StyleOfTest, GivesNoColourToWhatIsNoTerminal) {
  const std::ostringstream stream;
  EXPECT_FALSE(StyleOf(stream).colour);
}

}  // namespace
}  // namespace playbook
