// What did somebody mean by "50us" or "380GB/s"?
//
// The reverse of units.h, for what people type. Not for files that programs write: those hold plain numbers.
//
//   ParseQuantity("50us")       50,000 ns
//   ParseQuantity("380 GB/s")   3.8e11 bytes per second
#ifndef TOOLS_UNITS_QUANTITY_H_
#define TOOLS_UNITS_QUANTITY_H_

#include <optional>
#include <string_view>

namespace playbook {

struct Quantity {
  enum class Kind { kDuration, kRate };

  Kind kind = Kind::kDuration;
  double value = 0;  // nanoseconds, or bytes per second; above 0
};

// A number and a unit, with or without a blank between them: ns, us, µs, ms, s, min; B/s with a prefix of powers of
// 1000 (k, M, G, T) or 1024 (Ki, Mi, Gi, Ti). Nothing for anything else.
std::optional<Quantity> ParseQuantity(std::string_view text);

// The units, for messages.
const char* QuantityUnits();

}  // namespace playbook

#endif  // TOOLS_UNITS_QUANTITY_H_
