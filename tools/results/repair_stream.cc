#include "tools/results/repair_stream.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <functional>
#include <optional>

#include "tools/results/json_bytes.h"
#include "tools/results/number_spelling.h"

namespace playbook {
namespace {

// Large enough that read(2) and the moving of what is left over do not count, small enough for the second cache.
constexpr std::size_t kBufferBytes = 256 * 1024;
// What Scan may look at beyond the place where it is: the longest number, word or blank stretch that is recognised.
constexpr std::size_t kAhead = 4096;
// Zeros behind the last byte, at which every look ahead ends; an escape is looked at in one go.
constexpr std::size_t kPadding = 16;
constexpr std::size_t kLongestNumber = 128;
// Longer than any name, and than what ought to be kept in memory twice.
constexpr std::size_t kLongestString = 1024 * 1024;
// Each level costs the parser some bytes; a result has five.
constexpr std::size_t kDeepest = 2 * 1024 * 1024;
constexpr std::array<char, 1> kNothing = {'\0'};
constexpr std::string_view kMark = "\xEF\xBB\xBF";

}  // namespace

RepairStream::RepairStream(std::istream& stream, Reading reading, ReadReport& report)
    : stream_(stream),
      salvage_(reading == Reading::kSalvage),
      report_(report),
      buffer_(new char[kBufferBytes + kPadding]) {
  Refill();
  End();
}

std::string_view RepairStream::Head() const {
  return {buffer_.get(), std::min(size_, std::size_t{4096})};
}

std::size_t RepairStream::Tell() const {
  const std::less_equal<const char*> not_after;
  if (not_after(buffer_.get(), current_) && not_after(current_, buffer_.get() + size_)) {
    return before_ + static_cast<std::size_t>(current_ - buffer_.get());
  }
  return before_ + scan_;
}

// Drops what was looked at and fills up behind it. There are always zeros behind the end.
void RepairStream::Refill() {
  if (string_is_key_ && in_string_) {
    key_before_.append(buffer_.get() + key_begin_, std::min(scan_ - key_begin_, std::size_t{64}));
    key_begin_ = key_end_ = 0;
  } else {
    key_before_ = Key();
    key_begin_ = key_end_ = 0;
  }
  const std::size_t left = size_ - scan_;
  std::memmove(buffer_.get(), buffer_.get() + scan_, left);
  before_ += scan_;
  scan_ = 0;
  stream_.read(buffer_.get() + left, static_cast<std::streamsize>(kBufferBytes - left));
  const auto got = static_cast<std::size_t>(stream_.gcount());
  size_ = left + got;
  file_ended_ = size_ < kBufferBytes;
  std::memset(buffer_.get() + size_, 0, kPadding);
}

void RepairStream::End() {
  current_ = kNothing.data();
  segment_end_ = kNothing.data() + 1;
}

void RepairStream::Advance() {
  if (patch_is_next_) {
    patch_is_next_ = false;
    current_ = patch_.data();
    segment_end_ = current_ + patch_.size();
    return;
  }
  while (!root_ended_ && fault_.empty()) {
    if (!file_ended_ && size_ - scan_ <= kAhead) {
      Refill();
    }
    if (scan_ == size_ && file_ended_) {
      cut_off_ = true;
      break;
    }
    const char* const begin = buffer_.get() + scan_;
    patch_.clear();
    Scan();
    if (sound_end_ != begin) {
      current_ = begin;
      segment_end_ = sound_end_;
      patch_is_next_ = !patch_.empty();
      return;
    }
    if (!patch_.empty()) {
      current_ = patch_.data();
      segment_end_ = current_ + patch_.size();
      return;
    }
  }
  End();
}

void RepairStream::Scan() {
  const char* at = buffer_.get() + scan_;
  const char* const stop = buffer_.get() + (file_ended_ ? size_ : size_ - kAhead);
  while (at != nullptr && at < stop && !root_ended_ && fault_.empty()) {
    if (in_string_) {
      at = ScanString(at, stop);
    } else if (in_noise_) {
      at = ScanNoise(at);
    } else if (IsBlank(*at)) {
      ++at;
    } else {
      at = ScanStructure(at);
    }
  }
  if (at != nullptr) {  // else Mend has said it
    sound_end_ = at;
    scan_ = static_cast<std::size_t>(at - buffer_.get());
  }
}

const char* RepairStream::Mend(const char* at, std::string_view patch, const char* next, Repair repair) {
  sound_end_ = at;
  patch_ = patch;
  scan_ = static_cast<std::size_t>(next - buffer_.get());
  report_.Count(repair);
  return nullptr;
}

const char* RepairStream::ScanString(const char* at, const char* stop) {
  at = AfterPlain(at, stop);
  const std::size_t place = static_cast<std::size_t>(at - buffer_.get());
  if (before_ + place - string_begin_ > kLongestString) {
    fault_ = fmt::format("holds a text of more than {} bytes at byte {}, which no result has", kLongestString,
                         string_begin_);
    return at;
  }
  if (at == stop) {
    return at;
  }
  if (*at == '"') {
    in_string_ = false;
    if (string_is_key_) {
      key_end_ = place;
      expect_ = Expect::kColon;
    } else {
      EndValue();
    }
    return at + 1;
  }
  if (*at == '\\') {
    if (const std::size_t length = EscapeLength(at); length != 0) {
      return at + length;
    }
    if (at + 1 == buffer_.get() + size_) {
      return at + 1;  // cut off here
    }
    return Mend(at + 1, "\\", at + 1, Repair::kEscape);
  }
  if (salvage_ && *at == '\n') {  // cut off within a text, and the next result put behind it
    const bool opened = at > buffer_.get() + scan_ && at[-1] == '{';
    if (const char* const next = opened ? at - 1 : AfterBlanks(at); BeginsResult(next)) {
      cut_off_ = root_ended_ = true;
      return next;
    }
  }
  return Mend(at, fmt::format("\\u{:04x}", static_cast<unsigned>(*at)), at + 1, Repair::kControl);
}

// At a byte outside of strings that is not blank.
const char* RepairStream::ScanStructure(const char* at) {
  const bool comma = comma_;
  comma_ = false;
  const bool value = expect_ == Expect::kValue || expect_ == Expect::kValueOrEnd;
  if (salvage_ && AmongRows() && *at != ']' && *at != ',' && !BeginsRow(at)) {
    comma_ = comma;
    return ScanNoise(at);
  }
  switch (*at) {
    case '"':
      if (expect_ == Expect::kAfterValue && !open_.empty()) {
        expect_ = InObject() ? Expect::kKey : Expect::kValue;
        return Mend(at, ",", at, Repair::kMissingComma);
      }
      in_string_ = true;
      string_is_key_ = InObject() && !value;
      string_begin_ = before_ + static_cast<std::size_t>(at - buffer_.get());
      if (string_is_key_) {
        key_before_.clear();
        key_begin_ = key_end_ = static_cast<std::size_t>(at + 1 - buffer_.get());
      }
      return at + 1;
    case ':':
      expect_ = expect_ == Expect::kColon ? Expect::kValue : expect_;
      return at + 1;
    case ',':
      comma_ = true;
      expect_ = expect_ == Expect::kAfterValue ? (InObject() ? Expect::kKey : Expect::kValue) : expect_;
      return at + 1;
    case '{':
    case '[':
    case '}':
    case ']':
      report_.Count(Repair::kTrailingComma, comma && *at != '{' && *at != '[' ? 1 : 0);
      return OpenOrClose(at);
    default:
      if (value && (IsDigit(*at) || (*at == '-' && IsDigit(at[1])))) {
        return ScanNumber(at);
      }
      if (value) {
        return ScanWord(at);
      }
      comma_ = comma;
      return salvage_ ? ScanNoise(at) : at + 1;
  }
}

const char* RepairStream::OpenOrClose(const char* at) {
  if (*at == '{' || *at == '[') {
    if (salvage_ && *at == '{' && !open_.empty() && BeginsResult(at)) {
      cut_off_ = root_ended_ = true;
      return at;
    }
    if (expect_ == Expect::kAfterValue && !open_.empty()) {
      expect_ = InObject() ? Expect::kKey : Expect::kValue;
      return Mend(at, ",", at, Repair::kMissingComma);
    }
    if (open_.size() == kDeepest) {
      fault_ = fmt::format("nests deeper than {} levels, a result has five", kDeepest);
      return at;
    }
    if (*at == '[' && open_.size() == 1 && Key() == "benchmarks") {
      rows_ = true;
    }
    open_ += *at;
    expect_ = *at == '{' ? Expect::kKeyOrEnd : Expect::kValueOrEnd;
    return at + 1;
  }
  if (!open_.empty()) {
    open_.pop_back();
    rows_ = rows_ && open_.size() >= 2;
    root_ended_ = open_.empty();
  }
  EndValue();
  return at + 1;
}

const char* RepairStream::ScanNumber(const char* at) {
  const char* end = *at == '-' ? at + 1 : at;
  const auto skip_digits = [&end] {
    while (IsDigit(*end)) {
      ++end;
    }
  };
  skip_digits();
  std::ptrdiff_t places = 0;
  if (*end == '.') {
    const char* const point = end++;
    skip_digits();
    places = end - point - 1;
  }
  if (*end == 'e' || *end == 'E') {
    ++end;
    end += *end == '+' || *end == '-' ? 1 : 0;
    skip_digits();
    places = 0;
  }
  if (end - at > static_cast<std::ptrdiff_t>(kLongestNumber)) {
    end = std::min(end, static_cast<const char*>(buffer_.get() + size_));
    EndValue();
    return end;
  }
  // A separator is followed by a digit at once; what else follows a number is blank or structure.
  const bool goes_on = (*end == ',' || *end == ' ') && IsDigit(end[1]);
  const bool odd = *end != ',' && *end != '}' && *end != ']' && !IsBlank(*end);
  if (InObject() && (goes_on || odd || places == 3)) {  // in a list, a comma parts its elements
    if (const char* const mended = TryRespell(at); mended != at) {
      return mended;
    }
  }
  EndValue();
  return end;
}

const char* RepairStream::TryRespell(const char* at) {
  const std::string_view text(at, std::min(kLongestNumber, static_cast<std::size_t>(buffer_.get() + size_ - at)));
  const std::optional<Respelling> respelling = Respell(text, IsWholeField(Key()));
  if (!respelling) {
    return at;
  }
  EndValue();
  return Mend(at, respelling->text, at + respelling->length, respelling->repair);
}

const char* RepairStream::ScanWord(const char* at) {
  const char* end = *at == '-' ? at + 1 : at;
  while (IsLetter(*end)) {
    ++end;
  }
  const std::string_view word(at, static_cast<std::size_t>(end - at));
  constexpr std::array<std::string_view, 6> kKnown = {"true", "false", "null", "NaN", "Infinity", "-Infinity"};
  if (*end != '(' && std::find(kKnown.begin(), kKnown.end(), word) != kKnown.end()) {
    EndValue();
    return end;
  }
  if (const char* const mended = TryRespell(at); mended != at) {
    return mended;
  }
  return at + 1;
}

// From here to the end of the line it is somebody else's.
const char* RepairStream::ScanNoise(const char* at) {
  const char* const end = buffer_.get() + size_;
  const auto* const line_end = static_cast<const char*>(std::memchr(at, '\n', static_cast<std::size_t>(end - at)));
  report_.Count(Repair::kNoise, in_noise_ ? 0 : 1);
  in_noise_ = line_end == nullptr;
  sound_end_ = at;
  scan_ = static_cast<std::size_t>((line_end == nullptr ? end : line_end) - buffer_.get());
  return nullptr;
}

// Also where the file, or this result, is cut off behind the bracket.
bool RepairStream::BeginsRow(const char* at) {
  if (*at != '{') {
    return false;
  }
  const char* const next = AfterBlanks(at + 1);
  return *next == '"' || *next == '}' || *next == '\0' || BeginsResult(next);
}

// Only called where a key was begun in the buffer or has left it.
std::string RepairStream::Key() const {
  return key_before_ + std::string(buffer_.get() + key_begin_, std::min(key_end_ - key_begin_, std::size_t{64}));
}

// Leaves scan_ at the next root. The lines skipped are counted, blank ones and byte order marks are not noise.
bool RepairStream::SkipToResult() {
  bool noise_in_line = false;
  for (;;) {
    if (!file_ended_ && size_ - scan_ <= kAhead) {
      Refill();
    }
    if (scan_ == size_) {
      return false;
    }
    const char* const at = buffer_.get() + scan_;
    if (std::string_view(at, kMark.size()) == kMark) {
      report_.Count(Repair::kByteOrderMark);
      scan_ += kMark.size();
    } else if (*at == '{' && (!salvage_ || first_root_ || BeginsResult(at))) {
      return true;
    } else {
      if (!IsBlank(*at)) {
        if (!salvage_) {
          return true;
        }
        report_.Count(Repair::kNoise, noise_in_line ? 0 : 1);
        noise_in_line = true;
        first_root_ = false;
      } else if (*at == '\n') {
        noise_in_line = false;
      }
      ++scan_;
    }
  }
}

bool RepairStream::NextRoot() {
  open_.clear();
  expect_ = Expect::kValue;
  in_string_ = in_noise_ = comma_ = rows_ = cut_off_ = patch_is_next_ = false;
  root_ended_ = true;
  End();
  if (!SkipToResult()) {
    return false;
  }
  first_root_ = false;
  root_ended_ = false;
  Advance();
  return true;
}

}  // namespace playbook
