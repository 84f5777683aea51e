#include "tools/compare/row_matching.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "tools/measure/nearest.h"
#include "tools/results/input_error.h"

namespace playbook {
namespace {

using Places = std::vector<std::size_t>;

// Names are quoted in a message up to this many.
constexpr std::size_t kMostQuoted = 5;

// The rows of a side by canonical name, in the file's order.
class Side {
 public:
  // Rows of one name.
  struct Group {
    std::size_t first;
    std::size_t last;

    bool Single() const { return first == last; }
  };

  Side(std::span<const MeasuredRow> rows, const RowFilter& filter) : rows_(rows), next_(rows.size(), kNone) {
    groups_.reserve(rows.size());
    for (std::size_t place = 0; place < rows.size(); ++place) {
      if (!filter.Takes(rows[place].name)) {
        continue;
      }
      const auto [group, added] = groups_.try_emplace(rows[place].name, Group{place, place});
      if (added) {
        in_order_.push_back(&group->second);
      } else {
        next_[std::exchange(group->second.last, place)] = place;
      }
    }
  }

  std::size_t Size() const { return rows_.size(); }
  const MeasuredRow& Row(std::size_t place) const { return rows_[place]; }
  const std::vector<const Group*>& groups() const { return in_order_; }

  // nullptr where there is none.
  const Group* Find(std::string_view name) const {
    const auto group = groups_.find(name);
    return group == groups_.end() ? nullptr : &group->second;
  }

  Places Of(const Group& group) const {
    Places places;
    for (std::size_t at = group.first; at != kNone; at = next_[at]) {
      places.push_back(at);
    }
    return places;
  }

  std::vector<std::string> Names() const {
    std::vector<std::string> names;
    for (const Group* const group : in_order_) {
      names.push_back(rows_[group->first].name);
    }
    return names;
  }

 private:
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

  std::span<const MeasuredRow> rows_;
  Places next_;
  std::unordered_map<std::string_view, Group> groups_;
  std::vector<const Group*> in_order_;
};

std::string Quoted(const std::vector<std::string>& names) {
  const std::size_t shown = std::min(names.size(), kMostQuoted);
  const std::string more = shown < names.size() ? fmt::format(" and {} more", names.size() - shown) : "";
  return names.empty() ? "none" : fmt::format("{}{}", fmt::join(names.data(), names.data() + shown, ", "), more);
}

class Matcher {
 public:
  Matcher(std::span<const MeasuredRow> base, std::span<const MeasuredRow> contender, const RowFilter& filter)
      : base_(base, filter), contender_(contender, filter) {}

  RowMatching ByName() {
    for (const Side::Group* const left : base_.groups()) {
      const std::string& name = base_.Row(left->first).name;
      const Side::Group* const right = contender_.Find(name);
      if (right == nullptr) {
        List(base_, base_.Of(*left), matching_.only_base);
      } else if (left->Single() && right->Single()) {
        Add(name, left->first, right->first);
      } else {
        ByFullName(base_.Of(*left), contender_.Of(*right));
      }
    }
    for (const Side::Group* const right : contender_.groups()) {
      if (base_.Find(contender_.Row(right->first).name) == nullptr) {
        List(contender_, contender_.Of(*right), matching_.only_contender);
      }
    }
    return Finish();
  }

  RowMatching AsAsked(const std::vector<RowNames>& asked) {
    for (auto at = asked.begin(); at != asked.end(); ++at) {
      const RowNames& names = *at;
      if (std::find(asked.begin(), at, names) != at) {
        continue;  // asked for twice is compared once, or it would weigh twice
      }
      const std::string name =
          names.base == names.contender ? names.base : fmt::format("{} = {}", names.base, names.contender);
      Add(name, Find(base_, names.base, "base"), Find(contender_, names.contender, "contender"));
    }
    return Finish();
  }

 private:
  void Add(const std::string& name, std::size_t left, std::size_t right) {
    const MeasuredRow& base = base_.Row(left);
    const MeasuredRow& contender = contender_.Row(right);
    const bool base_failed = base.values.empty();
    const bool contender_failed = contender.values.empty();
    if (base_failed || contender_failed) {
      const std::string& reason = base_failed ? base.failure : contender.failure;
      matching_.failed.push_back(
          {name, base_failed, contender_failed, reason.empty() ? "it has none of the compared metrics" : reason});
      return;
    }
    for (const auto& [row, side] : {std::pair(&base, "base"), std::pair(&contender, "contender")}) {
      if (row->failed > 0) {
        matching_.notes.push_back(fmt::format("{}: {}", name, FailedRepetitions(*row, side)));
      }
    }
    matching_.matches.push_back({name, left, right});
  }

  static void List(const Side& side, const Places& places, std::vector<std::string>& names) {
    for (const std::size_t place : places) {
      names.push_back(places.size() == 1 ? side.Row(place).name : side.Row(place).full_name);
    }
  }

