// What a timed binary does with its arguments, its scratch folder and the context of its result. The binary is the one
// that tools/new-pitfall's template makes, so that no lesson is needed for it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "tests/cli/scripts/shell.h"
#include "tests/unit/fixtures/host/fake_root.h"

namespace playbook {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

const std::string kBinary = PLAYBOOK_BINARY_DIR "/tests/template_pitfall";

Outcome RunBinary(const std::string& arguments) {
  return Shell(Quoted(kBinary) + " " + arguments);
}

// One iteration of each row, as JSON.
nlohmann::json Result(const std::string& arguments) {
  FakeRoot root;
  const std::string file = root.path() + "/result.json";
  const Outcome outcome = RunBinary("--benchmark_out=" + Quoted(file) + " --benchmark_min_time=0 " + arguments);
  EXPECT_EQ(outcome.code, 0) << outcome.output;
  std::ifstream stream(file);
  return nlohmann::json::parse(stream);
}

TEST(BinaryTest, SaysWhereItsResultComesFrom) {
  const nlohmann::json context = Result("")["context"];
  for (const char* key : {"pair",
                          "describe_hash",
                          "commit",
                          "dirty",
                          "compiler",
                          "compiler_version",
                          "compiler_name",
                          "target",
                          "preset",
                          "flags",
                          "build_type",
                          "ndebug",
                          "optimized",
                          "vector_instructions",
                          "sanitizers",
                          "library_assertions",
                          "fortify_source",
                          "fast_math",
                          "standard_library",
                          "libc",
                          "allocator",
                          "kernel",
                          "cpu_model",
                          "logical_cpus",
                          "usable_cpus",
                          "virtual_machine",
                          "caches",
                          "huge_pages",
                          "control_groups",
                          "container_cpus",
                          "container_memory_bytes",
                          "clock_source",
                          "clock_step_ns",
                          "clock_read_ns",
                          "scratch_file_system",
                          "scratch_ram_disk"}) {
    const std::string full = std::string("playbook.") + key;
    ASSERT_TRUE(context.contains(full)) << full;
    EXPECT_NE(context[full], "") << full;
  }
  EXPECT_EQ(context["playbook.pair"], "template_pitfall");
}

TEST(BinaryTest, TellsTheTruthAboutItsOwnBuild) {
  const nlohmann::json context = Result("")["context"];
#ifdef NDEBUG
  EXPECT_EQ(context["playbook.ndebug"], "yes");
#else
  EXPECT_EQ(context["playbook.ndebug"], "no");
#endif
  // The test itself is not built as the preset says.
  const bool optimised = std::string_view(PLAYBOOK_FLAGS).find(" -O0") == std::string_view::npos;
  EXPECT_EQ(context["playbook.optimized"], optimised ? "yes" : "no") << PLAYBOOK_FLAGS;
#ifdef __clang__
  EXPECT_THAT(context["playbook.compiler"].get<std::string>(), HasSubstr("clang"));
#else
  EXPECT_THAT(context["playbook.compiler"].get<std::string>(), HasSubstr("gcc"));
#endif
#ifdef __SANITIZE_ADDRESS__
  EXPECT_THAT(context["playbook.sanitizers"].get<std::string>(), AllOf(HasSubstr("address"), HasSubstr("undefined")));
#endif
}

TEST(BinaryTest, GivesAwayNeitherFolderNorUser) {
  const nlohmann::json context = Result("")["context"];
  for (const auto& [key, value] : context.items()) {
    if (key.rfind("playbook.", 0) == 0 && key != "playbook.scratch_file_system") {
      EXPECT_THAT(value.get<std::string>(), Not(HasSubstr(" /"))) << key;
      EXPECT_THAT(value.get<std::string>(), Not(HasSubstr(PLAYBOOK_SOURCE_DIR))) << key;
    }
  }
}

TEST(BinaryTest, FixesTheCountOfARow) {
  FakeRoot root;
  root.Write("/counts", "template_pitfall/right=7\n\ntemplate_pitfall/control=9\n");
  const nlohmann::json result =
      Result("--playbook_iterations=template_pitfall/wrong=5 --playbook_iterations=" + root.path() + "/counts");
  ASSERT_EQ(result["benchmarks"].size(), 3U);
  EXPECT_EQ(result["benchmarks"][0]["iterations"], 5);
  EXPECT_EQ(result["benchmarks"][1]["iterations"], 7);
  EXPECT_EQ(result["benchmarks"][2]["iterations"], 9);
}

TEST(BinaryTest, RefusesACountThatMakesNoSense) {
  for (const char* count : {"template_pitfall/wrong=0", "template_pitfall/wrong=-1", "template_pitfall/wrong=1x",
                            "template_pitfall/wrong=", "template_pitfall/wring=3"}) {
    const Outcome outcome = RunBinary(std::string("--playbook_iterations=") + count);
    EXPECT_EQ(outcome.code, 2) << count;
    EXPECT_THAT(outcome.output, HasSubstr("error: --playbook_iterations")) << count;
  }
  EXPECT_THAT(RunBinary("--playbook_iterations=template_pitfall/wring=3").output,
              HasSubstr("\n  template_pitfall/wrong\n"));
  EXPECT_EQ(RunBinary("--playbook_iterations=/nowhere/counts").code, 3);
}

TEST(BinaryTest, RefusesAFlagThatNobodyKnows) {
  const Outcome outcome = RunBinary("--playbook_nonsense");
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.output, HasSubstr("--playbook_nonsense"));
}

