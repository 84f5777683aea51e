// What number did a program mean that wrote it through its locale or its C library?
//
// Pure text to text, for the stream that mends results. Not for numbers that JSON knows: those are left alone.
//
//   Respell("1,234,567,", false)->text;        // "1234567"
//   Respell("1,5000000000000000e+02", false);  // "1.5000000000000000e+02"
//   Respell("-nan(ind)", false)->text;         // "NaN"
#ifndef TOOLS_RESULTS_NUMBER_SPELLING_H_
#define TOOLS_RESULTS_NUMBER_SPELLING_H_

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "tools/results/read_report.h"

namespace playbook {

struct Respelling {
  std::size_t length = 0;  // of what is replaced, from the beginning of the text
  std::string text = {};
  Repair repair = Repair::kGrouping;
};

// The text begins with the number and may go on with anything. Nothing where it is a number already, or none that can
// be made out. `whole` says that the field never holds a fraction, so that "1.000" must be a thousand there; elsewhere
// it is one. "1,234" is a thousand and more, as the harness writes doubles with an exponent and sixteen places.
std::optional<Respelling> Respell(std::string_view text, bool whole);

// Whether the harness writes the field's value as an integer in every version: "iterations", "num_cpus".
bool IsWholeField(std::string_view key);

}  // namespace playbook

#endif  // TOOLS_RESULTS_NUMBER_SPELLING_H_