  // Rows of one canonical name, several on a side.
  void ByFullName(const Places& left, const Places& right) {
    std::map<std::string_view, std::pair<Places, Places>> groups;
    for (const std::size_t place : left) {
      groups[base_.Row(place).full_name].first.push_back(place);
    }
    for (const std::size_t place : right) {
      groups[contender_.Row(place).full_name].second.push_back(place);
    }
    for (auto& [full_name, group] : groups) {
      auto& [ours, theirs] = group;
      const std::string name(full_name);
      if (ours.empty() || theirs.empty()) {
        List(base_, ours, matching_.only_base);
        List(contender_, theirs, matching_.only_contender);
      } else if (ours.size() == 1 && theirs.size() == 1) {
        Add(name, ours.front(), theirs.front());
      } else {
        ByOrder(name, ours, theirs);
      }
    }
  }

  void ByOrder(const std::string& name, Places& ours, Places& theirs) {
    const auto known = [](const Side& side, const Places& places) {
      return std::all_of(places.begin(), places.end(), [&](std::size_t place) { return side.Row(place).index >= 0; });
    };
    if (ours.size() != theirs.size() || !known(base_, ours) || !known(contender_, theirs)) {
      throw InputError(
          fmt::format("the row {} is there {} times in the base and {} times in the contender, and nothing tells them "
                      "apart; give the benchmarks different names, or leave them out with --filter",
                      name, ours.size(), theirs.size()));
    }
    const auto in_order = [](const Side& side, Places& places) {
      std::sort(places.begin(), places.end(),
                [&side](std::size_t a, std::size_t b) { return side.Row(a).index < side.Row(b).index; });
    };
    in_order(base_, ours);
    in_order(contender_, theirs);
    for (std::size_t at = 0; at < ours.size(); ++at) {
      Add(fmt::format("{} #{}", name, at + 1), ours[at], theirs[at]);
    }
    matching_.notes.push_back(
        fmt::format("the row {} is there {} times on each side: told apart by their order", name, ours.size()));
  }

  static std::size_t Find(const Side& side, const std::string& name, const char* which) {
    const Side::Group* const group = side.Find(name);
    Places found = group == nullptr ? Places() : side.Of(*group);
    if (found.empty()) {
      for (const Side::Group* const other : side.groups()) {
        for (const std::size_t place : side.Of(*other)) {
          if (side.Row(place).full_name == name) {
            found.push_back(place);
          }
        }
      }
    }
    if (found.empty()) {
      const std::vector<std::string> names = side.Names();
      throw InputError(
          fmt::format("the {} has no row \"{}\"{}; it has {}", which, name, DidYouMean(name, names), Quoted(names)));
    }
    if (found.size() > 1) {
      throw InputError(fmt::format("the {} has the row \"{}\" {} times, must have it once", which, name, found.size()));
    }
    return found.front();
  }

  // As if nothing were filtered.
  std::string AllQuoted() const {
    std::set<std::string_view> seen;
    std::vector<std::string> names;
    for (const Side* const side : {&base_, &contender_}) {
      for (std::size_t place = 0; place < side->Size(); ++place) {
        if (const std::string& name = side->Row(place).name; seen.insert(name).second) {
          names.push_back(name);
        }
      }
    }
    return Quoted(names);
  }

  RowMatching Finish() {
    if (matching_.matches.empty() && matching_.failed.empty() && base_.groups().empty() &&
        contender_.groups().empty()) {
      throw InputError(base_.Size() + contender_.Size() == 0
                           ? "neither side has a row"
                           : fmt::format("the filter takes no row of either side; there are {}", AllQuoted()));
    }
    if (matching_.matches.empty() && matching_.failed.empty()) {
      throw InputError(
          fmt::format("no row is on both sides: the base has {}, the contender {}; --rows A=B sets rows "
                      "of different names side by side",
                      Quoted(base_.Names()), Quoted(contender_.Names())));
    }
    if (matching_.matches.empty()) {
      const FailedRow& failed = matching_.failed.front();
      throw InputError(fmt::format("no row has a value on both sides: {} has none on the {}: {}", failed.name,
                                   failed.on_base ? "base" : "contender", failed.reason));
    }
    return std::move(matching_);
  }

  Side base_;
  Side contender_;
  RowMatching matching_;
};

}  // namespace

std::string FailedRepetitions(const MeasuredRow& row, const char* side) {
  return fmt::format("{} repetition{} of the {} failed and {} left out: {}", row.failed, row.failed == 1 ? "" : "s",
                     side, row.failed == 1 ? "is" : "are", row.failure);
}

RowMatching MatchRows(std::span<const MeasuredRow> base, std::span<const MeasuredRow> contender,
                      const RowFilter& filter, const std::vector<RowNames>& asked) {
  Matcher matcher(base, contender, filter);
  return asked.empty() ? matcher.ByName() : matcher.AsAsked(asked);
}

}  // namespace playbook
