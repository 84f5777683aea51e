#include "tools/stats/verdict.h"

#include <algorithm>
#include <cassert>

#include "tools/stats/holm.h"
#include "tools/stats/mann_whitney.h"  // WithinError

namespace playbook {
namespace {

// What is established of a ratio, however it was.
struct Established {
  bool above = false;
  bool differs = false;
  bool beyond = false;
  bool inside = false;            // at the level of the interval
  bool inside_as_needed = false;  // at that of the interval for equivalence
};

Verdict Decide(const Established& is) {
  if (is.beyond) {
    return is.above ? Verdict::kSlower : Verdict::kFaster;
  }
  if (is.differs && is.inside) {
    return Verdict::kNegligible;
  }
  if (is.inside_as_needed) {
    return Verdict::kEquivalent;
  }
  return is.differs ? Verdict::kDiffers : Verdict::kCannotTell;
}

std::vector<double> Adjusted(std::span<const RatioTests> rows, double RatioTests::*test) {
  std::vector<double> p;
  p.reserve(rows.size());
  for (const RatioTests& row : rows) {
    p.push_back(row.*test);
  }
  return HolmAdjusted(p);
}

}  // namespace

const char* Word(Verdict verdict) {
  switch (verdict) {
    case Verdict::kSlower:
      return "slower";
    case Verdict::kFaster:
      return "faster";
    case Verdict::kNegligible:
      return "negligible";
    case Verdict::kEquivalent:
      return "equivalent";
    case Verdict::kDiffers:
      return "differs";
    case Verdict::kCannotTell:
      return "cannot_tell";
  }
  return "";
}

Verdict JudgeIntervals(const RatioEstimate& interval, const RatioEstimate& for_equivalence, double margin) {
  assert(margin >= 0.0);
  if (!interval.has_interval || !for_equivalence.has_interval) {
    return Verdict::kCannotTell;
  }
  const double upper = 1.0 + margin;
  const double lower = 1.0 / upper;
  const auto inside = [=](const RatioEstimate& one) { return one.low > lower && one.high < upper; };
  return Decide(
      {.above = interval.low > 1.0,
       .differs = interval.low > 1.0 || interval.high<1.0, .beyond = interval.low> upper || interval.high < lower,
       .inside = inside(interval),
       .inside_as_needed = inside(for_equivalence)});
}

Verdict JudgeTests(const RatioTests& tests, double level) {
  // Not a number is within no error.
  return Decide({.above = tests.above,
                 .differs = WithinError(tests.differs, level),
                 .beyond = WithinError(tests.beyond, level),
                 .inside = WithinError(2 * tests.inside, level),
                 .inside_as_needed = WithinError(tests.inside, level)});
}

std::vector<RowVerdict> JudgeTable(std::span<const RatioTests> rows, double level) {
  const std::vector<double> differs = Adjusted(rows, &RatioTests::differs);
  const std::vector<double> beyond = Adjusted(rows, &RatioTests::beyond);
  const std::vector<double> inside = Adjusted(rows, &RatioTests::inside);
  std::vector<RowVerdict> verdicts;
  verdicts.reserve(rows.size());
  for (std::size_t row = 0; row < rows.size(); ++row) {
    RowVerdict one;
    one.adjusted = {.differs = differs[row],
                    .beyond = beyond[row],
                    .inside = inside[row],
                    .exact = rows[row].exact,
                    .above = rows[row].above};
    one.verdict = JudgeTests(one.adjusted, level);
    one.alone = JudgeTests(rows[row], level);
    one.above = rows[row].above;
    verdicts.push_back(one);
  }
  return verdicts;
}

}  // namespace playbook
