#include "tools/report/display_width.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace playbook {
namespace {

struct Range {
  char32_t first;
  char32_t last;
};

// Unicode 15: general categories Mn and Me of the scripts that are met in names, and the invisible joiners.
constexpr std::array<Range, 12> kNoWidth = {{{0x0300, 0x036F},
                                             {0x0483, 0x0489},
                                             {0x0591, 0x05BD},
                                             {0x064B, 0x065F},
                                             {0x0E31, 0x0E31},
                                             {0x0E34, 0x0E3A},
                                             {0x0E47, 0x0E4E},
                                             {0x1AB0, 0x1AFF},
                                             {0x200B, 0x200F},
                                             {0x20D0, 0x20FF},
                                             {0xFE00, 0xFE0F},
                                             {0xFE20, 0xFE2F}}};

// Unicode 15, EastAsianWidth.txt: W and F, neighbouring blocks joined.
constexpr std::array<Range, 9> kWide = {{{0x1100, 0x115F},
                                         {0x2E80, 0x303E},
                                         {0x3041, 0xA4CF},
                                         {0xAC00, 0xD7A3},
                                         {0xF900, 0xFAFF},
                                         {0xFE30, 0xFE6F},
                                         {0xFF01, 0xFF60},
                                         {0x1F300, 0x1FAFF},
                                         {0x20000, 0x3FFFD}}};

template <std::size_t kSize>
bool In(const std::array<Range, kSize>& ranges, char32_t code) {
  return std::any_of(ranges.begin(), ranges.end(),
                     [code](const Range& range) { return range.first <= code && code <= range.last; });
}

// Takes one character off the front. A byte that starts none is taken alone.
char32_t TakeCharacter(std::string_view& text) {
  const auto first = static_cast<unsigned char>(text.front());
  std::size_t length = 1;
  char32_t code = first;
  if (first >= 0xF0) {
    length = 4;
    code = first & 0x07U;
  } else if (first >= 0xE0) {
    length = 3;
    code = first & 0x0FU;
  } else if (first >= 0xC0) {
    length = 2;
    code = first & 0x1FU;
  }
  for (std::size_t at = 1; at < length; ++at) {
    if (at >= text.size() || (static_cast<unsigned char>(text[at]) & 0xC0U) != 0x80U) {
      text.remove_prefix(1);
      return 0xFFFD;
    }
    code = (code << 6U) | (static_cast<unsigned char>(text[at]) & 0x3FU);
  }
  text.remove_prefix(length);
  return code;
}

}  // namespace

int DisplayWidth(std::string_view text) {
  // Most names are ASCII, and large tables are measured cell by cell.
  if (std::none_of(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0x80U) != 0; })) {
    return static_cast<int>(text.size());
  }
  int width = 0;
  while (!text.empty()) {
    const char32_t code = TakeCharacter(text);
    if (!In(kNoWidth, code)) {
      width += In(kWide, code) ? 2 : 1;
    }
  }
  return width;
}

std::string Pad(std::string_view text, int width, bool right_aligned) {
  const std::string spaces(static_cast<std::size_t>(std::max(0, width - DisplayWidth(text))), ' ');
  return right_aligned ? spaces + std::string(text) : std::string(text) + spaces;
}

std::vector<std::string> Wrap(std::string_view text, int width) {
  std::vector<std::string> lines;
  std::string line;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (word.empty()) {
      continue;
    }
    if (!line.empty() && DisplayWidth(line) + 1 + DisplayWidth(word) > width) {
      lines.push_back(line);
      line.clear();
    }
    line += line.empty() ? "" : " ";
    line += word;
  }
  if (!line.empty()) {
    lines.push_back(line);
  }
  return lines;
}

}  // namespace playbook
