#include "tools/race/load_race.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <set>
#include <system_error>
#include <utility>

#include "tools/compare/context_facts.h"
#include "tools/measure/run_records.h"
#include "tools/race/race_folder.h"
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

class Loading {
 public:
  Loading(const fs::path& folder, const MetricNames& metrics)
      : folder_(folder), metrics_(metrics), plan_(ReadRacePlan(folder_.Plan())), rounds_(folder_.LastRound()) {}

  RaceData Take() {
    for (std::size_t row = 0; row < plan_.rows.size(); ++row) {
      groups_[plan_.rows[row].group].push_back(row);
      for (std::size_t side = 0; side < 2; ++side) {
        places_[side].push_back(PlaceOf(side, plan_.rows[row].names[side]));
      }
    }
    for (int round = 1; round <= rounds_; ++round) {
      for (const auto& [group, rows] : groups_) {
        // Half a round pairs with nothing.
        if (IsThere(folder_.Result(round, WhichSide::kBase, group)) &&
            IsThere(folder_.Result(round, WhichSide::kContender, group))) {
          AddProcess(round, 0, group, rows);
          AddProcess(round, 1, group, rows);
        }
      }
    }
    DropUnreached();
    AddUnmeasured();
    NoteEnd();
    RaceData data = {.asked = plan_.asked};
    data.pair.paired = true;
    data.pair.rounds = rounds_;
    for (std::size_t side = 0; side < 2; ++side) {
      Measured& measured = side == 0 ? data.pair.base : data.pair.contender;
      measured = std::move(sides_[side]);
      measured.label = plan_.sides[side].label;
      measured.value_kind = ValueKind::kRound;
      measured.whole = whole_;
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

  void AddProcess(int round, std::size_t side, std::size_t group, const std::vector<std::size_t>& rows) {
    const auto which = static_cast<WhichSide>(side);
    Measured process = MeasuredFile(folder_.Result(round, which, group), metrics_);
    for (const auto& [key, value] : process.context) {
      MergeContext(sides_[side].context, key, value);
    }
    const ProcessRecord record = ReadProcessRecord(folder_.Conditions(round, which, group));
    stolen_ += std::max<std::int64_t>(0, record.steal_ticks.value_or(0)) > 0 ? 1 : 0;
    ++processes_;
    for (const std::size_t row : rows) {
      const RacedRow& raced = plan_.rows[row];
      const MeasuredRow* const found =
          FindListed(process, plan_.programs[raced.program].controls[side], raced.names[side]);
      if (found != nullptr) {
        AddRound(round, *found, sides_[side].rows[places_[side][row]]);
      }
    }
  }

  void AddRound(int round, const MeasuredRow& from, MeasuredRow& to) const {
    const auto at = static_cast<std::size_t>(round - 1);
    for (const auto& [metric, values] : from.values) {
      std::vector<double>& all = to.values[metric];
      all.resize(static_cast<std::size_t>(rounds_), kNoNumber);
      all[at] = Summarise(values).median;
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

  // Rows without a round. Those of a slice that was not reached are told how long it takes to reach them all.
  void DropUnreached() {
    std::set<std::size_t> unreached;
    for (std::size_t row = 0; row < plan_.rows.size(); ++row) {
      if (sides_[0].rows[places_[0][row]].values.empty() && sides_[0].rows[places_[0][row]].failed == 0) {
        unreached.insert(row);
      }
    }
    for (const std::size_t row : unreached) {
      for (std::size_t side = 0; side < 2; ++side) {
        sides_[side].rows[places_[side][row]].failure = "there was no time for it";
      }
    }
    if (!unreached.empty()) {
      notes_.push_back(
          fmt::format("there was no time for {} of {} rows: rounds enough for a verdict on all of them "
                      "take about {:.0f} s; a --filter chooses the rows that matter",
                      unreached.size(), plan_.rows.size(), std::ceil(plan_.all_rounds_s)));
    }
    NoteRounds(unreached.size());
  }

  // How many rounds each row got, where they differ.
  void NoteRounds(std::size_t unreached) {
    std::map<std::int64_t, std::size_t> rows_by_rounds;
    for (std::size_t row = 0; row < plan_.rows.size(); ++row) {
      const auto& values = sides_[0].rows[places_[0][row]].values;
      if (const auto times = values.find(kRealTime); times != values.end()) {
        ++rows_by_rounds[std::count_if(times->second.begin(), times->second.end(),
                                       [](double value) { return std::isfinite(value); })];
      }
    }
    if (rows_by_rounds.size() < 2 && unreached == 0) {
      return;
    }
    std::vector<std::string> parts;
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

  void NoteEnd() {
    notes_.insert(notes_.end(), plan_.notes.begin(), plan_.notes.end());
    if (stolen_ > 0) {
      notes_.push_back(fmt::format("the hypervisor took time from {} of {} processes", stolen_, processes_));
    }
    if (!IsThere(folder_.End())) {
      whole_ = false;
      notes_.emplace_back("the race was cut off: it was killed, or is still going on");
      return;
    }
    const RaceEnd end = ReadRaceEnd(folder_.End());
    if (end.how == RaceEnd::How::kFault || end.how == RaceEnd::How::kStopped) {
      whole_ = false;
      notes_.push_back(end.how == RaceEnd::How::kFault ? "the race ended early: " + end.fault
                                                       : std::string("the race was interrupted"));
    }
  }

  RaceFolder folder_;
  const MetricNames& metrics_;
  RacePlan plan_;
  int rounds_;
  std::map<std::size_t, std::vector<std::size_t>> groups_;  // rows of each
  std::array<Measured, 2> sides_;
  std::array<std::map<std::string, std::size_t>, 2> by_name_;  // place among the side's rows
  std::array<std::vector<std::size_t>, 2> places_;             // of each row of the plan
  std::vector<std::string> notes_;
  int stolen_ = 0;
  int processes_ = 0;
  bool whole_ = true;
};

}  // namespace

RaceData LoadRace(const fs::path& folder, const MetricNames& metrics) {
  return Loading(folder, metrics).Take();
}

}  // namespace playbook
