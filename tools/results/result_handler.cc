#include "tools/results/result_handler.h"

#include <fmt/format.h>

#include <limits>

#include "tools/results/clean_text.h"

namespace playbook {

void ResultHandler::StartRoot() {
  depth_ = 0;
  where_ = Where::kRoot;
  row_open_ = has_rows_ = announced_ = false;
  rows_ = 0;
  root_key_.clear();
  path_.clear();
  load_averages_.clear();
  builder_.StartRoot();
  fault_.clear();
}

std::string ResultHandler::Position() const {
  if (rows_ == 0) {
    return "before the first row was complete";
  }
  return fmt::format("after row {} ({})", rows_, CleanText(builder_.row().name));
}

std::string ResultHandler::ContextKey() const {
  std::string key;
  for (const Level& level : path_) {
    key += key.empty() ? "" : ".";
    key += level.array ? std::to_string(level.index) : level.key;
  }
  return key;
}

void ResultHandler::EndValue() {
  if (where_ == Where::kContext && !path_.empty() && path_.back().array) {
    ++path_.back().index;
  }
}

void ResultHandler::ContextValue(const std::string& value) {
  if (path_.size() == 2 && path_[0].key == "load_avg") {
    load_averages_.push_back(value);
  } else {
    sink_.OnContext(ContextKey(), value);
  }
}

// The harness writes three, through the program's locale: with decimal commas they are six. Four or five cannot be
// told.
void ResultHandler::LoadAverages() {
  std::vector<std::string> loads = std::move(load_averages_);
  load_averages_.clear();
  if (loads.size() > 3) {
    report_.Count(Repair::kDecimalComma, 3);
    const bool paired = loads.size() == 6;
    for (std::size_t index = 0; paired && index < 3; ++index) {
      loads[index] = loads[2 * index] + "." + loads[2 * index + 1];
    }
    loads.resize(paired ? 3 : 0);
  }
  for (std::size_t index = 0; index < loads.size(); ++index) {
    sink_.OnContext(fmt::format("load_avg.{}", index), loads[index]);
  }
}

// A value where a row must be.
bool ResultHandler::NoRow(const char* what) {
  if (where_ != Where::kRows || depth_ != 2) {
    return false;
  }
  fault_ = fmt::format("element {} of the benchmarks is {}, must be an object with a row", rows_ + 1, what);
  return true;
}

bool ResultHandler::Number(const ResultNumber& value) {
  if (NoRow("a number")) {
    return false;
  }
  if (InRow()) {
    builder_.Number(value);
  } else if (where_ == Where::kContext) {
    ContextValue(value.exact ? fmt::format("{}", *value.exact) : fmt::format("{}", value.value));
  }
  EndValue();
  return true;
}

bool ResultHandler::Null() {
  if (NoRow("null")) {
    return false;
  }
  if (InRow()) {
    builder_.Null();
  }
  EndValue();
  return true;
}

bool ResultHandler::Bool(bool value) {
  if (NoRow("true or false")) {
    return false;
  }
  if (InRow()) {
    builder_.Bool(value);
  } else if (where_ == Where::kContext) {
    ContextValue(value ? "true" : "false");
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

bool ResultHandler::RawNumber(const char* text, unsigned length, bool copy) {
  return String(text, length, copy);
}

bool ResultHandler::String(const char* text, unsigned length, bool /*copy*/) {
  if (NoRow("a text")) {
    return false;
  }
  if (InRow()) {
    builder_.Text({text, length});
  } else if (where_ == Where::kContext) {
    ContextValue(std::string(text, length));
  }
  EndValue();
  return true;
}

bool ResultHandler::Key(const char* text, unsigned length, bool /*copy*/) {
  if (InRow()) {
    builder_.Key({text, length});
  } else if (depth_ == 1) {
    root_key_.assign(text, length);
  } else if (where_ == Where::kContext) {
    path_.back().key.assign(text, length);
  }
  return true;
}

void ResultHandler::Announce() {
  if (!announced_) {
    announced_ = true;
    ++report_.results;
    sink_.OnResult();
  }
}

bool ResultHandler::Open(bool array) {
  if (array && NoRow("a list")) {
    return false;
  }
  ++depth_;
  if (depth_ == 2) {
    where_ = array && root_key_ == "benchmarks" ? Where::kRows
             : !array && root_key_ == "context" ? Where::kContext
                                                : Where::kElsewhere;
    has_rows_ = has_rows_ || where_ == Where::kRows;
    if (where_ != Where::kElsewhere) {
      Announce();
    }
  } else if (depth_ == 3 && where_ == Where::kRows) {
    row_open_ = !array;
    if (row_open_) {
      builder_.StartRow();
    }
  }
  if (where_ == Where::kContext) {
    path_.push_back({.array = array});
  }
  return true;
}

bool ResultHandler::Close() {
  if (where_ == Where::kContext && !path_.empty()) {
    path_.pop_back();
    if (path_.size() == 1 && !load_averages_.empty()) {
      LoadAverages();
    }
    EndValue();
  }
  if (depth_ == 3) {
    row_open_ = false;
  }
  --depth_;
  if (depth_ == 1) {
    where_ = Where::kRoot;
  }
  return true;
}

bool ResultHandler::StartObject() {
  return Open(false);
}

bool ResultHandler::StartArray() {
  return Open(true);
}

bool ResultHandler::EndArray(unsigned /*count*/) {
  return Close();
}

bool ResultHandler::EndObject(unsigned /*count*/) {
  if (InRow()) {
    fault_ = builder_.EndRow(rows_ + 1);
    if (!fault_.empty()) {
      return false;
    }
    ++rows_;
    ++report_.rows;
    sink_.OnRow(builder_.row());
  }
  return Close();
}

}  // namespace playbook
