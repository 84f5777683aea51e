// Every pair found on disk: what it says of itself, that its output is right, that its claims hold and would notice
// wrong and right being swapped, and that each of its rows runs.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <ostream>
#include <set>
#include <string>
#include <vector>

#include "fixtures/evidence/build.h"
#include "tests/catalogue/catalogue.h"

namespace playbook {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

const std::filesystem::path kBuild = PLAYBOOK_BINARY_DIR;

struct PairParameter {
  std::string id = {};
  bool threads = false;
  bool has_code_claim = false;
};

struct ClaimParameter {
  std::string id = {};
  std::size_t number = 0;  // counted from 1, as --claim takes it
  bool is_code = false;
};

struct Parameters {
  std::vector<PairParameter> pairs = {};
  std::vector<ClaimParameter> claims = {};
};

// What failure messages and listings call a parameter.
void PrintTo(const PairParameter& pair, std::ostream* stream) {
  *stream << pair.id;
}
void PrintTo(const ClaimParameter& claim, std::ostream* stream) {
  *stream << "claim " << claim.number << " of " << claim.id;
}

// ctest runs each test by its full name. Only the pair that it names has to be asked then, or the time of a whole run
// would grow with the square of the number of pairs.
bool IsWanted(const std::string& id) {
  const std::string filter = GTEST_FLAG_GET(filter);
  return filter.find_first_of("*?") != std::string::npos || filter.find(id) != std::string::npos;
}

// Asked once, when the tests are listed or run. A binary that cannot describe itself is a pair without claims here; its
// description has a test of its own.
const Parameters& Found() {
  static const Parameters found = [] {
    Parameters parameters;
    for (const std::string& id : ReadCatalogue(PLAYBOOK_SOURCE_DIR, PLAYBOOK_BINARY_DIR).sources) {
      if (!IsWanted(id)) {
        continue;
      }
      const json description = DescriptionOf(id);
      const json evidence = description.is_object() ? description.value("evidence", json::array()) : json::array();
      PairParameter pair = {.id = id, .threads = description.is_object() && description.value("threads", false)};
      for (std::size_t i = 0; i < evidence.size(); ++i) {
        const bool is_code = evidence[i].value("source", "") == "code";
        pair.has_code_claim = pair.has_code_claim || is_code;
        parameters.claims.push_back({id, i + 1, is_code});
      }
      parameters.pairs.push_back(pair);
    }
    return parameters;
  }();
  return found;
}

template <typename Keep>
std::vector<PairParameter> Pairs(Keep keep) {
  std::vector<PairParameter> kept;
  for (const PairParameter& pair : Found().pairs) {
    if (keep(pair)) {
      kept.push_back(pair);
    }
  }
  return kept;
}

std::vector<ClaimParameter> Claims(bool of_code) {
  std::vector<ClaimParameter> kept;
  for (const ClaimParameter& claim : Found().claims) {
    if (claim.is_code == of_code) {
      kept.push_back(claim);
    }
  }
  return kept;
}

std::string PairName(const testing::TestParamInfo<PairParameter>& info) {
  return info.param.id;
}

std::string ClaimName(const testing::TestParamInfo<ClaimParameter>& info) {
  return info.param.id + "_claim" + std::to_string(info.param.number);
}

Outcome RunEvidenceOf(const std::string& id, std::vector<std::string> arguments) {
  const OwnFolder scratch;
  arguments.push_back("--playbook_scratch=" + scratch.path().string());
  return RunProgram(kBuild / "evidence" / id, arguments);
}

// ---- what a pair says of itself

class DescriptionTest : public testing::TestWithParam<PairParameter> {};

TEST_P(DescriptionTest, IsJsonWithEveryField) {
  const json description = DescriptionOf(GetParam().id);
  ASSERT_TRUE(description.is_object()) << "benchmarks/" << GetParam().id << " --describe printed no JSON object";
  for (const char* field : {"schema_version", "id", "kind", "title", "summary", "article", "published", "rules",
                            "iteration", "figure", "threads", "effect", "rows", "evidence"}) {
    EXPECT_TRUE(description.contains(field)) << field;
  }
  EXPECT_EQ(description.at("schema_version"), 1);
  EXPECT_EQ(description.at("id"), GetParam().id) << "the id must be the stem of the source file";
  EXPECT_TRUE(description.at("effect").contains("claim"));
  EXPECT_TRUE(description.at("effect").contains("at_least"));
  EXPECT_FALSE(description.at("rows").empty());
  EXPECT_FALSE(description.at("evidence").empty());
  for (const json& row : description.at("rows")) {
    for (const char* field : {"row", "role", "headline", "clock"}) {
      EXPECT_TRUE(row.contains(field)) << field;
    }
  }
  for (const json& claim : description.at("evidence")) {
    for (const char* field : {"name", "source", "strength"}) {
      EXPECT_TRUE(claim.contains(field)) << field;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Pairs, DescriptionTest, testing::ValuesIn(Found().pairs), PairName);

// ---- its output is right

class VerifyTest : public testing::TestWithParam<PairParameter> {};

TEST_P(VerifyTest, Passes) {
  const Outcome outcome = RunEvidenceOf(GetParam().id, {"--verify"});
  ASSERT_TRUE(outcome.exited) << outcome.words << "\n" << outcome.err;
  EXPECT_EQ(outcome.code, 0) << outcome.out << outcome.err;
  const json evidence = json::parse(outcome.out, nullptr, false);
  ASSERT_TRUE(evidence.is_object()) << outcome.out;
  EXPECT_EQ(evidence.at("id"), GetParam().id);
  EXPECT_EQ(evidence.at("verify").at("passed"), true);
  EXPECT_NE(evidence.at("verify").at("detail"), "") << "verify must say what was compared";
}

INSTANTIATE_TEST_SUITE_P(Pairs, VerifyTest, testing::ValuesIn(Found().pairs), PairName);

// ---- its claims

constexpr const char* kNotUnderSanitizers =
    "what a pair claims is of code as it is timed; under a sanitizer its output is verified and each row runs once";

class ClaimTest : public testing::TestWithParam<ClaimParameter> {};

TEST_P(ClaimTest, HoldsAndSeparates) {
  if (kSanitized) {
    GTEST_SKIP() << kNotUnderSanitizers;
  }
  const Outcome outcome = RunEvidenceOf(GetParam().id, {"--claim=" + std::to_string(GetParam().number)});
  ASSERT_TRUE(outcome.exited) << outcome.words << "\n" << outcome.err;
  const json evidence = json::parse(outcome.out, nullptr, false);
  ASSERT_TRUE(evidence.is_object()) << outcome.out << outcome.err;
  ASSERT_EQ(evidence.at("claims").size(), 1U) << outcome.out;
  const json& claim = evidence.at("claims").at(0);
  const std::string status = claim.at("status");
  if (status == "skipped" || status == "observed") {
    EXPECT_EQ(outcome.code, 0);
    EXPECT_NE(claim.at("reason"), "");
    GTEST_SKIP() << status << ": " << claim.at("reason").get<std::string>();
  }
  EXPECT_EQ(status, "holds") << claim.at("reason");
  EXPECT_EQ(claim.at("separates"), true) << claim.at("reason");
  EXPECT_EQ(outcome.code, 0);
  EXPECT_NE(claim.at("words"), "");
}

GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(ClaimTest);
INSTANTIATE_TEST_SUITE_P(Counts, ClaimTest, testing::ValuesIn(Claims(false)), ClaimName);
INSTANTIATE_TEST_SUITE_P(Codegen, ClaimTest, testing::ValuesIn(Claims(true)), ClaimName);

// ---- the listing that its chapter shows

// The words of an evidence binary that was built without optimisation, with a sanitizer, or for another processor.
constexpr const char* kNotJudged = "code is not judged here";

class ListingTest : public testing::TestWithParam<PairParameter> {};

TEST_P(ListingTest, IsTheSameEveryTimeAndHoldsNoAddress) {
  if (kSanitized) {
    GTEST_SKIP() << kNotUnderSanitizers;
  }
  const json description = DescriptionOf(GetParam().id);
  for (const json& row : description.at("rows")) {
    const std::string name = row.at("row");
    if (!row.at("headline")) {
      continue;
    }
    const Outcome first = RunProgram(kBuild / "evidence" / GetParam().id, {"--disassemble=" + name});
    if (first.code == 3 && first.err.find(kNotJudged) != std::string::npos) {
      GTEST_SKIP() << first.err;
    }
    ASSERT_EQ(first.code, 0) << first.err;
    EXPECT_THAT(first.out, HasSubstr(":\n")) << name;
    EXPECT_THAT(first.out, Not(HasSubstr("rip "))) << name;
    const Outcome second = RunProgram(kBuild / "evidence" / GetParam().id, {"--disassemble=" + name});
    EXPECT_EQ(first.out, second.out) << name;
  }
}

GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(ListingTest);
INSTANTIATE_TEST_SUITE_P(Codegen, ListingTest,
                         testing::ValuesIn(Pairs([](const PairParameter& pair) { return pair.has_code_claim; })),
                         PairName);

// ---- every row runs once in the timed binary

class OneIterationTest : public testing::TestWithParam<PairParameter> {};

TEST_P(OneIterationTest, RunsCleanInEveryRow) {
  const OwnFolder scratch;
  std::set<std::string> expected;
  std::vector<std::string> arguments = {"--benchmark_format=json", "--playbook_scratch=" + scratch.path().string()};
  const json description = DescriptionOf(GetParam().id);
  ASSERT_TRUE(description.is_object());
  for (const json& row : description.at("rows")) {
    expected.insert(row.at("row"));
    arguments.push_back("--playbook_iterations=" + row.at("row").get<std::string>() + "=1");
  }
  const Outcome outcome = RunProgram(kBuild / "benchmarks" / GetParam().id, arguments);
  ASSERT_TRUE(outcome.exited) << outcome.words << "\n" << outcome.err;
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const json result = json::parse(outcome.out, nullptr, false);
  ASSERT_TRUE(result.is_object()) << outcome.out;
  std::set<std::string> ran;
  for (const json& run : result.at("benchmarks")) {
    const std::string name = run.at("name");
    EXPECT_FALSE(run.value("error_occurred", false)) << name << ": " << run.value("error_message", "");
    EXPECT_EQ(run.value("iterations", 0), 1) << name;
    ran.insert(name.substr(0, name.find("/iterations:")));
  }
  EXPECT_EQ(ran, expected);
}

GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(OneIterationTest);
INSTANTIATE_TEST_SUITE_P(Pairs, OneIterationTest,
                         testing::ValuesIn(Pairs([](const PairParameter& pair) { return !pair.threads; })), PairName);
INSTANTIATE_TEST_SUITE_P(Threads, OneIterationTest,
                         testing::ValuesIn(Pairs([](const PairParameter& pair) { return pair.threads; })), PairName);

// The label must not be lost when the way changes in which tests get theirs.
TEST(ThreadsTest, AreThePairsThatSayTheyStartSome) {
  std::string expected;
  for (const std::string& id : ReadCatalogue(PLAYBOOK_SOURCE_DIR, PLAYBOOK_BINARY_DIR).sources) {
    const json description = DescriptionOf(id);
    ASSERT_TRUE(description.is_object()) << id;
    if (description.at("threads")) {
      expected += "  RunsCleanInEveryRow/" + id + "  # GetParam() = " + id + "\n";
    }
  }
  if (!expected.empty()) {
    expected.insert(0, "Threads/OneIterationTest.\n");
  }
  const Outcome outcome = RunProgram("/proc/self/exe", {"--gtest_list_tests", "--gtest_filter=Threads/*"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.out.substr(outcome.out.find('\n') + 1), expected);
}

}  // namespace
}  // namespace playbook
