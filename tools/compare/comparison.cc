#include "tools/compare/comparison.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include "tools/compare/row_logs.h"
#include "tools/measure/effect.h"  // kLeastClockGrains
#include "tools/measure/nearest.h"
#include "tools/measure/run_data.h"
#include "tools/results/input_error.h"
#include "tools/results/result_row.h"  // kNoNumber
#include "tools/stats/geometric_mean.h"
#include "tools/units/units.h"

namespace playbook {
namespace {

// Beyond this, what is paid once per process or once per iteration is spread over other numbers of iterations on the
// two sides. nanobench measured a bias of 1.2 % between sides that were calibrated apart; a tenth is well above the
// rounding of any calibration.
constexpr double kIterationFold = 1.1;

const std::vector<double>& ValuesOf(const MeasuredRow& row, const std::string& metric) {
  static const std::vector<double> none;
  const auto found = row.values.find(metric);
  return found == row.values.end() ? none : found->second;
}

bool AllTheSame(const std::vector<double>& base, const std::vector<double>& contender) {
  const auto same = [&base](double value) { return value == base.front(); };
  return !base.empty() && !contender.empty() && std::all_of(base.begin(), base.end(), same) &&
         std::all_of(contender.begin(), contender.end(), same);
}

// A metric's table in the making: what can be said only when all its rows are known comes last.
class MetricTable {
 public:
  MetricTable(const MeasuredPair& pair, const CompareOptions& options, const std::string& metric)
      : pair_(pair), options_(options) {
    table_.metric = metric;
    table_.direction = DirectionOf(metric, options.directions);
  }

  void Add(const RowMatch& match) {
    const std::vector<double>& base = ValuesOf(pair_.base.rows[match.base], table_.metric);
    const std::vector<double>& contender = ValuesOf(pair_.contender.rows[match.contender], table_.metric);
    if (base.empty() || contender.empty()) {
      if (!base.empty() || !contender.empty()) {
        table_.one_sided.push_back(match.name);
      }
      return;
    }
    RowComparison row;
    row.name = match.name;
    row.identical = !IsTime(table_.metric) && !IsRate(table_.metric) && AllTheSame(base, contender);
    logs_.push_back(row.identical ? RowLogs() : TakeLogs(base, contender, pair_.paired));
    row.warnings = logs_.back().warnings;
    Describe(row, base, contender);
    AddGaps(row, pair_.base.rows[match.base], "base");
    AddGaps(row, pair_.contender.rows[match.contender], "contender");
    if (logs_.back().missing) {
      row.gaps.insert(row.gaps.end(), row.warnings.begin(), row.warnings.end());
    }
    table_.rows.push_back(std::move(row));
  }

  MetricComparison Finish() {
    std::vector<RatioTests> tests;
    tests.reserve(logs_.size());
    for (const RowLogs& logs : logs_) {
      tests.push_back(TestsOf(logs, table_.direction == Direction::kMoreIsBetter, options_.margin));
      table_.tested += std::isnan(tests.back().differs) ? 0 : 1;
    }
    const double level = RowLevel(std::max(1, table_.tested));
    const std::vector<RowVerdict> verdicts = JudgeTable(tests, kTableLevel);
    table_.counted = static_cast<int>(
        std::count_if(table_.rows.begin(), table_.rows.end(), [](const RowComparison& row) { return !row.identical; }));
    for (std::size_t at = 0; at < table_.rows.size(); ++at) {
      Judge(table_.rows[at], logs_[at], verdicts[at], level);
    }
    CountValuesNeeded();
    FindMean();
    return std::move(table_);
  }

 private:
  // Of rounds that one side lacks, the other side's value is not used either.
  void Describe(RowComparison& row, const std::vector<double>& base, const std::vector<double>& contender) const {
    if (!pair_.paired) {
      row.base = Summarise(base);
      row.contender = Summarise(contender);
      return;
    }
    std::vector<double> ours;
    std::vector<double> theirs;
    for (std::size_t round = 0; round < base.size(); ++round) {
      if (std::isfinite(base[round]) && std::isfinite(contender[round])) {
        ours.push_back(base[round]);
        theirs.push_back(contender[round]);
      }
    }
    row.base = Summarise(ours);
    row.contender = Summarise(theirs);
  }

  static void AddGaps(RowComparison& row, const MeasuredRow& measured, const char* side) {
    if (measured.failed > 0) {
      row.gaps.push_back(FailedRepetitions(measured, side));
    }
  }

