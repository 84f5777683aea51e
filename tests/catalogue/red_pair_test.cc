// The main program of the evidence binaries, linked with a pair that must not pass.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "tests/catalogue/catalogue.h"

namespace playbook {
namespace {

Outcome RunRedPair(const std::string& argument) {
  return RunProgram(PLAYBOOK_RED_PAIR, {argument});
}

TEST(RedPairTest, PassesWhereItsClaimIsTrue) {
  const Outcome outcome = RunRedPair("--claim=1");
  EXPECT_EQ(outcome.code, 0) << outcome.out << outcome.err;
}

TEST(RedPairTest, EndsWithOneOnAWrongClaim) {
  const Outcome outcome = RunRedPair("--claim=2");
  EXPECT_EQ(outcome.code, 1);
  EXPECT_EQ(nlohmann::json::parse(outcome.out).at("claims").at(0).at("status"), "fails");
}

TEST(RedPairTest, EndsWithOneOnAClaimThatDoesNotSeparate) {
  const Outcome outcome = RunRedPair("--claim=3");
  EXPECT_EQ(outcome.code, 1);
  EXPECT_EQ(nlohmann::json::parse(outcome.out).at("claims").at(0).at("separates"), false);
}

TEST(RedPairTest, EndsWithTwoOnAWrongArgument) {
  EXPECT_EQ(RunRedPair("--claim=4").code, 2);
}

}  // namespace
}  // namespace playbook
