#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <system_error>

#include "tools/results/result_row.h"

namespace playbook {
namespace {

// Parts that take a number, and parts that stand alone: benchmark::BenchmarkName of version 1.5 to 1.9. Minimum times
// may be fractions and may carry a unit.
constexpr std::array<std::string_view, 4> kNumbered = {"iterations:", "repeats:", "min_time:", "min_warmup_time:"};
constexpr std::array<std::string_view, 3> kAlone = {"real_time", "manual_time", "process_time"};

bool IsAppended(std::string_view part) {
  if (std::find(kAlone.begin(), kAlone.end(), part) != kAlone.end()) {
    return true;
  }
  return std::any_of(kNumbered.begin(), kNumbered.end(), [part](std::string_view prefix) {
    return part.size() > prefix.size() && part.substr(0, prefix.size()) == prefix &&
           std::isdigit(static_cast<unsigned char>(part[prefix.size()])) != 0;
  });
}

}  // namespace

std::string CanonicalRowName(std::string_view harness_name) {
  std::string name;
  std::size_t start = 0;
  while (start <= harness_name.size()) {
    const std::size_t end = std::min(harness_name.find('/', start), harness_name.size());
    const std::string_view part = harness_name.substr(start, end - start);
    // The first part is the function's own name, whatever it is.
    if (start == 0 || !IsAppended(part)) {
      name += start == 0 ? "" : "/";
      name += part;
    }
    start = end + 1;
  }
  return name;
}

std::int64_t ThreadsOfName(std::string_view harness_name) {
  constexpr std::string_view kThreads = "/threads:";
  const std::size_t at = harness_name.rfind(kThreads);
  if (at == std::string_view::npos) {
    return 1;
  }
  std::int64_t threads = 1;
  const char* const end = harness_name.data() + harness_name.size();
  const auto [stopped, error] = std::from_chars(harness_name.data() + at + kThreads.size(), end, threads);
  return error == std::errc() && threads > 0 && (stopped == end || *stopped == '/' || *stopped == '_') ? threads : 1;
}

}  // namespace playbook
