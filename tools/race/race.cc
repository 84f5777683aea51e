#include "tools/race/race.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <system_error>
#include <utility>

#include "fixtures/host/conditions.h"
#include "tools/measure/plan.h"
#include "tools/measure/round_order.h"
#include "tools/measure/run_folder.h"
#include "tools/measure/side.h"
#include "tools/race/row_costs.h"
#include "tools/race/row_flags.h"
#include "tools/results/clean_text.h"
#include "tools/stats/paired_ratio.h"
#include "tools/stats/sample.h"

namespace playbook {
namespace {

// Slices have orders of their own, unrelated ones: the odd number is the golden ratio's 64-bit fraction, as in
// SplitMix64.
std::uint64_t SeedOf(std::uint64_t seed, std::size_t slice) {
  return seed + slice * 0x9e3779b97f4a7c15U;
}

constexpr double kBetweenLines_s = 10;

}  // namespace

Race::Race(const RaceOptions& options, RaceFolder folder, ProgramRunner& runner, Progress& progress)
    : options_(options), folder_(std::move(folder)), runner_(runner), progress_(progress) {}

double Race::Elapsed() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - started_).count();
}

void Race::Prepare() {
  prepared_ = PrepareRace(options_, folder_, runner_, progress_, [this] { return Elapsed(); });
  done_.assign(prepared_.schedule.slices.size(), 0);
  ended_.assign(prepared_.schedule.slices.size(), false);
  log_ratios_.assign(prepared_.plan.rows.size(), {});
  WriteWhole(folder_.Plan(), ToJson(prepared_.plan));
  progress_.Say(PlanWords(prepared_, options_.budget_s.value_or(0) - Elapsed()));
}

double Race::Expected(std::size_t slice) const {
  // What has been measured says how far the calibration is off.
  const double factor = expected_so_far_s_ > 0 ? measured_so_far_s_ / expected_so_far_s_ : 1;
  return prepared_.schedule.slices[slice].time_s * factor;
}

double Race::ExpectedTimeLeft() const {
  double left_s = std::numeric_limits<double>::infinity();
  if (options_.budget_s) {
    left_s = *options_.budget_s - Elapsed();
  }
  if (options_.rounds) {
    double rounds_s = 0;
    for (std::size_t slice = 0; slice < done_.size(); ++slice) {
      rounds_s += ended_[slice] ? 0 : (*options_.rounds - done_[slice]) * Expected(slice);
    }
    left_s = std::min(left_s, rounds_s);
  }
  return left_s;
}

void Race::Run() {
  try {
    End(MeasureRounds(), "");
  } catch (const Interrupted&) {
    TryEnd(RaceEnd::How::kStopped, "");
    throw;
  } catch (const RaceFault&) {
    throw;
  } catch (const InputError& error) {
    Lose(error.what());
  } catch (const std::system_error& error) {
    Lose(error.what());
  }
}

RaceEnd::How Race::MeasureRounds() {
  while (const auto slice = NextSlice(prepared_.schedule, done_, ended_, options_.rounds)) {
    if (options_.budget_s && Elapsed() + Expected(*slice) > *options_.budget_s) {
      if (whole_rounds_ == 0) {
        const std::string fault = fmt::format(
            "the budget of {:g} s is over before the first round: {:.2g} s went into calibration, and a round takes "
            "about {:.2g} s",
            *options_.budget_s, Elapsed(), Expected(*slice));
        TryEnd(RaceEnd::How::kFault, fault);
        throw RaceFault(fault + "; give more time with --budget, or fewer rows with --filter");
      }
      return RaceEnd::How::kBudget;
    }
    MeasureRound(whole_rounds_ + 1, *slice);
    ++whole_rounds_;
    if (++done_[*slice] % 2 == 0 && options_.precision) {
      ended_[*slice] = IsPrecise(*slice);
    }
  }
  const bool precise = std::find(ended_.begin(), ended_.end(), true) != ended_.end();
  return precise ? RaceEnd::How::kPrecision : RaceEnd::How::kRounds;
}

bool Race::IsPrecise(std::size_t slice) const {
  const double level = RowLevel(static_cast<int>(prepared_.plan.rows.size()));
  for (const std::size_t group : prepared_.schedule.slices[slice].groups) {
    for (const std::size_t row : prepared_.schedule.groups[group].rows) {
      const RatioEstimate estimate = EstimateRatio(log_ratios_[row], level);
      // Half of the interval's width as a log ratio, since the interval is one of log ratios.
      if (!estimate.reaches_wanted || std::sqrt(estimate.high / estimate.low) > 1 + *options_.precision) {
        return false;
      }
    }
  }
  return true;
}

