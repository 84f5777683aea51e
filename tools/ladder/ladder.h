// What does a machine take for each rung of the ladder, under each build?
//
// The measured ladder: what --describe said of the rungs, and a value for each row, build and round. Everything that is
// printed is derived from it, so a ladder that was saved can be printed, compared and asked later. Not a place for
// opinions: checks.h has those.
//
//   const Ladder ladder = ReadLadder("limits.json");
//   const MedianInterval call = ladder.At("call/dependent").Value("gcc");
#ifndef TOOLS_LADDER_LADDER_H_
#define TOOLS_LADDER_LADDER_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "tools/stats/median_interval.h"

namespace playbook {

// What one build says of one row.
struct LadderSeries {
  std::vector<double> values = {};  // by round: nanoseconds or bytes per second; not a number where there is none
  std::string note = {};            // "ext4", "64-byte loads"
  std::string skipped = {};         // why it cannot be measured there
  std::string failed = {};          // what went wrong
};

// Of what a ladder says of itself (fixtures/ladder/rung.cc writes it) and of the limits file, which is that with
// values.
inline constexpr int kLadderSchema = 2;

struct LadderRow {
  std::string name = {};
  bool is_rate = false;
  std::string counts = {};
  std::string part = {};
  std::string yardstick = {};               // "function_call", "system_call"; empty for others
  std::string sweep = {};                   // the curve that it belongs to; empty for none
  std::int64_t value = 0;                   // its place on the curve
  std::string one = {}, many = {};          // of what it does; rows with the same words do the same
  std::vector<std::string> ruled_out = {};  // claims, each shared by all rows that name it
  // Of a row that is the difference of two others.
  std::string of = {}, minus = {};
  std::map<std::string, LadderSeries> series = {};  // by build

  bool IsDerived() const { return !of.empty(); }
  // Empty (n = 0) where the build has no value.
  MedianInterval Value(const std::string& build) const;
};

struct LadderRung {
  std::string id = {};
  std::string title = {};
  std::string published = {};
  std::vector<LadderRow> rows = {};
};

struct LadderRelation {
  std::string row = {};
  std::string at_most = {};
  std::string why = {};
  double slack = 0;
};

struct LadderBuild {
  std::string name = {};
  std::map<std::string, std::string> context = {};  // of its results, without what belongs to one process
};

struct Ladder {
  std::string taken = {};    // local time with its offset
  std::string machine = {};  // see MachineKey
  std::string command = {};
  int rounds = 0;
  std::vector<LadderBuild> builds = {};
  std::vector<LadderRung> rungs = {};
  std::vector<LadderRelation> relations = {};

  const LadderRow* Find(const std::string& name) const;
  // The row must be there.
  const LadderRow& At(const std::string& name) const;
  // The row with that yardstick, or nullptr.
  const LadderRow* Yardstick(const std::string& yardstick) const;
};

// From what a ladder binary says of itself: no builds and no values. Throws InputError.
Ladder ReadDescription(const std::string& text);

// Takes the values of derived rows from those of the others, under all builds.
void Derive(Ladder& ladder);

// The rows that stand in the ladder itself, in order: all that belong to no curve, and of each curve the row on its
// last level stretch. Curves of one rung are read off at the same place, so that their rows can be compared: the
// largest bend of those that level off under the first build. A curve whose rise has another reason, such as walks
// through page tables that outgrow the caches, may rise on.
struct Headline {
  const LadderRung* rung = nullptr;
  const LadderRow* row = nullptr;
  bool still_rises = false;  // of a curve: none of the rung's levels off, so this is its last row
};
std::vector<Headline> Headlines(const Ladder& ladder);

// Names of the curves.
std::vector<std::string> Sweeps(const Ladder& ladder);
std::vector<const LadderRow*> RowsOfSweep(const Ladder& ladder, const std::string& sweep);

// Where a curve that rises in steps rises no more: from that index to the end no step up is larger than kLevelStep.
// `level` is false where even the last step is larger, or a value is missing; the index is then the last one.
inline constexpr double kLevelStep = 1.15;
struct Bend {
  std::size_t index = 0;
  bool level = false;
};
Bend FindBend(const std::vector<double>& values);

}  // namespace playbook

#endif  // TOOLS_LADDER_LADDER_H_
