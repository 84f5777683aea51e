// What `playbook docs` and `playbook explain` say, and what they leave alone.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <sstream>
#include <string>

#include "tests/cli/golden.h"
#include "tests/unit/tools/fake_run.h"
#include "tests/unit/tools/ladder/fake_ladder.h"
#include "tools/commands.h"
#include "tools/ladder/limits.h"

namespace playbook {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class DocsTest : public ::testing::Test {
 protected:
  DocsTest() {
    WriteWhole(tree_.path() / "code.cc", "// [a]\nint x;\n// [/a]\n");
    WriteWhole(Page(), kOld);
  }

  std::filesystem::path Page() const { return tree_.path() / "docs" / "page.md"; }

  int Docs(Arguments arguments) {
    arguments.insert(arguments.begin(), {"docs", "--root", tree_.path().string()});
    out_.str("");
    err_.str("");
    return Playbook(arguments, out_, err_);
  }

  static constexpr const char* kOld = "one\n<!-- snippet: code.cc a -->\n<!-- end -->\n";
  static constexpr const char* kNew = "one\n<!-- snippet: code.cc a -->\n```cpp\nint x;\n```\n<!-- end -->\n";

  TemporaryFolder tree_;
  std::ostringstream out_;
  std::ostringstream err_;
};

TEST_F(DocsTest, NamesThePageThatDiffersAndLeavesItAlone) {
  EXPECT_EQ(Docs({}), kFailed);
  EXPECT_EQ(out_.str(),
            "differs from its sources: docs/page.md, from line 3 on\n1 documents, 1 regions, 1 that differ\n");
  EXPECT_THAT(err_.str(), HasSubstr("playbook docs --write"));
  EXPECT_EQ(ReadWhole(Page()), kOld);
}

TEST_F(DocsTest, WritesThePageAndIsContentThen) {
  EXPECT_EQ(Docs({"--write"}), kOk);
  EXPECT_EQ(ReadWhole(Page()), kNew);
  EXPECT_EQ(Docs({}), kOk);
  EXPECT_EQ(out_.str(), "1 documents, 1 regions, 0 that differ\n");
}

TEST_F(DocsTest, NamesAPageWhoseSourceIsGone) {
  WriteWhole(Page(), "<!-- snippet: gone.cc a -->\n<!-- end -->\n");
  EXPECT_EQ(Docs({"--write"}), kFailed);
  EXPECT_THAT(err_.str(), AllOf(HasSubstr("error: docs/page.md, line 1: "), HasSubstr("gone.cc")));
}

TEST_F(DocsTest, WritesALadderThatWasKept) {
  WriteWhole(tree_.path() / "docs" / "results" / "ladder.json", ToJson(FakeLadder()));
  WriteWhole(Page(), "<!-- ladder: results/ladder.json -->\n<!-- end -->\n");
  EXPECT_EQ(Docs({"--write"}), kOk) << err_.str();
  EXPECT_THAT(ReadWhole(Page()), HasSubstr("| `disk/fsync` "));
  WriteWhole(tree_.path() / "docs" / "results" / "ladder.json", "{}");
  EXPECT_EQ(Docs({}), kFailed);
  EXPECT_THAT(err_.str(), HasSubstr("it is no limits file"));
}

TEST_F(DocsTest, RefusesAFolderWithoutDocuments) {
  std::filesystem::remove(Page());
  EXPECT_EQ(Docs({}), kBadInput);
  EXPECT_THAT(err_.str(), HasSubstr("holds no document"));
}

int Explain(const Arguments& arguments, std::ostringstream& out, std::ostringstream& err) {
  Arguments all = {"explain"};
  all.insert(all.end(), arguments.begin(), arguments.end());
  return Playbook(all, out, err);
}

TEST(ExplainTest, PrintsClaimProofFixAndCommandOfEveryChapter) {
  int chapters = 0;
  for (const auto& entry : std::filesystem::directory_iterator(PLAYBOOK_SOURCE_DIR "/docs/pitfalls")) {
    const std::string id = entry.path().stem().string();
    std::ostringstream out;
    std::ostringstream err;
    EXPECT_EQ(Explain({id}, out, err), kOk) << err.str();
    const std::string text = out.str();
    EXPECT_EQ(text.find(id + ": "), 0U);
    for (const char* const heading :
         {"\nThe claim\n\n  ", "\nProof without a clock\n\n  ", "\nThe fix and its price\n\n  ", "\nRun it\n\n    "}) {
      EXPECT_THAT(text, HasSubstr(heading)) << id;
    }
    ++chapters;
  }
  EXPECT_GT(chapters, 0);
}

TEST(ExplainTest, SuggestsTheNearestPair) {
  std::ostringstream out;
  std::ostringstream err;
  EXPECT_EQ(Explain({"dead_cod"}, out, err), kUsage);
  EXPECT_THAT(err.str(), HasSubstr("there is no pair \"dead_cod\"; did you mean dead_code?\nthe pairs are: "));
  EXPECT_THAT(out.str(), IsEmpty());
}

}  // namespace
}  // namespace playbook
