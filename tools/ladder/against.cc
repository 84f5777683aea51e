#include "tools/ladder/against.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <vector>

#include "tools/ladder/figures.h"
#include "tools/units/units.h"

namespace playbook {
namespace {

struct Partners {
  const LadderBuild* ours = nullptr;
  const LadderBuild* theirs = nullptr;  // nullptr where the other ladder has none for it
};

const LadderBuild* BuildNamed(const Ladder& ladder, const std::string& name) {
  const auto found = std::find_if(ladder.builds.begin(), ladder.builds.end(),
                                  [&name](const LadderBuild& build) { return build.name == name; });
  return found == ladder.builds.end() ? nullptr : &*found;
}

// A build in its place is only taken where our ladder does not know its name.
std::vector<Partners> PartnersOf(const Ladder& ladder, const Ladder& other) {
  std::vector<Partners> all;
  for (std::size_t place = 0; place < ladder.builds.size(); ++place) {
    const LadderBuild& ours = ladder.builds[place];
    const LadderBuild* theirs = BuildNamed(other, ours.name);
    if (theirs == nullptr && place < other.builds.size() && BuildNamed(ladder, other.builds[place].name) == nullptr) {
      theirs = &other.builds[place];
    }
    all.push_back({&ours, theirs});
  }
  return all;
}

std::string Known(const std::string& fact) {
  return fact.empty() ? "unknown" : fact;
}

class Facts {
 public:
  explicit Facts(LadderForm form) : form_(form) {}

  void Compare(const std::string& build, const std::string& what, const std::string& ours, const std::string& theirs) {
    if (ours != theirs) {
      table_.Add({Plain(build, form_), Plain(what, form_), Plain(Known(ours), form_), Plain(Known(theirs), form_)});
    }
  }
  std::string Text() const {
    return table_.empty() ? "Nothing is known to differ in their provenance.\n" : PrintTable(table_, form_);
  }

 private:
  LadderForm form_;
  Table table_ = Table({{"build"}, {"what differs"}, {"this ladder"}, {"the other"}});
};

void CompareContexts(const Partners& partners, Facts& facts) {
  const auto& [ours, theirs] = partners;
  std::set<std::string> keys;
  for (const LadderBuild* const build : {ours, theirs}) {
    for (const auto& [key, value] : build->context) {
      keys.insert(key);
    }
  }
  const auto value_of = [](const LadderBuild& build, const std::string& key) {
    const auto found = build.context.find(key);
    return found == build.context.end() ? "" : found->second;
  };
  constexpr std::string_view kPrefix = "playbook.";
  const std::string name = ours->name == theirs->name ? ours->name : ours->name + " against " + theirs->name;
  for (const std::string& key : keys) {
    facts.Compare(name, key.rfind(kPrefix, 0) == 0 ? key.substr(kPrefix.size()) : key, value_of(*ours, key),
                  value_of(*theirs, key));
  }
}

void AddRow(const LadderRow& ours, const LadderRow& theirs, const Partners& partners, LadderForm form, Table& table) {
  const MedianInterval value = ours.Value(partners.ours->name);
  const MedianInterval other = theirs.Value(partners.theirs->name);
  // A difference of two rows may be nothing or less.
  const bool both = value.n > 0 && other.n > 0 && value.median > 0 && other.median > 0;
  const bool apart = value.low > other.high || other.low > value.high;
  table.Add({Code(ours.name, form), Plain(partners.ours->name, form), FigureText(value, ours.is_rate),
             FigureText(other, ours.is_rate), both ? Ratio(value.median / other.median) : "-",
             !both || !value.has_interval || !other.has_interval ? "-" : (apart ? "apart" : "meet")});
}

std::string Only(const char* what, const std::vector<std::string>& names, LadderForm form) {
  std::string text;
  for (const std::string& name : names) {
    text += (text.empty() ? "" : ", ") + Code(name, form);
  }
  return text.empty() ? "" : fmt::format("{}: {}.\n", what, text);
}

}  // namespace

std::string AgainstText(const Ladder& ladder, const Ladder& other, LadderForm form) {
  const std::vector<Partners> partners = PartnersOf(ladder, other);
  std::vector<std::string> lonely;  // builds and rows of one ladder only
  std::set<const LadderBuild*> taken;
  Facts facts(form);
  facts.Compare("all", "machine", ladder.machine, other.machine);
  facts.Compare("all", "command", ladder.command, other.command);
  for (const Partners& one : partners) {
    if (one.theirs != nullptr) {
      taken.insert(one.theirs);
      CompareContexts(one, facts);
    } else {
      lonely.push_back(one.ours->name);
    }
  }
  Table table({{"row"},
               {"build"},
               {"this ladder", Table::Align::kRight},
               {"the other", Table::Align::kRight},
               {"ratio", Table::Align::kRight},
               {"intervals"}});
  const auto in = [](const Ladder& where, const LadderRow& row) {
    const LadderRow* const found = where.Find(row.name);
    return found != nullptr && found->is_rate == row.is_rate ? found : nullptr;
  };
  for (const Headline& headline : Headlines(ladder)) {
    const LadderRow* const theirs = in(other, *headline.row);
    if (theirs == nullptr) {
      lonely.push_back(headline.row->name);
      continue;
    }
    for (const Partners& one : partners) {
      if (one.theirs != nullptr) {
        AddRow(*headline.row, *theirs, one, form, table);
      }
    }
  }
  std::vector<std::string> others;
  for (const LadderBuild& build : other.builds) {
    if (taken.count(&build) == 0) {
      others.push_back(build.name);
    }
  }
  for (const Headline& headline : Headlines(other)) {
    if (in(ladder, *headline.row) == nullptr) {
      others.push_back(headline.row->name);
    }
  }
  return fmt::format("Against the ladder taken {}:\n\n{}\n", Plain(other.taken, form), facts.Text()) +
         (table.empty() ? "" : PrintTable(table, form) + "\n") +
         "The two were not taken side by side: what drifts between their days is in the ratio.\n" +
         Only("Only in this ladder", lonely, form) + Only("Only in the other", others, form);
}

}  // namespace playbook
