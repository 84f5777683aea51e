// What is the core of a chapter, on a terminal?
//
// Reads the Markdown that our chapters use, no more: headings, paragraphs, lists, tables, fenced blocks, comments.
//
//   const Chapter chapter = ParseChapter(text);
//   out << ForTerminal(chapter.Section("The claim"), 80);
#ifndef TOOLS_REPORT_CHAPTER_H_
#define TOOLS_REPORT_CHAPTER_H_

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace playbook {

struct Chapter {
  std::string title = {};
  std::vector<std::pair<std::string, std::string>> sections = {};  // heading and text, in order

  // Empty where there is no such section.
  std::string Section(std::string_view heading) const;
  // The lines of fenced blocks of a section that begin with "$ ", without that.
  std::vector<std::string> Commands(std::string_view heading) const;
};

// Headings inside fenced blocks are text.
Chapter ParseChapter(const std::string& text);

// Paragraphs and lists wrapped at `columns` and indented by two; tables and fenced blocks as they are; comments, links'
// addresses and emphasis taken away.
std::string ForTerminal(const std::string& markdown, int columns);

// The folder docs/ that belongs to this program: share/playbook/docs of an installation, else that of the source tree
// above the program or above the current folder. Empty where there is none.
std::optional<std::filesystem::path> FindBook(const std::filesystem::path& executable);

}  // namespace playbook

#endif  // TOOLS_REPORT_CHAPTER_H_
