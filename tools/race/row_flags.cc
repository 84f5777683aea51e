#include "tools/race/row_flags.h"

#include <fmt/format.h>

#include <cassert>

#include "tools/measure/raw_result.h"

namespace playbook {
namespace {

std::string AnyOf(const std::vector<std::string>& names) {
  std::string any;
  for (const std::string& name : names) {
    any += (any.empty() ? "" : "|") + EscapedForFilter(name);
  }
  return any;
}

std::vector<std::string> NamesOf(const std::vector<CountedRow>& rows) {
  std::vector<std::string> names;
  names.reserve(rows.size());
  for (const CountedRow& row : rows) {
    names.push_back(row.name);
  }
  return names;
}

}  // namespace

std::vector<std::string> RowFlags(Control control, const std::vector<CountedRow>& rows, double row_time_s) {
  assert(!rows.empty() && (control != Control::kProcess || rows.size() == 1));
  const std::string any = AnyOf(NamesOf(rows));
  switch (control) {
    case Control::kRows: {
      std::vector<std::string> flags;
      flags.reserve(rows.size() + 1);
      for (const CountedRow& row : rows) {
        flags.push_back(fmt::format("--playbook_iterations={}={}", row.name, row.iterations));
      }
      flags.push_back(fmt::format("--benchmark_filter=^({})/iterations:", any));
      return flags;
    }
    case Control::kProcess:
      return {fmt::format("--benchmark_min_time={}x", rows.front().iterations),
              fmt::format("--benchmark_filter=^({})$", any)};
    case Control::kOwn:
      break;
  }
  return CalibrationFlags(control, NamesOf(rows), row_time_s);
}

std::vector<std::string> CalibrationFlags(Control control, const std::vector<std::string>& names, double row_time_s) {
  // Our binaries list their rows without what the harness appends to the names.
  const char* const appended = control == Control::kRows ? "/(iterations:[0-9]+/)?(real|manual)_time" : "";
  // Without a unit the time is understood by every version, but 1.8 and later complain; up to 1.7.1 a unit is an error.
  const char* const unit = control == Control::kProcess ? "s" : "";
  return {fmt::format("--benchmark_min_time={}{}", row_time_s, unit),
          fmt::format("--benchmark_filter=^({}){}$", AnyOf(names), appended)};
}

}  // namespace playbook