  // Nothing is called slower of which nobody knows whether more is better.
  Verdict InDirection(Verdict verdict) const {
    const bool beyond = verdict == Verdict::kSlower || verdict == Verdict::kFaster;
    return beyond && table_.direction == Direction::kUnknown ? Verdict::kDiffers : verdict;
  }

  // Than the interval shows. The one for equivalence is another one, and is not printed.
  bool SaysMore(Verdict verdict, const RatioEstimate& ratio) const {
    const Verdict shown = JudgeIntervals(ratio, ratio, options_.margin);
    switch (verdict) {
      case Verdict::kSlower:
      case Verdict::kFaster:
        return shown != Verdict::kSlower && shown != Verdict::kFaster;
      case Verdict::kNegligible:
        return shown != Verdict::kNegligible;
      case Verdict::kDiffers:
        return shown == Verdict::kEquivalent || shown == Verdict::kCannotTell;
      default:
        return false;
    }
  }

  void Judge(RowComparison& row, const RowLogs& logs, const RowVerdict& judged, double level) const {
    row.judged = judged;
    if (row.identical) {
      row.ratio.n = static_cast<int>(std::min(row.base.n, row.contender.n));
      // Nothing is no multiple of nothing.
      row.ratio.ratio = row.base.median == 0 ? kNoNumber : 1;
      row.verdict = Verdict::kEquivalent;
      row.alone = Verdict::kEquivalent;
      return;
    }
    row.ratio = EstimateOf(logs, level);
    row.ratio.warnings.clear();  // that values are few is said once, of the table
    row.by_table = SaysMore(judged.verdict, row.ratio);
    row.verdict = InDirection(judged.verdict);
    row.alone = InDirection(judged.alone);
    if (row.verdict == Verdict::kCannotTell) {
      row.needed = NeededFor(logs, options_.margin, RowLevel(std::max(1, table_.counted)));
    }
  }

  void CountValuesNeeded() {
    if (table_.counted == 0) {
      return;
    }
    const double level = RowLevel(table_.counted);
    for (std::size_t at = 0; at < logs_.size(); ++at) {
      const bool open = table_.rows[at].verdict == Verdict::kCannotTell && !logs_[at].no_ratio;
      if (open && !AllowVerdict(logs_[at], level)) {
        ++table_.too_few;
        table_.values_needed = LeastValues(pair_.paired, level);
      }
    }
  }

  void FindMean() {
    if (!IsTime(table_.metric) && !IsRate(table_.metric)) {
      return;
    }
    std::vector<double> ratios;
    std::vector<std::vector<double>> rounds;
    for (std::size_t at = 0; at < table_.rows.size(); ++at) {
      if (table_.rows[at].ratio.n > 0) {
        ratios.push_back(table_.rows[at].ratio.ratio);
        rounds.push_back(std::move(logs_[at].by_round));
      }
    }
    table_.mean_rows = static_cast<int>(ratios.size());
    if (pair_.paired && !rounds.empty()) {
      table_.mean = GeometricMeanByRound(rounds, kTableLevel);
      table_.mean_by_round = table_.mean.has_interval;
    }
    if (!table_.mean_by_round) {
      table_.mean = GeometricMeanOverRows(ratios, kTableLevel);
    }
    table_.common = FindCommonFactor(ratios, options_.margin);
  }