TEST(BinaryTest, ListsItsOwnFlagsAndTheHarnesss) {
  const Outcome outcome = RunBinary("--help");
  EXPECT_EQ(outcome.code, 0);
  EXPECT_THAT(outcome.output, AllOf(HasSubstr("--playbook_scratch"), HasSubstr("--benchmark_filter")));
}

TEST(BinaryTest, NamesTheScratchFolderThatIsMissing) {
  const Outcome outcome = RunBinary("--playbook_scratch=/nowhere/scratch");
  EXPECT_EQ(outcome.code, 3);
  EXPECT_THAT(outcome.output, AllOf(HasSubstr("/nowhere/scratch"), HasSubstr("hint: ")));
  EXPECT_EQ(RunBinary("--playbook_scratch=").code, 2);
}

// Needs a mount of its own, which a user may make in a name space of its own, if the system lets it. The lesson writes
// files, which the template does not.
Outcome RunOnMount(const FakeRoot& root, const std::string& options) {
  return Shell("unshare -rm sh -c " +
               Quoted("mount -t tmpfs -o " + options + " none " + root.path() + " || exit 77; exec " +
                      Quoted(PLAYBOOK_BINARY_DIR "/benchmarks/unbuffered_output") + " --benchmark_min_time=0 " +
                      "--benchmark_filter=right --playbook_scratch=" + root.path()));
}

bool MountsAreRefused() {
  FakeRoot root;
  return Shell("unshare -rm mount -t tmpfs none " + root.path()).code != 0;
}

TEST(BinaryTest, EndsWithThreeWhereTheScratchFolderIsFull) {
  if (MountsAreRefused()) {
    GTEST_SKIP() << "this system lets nobody mount in a name space of their own";
  }
  FakeRoot root;
  const Outcome outcome = RunOnMount(root, "size=64k");
  EXPECT_EQ(outcome.code, 3) << outcome.output;
  EXPECT_THAT(outcome.output, AllOf(HasSubstr("No space left on device"), HasSubstr(root.path()), HasSubstr("hint: "),
                                    HasSubstr("playbook.scratch_ram_disk: yes")));
}

TEST(BinaryTest, EndsWithThreeWhereTheScratchFolderIsReadOnly) {
  if (MountsAreRefused()) {
    GTEST_SKIP() << "this system lets nobody mount in a name space of their own";
  }
  FakeRoot root;
  const Outcome outcome = RunOnMount(root, "ro");
  EXPECT_EQ(outcome.code, 3) << outcome.output;
  EXPECT_THAT(outcome.output, AllOf(HasSubstr("Read-only file system"), HasSubstr(root.path()), HasSubstr("hint: ")));
}

TEST(BinaryTest, DescribesItselfWithoutMeasuring) {
  const Outcome outcome = RunBinary("--describe");
  EXPECT_EQ(outcome.code, 0);
  const nlohmann::json description = nlohmann::json::parse(outcome.output);
  EXPECT_EQ(description["id"], "template_pitfall");
  EXPECT_EQ(description["rows"].size(), 3U);
}

TEST(BinaryTest, ATemplateThatNobodyFilledInIsRed) {
  const Outcome outcome = Shell(Quoted(kBinary + "_evidence"));
  EXPECT_EQ(outcome.code, 1) << outcome.output;
}

}  // namespace
}  // namespace playbook
