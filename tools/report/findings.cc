#include "tools/report/findings.h"

#include <fmt/format.h>

#include <algorithm>

#include "tools/stats/rank_interval.h"
#include "tools/units/units.h"

namespace playbook {
namespace {

std::string InUnit(double value, const std::string& unit, double spread) {
  if (unit == "ns") {
    return Duration(value, spread);
  }
  return Rate(value, unit.substr(0, unit.size() - 2), spread);
}

void AddEvidence(const PairRun& run, BuildFinding& finding) {
  if (!run.evidence) {
    return;
  }
  for (const EvidenceClaim& claim : run.evidence->claims) {
    std::string words = claim.words;
    if (claim.Failed()) {
      words = fmt::format("FAILS: {}{}{}", words, words.empty() ? "" : ": ",
                          claim.reason.empty() ? "does not tell wrong from right" : claim.reason);
    } else if (claim.status == "skipped") {
      words = fmt::format("{}: skipped, {}", claim.name, claim.reason);
    } else if (claim.status == "observed") {
      words += " (observed, not judged)";
    }
    // A claim asserted everywhere and one observed here may find the same.
    if (std::find(finding.evidence.begin(), finding.evidence.end(), words) == finding.evidence.end()) {
      finding.evidence.push_back(words);
    }
    finding.evidence_failed = finding.evidence_failed || claim.Failed();
  }
  if (!run.evidence->verify_passed) {
    finding.evidence.push_back("FAILS: the output is wrong: " + run.evidence->verify_detail);
    finding.evidence_failed = true;
  }
}

std::string LevelRange(double least, double most) {
  return Percent(least) == Percent(most) ? Percent(least) : fmt::format("{} to {}", Percent(least), Percent(most));
}

}  // namespace

std::string RowFigure::Text() const {
  switch (state) {
    case State::kMeasured:
      return InUnit(sample.median, unit, sample.high - sample.low);
    case State::kBelowClock:
      return "below the clock";
    case State::kErrored:
      return "failed";
    case State::kAbsent:
      break;
  }
  return "-";
}

std::string RowFigure::TextWithRange() const {
  if (state != State::kMeasured) {
    return Text();
  }
  // One digit finer than alone, or a narrow range would print as two equal ends; and all three alike, or the median
  // could print as if it lay outside.
  const double step = (sample.high - sample.low) / 10;
  std::string low = InUnit(sample.low, unit, step);
  const std::string high = InUnit(sample.high, unit, step);
  // The unit once, where both ends have the same.
  const std::size_t gap = low.rfind(' ');
  if (low.substr(gap) == high.substr(high.rfind(' '))) {
    low.erase(gap);
  }
  return fmt::format("{} ({} .. {})", InUnit(sample.median, unit, step), low, high);
}

RowFigure FigureOf(const PairDescription& pair, const PairRun& run, const std::string& row) {
  const auto found = run.rows.find(row);
  if (found == run.rows.end()) {
    return {};
  }
  const RowSeries& series = found->second;
  RowFigure figure = {.state = RowFigure::State::kMeasured, .unit = "ns", .sample = Summarise(series.time_ns)};
  if (BelowClock(run, row)) {
    figure.state = RowFigure::State::kBelowClock;
    return figure;
  }
  if (figure.sample.n == 0) {
    figure.state = series.errors.empty() ? RowFigure::State::kAbsent : RowFigure::State::kErrored;
    figure.message = series.errors.empty() ? "" : series.errors.front();
    return figure;
  }
  // A row without the counter, such as an empty control, still has its time.
  if (const auto counter = series.counters.find(pair.figure); counter != series.counters.end()) {
    figure.sample = Summarise(counter->second);
    figure.unit = pair.figure == "bytes_per_second" ? "B/s" : "items/s";
  }
  // Missing rounds are normal in a run under way; how many there are is said as n.
  figure.sample.warnings.clear();
  return figure;
}

std::string PublishedText(const PairDescription& pair) {
  return pair.article == "none" || pair.published.empty() ? pair.published
                                                          : fmt::format("{}: {}", pair.article, pair.published);
}

std::string RatioText(const RatioEstimate& ratio) {
  if (ratio.n == 0) {
    return "-";
  }
  if (!ratio.has_interval) {
    return Ratio(ratio.ratio) + " (no interval)";
  }
  return fmt::format("{} ({})", RatioBeside(ratio.ratio, ratio.low, ratio.high), RatioInterval(ratio.low, ratio.high));
}

std::vector<BuildRatio> BuildRatios(const RunData& run, const std::string& id, const std::string& row, int table_rows) {
  std::vector<BuildRatio> ratios;
  const std::vector<PlannedBuild>& builds = run.plan.builds;
  for (std::size_t other = 1; other < builds.size(); ++other) {
    ratios.push_back({.sides = fmt::format("{} / {}", builds[0].name, builds[other].name),
                      .ratio = RowRatio(run.Of(builds[0].label, id), row, run.Of(builds[other].label, id), row,
                                        RowLevel(std::max(1, table_rows)))});
  }
  return ratios;
}

std::vector<std::string> RowsOf(const RunData& run, const std::string& id) {
  std::vector<std::string> rows;
  if (const auto pair = run.pairs.find(id); pair != run.pairs.end()) {
    for (const RowDescription& row : pair->second.rows) {
      rows.push_back(row.row);
    }
  }
  // Rows that no description names would be a fault of the binary; they are shown, not hidden.
  for (const PlannedBuild& build : run.plan.builds) {
    for (const auto& [row, series] : run.Of(build.label, id).rows) {
      if (std::find(rows.begin(), rows.end(), row) == rows.end()) {
        rows.push_back(row);
      }
    }
  }
  return rows;
}

std::string LevelWords(const std::vector<RatioEstimate>& estimates, int table_rows) {
  double least = 1;
  double most = 0;
  bool all_reach = true;
  int least_rounds = 0;
  for (const RatioEstimate& estimate : estimates) {
    if (estimate.has_interval) {
      least = std::min(least, estimate.level);
      most = std::max(most, estimate.level);
      all_reach = all_reach && estimate.reaches_wanted;
      least_rounds = least_rounds == 0 ? estimate.n : std::min(least_rounds, estimate.n);
    }
  }
  if (least_rounds == 0) {
    return {};
  }
  if (table_rows == 1 && all_reach) {
    return fmt::format("the interval holds at {}", LevelRange(least, most));
  }
  const std::string together = fmt::format("all {} hold together at {:.0f} %", table_rows, 100 * kTableLevel);
  if (all_reach) {
    return fmt::format("each interval holds at {}, so that {}", LevelRange(least, most), together);
  }
  return fmt::format(
      "each interval holds at {} by itself, the widest that {} rounds give; for a table in which {} it takes {}",
      LevelRange(least, most), least_rounds, together, SmallestSample(RowLevel(table_rows)));
}

Findings FindAll(const RunData& run) {
  Findings findings;
  findings.effect_rows = EffectRows(run);
  findings.ratio_rows = static_cast<int>(run.plan.pairs.size() * (run.plan.builds.size() - 1));
  for (const std::string& id : run.plan.pairs) {
    PairFinding finding = {.id = id};
    if (const auto pair = run.pairs.find(id); pair != run.pairs.end()) {
      finding.pair = pair->second;
    }
    for (const PlannedBuild& build : run.plan.builds) {
      const PairRun& pair_run = run.Of(build.label, id);
      BuildFinding one = {.build = build};
      one.wrong = FigureOf(finding.pair, pair_run, finding.pair.Headline("wrong"));
      one.right = FigureOf(finding.pair, pair_run, finding.pair.Headline("right"));
      one.effect = JudgeEffect(run, id, build.label, findings.effect_rows);
      AddEvidence(pair_run, one);
      if (pair_run.failure) {
        one.failure = fmt::format("given up at stage {}: {}", pair_run.failure->stage, pair_run.failure->reason);
      }
      findings.failed = findings.failed || one.evidence_failed || pair_run.failure.has_value();
      finding.builds.push_back(std::move(one));
    }
    finding.right_ratios = BuildRatios(run, id, finding.pair.Headline("right"), findings.ratio_rows);
    findings.pairs.push_back(std::move(finding));
  }
  return findings;
}

}  // namespace playbook
