// Which rows share a process, which processes make a round, and which round comes next?
//
// Pure arithmetic. A round is short enough that both sides of a row are measured within moments of each other; a suite
// that is too long for its budget is cut into slices, and the rounds go from slice to slice. One slice gets the rounds
// that a verdict needs before the next one begins, since three rounds of everything say nothing of anything. After
// that, the slice with the fewest rounds is next. Rounds come in twos, the second in the mirrored order of the first.
//
//   const RaceSchedule schedule = PlanRace(rows, {.start_s = {0.02}, .budget_s = 58});
//   while (const auto slice = NextSlice(schedule, done, rounds)) { Measure(schedule.slices[*slice]); }
#ifndef TOOLS_RACE_RACE_SCHEDULE_H_
#define TOOLS_RACE_RACE_SCHEDULE_H_

#include <cstddef>
#include <optional>
#include <vector>

namespace playbook {

struct RowTime {
  std::size_t program = 0;
  std::size_t name_bytes = 0;  // of the longer of its two names
  double time_s = 0;           // in one process of each side, together
};

// Rows of one program that share a process on each side.
struct RaceGroup {
  std::size_t program = 0;
  std::vector<std::size_t> rows = {};
  double time_s = 0;  // of both processes, with their starts
};

struct RaceSlice {
  std::vector<std::size_t> groups = {};
  double time_s = 0;  // of a round
};

struct RaceSchedule {
  std::vector<RaceGroup> groups = {};
  std::vector<RaceSlice> slices = {};
  int first_rounds = 0;  // of a slice before the next one begins

  double RoundOfAll() const;  // seconds of a round of every slice
};

struct RaceLimits {
  std::vector<double> start_s = {};     // of each program: a process of each side that measures nothing
  std::vector<bool> one_row = {};       // of each program: a process has one count, so one row
  std::optional<double> budget_s = {};  // for all rounds
  std::optional<int> rounds = {};
};

// At least one row. Rows keep their order.
RaceSchedule PlanRace(const std::vector<RowTime>& rows, const RaceLimits& limits);

// The slice of the next round, from the rounds that each has had; `ended` are those that need no more. Nothing where
// all have ended or have `rounds`.
std::optional<std::size_t> NextSlice(const RaceSchedule& schedule, const std::vector<int>& done,
                                     const std::vector<bool>& ended, std::optional<int> rounds);

}  // namespace playbook

#endif  // TOOLS_RACE_RACE_SCHEDULE_H_
