#include "tools/results/clean_text.h"

#include <cstdint>
#include <vector>

namespace playbook {
namespace {

// Length of the well-formed UTF-8 sequence at the start, 0 if there is none: the Unicode Standard, table 3-7.
std::size_t SequenceLength(std::string_view text) {
  const auto byte = [&text](std::size_t index) -> unsigned {
    return index < text.size() ? static_cast<unsigned char>(text[index]) : 0U;
  };
  const unsigned first = byte(0);
  if (first < 0x80) {
    return 1;
  }
  std::size_t length = 0;
  unsigned second_low = 0x80;
  unsigned second_high = 0xbf;
  if (first >= 0xc2 && first <= 0xdf) {
    length = 2;
  } else if (first >= 0xe0 && first <= 0xef) {
    length = 3;
    second_low = first == 0xe0 ? 0xa0 : second_low;
    second_high = first == 0xed ? 0x9f : second_high;
  } else if (first >= 0xf0 && first <= 0xf4) {
    length = 4;
    second_low = first == 0xf0 ? 0x90 : second_low;
    second_high = first == 0xf4 ? 0x8f : second_high;
  }
  if (length == 0 || byte(1) < second_low || byte(1) > second_high) {
    return 0;
  }
  for (std::size_t index = 2; index < length; ++index) {
    if (byte(index) < 0x80 || byte(index) > 0xbf) {
      return 0;
    }
  }
  return length;
}

// Controls; of the longer sequences, what ends a line or turns the direction of writing (U+200E, U+200F, U+2028 to
// U+202E, U+2066 to U+2069), and the two that are no characters and that XML forbids (U+FFFE, U+FFFF).
bool IsControl(std::string_view sequence) {
  const auto first = static_cast<unsigned char>(sequence[0]);
  if (sequence.size() == 2) {
    return first == 0xc2 && static_cast<unsigned char>(sequence[1]) < 0xa0;
  }
  if (sequence.size() == 3) {
    const auto second = static_cast<unsigned char>(sequence[1]);
    const auto third = static_cast<unsigned char>(sequence[2]);
    return (first == 0xe2 && second == 0x80 && (third == 0x8e || third == 0x8f || (third >= 0xa8 && third <= 0xae))) ||
           (first == 0xe2 && second == 0x81 && third >= 0xa6 && third <= 0xa9) ||
           (first == 0xef && second == 0xbf && third >= 0xbe);
  }
  return sequence.size() == 1 && (first < 0x20 || first == 0x7f);
}

}  // namespace

std::string CleanText(std::string_view text) {
  std::string clean;
  while (!text.empty()) {
    const std::size_t length = SequenceLength(text);
    const std::string_view sequence = text.substr(0, length == 0 ? 1 : length);
    if (sequence == "\n") {
      clean += '\n';
    } else if (sequence == "\t") {
      clean += ' ';
    } else if (length == 0 || IsControl(sequence)) {
      clean += '?';
    } else {
      clean += sequence;
    }
    text.remove_prefix(sequence.size());
  }
  return clean;
}

std::string LastLines(std::string_view text, std::size_t lines) {
  constexpr std::size_t kLongest = 300;
  std::vector<std::string_view> found;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(line.size() == text.size() ? line.size() : line.size() + 1);
    found.push_back(line);
  }
  std::string last;
  for (std::size_t index = found.size() > lines ? found.size() - lines : 0; index < found.size(); ++index) {
    last += last.empty() ? "" : "\n";
    last += CleanText(found[index].substr(0, kLongest));
  }
  return last;
}

}  // namespace playbook
