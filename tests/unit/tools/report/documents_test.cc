#include "tools/report/documents.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "tests/unit/tools/fake_run.h"
#include "tools/report/chapter.h"

namespace playbook {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;

// A source tree with one source and one recorded run.
class DocumentsTest : public ::testing::Test {
 protected:
  DocumentsTest() {
    WriteWhole(
        tree_.path() / "code.cc",
        "int before;\n  // [loop]\n  for (;;) {\n    // [inner]\n    Work();\n    // [/inner]\n  }\n  // [/loop]\n"
        "// [twice]\n// [/twice]\n// [twice]\n// [/twice]\n// [open]\n");
    WriteWhole(tree_.path() / "docs" / "results" / "loop.txt", "mov eax, 1\n");
    fake_.Write();
    std::filesystem::copy(fake_.folder(), tree_.path() / "docs" / "results" / "spine",
                          std::filesystem::copy_options::recursive);
  }

  Renewed Made(const std::string& text) {
    DocumentSources sources(tree_.path());
    return Renew(text, sources);
  }

  TemporaryFolder tree_;
  FakeRun fake_;
};

TEST_F(DocumentsTest, LeavesADocumentWithoutRegionsAlone) {
  const Renewed renewed = Made("# A\n\ntext <!-- a comment -->\n<!-- note: mine -->\n");
  EXPECT_EQ(renewed.text, "# A\n\ntext <!-- a comment -->\n<!-- note: mine -->\n");
  EXPECT_EQ(renewed.regions, 0);
  EXPECT_THAT(renewed.faults, IsEmpty());
}

TEST_F(DocumentsTest, FillsASnippetWithoutItsIndentationAndInnerMarks) {
  const std::string made = "<!-- snippet: code.cc loop -->\n```cpp\nfor (;;) {\n  Work();\n}\n```\n<!-- end -->\n";
  EXPECT_EQ(Made("<!-- snippet: code.cc loop -->\nold\n<!-- end -->\n").text, made);
  EXPECT_EQ(Made(made).text, made);
}

TEST_F(DocumentsTest, FillsContentsWithTheTitlesOfAllPages) {
  WriteWhole(tree_.path() / "docs" / "pages" / "b.md", "# The second\n\ntext\n");
  WriteWhole(tree_.path() / "docs" / "pages" / "a.md", "# The first\n");
  WriteWhole(tree_.path() / "docs" / "pages" / "notes.txt", "# Not one\n");
  EXPECT_EQ(Made("<!-- contents: pages -->\n<!-- end -->\n").text,
            "<!-- contents: pages -->\n\n| chapter | |\n|---|---|\n| [a](pages/a.md) | The first |\n"
            "| [b](pages/b.md) | The second |\n\n<!-- end -->\n");
  EXPECT_THAT(Made("<!-- contents: none -->\n<!-- end -->\n").faults, ElementsAre("line 1: docs/none holds no page"));
}

TEST_F(DocumentsTest, FillsTablesVerdictsAndDisassembly) {
  EXPECT_THAT(Made("<!-- table: results/spine slow_lines -->\n<!-- end -->\n").text,
              AllOf(HasSubstr("| `wrong/buffer_bytes:1`"), HasSubstr("Imaginary 9000")));
  const std::string sides = Made("<!-- sides: results/spine -->\n<!-- end -->\n").text;
  EXPECT_THAT(sides,
              AllOf(HasSubstr("| `slow_lines/wrong"), HasSubstr("| `gone_loop/right"), HasSubstr("gcc / clang")));
  EXPECT_THAT(sides, Not(HasSubstr("control")));
  EXPECT_THAT(Made("<!-- verdicts: results/spine -->\n<!-- end -->\n").text, HasSubstr("reads like control"));
  EXPECT_EQ(Made("<!-- disassembly: results/loop.txt -->\n<!-- end -->\n").text,
            "<!-- disassembly: results/loop.txt -->\n```asm\nmov eax, 1\n```\n<!-- end -->\n");
}

TEST_F(DocumentsTest, WritesAFilesPageAsItIsTold) {
  for (const std::string kind : {"ladder", "certificate"}) {
    const std::string text = "<!-- " + kind + ": results/one.json -->\n<!-- end -->\n";
    EXPECT_THAT(Made(text).faults, ElementsAre(HasSubstr("use playbook docs")));
    const DocumentSources::FilePage page = [this](const std::filesystem::path& file) {
      return file.lexically_relative(tree_.path()).string() + "\n";
    };
    DocumentSources sources(tree_.path(), {{kind, page}});
    EXPECT_EQ(Renew(text, sources).text,
              "<!-- " + kind + ": results/one.json -->\n\ndocs/results/one.json\n\n<!-- end -->\n");
  }
}

TEST_F(DocumentsTest, TakesMarkersInsideAFenceAsText) {
  const std::string text = "```\n<!-- snippet: none.cc x -->\n<!-- end -->\n```\n";
  EXPECT_EQ(Made(text).text, text);
  EXPECT_EQ(Made(text).regions, 0);
}

TEST_F(DocumentsTest, NamesEveryFaultAndKeepsWhatWasThere) {
  const auto fault = [this](const std::string& text) {
    const Renewed renewed = Made(text);
    EXPECT_EQ(renewed.text, text);
    return renewed.faults.empty() ? "none" : renewed.faults.front();
  };
  EXPECT_THAT(fault("\n<!-- snippet: none.cc x -->\nkept\n<!-- end -->\n"), StartsWith("line 2: cannot read"));
  EXPECT_THAT(fault("<!-- snippet: code.cc missing -->\n<!-- end -->\n"), HasSubstr("0 regions [missing]"));
  EXPECT_THAT(fault("<!-- snippet: code.cc twice -->\n<!-- end -->\n"), HasSubstr("2 regions [twice]"));
  EXPECT_THAT(fault("<!-- snippet: code.cc open -->\n<!-- end -->\n"), HasSubstr("does not end"));
  EXPECT_THAT(fault("<!-- snippet: code.cc -->\n<!-- end -->\n"), HasSubstr("the name of a region"));
  EXPECT_THAT(fault("<!-- snippet: code.cc loop -->\nno end\n"), HasSubstr("has no <!-- end -->"));
  EXPECT_THAT(fault("<!-- snipet: code.cc loop -->\n<!-- end -->\n"), HasSubstr("the kinds of region are: snippet"));
  EXPECT_THAT(fault("<!-- table: results/spine none -->\n<!-- end -->\n"), HasSubstr("its pairs are: slow_lines"));
  EXPECT_THAT(fault("<!-- table: results/gone slow_lines -->\n<!-- end -->\n"), HasSubstr("does not exist"));
}

TEST_F(DocumentsTest, FindsPagesButNotThoseOfResults) {
  WriteWhole(tree_.path() / "README.md", "");
  WriteWhole(tree_.path() / "docs" / "pitfalls" / "a.md", "");
  WriteWhole(tree_.path() / "docs" / "results" / "spine" / "report.md", "");
  EXPECT_THAT(DocumentPaths(tree_.path()), ElementsAre("README.md", "docs/pitfalls/a.md"));
  EXPECT_THAT(DocumentPaths(tree_.path() / "none"), IsEmpty());
}

TEST(FirstDifferenceTest, CountsLinesFromOne) {
  EXPECT_EQ(FirstDifference("a\nb\n", "a\nc\n"), 2);
  EXPECT_EQ(FirstDifference("x", "y"), 1);
  EXPECT_EQ(FirstDifference("a\n", "a\nb"), 2);
}

TEST(ChapterTest, KnowsItsSectionsAndCommands) {
  const Chapter chapter =
      ParseChapter("# Title\n\n## Run it\n\n```console\n$ playbook run x\noutput\n```\n\n$ not this\n## Next\nlast\n");
  EXPECT_EQ(chapter.title, "Title");
  EXPECT_EQ(chapter.Section("Next"), "last\n");
  EXPECT_EQ(chapter.Section("Absent"), "");
  EXPECT_THAT(chapter.Commands("Run it"), ElementsAre("playbook run x"));
}

TEST(ChapterTest, TakesHeadingsInsideAFenceAsText) {
  EXPECT_EQ(ParseChapter("## A\n```\n## B\n```\n").sections.size(), 1U);
}

TEST(ForTerminalTest, WrapsTextAndKeepsCodeAndTables) {
  EXPECT_EQ(ForTerminal("one two three four five six\n\n```cpp\n  a;\n```\n| t |\n", 22),
            "  one two three four\n  five six\n\n      a;\n    | t |\n");
  EXPECT_EQ(ForTerminal("- one two three four five\n- b\n", 20), "  - one two three four\n    five\n  - b\n");
}

TEST(ForTerminalTest, TakesMarkupAway) {
  EXPECT_EQ(ForTerminal("**Bold** and [a link](x.md), `a[0](1)`.\n<!-- table: x -->\n<!-- two\nlines -->\n", 80),
            "  Bold and a link, `a[0](1)`.\n");
  EXPECT_EQ(ForTerminal("", 80), "");
}

}  // namespace
}  // namespace playbook