  const MeasuredPair& pair_;
  const CompareOptions& options_;
  MetricComparison table_;
  std::vector<RowLogs> logs_;
};

// Of the matched rows, those that both sides have: times first, then by name.
std::vector<std::string> SharedMetrics(const MeasuredPair& pair, const RowMatching& matching) {
  std::set<std::string, std::less<>> counters;
  bool real_time = false;
  bool cpu_time = false;
  for (const RowMatch& match : matching.matches) {
    const MeasuredRow& contender = pair.contender.rows[match.contender];
    for (const auto& [metric, values] : pair.base.rows[match.base].values) {
      if (contender.values.find(metric) == contender.values.end()) {
        continue;
      }
      real_time = real_time || metric == kRealTime;
      cpu_time = cpu_time || metric == kCpuTime;
      if (!IsTime(metric)) {
        counters.insert(metric);
      }
    }
  }
  std::vector<std::string> metrics;
  if (real_time) {
    metrics.emplace_back(kRealTime);
  }
  if (cpu_time) {
    metrics.emplace_back(kCpuTime);
  }
  metrics.insert(metrics.end(), counters.begin(), counters.end());
  return metrics;
}

std::vector<std::string> MetricsOf(const MeasuredPair& pair, const RowMatching& matching,
                                   const std::vector<std::string>& asked) {
  std::vector<std::string> shared = SharedMetrics(pair, matching);
  if (asked.empty()) {
    // The processor's time only where nobody kept the other.
    if (shared.size() > 1 && shared[0] == kRealTime && shared[1] == kCpuTime) {
      shared.erase(shared.begin() + 1);
    }
    return shared;
  }
  for (const std::string& metric : asked) {
    if (std::find(shared.begin(), shared.end(), metric) == shared.end()) {
      throw InputError(fmt::format("no row has the metric {} on both sides{}; there {} {}", metric,
                                   DidYouMean(metric, shared), shared.size() == 1 ? "is" : "are",
                                   fmt::join(shared, ", ")));
    }
  }
  return asked;
}

ThreadedRows ThreadedOf(const MeasuredPair& pair, const RowMatching& matching,
                        const std::vector<std::string>& metrics) {
  ThreadedRows threaded;
  for (const RowMatch& match : matching.matches) {
    const MeasuredRow& base = pair.base.rows[match.base];
    if (base.threads <= 1 && pair.contender.rows[match.contender].threads <= 1) {
      continue;
    }
    for (const std::string& metric : metrics) {
      threaded.times = threaded.times || (metric == kRealTime);
      // Counters that are rates do not say so, unless their names do.
      threaded.rates = threaded.rates || (IsRate(metric) && base.values.count(metric) > 0);
    }
  }
  return threaded;
}

void NoteIterations(const MeasuredPair& pair, const RowMatching& matching, std::vector<std::string>& notes) {
  int rows = 0;
  std::string example;
  for (const RowMatch& match : matching.matches) {
    const double base = Summarise(pair.base.rows[match.base].iterations).median;
    const double contender = Summarise(pair.contender.rows[match.contender].iterations).median;
    if (!(base > 0) || !(contender > 0) || std::max(base, contender) <= kIterationFold * std::min(base, contender)) {
      continue;
    }
    if (++rows == 1) {
      example = fmt::format("{} ran {:.0f} and {:.0f}", match.name, base, contender);
    }
  }
  if (rows > 0) {
    notes.push_back(
        fmt::format("in {} of {} rows the sides ran numbers of iterations more than {:.1f} fold apart ({}): "
                    "what is paid once weighs differently",
                    rows, matching.matches.size(), kIterationFold, example));
  }
}

void NoteAggregates(const MeasuredPair& pair, const RowMatching& matching, std::vector<std::string>& notes) {
  const auto rows = std::count_if(matching.matches.begin(), matching.matches.end(), [&pair](const RowMatch& match) {
    return pair.base.rows[match.base].aggregates_only || pair.contender.rows[match.contender].aggregates_only;
  });
  if (rows > 0) {
    notes.push_back(
        fmt::format("{} of {} rows have aggregates without their repetitions, which allow no test; run "
                    "without --benchmark_report_aggregates_only",
                    rows, matching.matches.size()));
  }
}

// Counters that no row has on both sides, and so have no table to be missing from.
void NoteOneSided(const MeasuredPair& pair, const RowMatching& matching, const std::vector<std::string>& metrics,
                  std::vector<std::string>& notes) {
  std::set<std::string, std::less<>> only_base;
  std::set<std::string, std::less<>> only_contender;
  for (const RowMatch& match : matching.matches) {
    for (const auto& [metric, values] : pair.base.rows[match.base].values) {
      only_base.insert(metric);
    }
    for (const auto& [metric, values] : pair.contender.rows[match.contender].values) {
      only_contender.insert(metric);
    }
  }
  for (const auto& [mine, other, side] :
       {std::tuple(&only_base, &only_contender, "base"), std::tuple(&only_contender, &only_base, "contender")}) {
    std::vector<std::string> lone;
    for (const std::string& metric : *mine) {
      if (!IsTime(metric) && other->count(metric) == 0 &&
          std::find(metrics.begin(), metrics.end(), metric) == metrics.end()) {
        lone.push_back(metric);
      }
    }
    if (!lone.empty()) {
      notes.push_back(fmt::format("only the {} counts {}", side, fmt::join(lone, ", ")));
    }
  }
}

// A direction that was stated of no metric is a slip of the pen.
void NoteDirections(const StatedDirections& directions, const std::vector<std::string>& metrics,
                    std::vector<std::string>& notes) {
  for (const auto& [stated, option] : {std::pair(&directions.less_is_better, "--less-is-better"),
                                       std::pair(&directions.more_is_better, "--more-is-better")}) {
    for (const std::string& metric : *stated) {
      if (std::find(metrics.begin(), metrics.end(), metric) == metrics.end()) {
        notes.push_back(
            fmt::format("{} {}: no compared metric is called so{}", option, metric, DidYouMean(metric, metrics)));
      }
    }
  }
}

// A repetition that is over before the clock can tell has no time, however many digits were written. Rows with one are
// listed among the failed ones and keep only what is counted and not timed.
class ClockCheck {
 public:
  explicit ClockCheck(const Measured& side) {
    PairRun run;
    run.context = side.context;
    grain_ns_ = run.ClockGrainNs();
  }

