#include "tools/compare/provenance_difference.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <set>
#include <system_error>

#include "tools/compare/context_facts.h"
#include "tools/compare/library_version.h"

namespace playbook {
namespace {

constexpr std::string_view kPrefix = "playbook.";

struct KnownKey {
  std::string_view key;
  std::string_view factor;  // empty: says nothing of the side, or nothing that another key does not say
};

// Of the harness (google/benchmark, src/json_reporter.cc) and of our own binaries (benchmarks/provenance.cc).
constexpr std::array kKnown = {
    KnownKey{"host_name", "machine"},
    KnownKey{"num_cpus", "machine"},
    KnownKey{"cpu_model", "machine"},
    KnownKey{"logical_cpus", "machine"},
    KnownKey{"virtual_machine", "machine"},
    KnownKey{"caches", "machine"},
    KnownKey{"usable_cpus", "container"},
    KnownKey{"control_groups", "container"},
    KnownKey{"container_cpus", "container"},
    KnownKey{"container_memory_bytes", "container"},
    KnownKey{"kernel", "kernel"},
    KnownKey{"clock_source", "kernel"},
    KnownKey{"huge_pages", "kernel"},
    KnownKey{"cpu_scaling_enabled", "CPU frequency scaling"},
    KnownKey{"aslr_enabled", "address space layout"},
    KnownKey{"scratch_file_system", "scratch folder"},
    KnownKey{"scratch_ram_disk", "scratch folder"},
    KnownKey{"commit", "code"},
    KnownKey{"dirty", "code"},
    KnownKey{"compiler", "compiler"},
    KnownKey{"compiler_name", "compiler"},
    KnownKey{"compiler_version", "compiler"},
    KnownKey{"flags", "flags"},
    KnownKey{"build_type", "flags"},
    KnownKey{"ndebug", "flags"},
    KnownKey{"optimized", "flags"},
    KnownKey{"fast_math", "flags"},
    KnownKey{"fortify_source", "flags"},
    KnownKey{"library_assertions", "flags"},
    KnownKey{"sanitizers", "flags"},
    KnownKey{"vector_instructions", "flags"},
    KnownKey{"target", "flags"},
    KnownKey{"standard_library", "libraries"},
    KnownKey{"libc", "libraries"},
    KnownKey{"allocator", "allocator"},
    KnownKey{"library_version", "benchmark library"},
    KnownKey{"library_build_type", "benchmark library"},
    // Names of what other keys say.
    KnownKey{"executable", ""},
    KnownKey{"preset", ""},
    KnownKey{"json_schema_version", ""},
};

std::string_view Bare(std::string_view key) {
  return key.starts_with(kPrefix) ? key.substr(kPrefix.size()) : key;
}

// Place of the factor in the table above; custom ones come last.
std::size_t OrderOf(std::string_view factor) {
  const auto found =
      std::find_if(kKnown.begin(), kKnown.end(), [factor](const KnownKey& known) { return known.factor == factor; });
  return static_cast<std::size_t>(found - kKnown.begin());
}

// "a", "a and b", "a, b and c".
std::string Listed(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t at = 0; at < names.size(); ++at) {
    text += at == 0 ? "" : at + 1 == names.size() ? " and " : ", ";
    text += names[at];
  }
  return text;
}

std::optional<double> Number(const Context& context, const std::string& key) {
  const std::string text = ContextValue(context, key);
  double value = 0;
  const auto [stopped, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && stopped == text.data() + text.size() && !text.empty() ? std::optional(value)
                                                                                       : std::nullopt;
}

void RefuseOtherMachine(const Context& base, const Context& contender, std::vector<std::string>& refusals) {
  const std::string host = ContextValue(base, "host_name");
  const std::string other = ContextValue(contender, "host_name");
  if (!host.empty() && !other.empty()) {
    if (host != other) {
      refusals.push_back(fmt::format(
          "the base was measured on the host {}, the contender on {}: a ratio would be one of machines", host, other));
    }
    return;
  }
  // Our own results name no host.
  for (const char* key : {"playbook.cpu_model", "num_cpus"}) {
    const std::string one = ContextValue(base, key);
    const std::string two = ContextValue(contender, key);
    if (!one.empty() && !two.empty() && one != two) {
      refusals.push_back(fmt::format("the base was measured on another machine than the contender: {} is {} and {}",
                                     Bare(key), one, two));
      return;
    }
  }
}

void RefuseOtherMeaning(const Context& base, const Context& contender, const ThreadedRows& threaded,
                        std::vector<std::string>& refusals) {
  const LibraryVersion one = ReadLibraryVersion(base);
  const LibraryVersion two = ReadLibraryVersion(contender);
  const std::string versions =
      fmt::format("the benchmark library is {} on the base and {} on the contender", one.text, two.text);
  if (threaded.times && !SameTimes(one, two)) {
    refusals.push_back(versions +
                       ": from 1.9.0 on, real times of rows with several threads are wall time and no longer divided "
                       "by the number of threads");
  }
  if (threaded.rates && !SameRates(one, two)) {
    refusals.push_back(versions + ": from 1.9.0 to 1.9.4, rates of rows with several threads are those of one thread");
  }
}

void SayWhatFollows(const Context& base, const Context& contender, ProvenanceDifference& result) {
  std::vector<std::string>& say = result.statements;
  if (result.factors.size() > 1) {
    say.push_back(Listed(result.factors) + " differ: which of them makes a difference in time cannot be told");
  } else if (result.factors.size() == 1) {
    say.push_back(fmt::format("of what both sides record, only the {} differs", result.factors.front()));
  }
  const auto records = [](const Context& context, const char* key) { return !ContextValue(context, key).empty(); };
  const auto records_build = [&](const Context& context) {
    return records(context, "playbook.compiler") && records(context, "playbook.flags");
  };
  if (!records_build(base) && !records_build(contender)) {
    say.push_back("neither side records its compiler and flags: whether more than the code differs is not known");
  } else if (result.factors.empty() && result.one_sided.empty()) {
    say.push_back("nothing that both sides record differs");
  }
  if (!result.one_sided.empty()) {
    say.push_back(fmt::format("recorded on one side only: {}", Listed(result.one_sided)));
  }
  for (const auto& [context, side] : {std::pair(&base, "base"), std::pair(&contender, "contender")}) {
    if (ContextValue(*context, "playbook.dirty") == "yes") {
      say.push_back(
          fmt::format("the {} was built from changed sources: its commit does not say what was measured", side));
    }
    const std::optional<double> load = Number(*context, "load_avg.0");
    const std::optional<double> cpus = Number(*context, "num_cpus");
    if (load && cpus && *load >= *cpus) {
      say.push_back(
          fmt::format("the machine was busy when the {} began: load {:.2g} on {:.0f} CPUs", side, *load, *cpus));
    }
  }
}

}  // namespace

std::string_view FactorOf(std::string_view key) {
  if (IsOfOneProcess(key)) {
    return {};
  }
  if (key.starts_with("caches.")) {
    return "machine";
  }
  const auto known =
      std::find_if(kKnown.begin(), kKnown.end(), [key](const KnownKey& one) { return one.key == Bare(key); });
  return known == kKnown.end() ? key : known->factor;
}

ProvenanceDifference CompareProvenance(const Context& base, const Context& contender, const ThreadedRows& threaded) {
  ProvenanceDifference result;
  std::set<std::string> keys;
  for (const Context* context : {&base, &contender}) {
    for (const auto& [key, value] : *context) {
      keys.insert(key);
    }
  }
  std::set<std::string> shared;
  std::set<std::string> alone;
  for (const std::string& key : keys) {
    const std::string factor(FactorOf(key));
    const std::string one = ContextValue(base, key);
    const std::string two = ContextValue(contender, key);
    if (factor.empty() || (one.empty() && two.empty())) {
      continue;
    }
    if (one.empty() || two.empty()) {
      alone.insert(factor);
      continue;
    }
    shared.insert(factor);
    if (one != two) {
      result.differences.push_back({factor, std::string(Bare(key)), one, two});
    }
  }
  std::stable_sort(
      result.differences.begin(), result.differences.end(),
      [](const ContextDifference& a, const ContextDifference& b) { return OrderOf(a.factor) < OrderOf(b.factor); });
  for (const ContextDifference& difference : result.differences) {
    if (std::find(result.factors.begin(), result.factors.end(), difference.factor) == result.factors.end()) {
      result.factors.push_back(difference.factor);
    }
  }
  for (const std::string& factor : alone) {
    if (shared.count(factor) == 0) {
      result.one_sided.push_back(factor);
    }
  }
  std::stable_sort(result.one_sided.begin(), result.one_sided.end(),
                   [](const std::string& a, const std::string& b) { return OrderOf(a) < OrderOf(b); });
  for (const auto& [context, side] : {std::pair(&base, "base"), std::pair(&contender, "contender")}) {
    if (ContextValue(*context, "dry_run") == "true") {
      result.refusals.push_back(fmt::format("the {} is a dry run: one iteration of each row measures nothing", side));
    }
  }
  RefuseOtherMachine(base, contender, result.refusals);
  RefuseOtherMeaning(base, contender, threaded, result.refusals);
  SayWhatFollows(base, contender, result);
  return result;
}

}  // namespace playbook
