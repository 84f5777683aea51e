// How is a number with its unit written for people?
//
// One place for all tables, so that the same value looks the same everywhere. The locale plays no part. Digits follow
// the spread: a value is not printed finer than its own noise. Not for files that programs read: those hold plain
// numbers.
//
//   Duration(3127000.0)            "3.13 ms"
//   Duration(3127000.0, 400.0)     "3.127 ms"
//   Count(2288890)                 "2,288,890"
#ifndef TOOLS_UNITS_UNITS_H_
#define TOOLS_UNITS_UNITS_H_

#include <cstdint>
#include <string>
#include <string_view>

namespace playbook {

// `spread` is the width of the interval or range that the value comes with, in the value's unit; 0: not known. The last
// digit printed is the one in which the spread begins, but never fewer than 2 nor more than 4 significant digits; 3
// where the spread is not known. Not finite: "n/a".
std::string Duration(double value_ns, double spread_ns = 0.0);

// "34.5 GB/s", "1.20 M lines/s": powers of 1000, as memory makers and the articles count. `what` is "B" or a noun.
std::string Rate(double per_second, std::string_view what, double spread = 0.0);

// "4.51x".
std::string Ratio(double ratio, double spread = 0.0);

// "2.88x .. 3.10x": both ends with the digits that their distance calls for.
std::string RatioInterval(double low, double high);
// "2.97x", with the digits of that interval, so that it never prints as lying outside.
std::string RatioBeside(double ratio, double low, double high);

// "2,288,890".
std::string Count(std::int64_t value);

// "64 KiB" where the value is a whole number of a power of 1024, else "2,288,890 B".
std::string Bytes(std::int64_t value);

// "97.9 %" of 0.979.
std::string Percent(double fraction);

}  // namespace playbook

#endif  // TOOLS_UNITS_UNITS_H_