void Race::MeasureRound(int round, std::size_t slice) {
  const RaceSlice& measured = prepared_.schedule.slices[slice];
  const double left_s = ExpectedTimeLeft();
  const std::string left = std::isfinite(left_s) ? fmt::format(", about {} left", TimeLeft(left_s)) : "";
  const std::string where = done_.size() > 1 ? fmt::format(" (slice {} of {})", slice + 1, done_.size()) : "";
  const std::string words = fmt::format("round {}{}{}", round, where, left);
  // A log gets a line now and then, whether rounds are short or long.
  const double now_s = Elapsed();
  const bool log = round == 1 || now_s - logged_s_ >= kBetweenLines_s;
  progress_.Show(words, log ? words : "");
  logged_s_ = log ? now_s : logged_s_;
  RoundTimes times(prepared_.plan.rows.size(),
                   {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::quiet_NaN()});
  const auto began = std::chrono::steady_clock::now();
  std::size_t position = 0;
  for (const Place& place : RoundOrder(SeedOf(options_.seed, slice), done_[slice] + 1, measured.groups.size(), 2)) {
    MeasureOne(round, ++position, measured.groups[place.pair], place.build, times);
  }
  expected_so_far_s_ += measured.time_s;
  measured_so_far_s_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  for (std::size_t row = 0; row < times.size(); ++row) {
    const std::vector<double> logs = RoundLogRatios(std::array{times[row][1]}, std::array{times[row][0]}).values;
    log_ratios_[row].insert(log_ratios_[row].end(), logs.begin(), logs.end());
  }
}

std::vector<std::string> Race::FlagsOf(std::size_t group, std::size_t side) const {
  std::vector<CountedRow> rows;
  for (const std::size_t row : prepared_.schedule.groups[group].rows) {
    const RacedRow& raced = prepared_.plan.rows[row];
    rows.push_back({raced.names[side], raced.iterations});
  }
  const RacedProgram& program = prepared_.plan.programs[prepared_.schedule.groups[group].program];
  return RowFlags(program.controls[side], rows, options_.row_time_s);
}

void Race::MeasureOne(int round, std::size_t position, std::size_t group, std::size_t side, RoundTimes& times) {
  const RaceGroup& rows = prepared_.schedule.groups[group];
  const RaceProgram& program = options_.programs[rows.program];
  const Control control = prepared_.plan.programs[rows.program].controls[side];
  const auto which = static_cast<WhichSide>(side);
  const std::filesystem::path place = folder_.Result(round, which, group);
  ::playbook::Side record = {
      .build = Word(which), .id = program.id, .round = round, .position = position, .started = Now()};
  record.before = ReadConditions();
  const Attempt attempt = runner_.Measure(Side(side), side == 0 ? program.base : program.contender,
                                          control == Control::kRows, FlagsOf(group, side), place);
  record.after = ReadConditions();
  record.finished_at = Now();
  record.finished = attempt.finished;
  if (!attempt.reason.empty()) {
    Fail(round, side, attempt, attempt.reason);
  }
  Measured measured;
  try {
    measured = ReadProcess(attempt.text, "its result");
  } catch (const InputError& error) {
    Fail(round, side, attempt, error.what());
  }
  for (const std::size_t row : rows.rows) {
    const std::string& name = prepared_.plan.rows[row].names[side];
    const MeasuredRow* const found = FindListed(measured, control, name);
    if (found == nullptr) {
      Fail(round, side, attempt, fmt::format("the row {} is not in its result", CleanText(name)));
    }
    if (const auto values = found->values.find(kRealTime); values != found->values.end()) {
      times[row][side] = Summarise(values->second).median;
    }
  }
  // The result comes last: where it is, its conditions are too.
  WriteWhole(folder_.Conditions(round, which, group), ToJson(record));
  WriteWhole(place, attempt.text);
}

void Race::End(RaceEnd::How how, const std::string& fault) const {
  progress_.Clear();
  WriteWhole(folder_.End(),
             ToJson(RaceEnd{.how = how, .finished = LocalTime(Now()), .elapsed_s = Elapsed(), .fault = fault}));
}

void Race::TryEnd(RaceEnd::How how, const std::string& fault) const {
  try {
    End(how, fault);
  } catch (const InputError&) {
    // Without an end the race is read as one that was cut off, which it is.
  }
}

void Race::Lose(const std::string& reason) const {
  const std::string fault =
      fmt::format("after {} whole rounds it could not go on: {}", whole_rounds_, folder_.Local(reason));
  TryEnd(RaceEnd::How::kFault, fault);
  throw RaceFault("the race ended early: " + fault);
}

void Race::Fail(int round, std::size_t side, const Attempt& attempt, const std::string& reason) const {
  const std::string fault = fmt::format("the {}, {}, failed in round {}: {}", Word(static_cast<WhichSide>(side)),
                                        Side(side).label, round, reason);
  TryEnd(RaceEnd::How::kFault, fault);
  throw RaceFault(attempt.detail.empty() ? fault : fault + "\n" + attempt.detail);
}

}  // namespace playbook
