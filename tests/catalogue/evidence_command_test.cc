// playbook_evidence on a folder of made-up evidence binaries.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/catalogue/catalogue.h"

namespace playbook {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using testing::HasSubstr;

class EvidenceCommandTest : public testing::Test {
 protected:
  void SetUp() override {
    fs::copy_file(fs::path(PLAYBOOK_BINARY_DIR) / "playbook_evidence", folder_.path() / "playbook_evidence");
    fs::create_directory(folder_.path() / "evidence");
  }

  void Add(const std::string& id, const std::string& script) const {
    const fs::path path = folder_.path() / "evidence" / id;
    std::ofstream(path) << "#!/bin/sh\n" << script << "\n";
    fs::permissions(path, fs::perms::owner_all);
  }

  // A binary that prints a claim of that status and ends with the code.
  void AddClaim(const std::string& id, const std::string& status, int code) const {
    Add(id, R"(echo '{"id": ")" + id + R"(", "compiler": "cc 1", "verify": {"passed": true, "detail": "all of it"},)" +
                R"("claims": [{"name": "calls", "status": ")" + status +
                R"(", "words": "9 -> 1 calls", "reason": ""}]}'; exit )" + std::to_string(code));
  }

  Outcome RunIt(const std::vector<std::string>& arguments = {}) const {
    return RunProgram(folder_.path() / "playbook_evidence", arguments);
  }

  OwnFolder folder_;
};

TEST_F(EvidenceCommandTest, PrintsAllAsOneArray) {
  AddClaim("b", "holds", 0);
  AddClaim("a", "holds", 0);
  const Outcome outcome = RunIt();
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  const json all = json::parse(outcome.out);
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all.at(0).at("id"), "a");
  EXPECT_EQ(all.at(1).at("id"), "b");
}

TEST_F(EvidenceCommandTest, RunsOnlyWhatWasNamed) {
  AddClaim("a", "holds", 0);
  AddClaim("b", "fails", 1);
  EXPECT_EQ(RunIt({"a"}).code, 0);
  EXPECT_EQ(RunIt({"b"}).code, 1);
}

TEST_F(EvidenceCommandTest, EndsWithOneIfAnyFails) {
  AddClaim("a", "fails", 1);
  AddClaim("b", "holds", 0);
  const Outcome outcome = RunIt({"--text"});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_EQ(outcome.out,
            "a (cc 1)\n  verified  all of it\n  fails     9 -> 1 calls\n"
            "b (cc 1)\n  verified  all of it\n  holds     9 -> 1 calls\n");
}

TEST_F(EvidenceCommandTest, SaysHowABinaryBroke) {
  Add("a", "echo nonsense; echo 'no space left' >&2; exit 3");
  Add("b", "kill -SEGV $$");
  const Outcome outcome = RunIt();
  EXPECT_EQ(outcome.code, 1);
  const json all = json::parse(outcome.out);
  EXPECT_THAT(std::string(all.at(0).at("error")), HasSubstr("exited with code 3: no space left"));
  EXPECT_THAT(std::string(all.at(1).at("error")), HasSubstr("signal 11"));
}

TEST_F(EvidenceCommandTest, HandsTheScratchFolderOn) {
  Add("a", R"(echo "{\"id\": \"a\", \"arguments\": \"$*\"}")");
  const Outcome outcome = RunIt({"--playbook_scratch=/some/where"});
  EXPECT_EQ(json::parse(outcome.out).at(0).at("arguments"), "--playbook_scratch=/some/where");
}

TEST_F(EvidenceCommandTest, NamesTheNearestPair) {
  AddClaim("dead_code", "holds", 0);
  const Outcome outcome = RunIt({"dead_cod"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err,
              HasSubstr("there is no pair \"dead_cod\"; did you mean dead_code?\nthe pairs are: dead_code"));
  EXPECT_EQ(RunIt({"--texts"}).code, 2);
}

TEST_F(EvidenceCommandTest, AnEmptyFolderIsAnError) {
  const Outcome outcome = RunIt();
  EXPECT_EQ(outcome.code, 3);
  EXPECT_THAT(outcome.err, HasSubstr("holds no evidence binary"));
}

}  // namespace
}  // namespace playbook
