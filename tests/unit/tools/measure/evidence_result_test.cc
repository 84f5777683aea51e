#include "tools/measure/evidence_result.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tools/results/input_error.h"

namespace playbook {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::string Evidence(const std::string& claims, bool passed = true) {
  return std::string(R"({"schema_version": 1, "id": "a", "compiler": "gcc 12", "verify": {"passed": )") +
         (passed ? "true" : "false") + R"(, "detail": "35 lines, must be 36"}, "claims": [)" + claims + "]}";
}

std::string Claim(const std::string& status, bool separates, bool holds, const std::string& reason = "") {
  const std::string yes_or_no = holds ? "true" : "false";
  return R"({"name": "write calls", "strength": "asserted", "status": ")" + status + R"(", "reason": ")" + reason +
         R"(", "separates": )" + (separates ? "true" : "false") +
         R"(, "words": "1 -> 35 write calls", "rows": [{"row": "a/wrong", "role": "wrong", "value": 1,
            "expected": "exactly 8", "holds": )" +
         yes_or_no + R"(}, {"row": "a/right", "role": "right", "value": 35,
            "expected": "exactly 35", "holds": true}]})";
}

TEST(EvidenceFaultsTest, FindsNoneWhereAllHolds) {
  EXPECT_THAT(EvidenceFaults(Evidence(Claim("holds", true, true))), IsEmpty());
}

TEST(EvidenceFaultsTest, TakesWhatWasSkippedOrOnlyObservedForNoFault) {
  EXPECT_THAT(EvidenceFaults(Evidence(Claim("skipped", false, false) + "," + Claim("observed", false, false))),
              IsEmpty());
}

TEST(EvidenceFaultsTest, NamesTheRowWithBothValues) {
  EXPECT_THAT(EvidenceFaults(Evidence(Claim("fails", false, false))),
              ElementsAre("a claim fails: write calls; a/wrong has 1, expected exactly 8"));
}

TEST(EvidenceFaultsTest, FindsAClaimThatDoesNotSeparate) {
  EXPECT_THAT(EvidenceFaults(Evidence(Claim("holds", false, true, "holds with the sides swapped"))),
              ElementsAre("a claim does not separate wrong from right: write calls; holds with the sides swapped"));
}

TEST(EvidenceFaultsTest, RepeatsWhatVerifySaid) {
  EXPECT_THAT(EvidenceFaults(Evidence("", false)), ElementsAre("verify fails: 35 lines, must be 36"));
}

TEST(EvidenceFaultsTest, CleansWhatItRepeats) {
  EXPECT_THAT(EvidenceFaults(Evidence(Claim("fails", true, true, "\\u001b[31mred"))),
              ElementsAre(HasSubstr("; ?[31mred")));
}

TEST(EvidenceFaultsTest, RefusesWhatIsNoEvidence) {
  for (const std::string text : {"", "no evidence", "[]", "{}", "{\"verify\": {\"passed\": true}}"}) {
    EXPECT_THROW(EvidenceFaults(text), InputError) << text;
  }
}

}  // namespace
}  // namespace playbook
