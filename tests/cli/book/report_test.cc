// What `playbook report` prints, and how it ends.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>
#include <string>

#include "tests/cli/golden.h"
#include "tests/unit/tools/fake_run.h"
#include "tools/commands.h"

namespace playbook {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

struct Said {
  int code = 0;
  std::string out;
  std::string err;
};

Said Report(const Arguments& arguments) {
  std::ostringstream out;
  std::ostringstream err;
  Arguments all = {"report"};
  all.insert(all.end(), arguments.begin(), arguments.end());
  const int code = Playbook(all, out, err);
  return {code, out.str(), err.str()};
}

// The width of the tables must not depend on who runs the test.
class ReportTest : public ::testing::Test {
 protected:
  ReportTest() { setenv("COLUMNS", "110", 1); }
  ~ReportTest() override { unsetenv("COLUMNS"); }

  Said Of(const FakeRun& fake, const std::string& format) const {
    fake.Write();
    return Report({fake.folder().string(), "--format", format});
  }
};

TEST_F(ReportTest, PrintsTheVerdictsOfARun) {
  FakeRun fake;
  fake.Write();
  const Said said = Report({fake.folder().string()});
  EXPECT_EQ(said.code, kOk);
  EXPECT_THAT(said.err, IsEmpty());
  ExpectGolden("report/whole.table", said.out);
}

TEST_F(ReportTest, PrintsAPageThatReadsWell) {
  FakeRun fake;
  fake.notes = {"planned 10 rounds of 20 ms a row"};
  const Said said = Of(fake, "md");
  EXPECT_EQ(said.code, kOk);
  ExpectGolden("report/whole.md", said.out);
}

TEST_F(ReportTest, PrintsJsonAndCsv) {
  FakeRun fake;
  fake.rounds = 6;
  fake.rounds_done = 6;
  fake.pairs = {FakeCost("slow_lines")};
  ExpectGolden("report/whole.json", Of(fake, "json").out);
  ExpectGolden("report/whole.csv", Of(fake, "csv").out);
}

TEST_F(ReportTest, MarksWhatIsUnfinishedGivenUpOrFalse) {
  FakeRun fake;
  fake.rounds_done = 3;
  fake.done = false;
  fake.failed = {"clang.gone_loop"};
  fake.pairs[0].evidence_fails = true;
  fake.Write();
  const Said said = Report({fake.folder().string()});
  EXPECT_EQ(said.code, kFailed);
  EXPECT_THAT(said.err, AllOf(StartsWith("warning: the run is incomplete, 3 of 10 rounds are whole"),
                              HasSubstr("playbook run --resume " + fake.folder().string())));
  ExpectGolden("report/unfinished.table", said.out);
}

TEST_F(ReportTest, LooksTheSameForARunThatWasKilledAndFinished) {
  FakeRun whole;
  FakeRun resumed;
  resumed.rounds_done = 4;
  resumed.done = false;
  ASSERT_EQ(Of(resumed, "md").code, kOk);
  resumed.rounds_done = 10;
  resumed.done = true;
  EXPECT_EQ(Of(resumed, "md").out, Of(whole, "md").out);
}

TEST_F(ReportTest, RefusesWhatIsNoRunFolder) {
  const TemporaryFolder empty;
  const Said said = Report({empty.path().string()});
  EXPECT_EQ(said.code, kBadInput);
  EXPECT_THAT(said.out, IsEmpty());
  EXPECT_THAT(said.err, AllOf(StartsWith("error: "), HasSubstr("this is not the folder of a run")));
  EXPECT_EQ(Report({"/nowhere/at/all"}).code, kBadInput);
}

TEST_F(ReportTest, RefusesAFormatItDoesNotHave) {
  FakeRun fake;
  const Said said = Of(fake, "pdf");
  EXPECT_EQ(said.code, kUsage);
  EXPECT_THAT(said.err, HasSubstr("csv"));
  EXPECT_EQ(Report({}).code, kUsage);
}

}  // namespace
}  // namespace playbook
