#include "tools/measure/nearest.h"

#include <gtest/gtest.h>

namespace playbook {
namespace {

TEST(EditDistanceTest, CountsInsertionsDeletionsReplacementsAndSwaps) {
  EXPECT_EQ(EditDistance("", ""), 0U);
  EXPECT_EQ(EditDistance("abc", ""), 3U);
  EXPECT_EQ(EditDistance("", "abc"), 3U);
  EXPECT_EQ(EditDistance("dead_code", "dead_code"), 0U);
  EXPECT_EQ(EditDistance("dead_cod", "dead_code"), 1U);
  EXPECT_EQ(EditDistance("dead_codee", "dead_code"), 1U);
  EXPECT_EQ(EditDistance("dead-code", "dead_code"), 1U);
  EXPECT_EQ(EditDistance("daed_code", "dead_code"), 1U);
  EXPECT_EQ(EditDistance("kitten", "sitting"), 3U);
}

TEST(NearestTest, IsTheNameWithTheLeastDistance) {
  EXPECT_EQ(Nearest("pipline_startup", {"dead_code", "pipeline_startup"}), "pipeline_startup");
}

TEST(NearestTest, IsTheFirstOfEquals) {
  EXPECT_EQ(Nearest("cat", {"bat", "car"}), "bat");
}

TEST(NearestTest, IsNothingWhereNoNameIsNear) {
  EXPECT_EQ(Nearest("xyz", {"dead_code", "pipeline_startup"}), "");
  EXPECT_EQ(Nearest("xyz", {}), "");
}

TEST(DidYouMeanTest, IsPartOfASentenceOrNothing) {
  EXPECT_EQ(DidYouMean("rnu", {"list", "run"}), "; did you mean run?");
  EXPECT_EQ(DidYouMean("q", {"list", "report"}), "");
}

}  // namespace
}  // namespace playbook
