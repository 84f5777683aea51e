#include "tools/results/read_report.h"

#include <fmt/format.h>

#include <string_view>

namespace playbook {
namespace {

struct RepairWords {
  std::string_view one;
  std::string_view many;
  std::string_view why;
};

// In the order of Repair.
constexpr std::array<RepairWords, kRepairs> kRepairWords = {{
    {"byte order mark taken off", "byte order marks taken off", "an editor or a shell put it there"},
    {"missing comma put in", "missing commas put in", "Google Benchmark 1.5.4 and 1.5.5 leave them out of the context"},
    {"comma without a value behind it taken out", "commas without a value behind them taken out",
     "the file was changed after it was written"},
    {"number with thousands separators read without them", "numbers with thousands separators read without them",
     "the program that was measured had set a locale"},
    {"decimal comma read as a point", "decimal commas read as points",
     "the program that was measured had set a locale"},
    {"unusual spelling of a number that is none", "unusual spellings of numbers that are none",
     "the result of a division by zero, as this C library writes it"},
    {"raw control character in a text escaped", "raw control characters in texts escaped",
     "a name, label or message holds it"},
    {"lone backslash doubled", "lone backslashes doubled", "a path or name was written without escapes"},
    {"field that came twice in a row of the result: the first one counts",
     "fields that came twice in a row of the result: the first one counts", "a counter carries the name of a field"},
    {"line of other output left out", "lines of other output left out",
     "something else printed to the same file; --benchmark_out=FILE keeps them apart"},
}};

}  // namespace

std::vector<std::string> ReadReport::Words() const {
  std::vector<std::string> lines;
  for (std::size_t kind = 0; kind < kRepairs; ++kind) {
    if (repairs[kind] != 0) {
      const RepairWords& words = kRepairWords[kind];
      lines.push_back(fmt::format("{} {} ({})", repairs[kind], repairs[kind] == 1 ? words.one : words.many, words.why));
    }
  }
  lines.insert(lines.end(), interrupted.begin(), interrupted.end());
  return lines;
}

}  // namespace playbook
