#include "tools/compare/measured_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <utility>

#include "tools/compare/context_facts.h"
#include "tools/report/escape.h"
#include "tools/results/clean_text.h"
#include "tools/stats/sample.h"

namespace playbook {
namespace {

// Room is reserved for as many repetitions as a row says it has, up to this many: what a file says may be wrong.
constexpr std::int64_t kMostReserved = 100'000;

std::string Shown(const std::string& text) {
  // Nearly all names are, and a file has very many.
  const bool plain = std::all_of(text.begin(), text.end(), [](char c) { return c >= ' ' && c <= '~'; });
  return plain ? text : OneLine(CleanText(text));
}

std::vector<double> Medians(const std::vector<double>& values, const std::vector<std::size_t>& starts) {
  std::vector<double> medians;
  medians.reserve(starts.size() + 1);
  for (std::size_t part = 0; part <= starts.size(); ++part) {
    const std::size_t begin = part == 0 ? 0 : starts[part - 1];
    const std::size_t end = part == starts.size() ? values.size() : starts[part];
    medians.push_back(Summarise(std::span(values).subspan(begin, end - begin)).median);
  }
  return medians;
}

// Names of counters are whatever the program chose. Of two that look the same when cleaned, the first stays.
void CleanKeys(std::map<std::string, std::vector<double>, std::less<>>& values) {
  for (auto value = values.begin(); value != values.end();) {
    const auto next = std::next(value);
    if (std::string clean = Shown(value->first); clean != value->first) {
      auto node = values.extract(value);
      node.key() = std::move(clean);
      values.insert(std::move(node));
    }
    value = next;
  }
}

}  // namespace

void MeasuredCollector::OnResult() {
  ++result_;
  programs_.emplace_back();
}

void MeasuredCollector::OnContext(const std::string& key, const std::string& value) {
  const std::string clean = Shown(value);
  if (key == "executable") {
    programs_.back() = clean.substr(clean.rfind('/') + 1);
  }
  MergeContext(context_, Shown(key), clean);
}

void MeasuredCollector::OnRow(const ResultRow& row) {
  if (row.kind == ResultRow::Kind::kAggregate) {
    if (row.aggregate != "median" && row.aggregate != "mean") {
      return;  // a spread or a fit is no time
    }
    AddAggregate(EntryOf(row), row);
    return;
  }
  Entry& entry = EntryOf(row);
  entry.last_repetition = row.repetition_index;
  if (row.kind == ResultRow::Kind::kValue) {
    if (entry.row.aggregates_only) {
      entry.row.aggregates_only = false;
      entry.row.values.clear();
      entry.starts.clear();
      entry.count = 0;
    }
    AddValues(entry, row);
    return;
  }
  ++entry.row.failed;
  if (entry.row.failure.empty()) {
    entry.row.failure = row.message.empty() ? "no reason given" : Shown(row.message);
  }
}

// Stands for the repetitions where the file has none: the median, and the mean where there is no median.
void MeasuredCollector::AddAggregate(Entry& entry, const ResultRow& row) {
  if (entry.count > 0 && !entry.row.aggregates_only) {
    return;
  }
  if (entry.aggregate == row.aggregate || entry.aggregate == "median") {
    return;
  }
  if (!entry.aggregate.empty()) {
    --entry.count;
    for (auto& [metric, values] : entry.row.values) {
      values.resize(std::min(values.size(), entry.count));
    }
  }
  entry.aggregate = row.aggregate;
  entry.row.aggregates_only = true;
  AddValues(entry, row);
}

MeasuredCollector::Entry& MeasuredCollector::EntryOf(const ResultRow& row) {
  const std::int64_t family = row.family_index.value_or(-1);
  const std::int64_t instance = row.instance_index.value_or(-1);
  const auto is = [&](const Entry& entry) {
    // Where the places are not known, a repetition that comes again is that of another row. Up to 1.4 there are no
    // repetitions in the file.
    const bool again = family < 0 && row.kind != ResultRow::Kind::kAggregate && row.repetitions &&
                       row.repetition_index <= entry.last_repetition;
    const bool place = entry.family == family && entry.instance == instance;
    const bool unplaced = family < 0 && row.kind == ResultRow::Kind::kAggregate;
    return entry.result == result_ && (place || unplaced) && !again;
  };
  // Most rows follow their own kind.
  if (last_name_ == row.harness_name && !entries_.empty() && is(entries_[last_entry_])) {
    return entries_[last_entry_];
  }
  last_name_ = row.harness_name;
  const auto found = first_of_name_.find(row.harness_name);
  if (found == first_of_name_.end()) {
    last_entry_ = Add(row);
    const std::string& name = entries_[last_entry_].row.full_name;
    first_of_name_.emplace(name == row.harness_name ? name : raw_names_.emplace_back(row.harness_name), last_entry_);
    return entries_[last_entry_];
  }
  last_entry_ = found->second;
  while (true) {
    Entry& entry = entries_[last_entry_];
    if (is(entry)) {
      return entry;
    }
    if (entry.result != result_) {
      Bind(entry, row);
      return entry;
    }
    if (!entry.next) {
      break;
    }
    last_entry_ = *entry.next;
  }
  const std::size_t before = last_entry_;
  last_entry_ = Add(row);
  entries_[before].next = last_entry_;
  return entries_[last_entry_];
}

std::size_t MeasuredCollector::Add(const ResultRow& row) {
  Entry& entry = entries_.emplace_back();
  entry.result = result_;
  entry.family = row.family_index.value_or(-1);
  entry.instance = row.instance_index.value_or(-1);
  entry.row.name = Shown(row.name);
  entry.row.full_name = Shown(row.harness_name);
  entry.row.label = Shown(row.label);
  entry.row.threads = row.threads;
  // Only the order counts. A family has fewer instances than this in any file that can be read.
  constexpr std::int64_t kInstances = std::int64_t{1} << 31U;
  entry.row.index = entry.family < 0 ? -1 : entry.family * kInstances + std::max<std::int64_t>(entry.instance, 0);
  return entries_.size() - 1;
}

// The entry is met in another result, which is another process.
void MeasuredCollector::Bind(Entry& entry, const ResultRow& row) {
  CheckProgram(entry);
  if (entry.count > 0) {
    entry.starts.push_back(entry.count);
    several_processes_ = true;
  }
  entry.result = result_;
  entry.family = row.family_index.value_or(-1);
  entry.instance = row.instance_index.value_or(-1);
  entry.last_repetition = -1;
  entry.aggregate.clear();
}

void MeasuredCollector::CheckProgram(const Entry& entry) {
  const std::string& before = programs_[static_cast<std::size_t>(entry.result)];
  const std::string& now = programs_.back();
  if (clash_.empty() && !before.empty() && !now.empty() && before != now) {
    clash_ = fmt::format("the row {} comes from two programs, {} and {}", entry.row.name, before, now);
  }
}

bool MeasuredCollector::Wanted(std::string_view metric) const {
  return metrics_.empty() ? metric != kCpuTime : metrics_.find(metric) != metrics_.end();
}

void MeasuredCollector::AddValues(Entry& entry, const ResultRow& row) {
  if (entry.count == 0 && row.repetitions.value_or(0) > 1) {
    const auto room = static_cast<std::size_t>(std::min(*row.repetitions, kMostReserved));
    for (const std::string_view metric : {kRealTime, kCpuTime}) {
      if (Wanted(metric)) {
        entry.row.values[std::string(metric)].reserve(room);
      }
    }
  }
  Put(entry, kRealTime, row.real_time_ns);
  Put(entry, kCpuTime, row.cpu_time_ns);
  for (const auto& [counter, number] : row.counters) {
    if (counter == kRealTime || counter == kCpuTime) {
      Put(entry, counter + " (counter)", number.value);  // a counter may carry the name of a field
    } else {
      Put(entry, counter, number.value);
    }
  }
  std::vector<double>& iterations = entry.row.iterations;
  const auto now = static_cast<double>(row.iterations);
  if (entry.count == 0) {
    iterations.assign(1, now);
  } else if (iterations.size() > 1 || iterations.front() != now) {
    iterations.resize(entry.count, iterations.front());
    iterations.push_back(now);
  }
  ++entry.count;
}

void MeasuredCollector::Put(Entry& entry, std::string_view metric, double value) {
  if (!Wanted(metric)) {
    return;
  }
  auto& values = entry.row.values;
  auto found = values.find(metric);
  if (found == values.end()) {
    found = values.emplace(metric, std::vector<double>()).first;
  }
  if (found->second.size() < entry.count) {
    found->second.resize(entry.count, kNoNumber);  // repetitions without this counter
  }
  found->second.push_back(value);
}

void MeasuredCollector::Finish(Entry& entry) const {
  MeasuredRow& row = entry.row;
  for (auto value = row.values.begin(); value != row.values.end();) {
    std::vector<double>& values = value->second;
    if (std::none_of(values.begin(), values.end(), [](double one) { return std::isfinite(one); })) {
      value = row.values.erase(value);
      continue;
    }
    values.resize(entry.count, kNoNumber);
    if (!entry.starts.empty()) {
      values = Medians(values, entry.starts);
    }
    ++value;
  }
  CleanKeys(row.values);
  if (!entry.starts.empty() && row.iterations.size() > 1) {
    row.iterations = Medians(row.iterations, entry.starts);
  }
}

Measured MeasuredCollector::Take(const std::string& name, const ReadReport& report) {
  if (!clash_.empty()) {
    throw InputError(fmt::format("{}: {}; compare the results of one program at a time", name, clash_));
  }
  Measured measured;
  measured.label = name;
  measured.context = std::move(context_);
  measured.whole = report.Whole();
  measured.notes = report.Words();
  measured.rows.reserve(entries_.size());
  if (several_processes_) {
    measured.value_kind = ValueKind::kProcess;
    measured.notes.push_back(
        fmt::format("{} results in one file: a row that several have has one value for each, the median of its "
                    "repetitions there",
                    result_ + 1));
  }
  for (Entry& entry : entries_) {
    Finish(entry);
    measured.rows.push_back(std::move(entry.row));
  }
  first_of_name_.clear();
  entries_.clear();
  return measured;
}

Measured MeasuredFile(const std::filesystem::path& path, const MetricNames& metrics) {
  const std::string name = CleanText(path.string());
  std::ifstream stream(path, std::ios::binary);
  if (!stream) {
    throw InputError(fmt::format("{}: cannot be opened; does it exist, and may you read it?", name));
  }
  MeasuredCollector collector(metrics);
  const ReadReport report = ReadResult(stream, name, collector, Reading::kSalvage);
  return collector.Take(name, report);
}

}  // namespace playbook