  // The iterations of an aggregate are something else, in some versions the number of repetitions.
  bool IsBelow(const MeasuredRow& row) const {
    if (row.aggregates_only) {
      return false;
    }
    const double total_ns = Summarise(ValuesOf(row, std::string(kRealTime))).median * Summarise(row.iterations).median;
    return grain_ns_ && total_ns < kLeastClockGrains * *grain_ns_;
  }

  std::string Reason() const {
    return fmt::format("a repetition takes less than {:.0f} times what the clock can tell, {}", kLeastClockGrains,
                       Duration(*grain_ns_));
  }

 private:
  std::optional<double> grain_ns_;
};

// By the place of the match.
std::vector<bool> BelowClock(const MeasuredPair& pair, RowMatching& matching) {
  const ClockCheck base(pair.base);
  const ClockCheck contender(pair.contender);
  std::vector<bool> below;
  for (const RowMatch& match : matching.matches) {
    const bool on_base = base.IsBelow(pair.base.rows[match.base]);
    const bool on_contender = contender.IsBelow(pair.contender.rows[match.contender]);
    below.push_back(on_base || on_contender);
    if (below.back()) {
      matching.failed.push_back({match.name, on_base, on_contender, on_base ? base.Reason() : contender.Reason()});
    }
  }
  return below;
}

}  // namespace

Comparison Compare(const MeasuredPair& pair, const CompareOptions& options) {
  assert(options.margin >= 0.0);
  Comparison comparison;
  comparison.options = options;
  comparison.base = pair.base.label;
  comparison.contender = pair.contender.label;
  comparison.paired = pair.paired;
  comparison.value_kind = pair.base.value_kind;
  comparison.whole = pair.base.whole && pair.contender.whole;
  comparison.matching = MatchRows(pair.base.rows, pair.contender.rows, RowFilter(options.filter), options.rows);
  std::vector<std::string>& notes = comparison.notes;
  notes = pair.notes;
  for (const Measured* side : {&pair.base, &pair.contender}) {
    for (const std::string& note : side->notes) {
      const std::string prefix = side->label + ": ";
      notes.push_back(note.starts_with(prefix) ? note : prefix + note);
    }
  }
  notes.insert(notes.end(), comparison.matching.notes.begin(), comparison.matching.notes.end());
  NoteAggregates(pair, comparison.matching, notes);
  NoteIterations(pair, comparison.matching, notes);
  const std::vector<std::string> metrics = MetricsOf(pair, comparison.matching, options.metrics);
  NoteOneSided(pair, comparison.matching, metrics, notes);
  NoteDirections(options.directions, metrics, notes);
  comparison.provenance =
      CompareProvenance(pair.base.context, pair.contender.context, ThreadedOf(pair, comparison.matching, metrics));
  const std::vector<bool> below_clock = BelowClock(pair, comparison.matching);
  for (const std::string& metric : metrics) {
    MetricTable table(pair, options, metric);
    const bool by_clock = IsTime(metric) || IsRate(metric);
    for (std::size_t at = 0; at < comparison.matching.matches.size(); ++at) {
      if (!by_clock || !below_clock[at]) {
        table.Add(comparison.matching.matches[at]);
      }
    }
    comparison.metrics.push_back(table.Finish());
  }
  return comparison;
}

}  // namespace playbook
