#include "tools/ladder/beyond.h"

#include <fmt/format.h>

#include <charconv>
#include <filesystem>
#include <string_view>
#include <system_error>

#include "fixtures/host/machine.h"
#include "tools/ladder/limits.h"
#include "tools/results/input_error.h"
#include "tools/results/result_row.h"
#include "tools/units/units.h"

namespace playbook {
namespace {

// Of "pair/side/bytes:268435456".
std::optional<std::int64_t> WorkingSetOf(std::string_view name) {
  constexpr std::string_view kKey = "/bytes:";
  const std::size_t at = name.find(kKey);
  if (at == std::string_view::npos) {
    return std::nullopt;
  }
  const std::string_view digits = name.substr(at + kKey.size());
  std::int64_t bytes = 0;
  const auto [stopped, error] = std::from_chars(digits.data(), digits.data() + digits.size(), bytes);
  const bool whole = stopped == digits.data() + digits.size() || *stopped == '/';
  return error == std::errc() && whole ? std::optional(bytes) : std::nullopt;
}

}  // namespace

std::optional<RateLimit> LimitOfRate(const Ladder& ladder, std::int64_t working_set_bytes) {
  std::optional<RateLimit> limit;
  for (const LadderRung& rung : ladder.rungs) {
    for (const LadderRow& row : rung.rows) {
      if (!row.is_rate || row.value <= 0 || row.value > working_set_bytes || (limit && row.value < limit->row->value)) {
        continue;
      }
      for (const LadderBuild& build : ladder.builds) {
        const MedianInterval value = row.Value(build.name);
        if (value.n > 0 && (!limit || row.value > limit->row->value || value.high > limit->bytes_per_second)) {
          limit = RateLimit{&row, value.high};
        }
      }
    }
  }
  return limit;
}

std::vector<MeasuredRate> RatesOf(const RunData& run) {
  std::vector<MeasuredRate> rates;
  for (const auto& [key, pair] : run.runs) {
    for (const auto& [name, series] : pair.rows) {
      if (const auto rate = series.counters.find(kBytesPerSecond); rate != series.counters.end()) {
        rates.push_back({.row = name, .side = key.first, .values = rate->second});
      }
    }
  }
  return rates;
}

std::vector<std::string> BeyondLimits(const Ladder& ladder, const std::vector<MeasuredRate>& rates) {
  std::vector<std::string> beyond;
  for (const MeasuredRate& rate : rates) {
    const std::optional<std::int64_t> bytes = WorkingSetOf(rate.row);
    if (!bytes || ThreadsOfName(rate.row) > 1) {
      continue;
    }
    const std::optional<RateLimit> limit = LimitOfRate(ladder, *bytes);
    const double median = IntervalOf(rate.values).median;
    if (limit && median > limit->bytes_per_second * (1 + kLimitSlack)) {
      beyond.push_back(
          fmt::format("{} under {} has {}, the limits of this machine end at {} ({}, taken {}): one of the two is "
                      "wrong, or the machine was busy then",
                      rate.row, rate.side, Rate(median, "B"), Rate(limit->bytes_per_second, "B"), limit->row->name,
                      ladder.taken.substr(0, ladder.taken.find('T'))));
    }
  }
  return beyond;
}

std::vector<std::string> BeyondOwnLimits(const std::vector<MeasuredRate>& rates) {
  try {
    const std::filesystem::path path = DefaultLimits(MachineKey(ReadMachine()));
    std::error_code error;
    return std::filesystem::exists(path, error) ? BeyondLimits(ReadLadder(path), rates) : std::vector<std::string>();
  } catch (const InputError& error) {
    return {fmt::format("the limits of this machine are not used: {}", error.what())};
  }
}

bool IsOfMachine(const std::map<std::string, std::string>& context, const Machine& machine,
                 const std::string& host_name) {
  const auto says = [&context](const char* key, const std::string& value) {
    const auto found = context.find(key);
    return !value.empty() && found != context.end() && found->second == value;
  };
  if (const auto host = context.find("host_name"); host != context.end() && !host->second.empty()) {
    return host->second == host_name;
  }
  return says("playbook.cpu_model", machine.cpu_model) && says("playbook.kernel", machine.kernel) &&
         says("playbook.logical_cpus", std::to_string(machine.logical_cpus));
}

}  // namespace playbook
