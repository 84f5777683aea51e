#include "tools/measure/budget.h"

#include <fmt/format.h>

#include <algorithm>

namespace playbook {
namespace {

// One round of everything, when a row is given so much time.
double RoundTime(const std::vector<PairCost>& pairs, int repetitions, double row_time_s) {
  double total_s = 0;
  for (const PairCost& pair : pairs) {
    for (std::size_t build = 0; build < pair.start_s.size(); ++build) {
      double repetition_s = pair.repetition_s[build];
      for (const RowCost& row : pair.rows) {
        repetition_s += static_cast<double>(IterationCount(row, row_time_s)) * row.iteration_s[build];
      }
      total_s += pair.start_s[build] + RepetitionCount(pair, repetitions) * repetition_s;
    }
  }
  return total_s;
}

// The longest row time with which the rounds fit, 0 if none does. The time of a round never falls as the row time
// grows.
double LongestRowTime(const std::vector<PairCost>& pairs, int rounds, int repetitions, double left_s) {
  const double round_s = left_s / rounds;
  if (RoundTime(pairs, repetitions, 0) > round_s) {
    return 0;
  }
  double fits_s = 0;
  // No row can be given more than all there is.
  double too_long_s = std::max(round_s, kLeastRowTime_s);
  constexpr int kHalvings = 40;  // to a part in a million million of the whole
  for (int step = 0; step < kHalvings; ++step) {
    const double middle_s = (fits_s + too_long_s) / 2;
    (RoundTime(pairs, repetitions, middle_s) <= round_s ? fits_s : too_long_s) = middle_s;
  }
  return fits_s;
}

}  // namespace

std::int64_t IterationCount(const RowCost& row, double row_time_s) {
  const double slowest_s =
      row.iteration_s.empty() ? 0 : *std::max_element(row.iteration_s.begin(), row.iteration_s.end());
  if (slowest_s * static_cast<double>(kMostIterations) <= row_time_s) {
    return kMostIterations;
  }
  return std::max<std::int64_t>(1, static_cast<std::int64_t>(row_time_s / slowest_s));
}

int RepetitionCount(const PairCost& pair, int at_most) {
  const bool slow = std::any_of(pair.rows.begin(), pair.rows.end(), [](const RowCost& row) {
    return std::any_of(row.iteration_s.begin(), row.iteration_s.end(),
                       [](double iteration_s) { return iteration_s > kSlowIteration_s; });
  });
  return slow ? 1 : at_most;
}

Schedule PlanRounds(const std::vector<PairCost>& pairs, const Budget& budget) {
  Schedule schedule = {.rounds = budget.rounds};
  const int least = budget.rounds_fixed ? budget.rounds : std::min(kLeastRounds, budget.rounds);
  const auto fits = [&](int rounds, int repetitions) {
    schedule.rounds = rounds;
    schedule.repetitions = repetitions;
    schedule.row_time_s = LongestRowTime(pairs, rounds, repetitions, budget.left_s);
    return schedule.row_time_s >= kLeastRowTime_s;
  };
  int rounds = budget.rounds;
  while (!fits(rounds, kRepetitions) && !fits(rounds, 1) && rounds > least) {
    --rounds;
  }
  if (schedule.rounds < budget.rounds) {
    schedule.notes.push_back(
        fmt::format("the budget leaves {:.1f} s for the rounds: {} rounds instead of {}, so that a row is timed for at "
                    "least {:g} ms",
                    std::max(budget.left_s, 0.0), schedule.rounds, budget.rounds, kLeastRowTime_s * 1e3));
  }
  const bool too_short = schedule.row_time_s < kLeastRowTime_s;
  schedule.row_time_s = std::max(schedule.row_time_s, kLeastRowTime_s);
  schedule.expected_s = schedule.rounds * RoundTime(pairs, schedule.repetitions, schedule.row_time_s);
  if (too_short) {
    schedule.notes.push_back(
        fmt::format("the budget leaves {:.1f} s for the rounds, and {} rounds need about {:.0f} s: going on with {} "
                    "rounds all the same",
                    std::max(budget.left_s, 0.0), schedule.rounds, schedule.expected_s, schedule.rounds));
  }
  return schedule;
}

}  // namespace playbook
