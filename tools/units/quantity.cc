#include "tools/units/quantity.h"

#include <array>
#include <charconv>
#include <cmath>

namespace playbook {
namespace {

struct TypedUnit {
  std::string_view name;
  Quantity::Kind kind;
  double size;
};

using Kind = Quantity::Kind;

// "µ" is U+00B5, and U+03BC for those whose keyboards have the letter.
constexpr std::array<TypedUnit, 17> kTypedUnits = {{
    {"ns", Kind::kDuration, 1},
    {"us", Kind::kDuration, 1e3},
    {"\xC2\xB5s", Kind::kDuration, 1e3},
    {"\xCE\xBCs", Kind::kDuration, 1e3},
    {"ms", Kind::kDuration, 1e6},
    {"s", Kind::kDuration, 1e9},
    {"min", Kind::kDuration, 60e9},
    {"B/s", Kind::kRate, 1},
    {"kB/s", Kind::kRate, 1e3},
    {"KB/s", Kind::kRate, 1e3},
    {"MB/s", Kind::kRate, 1e6},
    {"GB/s", Kind::kRate, 1e9},
    {"TB/s", Kind::kRate, 1e12},
    {"KiB/s", Kind::kRate, 1024.0},
    {"MiB/s", Kind::kRate, 1024.0 * 1024},
    {"GiB/s", Kind::kRate, 1024.0 * 1024 * 1024},
    {"TiB/s", Kind::kRate, 1024.0 * 1024 * 1024 * 1024},
}};

}  // namespace

std::optional<Quantity> ParseQuantity(std::string_view text) {
  double number = 0;
  const char* const end = text.data() + text.size();
  const auto [stopped, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc() || !(number > 0)) {
    return std::nullopt;
  }
  std::string_view unit(stopped, static_cast<std::size_t>(end - stopped));
  unit.remove_prefix(std::min(unit.find_first_not_of(' '), unit.size()));
  for (const TypedUnit& one : kTypedUnits) {
    if (one.name == unit && std::isfinite(number * one.size)) {
      return Quantity{one.kind, number * one.size};
    }
  }
  return std::nullopt;
}

const char* QuantityUnits() {
  return "ns, us, ms, s or min for a time; B/s, kB/s, MB/s, GB/s, TB/s, MiB/s or GiB/s for a rate";
}

}  // namespace playbook
