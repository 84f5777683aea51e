#include "tools/report/escape.h"

#include <algorithm>
#include <cctype>

namespace playbook {
namespace {

bool IsWord(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || (static_cast<unsigned char>(c) & 0x80U) != 0;
}

}  // namespace

std::string OneLine(std::string_view text) {
  std::string line(text);
  std::replace_if(
      line.begin(), line.end(), [](char c) { return c == '\n' || c == '\r'; }, ' ');
  return line;
}

std::string EscapeMarkdown(std::string_view text) {
  static constexpr std::string_view kSpecial = "\\`*[]<|#~&";
  const std::string line = OneLine(text);
  std::string escaped;
  for (std::size_t at = 0; at < line.size(); ++at) {
    const char c = line[at];
    // Inside a word an underscore is no markup, and names are full of them.
    const bool inside_word = at > 0 && at + 1 < line.size() && IsWord(line[at - 1]) && IsWord(line[at + 1]);
    if (kSpecial.find(c) != std::string_view::npos || (c == '_' && !inside_word)) {
      escaped += '\\';
    }
    escaped += c;
  }
  return escaped;
}

std::string MarkdownCode(std::string_view text) {
  if (text.empty()) {
    return {};
  }
  std::string line;
  std::size_t longest = 0;
  std::size_t ticks = 0;
  for (const char c : OneLine(text)) {
    ticks = c == '`' ? ticks + 1 : 0;
    longest = std::max(longest, ticks);
    // A table's cell ends at a bare bar even inside a code span.
    line += c == '|' ? "\\|" : std::string(1, c);
  }
  const std::string fence(longest + 1, '`');
  return longest == 0 ? fence + line + fence : fence + " " + line + " " + fence;
}

std::string CsvField(std::string_view text) {
  if (text.find_first_of(",\"\n\r") == std::string_view::npos) {
    return std::string(text);
  }
  std::string field = "\"";
  for (const char c : text) {
    field += c == '"' ? "\"\"" : std::string(1, c);
  }
  return field + "\"";
}

}  // namespace playbook
