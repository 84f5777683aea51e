// The ladder as it was built: a rung for each source and a source for each rung, and every row runs once, clean.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "tests/catalogue/catalogue.h"

namespace playbook {
namespace {

using nlohmann::json;
using testing::IsEmpty;
using testing::Not;

const std::filesystem::path kBinary = std::filesystem::path(PLAYBOOK_BINARY_DIR) / "benchmarks" / "ladder";

std::set<std::string> Sources() {
  std::set<std::string> stems;
  for (const auto& entry :
       std::filesystem::directory_iterator(std::filesystem::path(PLAYBOOK_SOURCE_DIR) / "benchmarks" / "ladder")) {
    const std::filesystem::path name = entry.path().filename();
    if (name.extension() == ".cc" && name.stem().string().find('.') == std::string::npos) {
      stems.insert(name.stem());
    }
  }
  return stems;
}

std::vector<json> Rungs(bool with_threads) {
  std::vector<json> rungs;
  const json description = DescriptionOf("ladder");
  for (const json& rung : description.is_object() ? description.at("rungs") : json::array()) {
    if (rung.at("threads") == with_threads) {
      rungs.push_back(rung);
    }
  }
  return rungs;
}

TEST(LadderTest, HasARungForEachSourceAndNoOther) {
  const json description = DescriptionOf("ladder");
  ASSERT_TRUE(description.is_object());
  EXPECT_EQ(description.at("schema_version"), 2);
  std::set<std::string> ids;
  for (const json& rung : description.at("rungs")) {
    ids.insert(rung.at("id").get<std::string>());
  }
  EXPECT_THAT(ids, Not(IsEmpty()));
  EXPECT_EQ(ids, Sources());
}

class RungTest : public testing::TestWithParam<json> {};

TEST_P(RungTest, RunsCleanInEveryRow) {
  const OwnFolder scratch;
  const std::string id = GetParam().at("id");
  std::set<std::string> expected;
  std::vector<std::string> arguments = {"--benchmark_format=json", "--benchmark_filter=^" + id + "/",
                                        "--playbook_scratch=" + scratch.path().string()};
  for (const json& row : GetParam().at("rows")) {
    expected.insert(row.at("row"));
    arguments.push_back("--playbook_iterations=" + row.at("row").get<std::string>() + "=1");
  }
  const Outcome outcome = RunProgram(kBinary, arguments);
  ASSERT_TRUE(outcome.exited) << outcome.words << "\n" << outcome.err;
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const json result = json::parse(outcome.out, nullptr, false);
  ASSERT_TRUE(result.is_object()) << outcome.out;
  EXPECT_EQ(result.at("context").value("playbook.ladder", ""), "ladder");
  std::set<std::string> ran;
  std::string skipped;
  for (const json& run : result.at("benchmarks")) {
    const std::string name = run.at("name");
    ran.insert(name.substr(0, name.find("/iterations:")));
    const std::string message = run.value("error_message", "");
    if (message.rfind("skipped: ", 0) == 0) {
      skipped += name + " " + message + "\n";
      continue;
    }
    EXPECT_FALSE(run.value("error_occurred", false)) << name << ": " << message;
    // What the tools read.
    EXPECT_GT(run.value("items_per_second", 0.0) + run.value("bytes_per_second", 0.0), 0) << name;
  }
  EXPECT_EQ(ran, expected);
  if (!skipped.empty()) {
    GTEST_SKIP() << skipped;
  }
}

std::string RungName(const testing::TestParamInfo<json>& info) {
  return info.param.at("id");
}

GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(RungTest);
INSTANTIATE_TEST_SUITE_P(Rungs, RungTest, testing::ValuesIn(Rungs(false)), RungName);
// Carries the label "threads", see labels.cmake.
INSTANTIATE_TEST_SUITE_P(ThreadsOfRungs, RungTest, testing::ValuesIn(Rungs(true)), RungName);

}  // namespace
}  // namespace playbook
