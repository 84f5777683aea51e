#include "tools/compare/gate.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <stdexcept>
#include <string_view>
#include <system_error>

#include "tools/compare/comparison_words.h"

namespace playbook {
namespace {

constexpr double kMostPercent = 1000.0;

// Whether the row is known not to lie beyond the margin on the side where ratios of contender over base are large.
bool Below(const RowComparison& row, double margin) {
  return row.ratio.has_interval && row.ratio.high < 1 + margin;
}

bool Above(const RowComparison& row, double margin) {
  return row.ratio.has_interval && row.ratio.low > 1 / (1 + margin);
}

}  // namespace

double ParsePercent(const std::string& text, const std::string& option) {
  double percent = 0;
  const char* const end = text.data() + text.size();
  const auto [stopped, error] = std::from_chars(text.data(), end, percent);
  const bool sign = error == std::errc() && end - stopped == 1 && *stopped == '%';
  if (!sign || !(percent > 0) || percent > kMostPercent) {
    throw std::invalid_argument(fmt::format("{} has \"{}\", must have a percentage above 0 and at most {:.0f}, as 3%",
                                            option, text, kMostPercent));
  }
  return percent / 100;
}

Gate ParseGate(const std::string& text) {
  Gate gate;
  const std::size_t colon = text.find(':');
  const std::string side = colon == std::string::npos ? "" : text.substr(0, colon);
  if (colon != std::string::npos && side != "slower" && side != "faster") {
    throw std::invalid_argument(
        fmt::format("--gate {} has \"{}\" before the colon, must have slower or faster", text, side));
  }
  gate.on_slower = side != "faster";
  gate.on_faster = side != "slower";
  gate.margin = ParsePercent(colon == std::string::npos ? text : text.substr(colon + 1), "--gate");
  return gate;
}

const char* Word(GateResult::Outcome outcome) {
  switch (outcome) {
    case GateResult::Outcome::kPassed:
      return "passed";
    case GateResult::Outcome::kTripped:
      return "tripped";
    case GateResult::Outcome::kCannotTell:
      break;
  }
  return "cannot_tell";
}

bool UnderGate(const Comparison& comparison, const MetricComparison& metric) {
  if (!comparison.options.metrics.empty()) {
    return true;  // no others were compared
  }
  return metric.metric == kRealTime || comparison.metrics.front().metric != kRealTime;
}

bool Trips(const RowComparison& row, const Gate& gate) {
  return (gate.on_slower && row.judged.verdict == Verdict::kSlower) ||
         (gate.on_faster && row.judged.verdict == Verdict::kFaster);
}

bool Passes(const RowComparison& row, Direction direction, const Gate& gate) {
  if (!row.gaps.empty()) {
    return false;
  }
  const Verdict verdict = row.judged.verdict;
  if (row.identical || verdict == Verdict::kEquivalent || verdict == Verdict::kNegligible) {
    return true;
  }
  const bool more = direction == Direction::kMoreIsBetter;
  const bool not_slower = verdict == Verdict::kFaster || (more ? Above(row, gate.margin) : Below(row, gate.margin));
  const bool not_faster = verdict == Verdict::kSlower || (more ? Below(row, gate.margin) : Above(row, gate.margin));
  return (!gate.on_slower || not_slower) && (!gate.on_faster || not_faster);
}

GateResult JudgeGate(const Comparison& comparison, const Gate& gate) {
  GateResult result;
  for (const MetricComparison& metric : comparison.metrics) {
    if (!UnderGate(comparison, metric)) {
      continue;
    }
    if (metric.direction == Direction::kUnknown && gate.on_slower != gate.on_faster) {
      throw std::invalid_argument(
          fmt::format("--gate {}: whether more of {} is better is not known; say --less-is-better {} or "
                      "--more-is-better {}",
                      gate.on_slower ? "slower" : "faster", metric.metric, metric.metric, metric.metric));
    }
    for (const RowComparison& row : metric.rows) {
      const std::string line =
          fmt::format("{}, {}: {}, {}", row.name, metric.metric, VerdictWords(row), RatioWords(row));
      if (Trips(row, gate)) {
        result.tripped.push_back(line);
      } else if (!row.gaps.empty()) {
        result.undecided.push_back(fmt::format("{}: {}", row.name, fmt::join(row.gaps, "; ")));
      } else if (!Passes(row, metric.direction, gate)) {
        result.undecided.push_back(line);
      }
    }
    for (const std::string& name : metric.one_sided) {
      result.undecided.push_back(fmt::format("{} has {} on one side only", name, metric.metric));
    }
  }
  for (const std::string& name : comparison.matching.only_base) {
    result.undecided.push_back(fmt::format("{} is not in the contender", name));
  }
  for (const FailedRow& failed : comparison.matching.failed) {
    result.undecided.push_back(FailedWords(failed));
  }
  if (!comparison.whole) {
    result.undecided.push_back("a side is incomplete: more rows or values were to come");
  }
  if (!result.tripped.empty()) {
    result.outcome = GateResult::Outcome::kTripped;
  } else if (!result.undecided.empty()) {
    result.outcome = GateResult::Outcome::kCannotTell;
  }
  return result;
}

}  // namespace playbook
