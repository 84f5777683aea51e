// How does foreign text enter a page or a table without changing its shape?
//
// Text of a run folder may hold anything that a program printed. Control characters are gone when it gets here
// (LoadRun); this deals with what is special to each format. Not for HTML.
//
//   EscapeMarkdown("a|b")     "a\|b"
//   MarkdownCode("a`b")       "`` a`b ``"
#ifndef TOOLS_REPORT_ESCAPE_H_
#define TOOLS_REPORT_ESCAPE_H_

#include <string>
#include <string_view>

namespace playbook {

// On one line, with everything escaped that Markdown would read as markup inside a line or a table's cell.
std::string EscapeMarkdown(std::string_view text);

// As a code span, on one line, also valid inside a table's cell. Empty text stays empty.
std::string MarkdownCode(std::string_view text);

// One field of a CSV file (RFC 4180): quoted where it must be.
std::string CsvField(std::string_view text);

// Line ends become spaces.
std::string OneLine(std::string_view text);

}  // namespace playbook

#endif  // TOOLS_REPORT_ESCAPE_H_
