#include "tools/measure/progress.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <iostream>

namespace playbook {
namespace {

bool IsContinuation(char byte) {
  return (static_cast<unsigned char>(byte) & 0xc0U) == 0x80U;
}

// One column a character is right for everything that we show.
std::size_t Columns(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char byte) { return !IsContinuation(byte); }));
}

std::string_view Cut(std::string_view text, std::size_t columns) {
  std::size_t bytes = 0;
  for (std::size_t seen = 0; bytes < text.size(); ++bytes) {
    if (!IsContinuation(text[bytes]) && seen++ == columns) {
      break;
    }
  }
  return text.substr(0, bytes);
}

std::string Variable(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

}  // namespace

std::size_t TerminalColumns(const std::ostream& stream) {
  constexpr std::size_t kUsual = 80;
  // A string stream, or a file, is no terminal even if the process has one.
  if (stream.rdbuf() != std::cerr.rdbuf() || isatty(STDERR_FILENO) == 0 || Variable("TERM") == "dumb") {
    return 0;
  }
  const std::string asked = Variable("COLUMNS");
  std::size_t columns = 0;
  std::from_chars(asked.data(), asked.data() + asked.size(), columns);
  winsize size = {};
  if (columns == 0 && ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0) {
    columns = size.ws_col;
  }
  return columns == 0 ? kUsual : columns;
}

void Progress::Say(std::string_view text) {
  Clear();
  stream_ << text << '\n' << std::flush;
}

void Progress::Show(std::string_view live, std::string_view logged) {
  if (columns_ == 0) {
    if (!logged.empty()) {
      Say(logged);
    }
    return;
  }
  // The last column stays free: many terminals move to the next line when it is written.
  const std::string_view line = Cut(live, columns_ - 1);
  const std::size_t width = Columns(line);
  stream_ << '\r' << line << std::string(shown_ > width ? shown_ - width : 0, ' ') << std::flush;
  shown_ = width;
}

void Progress::Clear() {
  if (shown_ > 0) {
    stream_ << '\r' << std::string(shown_, ' ') << '\r' << std::flush;
    shown_ = 0;
  }
}

std::string TimeLeft(double seconds) {
  const auto whole = static_cast<std::int64_t>(std::ceil(std::max(seconds, 0.0)));
  if (whole < 60) {
    return fmt::format("{} s", whole);
  }
  // Nobody can foresee the seconds of a long run.
  return fmt::format("{} min {} s", whole / 60, whole % 60 / 10 * 10);
}

}  // namespace playbook
