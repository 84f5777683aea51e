#include "tools/race/load_race.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <system_error>
#include <utility>

#include "tools/compare/context_facts.h"
#include "tools/measure/run_records.h"
#include "tools/race/load_notes.h"
#include "tools/race/race_folder.h"
#include "tools/race/race_outcome.h"
#include "tools/race/race_plan.h"
#include "tools/race/row_costs.h"
#include "tools/report/escape.h"
#include "tools/results/clean_text.h"
#include "tools/results/input_error.h"
#include "tools/results/result_row.h"
#include "tools/stats/sample.h"

namespace playbook {
namespace {

namespace fs = std::filesystem;

std::string Shown(const std::string& name) {
  return OneLine(CleanText(name));
}

bool IsThere(const fs::path& path) {
  std::error_code error;
  return fs::exists(path, error);
}

MeasuredRow EmptyRow(const std::string& listed, const std::string& failure) {
  const std::string name = Shown(CanonicalRowName(listed));
  return {.name = name, .full_name = Shown(listed), .threads = ThreadsOfName(listed), .failure = failure};
}

// The real time comes along whatever was asked for: it says whether the clock could tell.
MetricNames WithRealTime(MetricNames metrics) {
  if (!metrics.empty()) {
    metrics.emplace(kRealTime);
  }
  return metrics;
}

class Loading {
 public:
  Loading(const RaceFolder& folder, const MetricNames& metrics)
      : folder_(folder),
        metrics_(WithRealTime(metrics)),
        plan_(ReadRacePlan(folder_.Plan())),
        rounds_(folder_.LastRound()) {}

  RaceData Take() {
    for (std::size_t row = 0; row < plan_.rows.size(); ++row) {
      groups_[plan_.rows[row].group].push_back(row);
      for (std::size_t side = 0; side < 2; ++side) {
        places_[side].push_back(PlaceOf(side, plan_.rows[row].names[side]));
      }
    }
    const RaceOutcome outcome = ReadRaceOutcome(folder_);
    for (int round = 1; round <= rounds_; ++round) {
      // Half a round pairs with nothing, and only where the race ended may one be half.
      TakeRound(round, round == rounds_ && !outcome.whole);
    }
    MarkMissing();
    DropUnreached(outcome);
    NoteRounds();
    AddUnmeasured();
    AddNotes(outcome);
    RaceData data = {.asked = plan_.asked};
    data.pair.paired = true;
    data.pair.rounds = rounds_;
    for (std::size_t side = 0; side < 2; ++side) {
      Measured& measured = side == 0 ? data.pair.base : data.pair.contender;
      measured = std::move(sides_[side]);
      measured.label = plan_.sides[side].label;
      measured.value_kind = ValueKind::kRound;
      measured.whole = outcome.whole && !found_.IsDamaged();
    }
    data.pair.notes = std::move(notes_);
    return data;
  }

 private:
  // A row that is set beside several others is measured with each of them, and there once.
  std::size_t PlaceOf(std::size_t side, const std::string& listed) {
    std::vector<MeasuredRow>& rows = sides_[side].rows;
    const auto [found, added] = by_name_[side].try_emplace(listed, rows.size());
    if (added) {
      rows.push_back(EmptyRow(listed, ""));
      rows.back().iterations.assign(static_cast<std::size_t>(rounds_), kNoNumber);
    }
    return found->second;
  }

  void TakeRound(int round, bool may_be_half) {
    bool any = false;
    for (const auto& [group, rows] : groups_) {
      const bool base = IsThere(folder_.Result(round, WhichSide::kBase, group));
      const bool contender = IsThere(folder_.Result(round, WhichSide::kContender, group));
      any = any || base || contender;
      if (base && contender) {
        TakeProcesses(round, group, rows);
      } else if ((base || contender) && !may_be_half) {
        Damage(round, group, "one of the sides is gone");
      }
    }
    if (!any && !may_be_half) {
      Damage(round, {}, "both sides are gone");
    }
  }

