#include "tools/results/number_spelling.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <vector>

namespace playbook {
namespace {

// Thousands separators of the locales that glibc ships: comma, point, blank, apostrophe, no-break spaces, right quote.
constexpr std::array<std::string_view, 7> kSeparators = {",",           ".", " ", "'", "\xC2\xA0", "\xE2\x80\xAF",
                                                         "\xE2\x80\x99"};

constexpr std::array<std::string_view, 15> kWholeFields = {"iterations",
                                                           "repetitions",
                                                           "repetition_index",
                                                           "threads",
                                                           "family_index",
                                                           "per_family_instance_index",
                                                           "num_cpus",
                                                           "mhz_per_cpu",
                                                           "level",
                                                           "size",
                                                           "num_sharing",
                                                           "max_bytes_used",
                                                           "total_allocated_bytes",
                                                           "net_heap_growth",
                                                           "json_schema_version"};

bool IsDigitAt(std::string_view text, std::size_t at) {
  return at < text.size() && text[at] >= '0' && text[at] <= '9';
}

std::size_t EndOfDigits(std::string_view text, std::size_t at) {
  while (IsDigitAt(text, at)) {
    ++at;
  }
  return at;
}

// nan, inf, infinity in any case, with what C libraries put behind: nan(ind), nan(0x8), 1.#INF, 1.#QNAN.
std::optional<Respelling> RespellWord(std::string_view text) {
  const bool minus = !text.empty() && text[0] == '-';
  std::size_t at = minus ? 1 : 0;
  const bool microsoft = text.substr(at, 3) == "1.#";
  at += microsoft ? 3 : 0;
  std::size_t end = at;
  std::string word;
  while (end < text.size() && std::isalpha(static_cast<unsigned char>(text[end])) != 0) {
    word += static_cast<char>(std::tolower(static_cast<unsigned char>(text[end])));
    ++end;
  }
  const bool infinite = word == "inf" || word == "infinity";
  const bool none = word == "nan" || (microsoft && (word == "ind" || word == "qnan" || word == "snan"));
  if (!infinite && !none) {
    return std::nullopt;
  }
  if (microsoft) {
    end = EndOfDigits(text, end);  // 1.#INF00
  } else if (none && end < text.size() && text[end] == '(') {
    const std::size_t close = text.find(')', end);
    if (close == std::string_view::npos) {
      return std::nullopt;
    }
    end = close + 1;
  }
  return Respelling{end, none ? "NaN" : minus ? "-Infinity" : "Infinity", Repair::kNoNumberWord};
}

// The digits of a number between its separators.
struct Parts {
  std::vector<std::string_view> digits = {};
  std::vector<std::string_view> separators = {};  // one less
  std::string_view exponent = {};
  std::size_t end = 0;
};

Parts Split(std::string_view text, std::size_t at) {
  Parts parts;
  for (;;) {
    const std::size_t end = EndOfDigits(text, at);
    parts.digits.push_back(text.substr(at, end - at));
    parts.end = end;
    const auto* const separator =
        std::find_if(kSeparators.begin(), kSeparators.end(), [text, end](std::string_view candidate) {
          return text.substr(end, candidate.size()) == candidate && IsDigitAt(text, end + candidate.size());
        });
    if (separator == kSeparators.end()) {
      break;
    }
    parts.separators.push_back(*separator);
    at = end + separator->size();
  }
  if (parts.end < text.size() && (text[parts.end] == 'e' || text[parts.end] == 'E')) {
    std::size_t digits = parts.end + 1;
    digits += digits < text.size() && (text[digits] == '+' || text[digits] == '-') ? 1 : 0;
    if (const std::size_t end = EndOfDigits(text, digits); end > digits) {
      parts.exponent = text.substr(parts.end, end - parts.end);
      parts.end = end;
    }
  }
  return parts;
}

// Whether so many parts from the first are one number with separators: 1 234 567, and 12,34,567 in India.
bool IsGrouped(const Parts& parts, std::size_t count) {
  const std::string_view first = parts.digits[0];
  if (first.empty() || first.size() > 3 || first[0] == '0') {
    return false;
  }
  for (std::size_t index = 1; index < count; ++index) {
    const std::size_t size = parts.digits[index].size();
    const bool last = index + 1 == count;
    if (parts.separators[index - 1] != parts.separators[0] || (size != 3 && (last || size != 2))) {
      return false;
    }
  }
  return true;
}

}  // namespace

std::optional<Respelling> Respell(std::string_view text, bool whole) {
  if (std::optional<Respelling> word = RespellWord(text)) {
    return word;
  }
  const bool minus = !text.empty() && text[0] == '-';
  const Parts parts = Split(text, minus ? 1 : 0);
  const std::size_t count = parts.digits.size();
  if (count < 2 || parts.digits[0].empty()) {
    return std::nullopt;
  }
  const bool fraction_free = parts.exponent.empty() && IsGrouped(parts, count);
  const bool plain = count == 2 && parts.separators[0] == "." && !(whole && fraction_free);
  if (plain) {
    return std::nullopt;
  }
  std::string joined = minus ? "-" : "";
  if (fraction_free) {
    for (const std::string_view digits : parts.digits) {
      joined += digits;
    }
    return Respelling{parts.end, joined, Repair::kGrouping};
  }
  // The last separator is the decimal one.
  const std::string_view decimal = parts.separators.back();
  if ((decimal != "," && decimal != ".") ||
      (count > 2 && (!IsGrouped(parts, count - 1) || parts.separators[0] == decimal))) {
    return std::nullopt;
  }
  for (std::size_t index = 0; index + 1 < count; ++index) {
    joined += parts.digits[index];
  }
  joined += '.';
  joined += parts.digits.back();
  joined += parts.exponent;
  return Respelling{parts.end, joined, count > 2 ? Repair::kGrouping : Repair::kDecimalComma};
}

bool IsWholeField(std::string_view key) {
  return std::find(kWholeFields.begin(), kWholeFields.end(), key) != kWholeFields.end();
}

}  // namespace playbook
