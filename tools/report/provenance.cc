#include "tools/report/provenance.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "tools/report/escape.h"
#include "tools/report/table.h"

namespace playbook {
namespace {

constexpr std::string_view kPrefix = "playbook.";
constexpr const char* kDiffers = "differs between pairs";

// Facts of one pair or of one process, not of the build; see also IsMeasuredAnew.
const std::set<std::string>& LeftOut() {
  static const std::set<std::string> keys = {"pair", "describe_hash", "date", "host_name", "executable"};
  return keys;
}

// A key as it is shown, or empty for one that is left out. "caches.0.size" and the like say less than the CPU's facts.
std::string ShownKey(const std::string& key) {
  const bool ours = key.compare(0, kPrefix.size(), kPrefix) == 0;
  const std::string shown = ours ? key.substr(kPrefix.size()) : key;
  if (IsMeasuredAnew(key) || LeftOut().count(shown) != 0 || shown.find('.') != std::string::npos) {
    return {};
  }
  return ours ? shown : "harness: " + shown;
}

std::string ValueOf(const RunData& run, const std::string& label, const std::string& key) {
  std::string value;
  bool found = false;
  for (const std::string& id : run.plan.pairs) {
    const auto& context = run.Of(label, id).context;
    if (const auto one = context.find(key); one != context.end()) {
      if (found && one->second != value) {
        return kDiffers;
      }
      value = one->second;
      found = true;
    }
  }
  return value;
}

// The same under every build, or the builds' values with their names.
std::string Shared(const RunData& run, const std::string& key) {
  std::vector<std::string> parts;
  bool same = true;
  const std::string first = ValueOf(run, run.plan.builds.front().label, key);
  for (const PlannedBuild& build : run.plan.builds) {
    const std::string value = ValueOf(run, build.label, key);
    same = same && value == first;
    parts.push_back(build.name + ": " + (value.empty() ? "unknown" : value));
  }
  if (same) {
    return first.empty() ? "unknown" : first;
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

}  // namespace

std::vector<Fact> Provenance(const RunData& run) {
  std::set<std::string> keys;
  for (const auto& [where, pair] : run.runs) {
    for (const auto& [key, value] : pair.context) {
      if (!ShownKey(key).empty()) {
        keys.insert(key);
      }
    }
  }
  std::vector<Fact> facts;
  for (const std::string& key : keys) {
    Fact fact = {.key = ShownKey(key)};
    for (const PlannedBuild& build : run.plan.builds) {
      fact.values.push_back(ValueOf(run, build.label, key));
    }
    fact.differs = std::any_of(fact.values.begin(), fact.values.end(),
                               [&](const std::string& value) { return value != fact.values.front(); });
    facts.push_back(std::move(fact));
  }
  std::stable_partition(facts.begin(), facts.end(), [](const Fact& fact) { return fact.differs; });
  return facts;
}

std::string ProvenanceLine(const RunData& run) {
  std::vector<std::string> parts;
  for (const PlannedBuild& build : run.plan.builds) {
    const std::string compiler = ValueOf(run, build.label, "playbook.compiler");
    const std::string flags = ValueOf(run, build.label, "playbook.flags");
    parts.push_back(fmt::format("{}: {} {}", EscapeMarkdown(build.name),
                                EscapeMarkdown(compiler.empty() ? "compiler unknown" : compiler),
                                flags.empty() ? "flags unknown" : MarkdownCode(flags)));
  }
  parts.push_back(EscapeMarkdown(Shared(run, "playbook.cpu_model")));
  parts.push_back("kernel " + EscapeMarkdown(Shared(run, "playbook.kernel")));
  if (!run.plan.scratch_file_system.empty()) {
    parts.push_back("files on " + EscapeMarkdown(run.plan.scratch_file_system));
  }
  parts.push_back(run.plan.started.substr(0, run.plan.started.find('T')));
  parts.push_back(run.complete ? fmt::format("{} rounds", run.plan.rounds)
                               : fmt::format("INCOMPLETE: {} of {} rounds", run.WholeRounds(), run.plan.rounds));
  return fmt::format("*{}.*\n", fmt::join(parts, "; "));
}

std::string ProvenanceTable(const RunData& run) {
  std::vector<Table::Column> columns = {{"fact"}};
  for (const PlannedBuild& build : run.plan.builds) {
    columns.push_back({EscapeMarkdown(build.name)});
  }
  Table table(columns);
  for (const Fact& fact : Provenance(run)) {
    const std::string key = EscapeMarkdown(fact.key);
    std::vector<std::string> cells = {fact.differs ? "**" + key + "**" : key};
    for (const std::string& value : fact.values) {
      cells.push_back(value.empty() ? "unknown" : EscapeMarkdown(value));
    }
    table.Add(cells);
  }
  return table.Markdown();
}

}  // namespace playbook
