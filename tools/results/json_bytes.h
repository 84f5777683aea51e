// What is this byte, or what begins here, in the JSON of a result?
//
// For the stream that looks over every byte, so each answer is a few instructions. All of them look ahead and stop at a
// zero, of which 16 must lie behind the text. Not for text in general: none of them asks the locale.
//
//   at = AfterPlain(at, stop);  // the next quote, backslash or control character
//   if (*at == '\\' && EscapeLength(at) == 0) { ... }
#ifndef TOOLS_RESULTS_JSON_BYTES_H_
#define TOOLS_RESULTS_JSON_BYTES_H_

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace playbook {

constexpr bool IsBlank(char c) {
  return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}
constexpr bool IsDigit(char c) {
  return c >= '0' && c <= '9';
}
constexpr bool IsLetter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
constexpr bool IsHexDigit(char c) {
  return IsDigit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}
// Whether a text may hold the byte as it is.
constexpr bool IsPlain(char c) {
  return static_cast<unsigned char>(c) >= 0x20 && c != '"' && c != '\\';
}

// The first byte from `at` on that is not plain, or `stop`. Eight bytes at a time: a byte of a word is zero where
// (word - ones) & ~word has its highest bit set; the lowest such bit is right, those above it may be carried.
inline const char* AfterPlain(const char* at, const char* stop) {
  constexpr std::uint64_t kOnes = 0x0101010101010101U;
  constexpr std::uint64_t kHighs = 0x8080808080808080U;
  while (stop - at >= 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, at, sizeof(word));
    const std::uint64_t quotes = word ^ (kOnes * '"');
    const std::uint64_t backslashes = word ^ (kOnes * '\\');
    const std::uint64_t found =
        ((quotes - kOnes) & ~quotes) | ((backslashes - kOnes) & ~backslashes) | ((word - kOnes * 0x20) & ~word);
    if ((found & kHighs) != 0) {
      break;
    }
    at += 8;
  }
  while (at < stop && IsPlain(*at)) {
    ++at;
  }
  return at;
}

inline const char* AfterBlanks(const char* at) {
  while (IsBlank(*at)) {
    ++at;
  }
  return at;
}

// Whether a root object begins that can be a result: its first key is one of the two that a result has.
inline bool BeginsResult(const char* at) {
  if (*at != '{') {
    return false;
  }
  const char* const key = AfterBlanks(at + 1);
  return std::strncmp(key, "\"context\"", 9) == 0 || std::strncmp(key, "\"benchmarks\"", 12) == 0;
}

// Length of the escape sequence at the backslash, 0 if it is none.
inline std::size_t EscapeLength(const char* at) {
  if (at[1] == 'u') {
    return std::all_of(at + 2, at + 6, IsHexDigit) ? 6 : 0;
  }
  return at[1] != '\0' && std::strchr("\"\\/bfnrt", at[1]) != nullptr ? 2 : 0;
}

}  // namespace playbook

#endif  // TOOLS_RESULTS_JSON_BYTES_H_
