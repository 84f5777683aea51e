#include "tools/race/race_preparation.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "tools/compare/row_matching.h"
#include "tools/measure/budget.h"
#include "tools/measure/file_hash.h"
#include "tools/measure/plan.h"
#include "tools/race/row_costs.h"
#include "tools/race/row_flags.h"
#include "tools/report/escape.h"
#include "tools/results/clean_text.h"
#include "tools/results/input_error.h"
#include "tools/results/result_row.h"

namespace playbook {
namespace {

// A row that calibrates itself is run with a few smaller counts before the one that counts: benchmark_runner.cc of
// 1.7.1 raises the count up to tenfold at a time, and aims at 1.4 times the time that was asked for.
constexpr double kCalibrationFactor = 1.6;

using Probes = std::array<Probe, 2>;

bool CanCount(const Probe& probe) {
  return probe.control != Control::kOwn;
}

// Listed rows as the matching takes them: rows that have some value.
std::vector<MeasuredRow> AsRows(const Probe& probe) {
  std::vector<MeasuredRow> rows;
  rows.reserve(probe.rows.size());
  for (const ListedRow& listed : probe.rows) {
    const std::string shown = OneLine(CleanText(listed.name));
    rows.push_back({.name = OneLine(CleanText(CanonicalRowName(listed.name))),
                    .full_name = shown,
                    .values = {{std::string(kRealTime), {1.0}}}});
  }
  return rows;
}

double TimeInProcess(const Probe& probe, double iteration_s, std::int64_t iterations, double row_time_s) {
  return CanCount(probe) ? static_cast<double>(iterations) * iteration_s
                         : std::max(row_time_s * kCalibrationFactor, iteration_s);
}

class Preparing {
 public:
  Preparing(const RaceOptions& options, const RaceFolder& folder, ProgramRunner& runner, Progress& progress,
            const std::function<double()>& spent_s)
      : options_(options), folder_(folder), runner_(runner), progress_(progress), spent_s_(spent_s) {}

  RacePreparation Take() {
    Describe();
    for (std::size_t program = 0; program < options_.programs.size(); ++program) {
      Ask(program);
    }
    Match();
    if (times_.empty()) {
      throw InputError(fmt::format("no row can be measured on both sides: {}: {}", plan_.left_out.front().names[0],
                                   plan_.left_out.front().reason));
    }
    limits_.rounds = options_.rounds;
    if (options_.budget_s) {
      limits_.budget_s = std::max(0.0, *options_.budget_s - spent_s_());
    }
    RaceSchedule schedule = PlanRace(times_, limits_);
    for (std::size_t slice = 0; slice < schedule.slices.size(); ++slice) {
      for (const std::size_t group : schedule.slices[slice].groups) {
        for (const std::size_t row : schedule.groups[group].rows) {
          plan_.rows[row].slice = slice;
          plan_.rows[row].group = group;
        }
      }
    }
    plan_.all_rounds_s = schedule.RoundOfAll() * schedule.first_rounds;
    return {std::move(plan_), std::move(schedule)};
  }

 private:
  const RaceSide& Side(std::size_t side) const { return side == 0 ? options_.base : options_.contender; }
  static const std::filesystem::path& Path(const RaceProgram& program, std::size_t side) {
    return side == 0 ? program.base : program.contender;
  }

  void Describe() {
    plan_.started = LocalTime(Now());
    plan_.command = options_.command;
    plan_.seed = options_.seed;
    for (std::size_t side = 0; side < 2; ++side) {
      plan_.sides[side] = {Side(side).label, Side(side).arguments, Side(side).variables};
    }
    plan_.asked = options_.rows;
    plan_.rounds = options_.rounds;
    plan_.budget_s = options_.budget_s;
    plan_.precision = options_.precision;
    plan_.row_time_s = options_.row_time_s;
    plan_.timeout_s = options_.timeout_s;
    plan_.cpu = options_.cpu;
  }

  void Ask(std::size_t program) {
    RacedProgram raced = {.id = options_.programs[program].id};
    Probes probes;
    for (std::size_t side = 0; side < 2; ++side) {
      const std::filesystem::path& path = Path(options_.programs[program], side);
      progress_.Show(fmt::format("rows of {}", Side(side).label), "");
      probes[side] = AskProgram(runner_, Side(side), path, folder_.Calibration(static_cast<WhichSide>(side), program));
      raced.hashes[side] = HashOfFile(path);
      raced.controls[side] = probes[side].control;
    }
    limits_.start_s.push_back(probes[0].start_s + probes[1].start_s);
    limits_.one_row.push_back(probes[0].control == Control::kProcess || probes[1].control == Control::kProcess);
    plan_.programs.push_back(std::move(raced));
    probes_.push_back(std::move(probes));
  }

  // Over the rows of all programs at once, since a row that is asked for may be any program's.
  void Match() {
    std::array<std::vector<MeasuredRow>, 2> rows;
    std::array<std::vector<std::pair<std::size_t, std::size_t>>, 2> origins;  // program, place in its list
    for (std::size_t program = 0; program < probes_.size(); ++program) {
      for (std::size_t side = 0; side < 2; ++side) {
        std::vector<MeasuredRow> more = AsRows(probes_[program][side]);
        for (std::size_t place = 0; place < more.size(); ++place) {
          origins[side].emplace_back(program, place);
          rows[side].push_back(std::move(more[place]));
        }
      }
    }
    RowMatching matching = MatchRows(rows[0], rows[1], RowFilter(options_.filter), options_.rows);
    runner_.CheckInterrupts();
    matched_ = matching.matches.size();
    plan_.only = {std::move(matching.only_base), std::move(matching.only_contender)};
    std::map<std::size_t, std::vector<std::array<std::string, 2>>> of_program;
    for (const RowMatch& match : matching.matches) {
      const auto [program, base] = origins[0][match.base];
      const auto [other, contender] = origins[1][match.contender];
      if (program != other) {
        throw InputError(fmt::format("the rows {} and {} are of two programs, {} and {}: name the programs themselves",
                                     rows[0][match.base].name, rows[1][match.contender].name,
                                     plan_.programs[program].id, plan_.programs[other].id));
      }
      of_program[program].push_back({probes_[program][0].rows[base].name, probes_[program][1].rows[contender].name});
    }
    for (const auto& [program, names] : of_program) {
      Cost(program, names);
    }
  }

