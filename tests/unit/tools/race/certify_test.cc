#include "tools/race/certify.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "tests/unit/tools/fake_run.h"
#include "tests/unit/tools/race/fake_race.h"
#include "tools/results/input_error.h"

namespace playbook {
namespace {

using testing::AllOf;
using testing::Each;
using testing::Field;
using testing::HasSubstr;
using testing::Not;
using testing::SizeIs;

class CertifyTest : public testing::Test {
 protected:
  Certificate CertifyWith(const std::vector<std::string>& variables, int comparisons = 1) {
    CertifyOptions options = {.program = std::filesystem::path(PLAYBOOK_BINARY_DIR) / "fake_program",
                              .scratch = race_.folder,
                              .comparisons = comparisons,
                              .slowdowns = comparisons,
                              .rounds = 6,
                              .most_rounds = 8,
                              .variables = variables};
    options.variables.push_back("FAKE_LOG=" + (race_.folder / "log").string());
    Interrupts interrupts;
    Progress progress(race_.said, 0);
    return Certify(options, interrupts, progress);
  }

  FakeRace race_;
};

TEST_F(CertifyTest, HoldsWhereNothingDiffersAndSlowdownsShow) {
  const Certificate certificate = CertifyWith({}, 2);
  EXPECT_THAT(certificate.self, SizeIs(3));
  EXPECT_THAT(certificate.self, Each(AllOf(Field(&SelfTally::comparisons, 2), Field(&SelfTally::beyond, 0),
                                           Field(&SelfTally::alarms, 0))));
  ASSERT_THAT(certificate.slowdowns, SizeIs(2));
  EXPECT_THAT(certificate.slowdowns, Each(AllOf(Field(&SlowdownTally::comparisons, 2), Field(&SlowdownTally::found, 2),
                                                Field(&SlowdownTally::least_needed, 2))));
  EXPECT_NEAR(certificate.slowdowns[0].median_ratio, 1.05, 1e-6);
  EXPECT_NEAR(certificate.slowdowns[1].median_ratio, 1.02, 1e-6);
  EXPECT_TRUE(certificate.Holds());
  // A row a process, the rows in turn.
  EXPECT_THAT(race_.Starts("/rounds/0001/base"), Not(testing::Contains(HasSubstr("BM_A|BM_B"))));
  EXPECT_EQ(certificate.visible.size(), 2U);
  // Nothing is left of the races.
  EXPECT_FALSE(std::filesystem::exists(race_.folder / "race"));
}

TEST_F(CertifyTest, CountsFalseAlarmsAndDoesNotHold) {
  const Certificate certificate = CertifyWith({"FAKE_BIAS=1.1"});
  EXPECT_THAT(certificate.self, Each(AllOf(Field(&SelfTally::beyond, 1), Field(&SelfTally::alarms, 1))));
  EXPECT_FALSE(certificate.Holds());
  EXPECT_THAT(MarkdownOf(certificate), HasSubstr("NO"));
}

TEST_F(CertifyTest, TellsAnAlarmFromAVerdictBeyondTheMargin) {
  const Certificate certificate = CertifyWith({"FAKE_BIAS=1.01"});
  EXPECT_THAT(certificate.self, Each(AllOf(Field(&SelfTally::beyond, 0), Field(&SelfTally::alarms, 1))));
}

TEST_F(CertifyTest, DoesNotHoldWhereASlowdownIsNotFound) {
  // The bias hides one slowdown and turns the other round.
  const Certificate certificate = CertifyWith({"FAKE_BIAS=0.95"});
  EXPECT_THAT(certificate.slowdowns, Each(Field(&SlowdownTally::found, 0)));
  EXPECT_FALSE(certificate.Holds());
}

TEST(CertificateTest, PrintsCountsBesideWhatIsAllowed) {
  Certificate certificate = {.started = "2026-01-31T12:00:00+01:00",
                             .machine = "a CPU",
                             .program = "gcc 12, commit aaaa",
                             .control = "rows",
                             .rounds = 10};
  certificate.self = {{.condition = "quiet",
                       .comparisons = 200,
                       .beyond = 5,
                       .beyond_allowed = 4,
                       .alarms = 3,
                       .alarms_allowed = 8,
                       .alarm_rate = 0.0215}};
  certificate.slowdowns = {
      {.percent = 2, .budget_s = 300, .comparisons = 20, .found = 18, .least_needed = 18, .median_ratio = 1.0199}};
  certificate.visible = {{.name = "known/bytes", .spread = 0.03, .rows = {{.rounds = 10, .visible = 1.06}}}};
  const std::string page = MarkdownOf(certificate);
  EXPECT_THAT(page, HasSubstr("a CPU; gcc 12, commit aaaa; iterations"));
  EXPECT_THAT(page, testing::ContainsRegex("quiet +\\| +200 \\| +5 \\| +4 \\| +3 \\| +8 \\| +2.1 % \\| NO"));
  // 2 of 20 missed: at most 28.3 % are, so at least 72 % are found (Clopper and Pearson).
  EXPECT_THAT(page, testing::ContainsRegex("2 % \\| +300 s \\| +20 \\| +18 \\| +18 \\| +72 % \\| +1.0199 "));
  EXPECT_FALSE(certificate.Holds());
  const nlohmann::json document = nlohmann::json::parse(JsonOf(certificate));
  EXPECT_EQ(document.at("schema_version"), 1);
  EXPECT_EQ(document.at("against_itself").at(0).at("beyond"), 5);
  EXPECT_EQ(document.at("holds"), false);

  const TemporaryFolder folder;
  const std::filesystem::path file = folder.path() / "certificate.json";
  std::ofstream(file) << document;
  EXPECT_EQ(MarkdownOf(ReadCertificate(file)), page);
}

TEST(CertificateTest, IsReadFromItsOwnFilesOnly) {
  const TemporaryFolder folder;
  const std::filesystem::path file = folder.path() / "other.json";
  EXPECT_THROW(ReadCertificate(file), InputError);
  for (const char* const text : {"", "{", "[]", R"({"schema_version": 2})", R"({"schema_version": 1})"}) {
    std::ofstream(file) << text;
    EXPECT_THROW(ReadCertificate(file), InputError) << text;
  }
}

}  // namespace
}  // namespace playbook