  // Both sides or neither.
  void TakeProcesses(int round, std::size_t group, const std::vector<std::size_t>& rows) {
    std::array<Measured, 2> processes;
    std::array<std::vector<const MeasuredRow*>, 2> found;
    try {
      for (std::size_t side = 0; side < 2; ++side) {
        processes[side] = ReadWholeResult(round, side, group);
        for (const std::size_t row : rows) {
          found[side].push_back(&RowIn(processes[side], side, row));
        }
      }
    } catch (const InputError& fault) {
      Damage(round, group, folder_.Local(fault.what()));
      return;
    }
    for (std::size_t side = 0; side < 2; ++side) {
      for (const auto& [key, value] : processes[side].context) {
        MergeContext(sides_[side].context, key, value);
      }
      TakeConditions(round, side, group);
      for (std::size_t at = 0; at < rows.size(); ++at) {
        MeasuredRow& to = sides_[side].rows[places_[side][rows[at]]];
        AddRound(round, *found[side][at], to);
        CompareCount(side, rows[at], *found[side][at]);
      }
    }
    reached_.insert(rows.begin(), rows.end());
  }

  Measured ReadWholeResult(int round, std::size_t side, std::size_t group) const {
    Measured process = MeasuredFile(folder_.Result(round, static_cast<WhichSide>(side), group), metrics_);
    if (!process.whole) {
      throw InputError(fmt::format("the result of the {} lacks its end", Word(static_cast<WhichSide>(side))));
    }
    return process;
  }

  const MeasuredRow& RowIn(const Measured& process, std::size_t side, std::size_t row) const {
    const RacedRow& raced = plan_.rows[row];
    const MeasuredRow* const found =
        FindListed(process, plan_.programs[raced.program].controls[side], raced.names[side]);
    if (found == nullptr) {
      throw InputError(fmt::format("the result of the {} lacks the row {}", Word(static_cast<WhichSide>(side)),
                                   Shown(raced.names[side])));
    }
    return *found;
  }

  void Damage(int round, std::optional<std::size_t> group, const std::string& reason) {
    found_.Damage(round, reason);
    if (group) {
      damaged_groups_.insert(*group);
    }
  }

  // The values are good without them.
  void TakeConditions(int round, std::size_t side, std::size_t group) {
    try {
      const ProcessRecord record = ReadProcessRecord(folder_.Conditions(round, static_cast<WhichSide>(side), group));
      found_.Process(record.steal_ticks.value_or(0) > 0);
    } catch (const InputError& fault) {
      found_.UnknownConditions(folder_.Local(fault.what()));
    }
  }

  void CompareCount(std::size_t side, std::size_t row, const MeasuredRow& found) {
    if (!found.iterations.empty()) {
      const RacedRow& raced = plan_.rows[row];
      found_.CompareCount(side, row, raced, plan_.programs[raced.program].controls[side],
                          Summarise(found.iterations).median, static_cast<double>(found.threads));
    }
  }

  void AddRound(int round, const MeasuredRow& from, MeasuredRow& to) const {
    constexpr double kNone = std::numeric_limits<double>::infinity();
    const auto at = static_cast<std::size_t>(round - 1);
    const auto put = [&](const std::string& metric, double value) {
      std::vector<double>& all = to.values[metric];
      all.resize(static_cast<std::size_t>(rounds_), kNoNumber);
      all[at] = value;
    };
    const bool measured = !from.values.empty() || from.failed == 0;
    if (measured) {
      put(std::string(kRealTime), kNone);
    }
    for (const auto& [metric, values] : from.values) {
      const bool finite = std::all_of(values.begin(), values.end(), [](double value) { return std::isfinite(value); });
      put(metric, finite ? Summarise(values).median : kNone);
    }
    if (!from.iterations.empty()) {
      to.iterations[at] = Summarise(from.iterations).median;
    }
    to.failed += from.failed;
    if (to.failure.empty()) {
      to.failure = from.failure;
    }
    to.label = from.label;
    to.threads = from.threads;
    to.aggregates_only = to.aggregates_only || from.aggregates_only;
  }

  // A counter that a round lacks and others have.
  void MarkMissing() {
    for (Measured& side : sides_) {
      for (MeasuredRow& row : side.rows) {
        const auto measured = row.values.find(kRealTime);
        for (auto& [metric, values] : row.values) {
          for (std::size_t round = 0; round < values.size(); ++round) {
            const bool lacks = std::isnan(values[round]) && !std::isnan(measured->second[round]);
            values[round] = lacks ? std::numeric_limits<double>::infinity() : values[round];
          }
        }
      }
    }
  }

