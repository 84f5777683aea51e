#include "tools/units/units.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace playbook {
namespace {

constexpr const char* kNotAvailable = "n/a";

struct Unit {
  double size;
  const char* name;
};

constexpr std::array<Unit, 4> kDurations = {{{1e9, "s"}, {1e6, "ms"}, {1e3, "µs"}, {1.0, "ns"}}};
constexpr std::array<Unit, 5> kRates = {{{1e12, "T"}, {1e9, "G"}, {1e6, "M"}, {1e3, "k"}, {1.0, ""}}};

// Significant digits for a value whose noise is `spread` wide.
int Digits(double value, double spread) {
  if (!(spread > 0.0) || !std::isfinite(spread) || value == 0.0) {
    return 3;
  }
  const double first_of_value = std::floor(std::log10(std::abs(value)));
  const double first_of_spread = std::floor(std::log10(spread));
  return std::clamp(static_cast<int>(first_of_value - first_of_spread) + 1, 2, 4);
}

// Decimals, never an exponent; a value of more digits than asked for keeps its whole part: 1234 at three digits is
// 1234.
std::string Decimal(double value, int digits) {
  if (value == 0.0) {
    return "0";
  }
  // No quantity of this world: three hundred digits help nobody.
  if (std::abs(value) >= 1e15 || std::abs(value) < 1e-9) {
    return fmt::format("{:.{}e}", value, digits - 1);
  }
  const auto decimals_for = [digits](double number) {
    return std::max(0, digits - 1 - static_cast<int>(std::floor(std::log10(std::abs(number)))));
  };
  const int decimals = decimals_for(value);
  // 9.996 at three digits rounds to 10.00, which has one digit too many.
  const double rounded = std::round(value * std::pow(10.0, decimals)) / std::pow(10.0, decimals);
  return fmt::format("{:.{}f}", value, rounded == 0.0 ? decimals : std::min(decimals, decimals_for(rounded)));
}

// The largest unit in which the value, as it will be printed, is at least 1.
template <std::size_t kSize>
Unit Choose(const std::array<Unit, kSize>& units, double value, int digits) {
  for (const Unit& unit : units) {
    const double shown = std::abs(value) / unit.size;
    // 999.97 µs at four digits would print as 1000 µs.
    const double half_a_step = shown > 0.0 ? 0.5 * std::pow(10.0, std::floor(std::log10(shown)) + 1 - digits) : 0.0;
    if (shown + half_a_step >= 1.0 && shown >= 0.9) {
      return unit;
    }
  }
  return units.back();
}

}  // namespace

std::string Duration(double value_ns, double spread_ns) {
  if (!std::isfinite(value_ns)) {
    return kNotAvailable;
  }
  const int digits = Digits(value_ns, spread_ns);
  const Unit unit = Choose(kDurations, value_ns, digits);
  return fmt::format("{} {}", Decimal(value_ns / unit.size, digits), unit.name);
}

std::string Rate(double per_second, std::string_view what, double spread) {
  if (!std::isfinite(per_second)) {
    return kNotAvailable;
  }
  const int digits = Digits(per_second, spread);
  const Unit unit = Choose(kRates, per_second, digits);
  // "GB/s" is one word, "M lines/s" is two.
  const char* const gap = what == "B" || *unit.name == '\0' ? "" : " ";
  return fmt::format("{} {}{}{}/s", Decimal(per_second / unit.size, digits), unit.name, gap, what);
}

std::string Ratio(double ratio, double spread) {
  if (!std::isfinite(ratio)) {
    return kNotAvailable;
  }
  return Decimal(ratio, Digits(ratio, spread)) + "x";
}

std::string RatioInterval(double low, double high) {
  return fmt::format("{} .. {}", RatioBeside(low, low, high), RatioBeside(high, low, high));
}

std::string RatioBeside(double ratio, double low, double high) {
  // One digit finer than a value would be, or a narrow interval would print as two equal ends.
  return Ratio(ratio, (high - low) / 10);
}

std::string Count(std::int64_t value) {
  const std::string digits = std::to_string(value);
  const std::size_t sign = value < 0 ? 1 : 0;
  std::string text;
  for (std::size_t at = 0; at < digits.size(); ++at) {
    if (at > sign && (digits.size() - at) % 3 == 0) {
      text += ',';
    }
    text += digits[at];
  }
  return text;
}

std::string Bytes(std::int64_t value) {
  static constexpr std::array<const char*, 5> kNames = {"B", "KiB", "MiB", "GiB", "TiB"};
  std::size_t name = 0;
  while (value != 0 && value % 1024 == 0 && name + 1 < kNames.size()) {
    value /= 1024;
    ++name;
  }
  return fmt::format("{} {}", Count(value), kNames[name]);
}

std::string Percent(double fraction) {
  if (!std::isfinite(fraction)) {
    return kNotAvailable;
  }
  return fmt::format("{:.1f} %", 100.0 * fraction);
}

}  // namespace playbook
