#include "tools/ladder/ladder.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "tools/results/clean_text.h"
#include "tools/results/input_error.h"

namespace playbook {
namespace {

constexpr double kMostSlack = 1;  // with more, a bound of twice a row would bind nothing

std::string Text(const nlohmann::json& json, const char* key) {
  return CleanText(json.at(key).get<std::string>());
}

LadderRow ReadRow(const nlohmann::json& json) {
  LadderRow row = {.name = Text(json, "row"), .counts = Text(json, "counts"), .part = Text(json, "part")};
  const std::string figure = Text(json, "figure");
  if (figure != "time" && figure != "bytes_per_second") {
    throw InputError(
        fmt::format("the row {} has the figure \"{}\", must be time or bytes_per_second", row.name, figure));
  }
  row.is_rate = figure != "time";
  row.yardstick = Text(json, "yardstick");
  row.sweep = Text(json, "sweep");
  row.value = json.at("value").get<std::int64_t>();
  row.one = Text(json, "one");
  row.many = Text(json, "many");
  for (const nlohmann::json& claim : json.at("ruled_out")) {
    row.ruled_out.push_back(CleanText(claim.get<std::string>()));
  }
  if (row.one.empty() != row.many.empty() || row.one.empty() != row.ruled_out.empty()) {
    throw InputError(fmt::format("the row {} has one \"{}\", many \"{}\" and {} in ruled_out, must have all or none",
                                 row.name, row.one, row.many, row.ruled_out.size()));
  }
  return row;
}

LadderRung ReadRung(const nlohmann::json& json, std::vector<LadderRelation>& relations) {
  LadderRung rung = {.id = Text(json, "id"), .title = Text(json, "title"), .published = Text(json, "published")};
  for (const nlohmann::json& row : json.at("rows")) {
    rung.rows.push_back(ReadRow(row));
  }
  for (const nlohmann::json& one : json.at("differences")) {
    rung.rows.push_back({.name = Text(one, "row"),
                         .counts = Text(one, "counts"),
                         .part = "own code",
                         .of = Text(one, "of"),
                         .minus = Text(one, "minus")});
  }
  for (const nlohmann::json& one : json.at("relations")) {
    relations.push_back({Text(one, "row"), Text(one, "at_most"), Text(one, "why"), one.at("slack").get<double>()});
    // The comparison is also false for what is not a number.
    if (const double slack = relations.back().slack; !(slack >= 0 && slack <= kMostSlack)) {
      throw InputError(fmt::format("the relation of {} to {} has the slack {}, must be from 0 to {}",
                                   relations.back().row, relations.back().at_most, slack, kMostSlack));
    }
  }
  return rung;
}

// What is set against each other must be of one kind.
void RequireOneKind(const Ladder& ladder) {
  std::map<std::string, const LadderRow*> first;
  for (const LadderRung& rung : ladder.rungs) {
    for (const LadderRow& row : rung.rows) {
      std::vector<std::string> shared = row.ruled_out;
      shared.push_back(row.one);
      for (const std::string& words : shared) {
        const LadderRow& other = *first.emplace(words, &row).first->second;
        if (!words.empty() && other.is_rate != row.is_rate) {
          throw InputError(fmt::format("the rows {} and {} both say \"{}\", but one is a time and one a rate",
                                       other.name, row.name, words));
        }
      }
    }
  }
  for (const LadderRung& rung : ladder.rungs) {
    for (const LadderRow& row : rung.rows) {
      for (const std::string& name : {row.of, row.minus}) {
        if (row.IsDerived() && (ladder.At(name).is_rate || ladder.At(name).IsDerived())) {
          throw InputError(fmt::format("the difference {} names {}, must be a row with a time", row.name, name));
        }
      }
    }
  }
  for (const LadderRelation& relation : ladder.relations) {
    if (ladder.At(relation.row).is_rate != ladder.At(relation.at_most).is_rate) {
      throw InputError(fmt::format("the relation of {} to {} is of a time and a rate, must be of one kind",
                                   relation.row, relation.at_most));
    }
  }
}

void RequireSound(const Ladder& ladder) {
  std::set<std::string> names;
  for (const LadderRung& rung : ladder.rungs) {
    for (const LadderRow& row : rung.rows) {
      if (!names.insert(row.name).second) {
        throw InputError(fmt::format("the row {} is there twice", row.name));
      }
    }
  }
  const auto require = [&names](const std::string& name, const std::string& where) {
    if (names.count(name) == 0) {
      throw InputError(fmt::format("{} names the row \"{}\", which is not there", where, name));
    }
  };
  for (const LadderRung& rung : ladder.rungs) {
    for (const LadderRow& row : rung.rows) {
      if (row.IsDerived()) {
        require(row.of, row.name);
        require(row.minus, row.name);
      }
    }
  }
  for (const LadderRelation& relation : ladder.relations) {
    require(relation.row, "a relation");
    require(relation.at_most, "a relation");
  }
  if (names.empty()) {
    throw InputError("there are no rows in it");
  }
  RequireOneKind(ladder);
}

std::vector<double> MediansOf(const std::vector<const LadderRow*>& rows, const std::string& build) {
  std::vector<double> medians;
  medians.reserve(rows.size());
  for (const LadderRow* const row : rows) {
    medians.push_back(row->Value(build).median);
  }
  return medians;
}

}  // namespace

MedianInterval LadderRow::Value(const std::string& build) const {
  const auto found = series.find(build);
  return found == series.end() ? MedianInterval() : IntervalOf(found->second.values);
}

const LadderRow* Ladder::Find(const std::string& name) const {
  for (const LadderRung& rung : rungs) {
    for (const LadderRow& row : rung.rows) {
      if (row.name == name) {
        return &row;
      }
    }
  }
  return nullptr;
}

const LadderRow& Ladder::At(const std::string& name) const {
  const LadderRow* const row = Find(name);
  assert(row != nullptr);
  return *row;
}

const LadderRow* Ladder::Yardstick(const std::string& yardstick) const {
  for (const LadderRung& rung : rungs) {
    for (const LadderRow& row : rung.rows) {
      if (row.yardstick == yardstick) {
        return &row;
      }
    }
  }
  return nullptr;
}

Ladder ReadDescription(const std::string& text) {
  Ladder ladder;
  try {
    const nlohmann::json json = nlohmann::json::parse(text);
    if (const int version = json.at("schema_version").get<int>(); version != kLadderSchema) {
      throw InputError(fmt::format("describes itself in schema {}, must be {}: {}", version, kLadderSchema,
                                   version < kLadderSchema ? "build and measure it anew" : "a newer playbook made it"));
    }
    for (const nlohmann::json& rung : json.at("rungs")) {
      ladder.rungs.push_back(ReadRung(rung, ladder.relations));
    }
  } catch (const nlohmann::json::exception& error) {
    throw InputError(fmt::format("does not describe itself as a ladder: {}", CleanText(error.what())));
  }
  RequireSound(ladder);
  return ladder;
}

void Derive(Ladder& ladder) {
  for (LadderRung& rung : ladder.rungs) {
    for (LadderRow& row : rung.rows) {
      if (!row.IsDerived()) {
        continue;
      }
      const LadderRow& of = ladder.At(row.of);
      const LadderRow& minus = ladder.At(row.minus);
      for (const LadderBuild& build : ladder.builds) {
        const auto whole = of.series.find(build.name);
        const auto part = minus.series.find(build.name);
        if (whole == of.series.end() || part == minus.series.end()) {
          continue;
        }
        LadderSeries& left = row.series[build.name];
        left.values.clear();
        const std::size_t rounds = std::min(whole->second.values.size(), part->second.values.size());
        for (std::size_t round = 0; round < rounds; ++round) {
          left.values.push_back(whole->second.values[round] - part->second.values[round]);
        }
      }
    }
  }
}

std::vector<std::string> Sweeps(const Ladder& ladder) {
  std::vector<std::string> sweeps;
  for (const LadderRung& rung : ladder.rungs) {
    for (const LadderRow& row : rung.rows) {
      if (!row.sweep.empty() && std::find(sweeps.begin(), sweeps.end(), row.sweep) == sweeps.end()) {
        sweeps.push_back(row.sweep);
      }
    }
  }
  return sweeps;
}

std::vector<const LadderRow*> RowsOfSweep(const Ladder& ladder, const std::string& sweep) {
  std::vector<const LadderRow*> rows;
  for (const LadderRung& rung : ladder.rungs) {
    for (const LadderRow& row : rung.rows) {
      if (row.sweep == sweep) {
        rows.push_back(&row);
      }
    }
  }
  std::stable_sort(rows.begin(), rows.end(),
                   [](const LadderRow* one, const LadderRow* other) { return one->value < other->value; });
  return rows;
}

Bend FindBend(const std::vector<double>& values) {
  Bend bend = {.index = values.empty() ? 0 : values.size() - 1};
  // The comparison is false where a value is not a number.
  while (bend.index > 0 && values[bend.index] <= values[bend.index - 1] * kLevelStep) {
    --bend.index;
    bend.level = true;
  }
  return bend;
}

std::vector<Headline> Headlines(const Ladder& ladder) {
  const std::string first = ladder.builds.empty() ? "" : ladder.builds.front().name;
  std::vector<Headline> headlines;
  for (const LadderRung& rung : ladder.rungs) {
    // Where the curves of this rung are read off, and where they end.
    std::int64_t level = 0;
    std::int64_t last = 0;
    for (const LadderRow& row : rung.rows) {
      if (!row.sweep.empty()) {
        const std::vector<const LadderRow*> rows = RowsOfSweep(ladder, row.sweep);
        const Bend bend = FindBend(MediansOf(rows, first));
        level = bend.level ? std::max(level, rows[bend.index]->value) : level;
        last = std::max(last, rows.back()->value);
      }
    }
    const bool rises = level == 0;
    const std::int64_t place = rises ? last : level;
    for (const LadderRow& row : rung.rows) {
      if (row.sweep.empty()) {
        headlines.push_back({&rung, &row, false});
      } else if (row.value == place) {
        headlines.push_back({&rung, &row, rises});
      }
    }
  }
  return headlines;
}

}  // namespace playbook
