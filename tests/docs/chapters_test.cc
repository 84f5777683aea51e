// Are the chapters built as the template says, and do their links lead somewhere?
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include "tools/measure/run_folder.h"
#include "tools/report/chapter.h"
#include "tools/report/documents.h"

namespace playbook {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAreArray;

const fs::path& Root() {
  static const fs::path root = PLAYBOOK_SOURCE_DIR;
  return root;
}

std::vector<fs::path> Chapters() {
  std::vector<fs::path> chapters;
  for (const fs::path& page : DocumentPaths(Root())) {
    if (page.parent_path() == "docs/pitfalls") {
      chapters.push_back(page);
    }
  }
  return chapters;
}

// The author's own lines: without fenced blocks, comments, and what is generated between a marker and its end.
std::vector<std::string> ProseOf(const std::string& text) {
  std::vector<std::string> prose;
  std::istringstream stream(text);
  bool fenced = false;
  bool generated = false;
  for (std::string line; std::getline(stream, line);) {
    if (line.rfind("```", 0) == 0) {
      fenced = !fenced;
    } else if (!fenced && line.rfind("<!--", 0) == 0) {
      const bool opens = line.find(": ") != std::string::npos;
      EXPECT_FALSE(opens && generated) << "\"" << line << "\" begins before the last region has ended";
      generated = opens;
    } else if (!fenced && !generated && line.rfind('|', 0) != 0) {
      prose.push_back(line);
    }
  }
  EXPECT_FALSE(generated) << "what follows the last \"<!-- ...: ... -->\" would be nobody's text";
  return prose;
}

int WordsIn(const std::vector<std::string>& lines) {
  int words = 0;
  for (const std::string& line : lines) {
    std::istringstream stream(line);
    for (std::string word; stream >> word;) {
      ++words;
    }
  }
  return words;
}

// The anchor that a heading gets on a page: lower case, spaces to hyphens, other signs dropped.
std::string AnchorOf(const std::string& heading) {
  std::string anchor;
  for (const char c : heading) {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '_') {
      anchor += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    } else if (c == ' ') {
      anchor += '-';
    }
  }
  return anchor;
}

TEST(ChaptersTest, AreThere) {
  EXPECT_FALSE(Chapters().empty());
}

TEST(ChaptersTest, HaveTheSectionsOfTheTemplateInOrder) {
  const std::vector<std::string> headings = {"The claim",
                                             "Predict",
                                             "Run it",
                                             "Are we done?",
                                             "Proof without a clock",
                                             "Why, one level deeper",
                                             "How wrong",
                                             "The fix and its price",
                                             "Who would have caught it",
                                             "Find the bug",
                                             "What this chapter cannot tell you",
                                             "Sources"};
  for (const fs::path& page : Chapters()) {
    const Chapter chapter = ParseChapter(ReadWhole(Root() / page));
    std::vector<std::string> found;
    for (const auto& [heading, text] : chapter.sections) {
      found.push_back(heading);
      EXPECT_NE(text.find_first_not_of(" \n"), std::string::npos) << page << ": \"" << heading << "\" is empty";
    }
    EXPECT_THAT(found, ElementsAreArray(headings)) << page;
    EXPECT_FALSE(chapter.title.empty()) << page;
  }
}

TEST(ChaptersTest, AreAsLongAsAReaderHasPatienceFor) {
  for (const fs::path& page : Chapters()) {
    const std::vector<std::string> prose = ProseOf(ReadWhole(Root() / page));
    const int words = WordsIn(prose);
    EXPECT_LE(prose.size(), 250U) << page << ": lines of its own, snippets and tables left out";
    EXPECT_GE(words, 600) << page;
    EXPECT_LE(words, 1200) << page;
  }
}

TEST(ChaptersTest, HaveTwoExercisesWithFoldedAnswers) {
  for (const fs::path& page : Chapters()) {
    const std::string section = ParseChapter(ReadWhole(Root() / page)).Section("Find the bug");
    int answers = 0;
    for (std::size_t at = section.find("<details>"); at != std::string::npos; at = section.find("<details>", at + 1)) {
      ++answers;
    }
    EXPECT_GE(answers, 1) << page;
    int fences = 0;
    for (std::size_t at = section.find("```"); at != std::string::npos; at = section.find("```", at + 3)) {
      ++fences;
    }
    EXPECT_GE(fences / 2, 2) << page << ": an exercise is a piece of code";
  }
}

TEST(ChaptersTest, AreAllInTheListOfContents) {
  const std::string contents = ReadWhole(Root() / "docs" / "README.md");
  for (const fs::path& page : Chapters()) {
    EXPECT_NE(contents.find("(pitfalls/" + page.filename().string() + ")"), std::string::npos)
        << page << " is not in docs/README.md: playbook docs --write renews it";
  }
}

TEST(LinksTest, LeadToAFileAndAHeadingThatAreThere) {
  const std::regex link(R"(\]\(([^)\s]+)\))");
  int links = 0;
  for (const fs::path& page : DocumentPaths(Root())) {
    for (const std::string& line : ProseOf(ReadWhole(Root() / page))) {
      for (auto match = std::sregex_iterator(line.begin(), line.end(), link); match != std::sregex_iterator();
           ++match) {
        const std::string target = (*match)[1];
        if (target.find("://") != std::string::npos || target.rfind("mailto:", 0) == 0) {
          continue;
        }
        ++links;
        const std::size_t hash = std::min(target.find('#'), target.size());
        const fs::path file = hash == 0 ? Root() / page : Root() / page.parent_path() / target.substr(0, hash);
        EXPECT_TRUE(fs::exists(file)) << page << " links to " << target;
        if (hash < target.size() && fs::exists(file)) {
          const std::string anchor = target.substr(hash + 1);
          bool found = false;
          for (const std::string& other : ProseOf(ReadWhole(file))) {
            const std::size_t text = other.find_first_not_of('#');
            found = found || (text > 0 && text != std::string::npos && AnchorOf(other.substr(text + 1)) == anchor);
          }
          EXPECT_TRUE(found) << page << " links to the heading " << target;
        }
      }
    }
  }
  EXPECT_GT(links, 0);
}

}  // namespace
}  // namespace playbook
