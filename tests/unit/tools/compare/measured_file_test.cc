#include "tools/compare/measured_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "tests/unit/tools/compare/sides.h"
#include "tests/unit/tools/fake_run.h"

namespace playbook {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Key;
using ::testing::Not;
using ::testing::SizeIs;

std::vector<std::string> operator+(std::vector<std::string> one, const std::vector<std::string>& other) {
  one.insert(one.end(), other.begin(), other.end());
  return one;
}

const Values& Times(const Measured& side, std::size_t row) {
  return side.rows.at(row).values.at(std::string(kRealTime));
}

TEST(MeasuredFileTest, KeepsTheRepetitionsOfEachRowInOrder) {
  const Measured side = Collect(ResultText(Repetitions("BM_a/min_time:0.5", {3, 1, 2}) + Repetitions("BM_b", {7}, 1)));
  ASSERT_THAT(side.rows, SizeIs(2));
  EXPECT_EQ(side.label, "a.json");
  EXPECT_EQ(side.rows[0].name, "BM_a");
  EXPECT_EQ(side.rows[0].full_name, "BM_a/min_time:0.5");
  EXPECT_THAT(Times(side, 0), ElementsAre(3, 1, 2));
  EXPECT_THAT(side.rows[0].iterations, ElementsAre(1000));
  EXPECT_THAT(Times(side, 1), ElementsAre(7));
  EXPECT_LT(side.rows[0].index, side.rows[1].index);
  EXPECT_EQ(side.value_kind, ValueKind::kRepetition);
  EXPECT_TRUE(side.whole);
  EXPECT_THAT(side.notes, IsEmpty());
}

TEST(MeasuredFileTest, SortsInterleavedRepetitionsToTheirRows) {
  const Measured side = Collect(ResultText({Repetition("BM_a", 0, 2, 1), Repetition("BM_b", 0, 2, 10, 1),
                                            Repetition("BM_a", 1, 2, 2), Repetition("BM_b", 1, 2, 20, 1)}));
  ASSERT_THAT(side.rows, SizeIs(2));
  EXPECT_THAT(Times(side, 0), ElementsAre(1, 2));
  EXPECT_THAT(Times(side, 1), ElementsAre(10, 20));
}

TEST(MeasuredFileTest, LeavesTheProcessorTimeOutUnlessAsked) {
  const std::string text = ResultText(Repetitions("BM_a", {1}));
  EXPECT_THAT(Collect(text).rows[0].values, Not(Contains(Key("cpu_time"))));
  EXPECT_THAT(Collect(text, {"cpu_time"}).rows[0].values, ElementsAre(Key("cpu_time")));
}

TEST(MeasuredFileTest, KeepsCountersAndMarksRepetitionsWithoutThem) {
  const Measured side = Collect(ResultText(
      {Repetition("BM_a", 0, 3, 1), Repetition("BM_a", 1, 3, 1, 0, R"(, "hops": 4)"), Repetition("BM_a", 2, 3, 1)}));
  const Values& hops = side.rows.at(0).values.at("hops");
  ASSERT_THAT(hops, SizeIs(3));
  EXPECT_TRUE(std::isnan(hops[0]));
  EXPECT_EQ(hops[1], 4);
  EXPECT_TRUE(std::isnan(hops[2]));
}

TEST(MeasuredFileTest, KeepsACounterThatIsCalledLikeAFieldApart) {
  const Measured side = Collect(ResultText({Repetition("BM_a", 0, 1, 5, 0, R"(, "real_time": 77)")}));
  EXPECT_THAT(Times(side, 0), ElementsAre(5));
  EXPECT_THAT(side.rows.at(0).values.at("real_time (counter)"), ElementsAre(77));
}

TEST(MeasuredFileTest, KeepsTwoRegistrationsOfOneNameApart) {
  const Measured side = Collect(ResultText(Repetitions("BM_a", {1, 2}, 0) + Repetitions("BM_a", {8, 9}, 1)));
  ASSERT_THAT(side.rows, SizeIs(2));
  EXPECT_THAT(Times(side, 0), ElementsAre(1, 2));
  EXPECT_THAT(Times(side, 1), ElementsAre(8, 9));
}

TEST(MeasuredFileTest, TellsARegistrationByItsRepetitionsWhereFilesHaveNoIndices) {
  const auto row = [](int index, double time) {
    return fmt::format(R"({{"name": "BM_a", "run_type": "iteration", "repetitions": 2, "repetition_index": {}, )"
                       R"("iterations": 1, "real_time": {}, "cpu_time": 1, "time_unit": "ns"}})",
                       index, time);
  };
  const Measured side = Collect(ResultText({row(0, 1), row(1, 2), row(0, 8), row(1, 9)}));
  ASSERT_THAT(side.rows, SizeIs(2));
  EXPECT_THAT(Times(side, 1), ElementsAre(8, 9));
  EXPECT_EQ(side.rows[0].index, -1);
}

TEST(MeasuredFileTest, LeavesFailedRepetitionsOutAndCountsThem) {
  const std::string failed =
      R"({"name": "BM_a", "family_index": 0, "per_family_instance_index": 0, "run_name": "BM_a", "run_type": )"
      R"("iteration", "repetitions": 2, "repetition_index": 1, "threads": 1, "error_occurred": true, )"
      R"("error_message": "disk\u001b[2J full", "iterations": 0, "real_time": 0, "cpu_time": 0, "time_unit": "ns"})";
  const Measured side = Collect(ResultText({Repetition("BM_a", 0, 2, 5), failed}));
  ASSERT_THAT(side.rows, SizeIs(1));
  EXPECT_THAT(Times(side, 0), ElementsAre(5));
  EXPECT_EQ(side.rows[0].failed, 1);
  EXPECT_EQ(side.rows[0].failure, "disk?[2J full");
}

TEST(MeasuredFileTest, TakesTheMedianWhereThereAreOnlyAggregates) {
  const Measured side = Collect(
      ResultText({Aggregate("BM_a", "mean", 11), Aggregate("BM_a", "median", 10), Aggregate("BM_a", "stddev", 3),
                  Aggregate("BM_a", "cv", 0.3, "percentage"), Aggregate("BM_b", "mean", 20)}));
  ASSERT_THAT(side.rows, SizeIs(2));
  EXPECT_TRUE(side.rows[0].aggregates_only);
  EXPECT_THAT(Times(side, 0), ElementsAre(10));
  EXPECT_THAT(Times(side, 1), ElementsAre(20));
}

TEST(MeasuredFileTest, LeavesAggregatesOutWhereThereAreRepetitions) {
  const Measured side =
      Collect(ResultText(Repetitions("BM_a", {1, 2, 9}) + std::vector<std::string>{Aggregate("BM_a", "median", 2)}));
  ASSERT_THAT(side.rows, SizeIs(1));
  EXPECT_FALSE(side.rows[0].aggregates_only);
  EXPECT_THAT(Times(side, 0), ElementsAre(1, 2, 9));
}

TEST(MeasuredFileTest, TakesOneValueOfEachProcessWhereAFileHoldsSeveralResults) {
  const Measured side = Collect(ResultText(Repetitions("BM_a", {1, 2, 9}), R"("executable": "./b", "num_cpus": 2)") +
                                ResultText(Repetitions("BM_a", {5}), R"("executable": "/x/b", "num_cpus": 4)"));
  ASSERT_THAT(side.rows, SizeIs(1));
  EXPECT_THAT(Times(side, 0), ElementsAre(2, 5));
  EXPECT_EQ(side.value_kind, ValueKind::kProcess);
  EXPECT_EQ(side.context.at("num_cpus"), kDiffersWithin);
  EXPECT_THAT(side.notes, Contains(HasSubstr("2 results in one file")));
}

TEST(MeasuredFileTest, KeepsRepetitionsOfRowsThatOnlyOneOfSeveralResultsHas) {
  const Measured side = Collect(ResultText(Repetitions("BM_a", {1, 2, 9}), R"("executable": "./a")") +
                                ResultText(Repetitions("BM_b", {5, 6}), R"("executable": "./b")"));
  ASSERT_THAT(side.rows, SizeIs(2));
  EXPECT_THAT(Times(side, 0), ElementsAre(1, 2, 9));
  EXPECT_THAT(Times(side, 1), ElementsAre(5, 6));
}

TEST(MeasuredFileTest, RefusesARowOfTwoPrograms) {
  const std::string text = ResultText(Repetitions("BM_a", {1}), R"("executable": "./a")") +
                           ResultText(Repetitions("BM_a", {5}), R"("executable": "./b")");
  try {
    Collect(text);
    FAIL() << "read";
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(),
                 "a.json: the row BM_a comes from two programs, a and b; compare the results of one program at a time");
  }
}

TEST(MeasuredFileTest, SaysThatAFileLacksItsEnd) {
  std::string text = ResultText(Repetitions("BM_a", {1, 2}));
  text.resize(text.size() - 5);
  const Measured side = Collect(text);
  EXPECT_FALSE(side.whole);
  EXPECT_THAT(side.notes, Not(IsEmpty()));
}

TEST(MeasuredFileTest, CleansWhatWillBeShown) {
  const Measured side = Collect(ResultText({Repetition("BM_a\\u001b[31m\\nx", 0, 1, 5, 0, R"(, "\u0007k": 1)")},
                                           R"("compi\u001bler": "\u001b[31mgcc")"));
  EXPECT_EQ(side.rows.at(0).name, "BM_a?[31m x");
  EXPECT_THAT(side.rows.at(0).values, Contains(Key("?k")));
  EXPECT_EQ(side.context.at("compi?ler"), "?[31mgcc");
}

TEST(MeasuredFileTest, NamesAFileThatIsNotThere) {
  const TemporaryFolder folder;
  const std::string path = (folder.path() / "gone.json").string();
  try {
    MeasuredFile(path, {});
    FAIL() << "read";
  } catch (const InputError& error) {
    EXPECT_EQ(std::string(error.what()), path + ": cannot be opened; does it exist, and may you read it?");
  }
}

}  // namespace
}  // namespace playbook
