#include "tools/measure/raw_result.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tools/results/input_error.h"

namespace playbook {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pair;

std::string Row(const std::string& name, int iterations, const std::string& more = "") {
  return R"({"name": ")" + name + R"(/real_time", "run_name": ")" + name +
         R"(/real_time", "run_type": "iteration", "repetition_index": 0, "threads": 1, )" + more + R"("iterations": )" +
         std::to_string(iterations) + R"(, "real_time": 1.5000000000000000e+00, "cpu_time": 1.0, "time_unit": "us"})";
}

std::string Result(const std::string& rows) {
  return "{\n  \"context\": {\n    \"host_name\": \"a\\\"b\",\n    \"executable\": \"/home/me/x\",\n    \"note\": "
         "\"host_name\"\n"
         "  },\n  \"benchmarks\": [" +
         rows + "]\n}\n";
}

TEST(ScrubbedTest, EmptiesTheHostAndNamesTheExecutable) {
  const std::string text = Scrubbed(Result(Row("a/right", 1)), "gcc/benchmarks/a");
  EXPECT_THAT(text, HasSubstr("\"host_name\": \"\",\n"));
  EXPECT_THAT(text, HasSubstr("\"executable\": \"gcc/benchmarks/a\",\n"));
  EXPECT_THAT(text, HasSubstr("\"note\": \"host_name\""));
  EXPECT_THAT(text, HasSubstr("1.5000000000000000e+00"));
}

TEST(ScrubbedTest, LeavesATextWithoutThemAlone) {
  for (const std::string text : {"", "{}", "{\"host_name\"", "{\"host_name\": 3}", "{\"host_name\": \"never ends"}) {
    EXPECT_EQ(Scrubbed(text, "x"), text);
  }
}

TEST(FaultOfTest, FindsNoneInAWholeResult) {
  EXPECT_EQ(FaultOf(Result(Row("a/right", 5) + "," + Row("a/right", 5)), {{{"a/right", 5}}, 2}), "");
}

TEST(FaultOfTest, AllowsAnyCountWhereNoneWasFixed) {
  EXPECT_EQ(FaultOf(Result(Row("a/right", 5)), {{{"a/right", 0}}, 1}), "");
}

TEST(FaultOfTest, NamesTheRowAndBothCounts) {
  EXPECT_EQ(FaultOf(Result(Row("a/right", 5)), {{{"a/right", 6}}, 1}), "the row a/right ran 5 iterations, must run 6");
}

TEST(FaultOfTest, MissesARow) {
  EXPECT_EQ(FaultOf(Result(Row("a/right", 5)), {{{"a/right", 5}, {"a/wrong", 5}}, 1}),
            "the row a/wrong is there 0 times, must be there 1 times");
}

TEST(FaultOfTest, RepeatsTheMessageOfARow) {
  const std::string failed = R"("error_occurred": true, "error_message": "disk on fire", )";
  EXPECT_EQ(FaultOf(Result(Row("a/right", 0, failed)), {{{"a/right", 0}}, 1}),
            "the row a/right reported an error: disk on fire");
}

TEST(FaultOfTest, RefusesWhatIsCutOff) {
  const std::string whole = Result(Row("a/right", 5));
  for (std::size_t length = 0; length + 2 < whole.size(); length += 7) {
    EXPECT_NE(FaultOf(whole.substr(0, length), {{{"a/right", 5}}, 1}), "") << length;
  }
}

TEST(TimesPerIterationTest, AreNanosecondsWhateverTheUnit) {
  EXPECT_THAT(TimesPerIteration(Result(Row("a/right", 5))), ElementsAre(Pair("a/right", 1500.0)));
}

TEST(ReadOutlineTest, ReadsRowsAndClocks) {
  const Outline outline =
      ReadOutline(R"({"schema_version": 1, "id": "a", "rows": [{"row": "a/wrong", "clock": "manual"},
                                         {"row": "a/right", "clock": "wall"}]})",
                  "a");
  EXPECT_THAT(outline.rows, ElementsAre(OutlineRow{"a/wrong", true}, OutlineRow{"a/right", false}));
}

TEST(ReadOutlineTest, RefusesWhatIsNoDescriptionOfThePair) {
  EXPECT_THROW(ReadOutline("", "a"), InputError);
  EXPECT_THROW(ReadOutline("usage: a [--help]", "a"), InputError);
  EXPECT_THROW(ReadOutline(R"({"schema_version": 1, "id": "b", "rows": []})", "a"), InputError);
  EXPECT_THROW(ReadOutline(R"({"schema_version": 1, "id": "a", "rows": []})", "a"), InputError);
  EXPECT_THROW(ReadOutline(R"({"schema_version": 2, "id": "a", "rows": [{"row": "a/wrong", "clock": "wall"}]})", "a"),
               InputError);
}

}  // namespace
}  // namespace playbook