  // Rows without a whole round. Those that the time did not suffice for are told how long it takes to reach them all.
  void DropUnreached(const RaceOutcome& outcome) {
    for (std::size_t row = 0; row < plan_.rows.size(); ++row) {
      if (reached_.count(row) > 0) {
        continue;
      }
      const bool damaged = damaged_groups_.count(plan_.rows[row].group) > 0;
      for (std::size_t side = 0; side < 2; ++side) {
        sides_[side].rows[places_[side][row]].failure =
            damaged ? "every round of it is damaged, as of " + found_.damage() : outcome.unreached;
      }
    }
    const std::size_t unreached = plan_.rows.size() - reached_.size();
    if (unreached > 0 && outcome.out_of_time) {
      notes_.push_back(
          fmt::format("there was no time for {} of {} rows: rounds enough for a verdict on all of them "
                      "take about {:.0f} s; a --filter chooses the rows that matter",
                      unreached, plan_.rows.size(), std::ceil(plan_.all_rounds_s)));
    } else if (unreached > 0) {
      notes_.push_back(fmt::format("{} of {} rows have no whole round", unreached, plan_.rows.size()));
    }
  }

  // How many rounds each row got, where they differ.
  void NoteRounds() {
    std::map<std::int64_t, std::size_t> rows_by_rounds;
    for (const std::size_t row : reached_) {
      const auto& values = sides_[0].rows[places_[0][row]].values;
      if (const auto times = values.find(kRealTime); times != values.end()) {
        ++rows_by_rounds[std::count_if(times->second.begin(), times->second.end(),
                                       [](double value) { return !std::isnan(value); })];
      }
    }
    if (rows_by_rounds.size() < 2 && reached_.size() == plan_.rows.size()) {
      return;
    }
    std::vector<std::string> parts;
    parts.reserve(rows_by_rounds.size());
    for (const auto& [rounds, rows] : rows_by_rounds) {
      parts.push_back(fmt::format("{} rows have {} rounds", rows, rounds));
    }
    if (!parts.empty()) {
      notes_.push_back(fmt::format("{}", fmt::join(parts, ", ")));
    }
  }

  void AddUnmeasured() {
    for (std::size_t side = 0; side < 2; ++side) {
      for (const std::string& name : plan_.only[side]) {
        sides_[side].rows.push_back(EmptyRow(name, ""));
      }
      for (const LeftOutRow& row : plan_.left_out) {
        sides_[side].rows.push_back(EmptyRow(row.names[side], row.reason));
      }
    }
  }

  void AddNotes(const RaceOutcome& outcome) {
    notes_.insert(notes_.end(), plan_.notes.begin(), plan_.notes.end());
    const std::vector<std::string> found = found_.Words(rounds_, plan_.rows.size());
    notes_.insert(notes_.end(), found.begin(), found.end());
    if (!outcome.whole) {
      notes_.push_back(outcome.note);
    }
  }

  const RaceFolder& folder_;
  MetricNames metrics_;
  RacePlan plan_;
  int rounds_;
  std::map<std::size_t, std::vector<std::size_t>> groups_;  // rows of each
  std::array<Measured, 2> sides_;
  std::array<std::map<std::string, std::size_t>, 2> by_name_;  // place among the side's rows
  std::array<std::vector<std::size_t>, 2> places_;             // of each row of the plan
  std::set<std::size_t> reached_;                              // rows of the plan with a whole round
  std::set<std::size_t> damaged_groups_;
  std::vector<std::string> notes_;
  LoadNotes found_;
};

// Whether some row of a side has it.
bool IsMeasured(const Measured& side, std::string_view metric) {
  return std::any_of(side.rows.begin(), side.rows.end(),
                     [metric](const MeasuredRow& row) { return row.values.find(metric) != row.values.end(); });
}

}  // namespace

RaceData LoadRace(const fs::path& path, const MetricNames& metrics) {
  const RaceFolder folder(path);
  if (!IsThere(folder.Plan()) && IsRaceFolder(path)) {
    throw InputError(fmt::format(
        "{}: the race was stopped before its first round, so nothing was measured; measure again", path.string()));
  }
  RaceData data = Loading(folder, metrics).Take();
  const bool known = std::all_of(metrics.begin(), metrics.end(), [&data](const std::string& metric) {
    return IsMeasured(data.pair.base, metric) && IsMeasured(data.pair.contender, metric);
  });
  // With all that there is, whoever looks for the metric can say what there is.
  return known ? data : Loading(folder, {}).Take();
}

}  // namespace playbook
