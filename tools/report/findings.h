// What is to be said of a run, before anybody decides how it looks?
//
// Figures, verdicts and ratios between builds of every pair, taken from the run once; the terminal's table, the
// Markdown and the JSON all print these. Not for judging: that is tools/measure/effect.h.
//
//   const Findings findings = FindAll(LoadRun("runs/first"));
//   for (const PairFinding& pair : findings.pairs) { Print(pair.builds[0].wrong.Text()); }
#ifndef TOOLS_REPORT_FINDINGS_H_
#define TOOLS_REPORT_FINDINGS_H_

#include <map>
#include <string>
#include <vector>

#include "tools/measure/effect.h"
#include "tools/measure/run_data.h"
#include "tools/stats/sample.h"

namespace playbook {

// One number of one row under one build: a time per iteration, or the rate that the pair is about.
struct RowFigure {
  enum class State { kMeasured, kBelowClock, kErrored, kAbsent };

  State state = State::kAbsent;
  std::string unit = {};     // "ns", "B/s", "items/s"
  Sample sample = {};        // of the rounds, in that unit; meaningless if not kMeasured
  std::string message = {};  // of kErrored

  std::string Text() const;           // "3.13 ms", "below the clock", "failed", "-"
  std::string TextWithRange() const;  // "3.13 ms (3.10 .. 3.41 ms)"; only the text if not kMeasured
};

RowFigure FigureOf(const PairDescription& pair, const PairRun& run, const std::string& row);

// "zig-io: 1173 against 3.13 ms (375x)": the article, where there is one, and what it printed.
std::string PublishedText(const PairDescription& pair);

// One row under two builds: "gcc / clang", ratio of times per iteration.
struct BuildRatio {
  std::string sides = {};
  RatioEstimate ratio = {};
};

// "375x (360x .. 390x)"; without rounds for an interval "375x (no interval)"; "-" where there is no ratio.
std::string RatioText(const RatioEstimate& ratio);

struct BuildFinding {
  PlannedBuild build = {};
  RowFigure wrong = {};
  RowFigure right = {};
  EffectFinding effect = {};
  std::vector<std::string> evidence = {};  // in words, one for each claim, then what failed of verify
  bool evidence_failed = false;
  std::string failure = {};  // why the pair was given up under this build; empty if it was not
};

struct PairFinding {
  std::string id = {};
  PairDescription pair = {};  // all but the id empty where no build could describe it
  std::vector<BuildFinding> builds = {};
  std::vector<BuildRatio> right_ratios = {};  // the first build over each other one
};

struct Findings {
  std::vector<PairFinding> pairs = {};
  int effect_rows = 0;  // intervals in the table of effects, and in that of the ratios between builds
  int ratio_rows = 0;
  bool failed = false;  // some evidence or checksum fails, or a pair was given up
};

Findings FindAll(const RunData& run);

// All rows of a pair that any build has, in the order of the description.
std::vector<std::string> RowsOf(const RunData& run, const std::string& id);

// One row, the first build over each other one; `table_rows` as in JudgeEffect.
std::vector<BuildRatio> BuildRatios(const RunData& run, const std::string& id, const std::string& row, int table_rows);

// One sentence on what the intervals of a table with so many of them mean: "each interval at 99.8 %, so that all 10
// hold together at 95 %". Taken from the estimates themselves; empty where there is none.
std::string LevelWords(const std::vector<RatioEstimate>& estimates, int table_rows);

}  // namespace playbook

#endif  // TOOLS_REPORT_FINDINGS_H_
