#include "tools/results/result_handler.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace playbook {
namespace {

// Factor to nanoseconds; 0 for a unit that the harness does not have.
double UnitInNanoseconds(const std::string& unit) {
  if (unit == "ns") {
    return 1.0;
  }
  if (unit == "us") {
    return 1e3;
  }
  if (unit == "ms") {
    return 1e6;
  }
  return unit == "s" ? 1e9 : 0.0;
}

}  // namespace

bool ResultHandler::InRow() const {
  return path_.size() == 3 && path_[0].key == "benchmarks" && path_[1].array && !path_[2].array;
}

bool ResultHandler::InContext() const {
  return path_.size() >= 2 && path_[0].key == "context";
}

std::string ResultHandler::ContextKey() const {
  std::string key;
  for (std::size_t depth = 1; depth < path_.size(); ++depth) {
    key += depth == 1 ? "" : ".";
    key += path_[depth].array ? std::to_string(path_[depth].index) : path_[depth].key;
  }
  return key;
}

std::string ResultHandler::Position() const {
  if (rows_ == 0) {
    return "before the first row was complete";
  }
  return fmt::format("after row {} ({})", rows_, last_row_);
}

void ResultHandler::EndValue() {
  if (!path_.empty() && path_.back().array) {
    ++path_.back().index;
  }
}

// The first appearance of a field in a row is the field; a second one can only be a counter of the same name.
bool ResultHandler::FirstOf(const std::string& key) {
  if (std::find(raw_.seen.begin(), raw_.seen.end(), key) != raw_.seen.end()) {
    return false;
  }
  raw_.seen.push_back(key);
  return true;
}

bool ResultHandler::Text(const std::string& value) {
  if (InContext()) {
    sink_.OnContext(ContextKey(), value);
  } else if (InRow()) {
    const std::string& key = path_.back().key;
    if (key == "name" && FirstOf(key)) {
      raw_.name = value;
    } else if (key == "run_name" && FirstOf(key)) {
      raw_.run_name = value;
    } else if (key == "run_type" && FirstOf(key)) {
      raw_.run_type = value;
    } else if (key == "aggregate_name" && FirstOf(key)) {
      raw_.row.aggregate = value;
    } else if (key == "aggregate_unit" && FirstOf(key)) {
      raw_.aggregate_unit = value;
    } else if (key == "time_unit" && FirstOf(key)) {
      raw_.time_unit = value;
    } else if (key == "label" && FirstOf(key)) {
      raw_.row.label = value;
    } else if ((key == "error_message" || key == "skip_message") && FirstOf(key)) {
      raw_.row.message = value;
    }
  }
  EndValue();
  return true;
}

bool ResultHandler::Number(const ResultNumber& value) {
  if (InContext()) {
    sink_.OnContext(ContextKey(), value.exact ? fmt::format("{}", *value.exact) : fmt::format("{}", value.value));
  } else if (InRow()) {
    const std::string& key = path_.back().key;
    const std::int64_t whole = value.exact.value_or(0);
    if (key == "real_time" && FirstOf(key)) {
      raw_.row.real_time_ns = value.value;
    } else if (key == "cpu_time" && FirstOf(key)) {
      raw_.row.cpu_time_ns = value.value;
    } else if (key == "iterations" && FirstOf(key)) {
      raw_.row.iterations = whole;
    } else if (key == "repetition_index" && FirstOf(key)) {
      raw_.row.repetition_index = whole;
    } else if (key == "threads" && FirstOf(key)) {
      raw_.row.threads = whole;
    } else if ((key == "family_index" || key == "per_family_instance_index" || key == "repetitions") && FirstOf(key)) {
      // Numbered after filtering, so not a key of anything.
    } else {
      raw_.row.counters[key] = value;
    }
  }
  EndValue();
  return true;
}

bool ResultHandler::Null() {
  EndValue();
  return true;
}

bool ResultHandler::Bool(bool value) {
  if (InContext()) {
    sink_.OnContext(ContextKey(), value ? "true" : "false");
  } else if (InRow()) {
    raw_.error = raw_.error || (path_.back().key == "error_occurred" && value);
    raw_.skipped = raw_.skipped || (path_.back().key == "skipped" && value);
  }
  EndValue();
  return true;
}

bool ResultHandler::Int64(std::int64_t value) {
  return Number({.value = static_cast<double>(value), .exact = value});
}

bool ResultHandler::Uint64(std::uint64_t value) {
  // The parser comes here with every positive value above 32 bits.
  if (value <= static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) {
    return Int64(static_cast<std::int64_t>(value));
  }
  return Number({.value = static_cast<double>(value)});
}

bool ResultHandler::Double(double value) {
  return Number({.value = value});
}

bool ResultHandler::RawNumber(const char* text, unsigned length, bool /*copy*/) {
  return Text(std::string(text, length));
}

bool ResultHandler::String(const char* text, unsigned length, bool /*copy*/) {
  return Text(std::string(text, length));
}

bool ResultHandler::StartObject() {
  path_.push_back({});
  if (InRow()) {
    raw_ = {};
  }
  return true;
}

bool ResultHandler::Key(const char* text, unsigned length, bool /*copy*/) {
  path_.back().key.assign(text, length);
  return true;
}

bool ResultHandler::EndObject(unsigned /*count*/) {
  if (InRow() && !EndRow()) {
    return false;
  }
  path_.pop_back();
  EndValue();
  return true;
}

bool ResultHandler::StartArray() {
  has_rows_ = has_rows_ || (path_.size() == 1 && path_[0].key == "benchmarks");
  path_.push_back({.array = true});
  return true;
}

bool ResultHandler::EndArray(unsigned /*count*/) {
  path_.pop_back();
  EndValue();
  return true;
}

bool ResultHandler::EndRow() {
  ResultRow& row = raw_.row;
  row.harness_name = raw_.run_name.empty() ? raw_.name : raw_.run_name;
  if (row.harness_name.empty()) {
    fault_ = fmt::format("row {} has no name", rows_ + 1);
    return false;
  }
  row.name = CanonicalRowName(row.harness_name);
  const double unit = UnitInNanoseconds(raw_.time_unit);
  if (unit == 0.0) {
    fault_ = fmt::format("row {} ({}) has the time unit \"{}\", must be one of ns, us, ms, s", rows_ + 1, row.name,
                         raw_.time_unit);
    return false;
  }
  if (raw_.error) {
    row.kind = ResultRow::Kind::kError;
  } else if (raw_.skipped) {
    row.kind = ResultRow::Kind::kSkipped;
  } else if (raw_.run_type == "aggregate" || !row.aggregate.empty()) {
    row.kind = ResultRow::Kind::kAggregate;
  }
  if (row.kind == ResultRow::Kind::kError || row.kind == ResultRow::Kind::kSkipped) {
    // The harness writes 0.0 there; nobody may take it for a time.
    row.real_time_ns = row.cpu_time_ns = std::numeric_limits<double>::quiet_NaN();
  } else if (raw_.aggregate_unit != "percentage") {
    row.real_time_ns *= unit;
    row.cpu_time_ns *= unit;
  }
  ++rows_;
  last_row_ = row.name;
  sink_.OnRow(std::move(row));
  return true;
}

void ResultHandler::Finish(const std::string& name) const {
  if (!has_rows_) {
    throw InputError(
        fmt::format("{}: is JSON but not a Google Benchmark result, it has no list \"benchmarks\"; such a file is "
                    "written by --benchmark_out=FILE --benchmark_out_format=json",
                    name));
  }
}

}  // namespace playbook
