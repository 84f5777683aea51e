#include "tools/race/race_schedule.h"

#include <algorithm>
#include <cassert>
#include <limits>

#include "tools/race/row_flags.h"
#include "tools/stats/paired_ratio.h"
#include "tools/stats/rank_interval.h"

namespace playbook {
namespace {

// A slice of a suite that is too long takes this part of what the budget allows one round of each row that gets a
// verdict: small enough that the rows that are reached nearly fill the budget.
constexpr double kSliceShare = 0.25;
// And at least so many times as long as its processes take to start, or starting is all that is done.
constexpr double kLeastOverStart = 4;

std::vector<RaceGroup> GroupsOf(const std::vector<RowTime>& rows, const RaceLimits& limits, double longest_s) {
  std::vector<RaceGroup> groups;
  std::size_t name_bytes = 0;
  for (std::size_t row = 0; row < rows.size(); ++row) {
    const RowTime& time = rows[row];
    const bool first = groups.empty() || groups.back().program != time.program || limits.one_row[time.program] ||
                       name_bytes + time.name_bytes > kMostNameBytes || groups.back().time_s + time.time_s > longest_s;
    if (first) {
      groups.push_back({.program = time.program, .time_s = limits.start_s[time.program]});
      name_bytes = 0;
    }
    groups.back().rows.push_back(row);
    groups.back().time_s += time.time_s;
    name_bytes += time.name_bytes;
  }
  return groups;
}

std::vector<RaceSlice> SlicesOf(const std::vector<RaceGroup>& groups, double longest_s) {
  std::vector<RaceSlice> slices;
  for (std::size_t group = 0; group < groups.size(); ++group) {
    if (slices.empty() || slices.back().time_s + groups[group].time_s > longest_s) {
      slices.emplace_back();
    }
    slices.back().groups.push_back(group);
    slices.back().time_s += groups[group].time_s;
  }
  return slices;
}

}  // namespace

double RaceSchedule::RoundOfAll() const {
  double time_s = 0;
  for (const RaceSlice& slice : slices) {
    time_s += slice.time_s;
  }
  return time_s;
}

RaceSchedule PlanRace(const std::vector<RowTime>& rows, const RaceLimits& limits) {
  assert(!rows.empty());
  constexpr double kAny = std::numeric_limits<double>::infinity();
  const int needed = SmallestSample(RowLevel(static_cast<int>(rows.size())));
  const int even = needed + needed % 2;
  RaceSchedule schedule = {.groups = GroupsOf(rows, limits, kAny),
                           .first_rounds = std::min(even, limits.rounds.value_or(even))};
  schedule.slices = SlicesOf(schedule.groups, kAny);
  if (!limits.budget_s || schedule.RoundOfAll() * schedule.first_rounds <= *limits.budget_s) {
    return schedule;
  }
  const double start_s = *std::max_element(limits.start_s.begin(), limits.start_s.end());
  const double longest_s = std::max(*limits.budget_s / schedule.first_rounds * kSliceShare, start_s * kLeastOverStart);
  schedule.groups = GroupsOf(rows, limits, longest_s);
  schedule.slices = SlicesOf(schedule.groups, longest_s);
  return schedule;
}

std::optional<std::size_t> NextSlice(const RaceSchedule& schedule, const std::vector<int>& done,
                                     const std::vector<bool>& ended, std::optional<int> rounds) {
  std::optional<std::size_t> fewest;
  for (std::size_t slice = 0; slice < schedule.slices.size(); ++slice) {
    if (ended[slice] || (rounds && done[slice] >= *rounds)) {
      continue;
    }
    // Half of a couple of rounds, or not yet enough for a verdict.
    if (done[slice] % 2 == 1 || done[slice] < schedule.first_rounds) {
      return slice;
    }
    if (!fewest || done[slice] < done[*fewest]) {
      fewest = slice;
    }
  }
  return fewest;
}

}  // namespace playbook