  void Cost(std::size_t program, const std::vector<std::array<std::string, 2>>& names) {
    std::array<RowCosts, 2> costs;
    for (std::size_t side = 0; side < 2; ++side) {
      std::vector<std::string> asked;
      std::set<std::string_view> known;
      for (const std::array<std::string, 2>& row : names) {
        if (known.insert(row[side]).second) {
          asked.push_back(row[side]);
        }
      }
      const std::string what =
          fmt::format("calibration of {}{}", options_.programs.size() == 1 ? "" : plan_.programs[program].id + " of ",
                      Side(side).label);
      progress_.Show(what, what);
      costs[side] =
          MeasureRowCosts(runner_, Side(side), Path(options_.programs[program], side), probes_[program][side], asked,
                          folder_.Calibration(static_cast<WhichSide>(side), program), [this] { CheckBudget(); });
    }
    for (const std::array<std::string, 2>& row : names) {
      Add(program, row, costs);
    }
  }

  // Calibration goes row by row, and a suite may have very many.
  void CheckBudget() const {
    const double spent_s = spent_s_();
    if (options_.budget_s && spent_s > *options_.budget_s) {
      throw InputError(
          fmt::format("the budget of {:g} s is over before the first round: {:.2g} s went into the calibration of {} "
                      "rows, which has "
                      "not ended; give more time with --budget, or fewer rows with --filter",
                      *options_.budget_s, spent_s, matched_));
    }
  }

  void Add(std::size_t program, const std::array<std::string, 2>& names, const std::array<RowCosts, 2>& costs) {
    for (std::size_t side = 0; side < 2; ++side) {
      if (const auto failure = costs[side].failures.find(names[side]); failure != costs[side].failures.end()) {
        plan_.left_out.push_back(
            {names, fmt::format("of the {}, in calibration: {}", Word(static_cast<WhichSide>(side)), failure->second)});
        return;
      }
    }
    const std::array<double, 2> iteration_s = {costs[0].iteration_s.at(names[0]), costs[1].iteration_s.at(names[1])};
    RacedRow row = {.program = program, .names = names};
    row.iterations =
        IterationCount({.row = names[0], .iteration_s = {iteration_s[0], iteration_s[1]}}, options_.row_time_s);
    RowTime time = {.program = program, .name_bytes = std::max(names[0].size(), names[1].size())};
    for (std::size_t side = 0; side < 2; ++side) {
      time.time_s += TimeInProcess(probes_[program][side], iteration_s[side], row.iterations, options_.row_time_s);
    }
    times_.push_back(time);
    plan_.rows.push_back(std::move(row));
  }

  const RaceOptions& options_;
  const RaceFolder& folder_;
  ProgramRunner& runner_;
  Progress& progress_;
  const std::function<double()>& spent_s_;
  std::size_t matched_ = 0;  // rows
  RacePlan plan_;
  std::vector<Probes> probes_;  // of each program
  std::vector<RowTime> times_;  // of each row of the plan
  RaceLimits limits_;
};

}  // namespace

RacePreparation PrepareRace(const RaceOptions& options, const RaceFolder& folder, ProgramRunner& runner,
                            Progress& progress, const std::function<double()>& spent_s) {
  return Preparing(options, folder, runner, progress, spent_s).Take();
}

std::string PlanWords(const RacePreparation& prepared, double left_s) {
  const RacePlan& plan = prepared.plan;
  const RaceSchedule& schedule = prepared.schedule;
  const double round_s = schedule.RoundOfAll();
  const std::string rows = plan.rows.size() == 1 ? "1 row" : fmt::format("{} rows", plan.rows.size());
  if (schedule.slices.size() > 1) {
    const auto slices = static_cast<double>(schedule.slices.size());
    return fmt::format(
        "plan: {}, too long for the budget and so in {} slices, {} rounds of one before the next; there is time for "
        "about {:.0f} of them, and all need about {}",
        rows, schedule.slices.size(), schedule.first_rounds,
        std::clamp(std::floor(left_s / plan.all_rounds_s * slices), 1.0, slices), TimeLeft(plan.all_rounds_s));
  }
  const std::string until =
      plan.precision ? fmt::format(", until every interval is within {:g} %", *plan.precision * 100) : "";
  const int affordable = plan.budget_s ? static_cast<int>(left_s / round_s) : 0;
  if (plan.rounds && (!plan.budget_s || *plan.rounds <= affordable)) {
    return fmt::format("plan: {}, {} rounds of {:.2g} s each, about {}{}", rows, *plan.rounds, round_s,
                       TimeLeft(*plan.rounds * round_s), until);
  }
  if (plan.budget_s) {
    const std::string too_few =
        affordable < schedule.first_rounds ? fmt::format("; a verdict needs {}", schedule.first_rounds) : "";
    return fmt::format("plan: {}, about {} rounds of {:.2g} s each in {}{}{}", rows, affordable, round_s,
                       TimeLeft(left_s), until, too_few);
  }
  return fmt::format("plan: {}, rounds of {:.2g} s each{}", rows, round_s, until);
}

}  // namespace playbook
