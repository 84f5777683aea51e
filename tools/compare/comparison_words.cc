#include "tools/compare/comparison_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "tools/report/findings.h"
#include "tools/stats/mann_whitney.h"
#include "tools/stats/rounds_needed.h"
#include "tools/units/units.h"

namespace playbook {
namespace {

std::string Plural(std::size_t count, const char* noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

// Of how many values a row had at least: rounds, or of the smaller side.
int FewestValues(const MetricComparison& metric) {
  int fewest = 0;
  bool any = false;
  for (const RowComparison& row : metric.rows) {
    if (!row.identical) {
      fewest = any ? std::min(fewest, row.ratio.n) : row.ratio.n;
      any = true;
    }
  }
  return fewest;
}

bool AllHave(const MetricComparison& metric, int values) {
  const auto n = static_cast<std::size_t>(values);
  return std::all_of(metric.rows.begin(), metric.rows.end(), [n](const RowComparison& row) {
    return row.identical || (row.base.n == n && row.contender.n == n);
  });
}

std::string CannotTellWords(const RowComparison& row) {
  if (row.ratio.n == 0) {
    return "cannot tell (no ratio)";
  }
  std::vector<std::string> parts;
  if (row.needed < kNeverTells) {
    parts.push_back(fmt::format("needs {}", Count(row.needed)));
  }
  if (row.alone != Verdict::kCannotTell) {
    parts.push_back(fmt::format("by itself {}", Word(row.alone)));
  }
  return parts.empty() ? "cannot tell" : fmt::format("cannot tell ({})", fmt::join(parts, "; "));
}

std::string ByTable(const RowComparison& row) {
  return row.by_table ? " (by all rows)" : "";
}

// Never rounded up to what it does not reach.
std::string LevelWords(double level) {
  return fmt::format("{:.4g} %", std::floor(level * 1e4) / 1e2);
}

}  // namespace

std::string VerdictWords(const RowComparison& row) {
  switch (row.verdict) {
    case Verdict::kCannotTell:
      return CannotTellWords(row);
    case Verdict::kDiffers:
      return (row.judged.verdict == Verdict::kDiffers ? "differs, size unclear" : "differs") + ByTable(row);
    case Verdict::kEquivalent:
      return row.identical ? "the same" : "equivalent";
    default:
      return Word(row.verdict) + ByTable(row);
  }
}

std::string RatioWords(const RowComparison& row) {
  return RatioText(row.ratio);
}

std::string CountWords(const RowComparison& row, bool paired) {
  if (paired) {
    return fmt::format("{}", row.ratio.n);
  }
  return row.base.n == row.contender.n ? fmt::format("{}", row.base.n)
                                       : fmt::format("{} / {}", row.base.n, row.contender.n);
}

std::string FailedWords(const FailedRow& failed) {
  const char* const side = failed.on_base && failed.on_contender ? "both sides"
                           : failed.on_base                      ? "the base"
                                                                 : "the contender";
  return fmt::format("{} has no value on {}: {}", failed.name, side, failed.reason);
}

std::string DesignWords(const Comparison& comparison) {
  if (comparison.paired) {
    return "paired: both sides were measured in the same rounds, and each ratio is taken within its round";
  }
  return "unpaired: drift not controlled; what changed between the two measurements is in the ratios and not in their "
         "intervals";
}

std::string CommonWords(const MetricComparison& metric) {
  if (!metric.common.found) {
    return {};
  }
  const RatioEstimate& factor = metric.common.estimate;
  return fmt::format("{} of {} rows moved by one factor, {}: look at the machine or the flags before the code",
                     metric.common.agreeing, factor.n, RatioText(factor));
}

std::string MeanWords(const MetricComparison& metric) {
  if (metric.mean_rows < 2) {
    return {};
  }
  return fmt::format("geometric mean of {} rows: {}{}", metric.mean_rows, RatioText(metric.mean),
                     metric.mean_by_round ? fmt::format(", over {} rounds", metric.mean.n)
                                          : ", as if other rows of the kind were drawn");
}

std::string TallyWords(const MetricComparison& metric) {
  constexpr std::array kOrder = {Verdict::kSlower,     Verdict::kFaster,     Verdict::kDiffers,
                                 Verdict::kNegligible, Verdict::kEquivalent, Verdict::kCannotTell};
  std::vector<std::string> parts;
  for (const Verdict verdict : kOrder) {
    const auto rows = std::count_if(metric.rows.begin(), metric.rows.end(),
                                    [verdict](const RowComparison& row) { return row.verdict == verdict; });
    if (rows > 0) {
      parts.push_back(fmt::format("{} {}", rows, verdict == Verdict::kCannotTell ? "cannot tell" : Word(verdict)));
    }
  }
  return fmt::format("{}: {}", Plural(metric.rows.size(), "row"), fmt::join(parts, ", "));
}

std::string TooFewWords(const MetricComparison& metric, bool paired) {
  if (metric.values_needed == 0) {
    return {};
  }
  const char* const values = paired ? "rounds" : "values a side";
  const std::string least =
      fmt::format("a difference {} takes at least {} {}",
                  metric.counted == 1 ? "of one row" : fmt::format("that holds in a table of {} rows", metric.counted),
                  metric.values_needed, values);
  if (metric.too_few == metric.counted && AllHave(metric, FewestValues(metric))) {
    return fmt::format("{} {} are too few: {}", FewestValues(metric), values, least);
  }
  return fmt::format("{} of {} have too few {}: {}", metric.too_few, Plural(metric.rows.size(), "row"), values, least);
}

std::string LegendWords(const Comparison& comparison, const MetricComparison& metric) {
  double level = 1;
  bool all_reach = true;
  for (const RowComparison& row : metric.rows) {
    if (row.ratio.has_interval) {
      level = std::min(level, row.ratio.level);
      all_reach = all_reach && row.ratio.reaches_wanted;
    }
  }
  std::string text =
      fmt::format("ratios are contender / base; the margin is {:.4g} %", 100 * comparison.options.margin);
  if (metric.tested == 0) {
    return text;
  }
  if (all_reach) {
    text += metric.tested == 1 ? fmt::format("; the interval holds at {}", LevelWords(level))
                               : fmt::format("; each interval holds at {} or more, so that all {} hold together at {}",
                                             LevelWords(level), metric.tested, LevelWords(kTableLevel));
  } else {
    text += fmt::format("; intervals are the widest that so few values give, the least at {}", LevelWords(level));
  }
  const auto by_table = [](const RowComparison& row) { return row.by_table; };
  if (std::any_of(metric.rows.begin(), metric.rows.end(), by_table)) {
    text +=
        "; \"by all rows\": the verdict holds with the whole table in view (Holm), and the row's own interval, which "
        "is wider, does not show it";
  }
  return text;
}

std::vector<std::string> MissingWords(const RowMatching& matching) {
  std::vector<std::string> lines;
  if (!matching.only_base.empty()) {
    lines.push_back(
        fmt::format("only in the base ({}): {}", matching.only_base.size(), fmt::join(matching.only_base, ", ")));
  }
  if (!matching.only_contender.empty()) {
    lines.push_back(fmt::format("only in the contender ({}): {}", matching.only_contender.size(),
                                fmt::join(matching.only_contender, ", ")));
  }
  for (const FailedRow& failed : matching.failed) {
    lines.push_back(FailedWords(failed));
  }
  return lines;
}

}  // namespace playbook
