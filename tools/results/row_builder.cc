#include "tools/results/row_builder.h"

#include <fmt/format.h>

#include <array>
#include <cmath>

#include "tools/results/clean_text.h"

namespace playbook {
namespace {

constexpr std::string_view kNoUnit = "null";

// Factor to nanoseconds; 0 for a unit that the harness does not have. Rows without one are in nanoseconds: the
// harness's default.
double UnitInNanoseconds(std::string_view unit) {
  if (unit.empty() || unit == "ns") {
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

// Tools that write a result anew may write a count as 1000.0; the limit is 2^53.
std::int64_t WholeOf(const ResultNumber& number) {
  if (number.exact) {
    return *number.exact;
  }
  const bool whole = std::abs(number.value) <= 9007199254740992.0 && std::trunc(number.value) == number.value;
  return whole ? static_cast<std::int64_t>(number.value) : 0;
}

}  // namespace

void RowBuilder::StartRoot() {
  StartRow();
  last_value_name_.clear();
  same_values_ = 0;
}

// Keeps harness_name and name, from which the next row's are taken where they are the same.
void RowBuilder::StartRow() {
  row_.kind = ResultRow::Kind::kValue;
  row_.repetition_index = row_.iterations = 0;
  row_.repetitions = row_.family_index = row_.instance_index = std::nullopt;
  row_.real_time_ns = row_.cpu_time_ns = row_.real_coefficient_ns = row_.cpu_coefficient_ns = row_.rms = kNoNumber;
  for (std::string* text : {&row_.aggregate, &row_.aggregate_unit, &row_.message, &row_.label, &row_.time_unit,
                            &row_.big_o, &name_, &run_name_, &run_type_}) {
    text->clear();
  }
  row_.counters.clear();
  seen_ = 0;
  error_ = skipped_ = false;
}

void RowBuilder::Key(std::string_view key) {
  field_ = RowFieldOf(key);
  key_.assign(key);
}

bool RowBuilder::First() {
  const std::uint32_t bit = 1U << static_cast<unsigned>(field_);
  const bool first = (seen_ & bit) == 0;
  seen_ |= bit;
  report_.Count(Repair::kDuplicateKey, first ? 0 : 1);
  return first;
}

void RowBuilder::Text(std::string_view value) {
  if (!IsText(field_) || !First()) {
    return;
  }
  switch (field_) {
    case RowField::kName:
      name_ = value;
      break;
    case RowField::kRunName:
      run_name_ = value;
      break;
    case RowField::kRunType:
      run_type_ = value;
      break;
    case RowField::kAggregateName:
      row_.aggregate = value;
      break;
    case RowField::kAggregateUnit:
      row_.aggregate_unit = value;
      break;
    case RowField::kTimeUnit:
      row_.time_unit = value;
      break;
    case RowField::kLabel:
      row_.label = value;
      break;
    case RowField::kErrorMessage:
    case RowField::kSkipMessage:
      row_.message = value;
      break;
    case RowField::kBigO:
      row_.big_o = value;
      break;
    default:
      break;
  }
}

// A unit that is no text is not the default one; of a row without a time it may be none.
void RowBuilder::Null() {
  if (field_ == RowField::kTimeUnit) {
    row_.time_unit = kNoUnit;
  }
}

void RowBuilder::Number(const ResultNumber& value) {
  if (field_ == RowField::kTimeUnit) {
    row_.time_unit = fmt::format("{}", value.value);
    return;
  }
  if (!IsNumber(field_) || !First()) {
    const auto [counter, added] = row_.counters.insert_or_assign(key_, value);
    report_.Count(Repair::kDuplicateKey, added ? 0 : 1);
    return;
  }
  switch (field_) {
    case RowField::kFamilyIndex:
      row_.family_index = WholeOf(value);
      break;
    case RowField::kInstanceIndex:
      row_.instance_index = WholeOf(value);
      break;
    case RowField::kRepetitions:
      row_.repetitions = WholeOf(value);
      break;
    case RowField::kRepetitionIndex:
      row_.repetition_index = WholeOf(value);
      break;
    case RowField::kThreads:
      row_.threads = WholeOf(value);
      break;
    case RowField::kIterations:
      row_.iterations = WholeOf(value);
      break;
    case RowField::kRealTime:
      row_.real_time_ns = value.value;
      break;
    case RowField::kCpuTime:
      row_.cpu_time_ns = value.value;
      break;
    case RowField::kRealCoefficient:
      row_.real_coefficient_ns = value.value;
      break;
    case RowField::kCpuCoefficient:
      row_.cpu_coefficient_ns = value.value;
      break;
    case RowField::kRms:
      row_.rms = value.value;
      break;
    default:
      break;
  }
}

void RowBuilder::Bool(bool value) {
  error_ = error_ || (field_ == RowField::kErrorOccurred && value);
  skipped_ = skipped_ || (field_ == RowField::kSkipped && value);
}

void RowBuilder::SetNames() {
  const std::string& harness_name = run_name_.empty() ? name_ : run_name_;
  if (row_.harness_name != harness_name) {
    row_.harness_name = harness_name;
    row_.name = CanonicalRowName(harness_name);
  }
  if ((seen_ & (1U << static_cast<unsigned>(RowField::kThreads))) == 0) {
    row_.threads = ThreadsOfName(harness_name);
  }
}

// Up to 1.4 neither run_type nor run_name says what a row is. The fit's rows have fields of their own; the others
// follow the repetitions that they sum up, and each other.
bool RowBuilder::IsOldAggregate() {
  constexpr std::array<std::string_view, 5> kNames = {"mean", "median", "stddev", "BigO", "RMS"};
  const std::size_t underscore = name_.rfind('_');
  if (!run_type_.empty() || !run_name_.empty() || underscore == std::string::npos) {
    return false;
  }
  const std::string_view ending = std::string_view(name_).substr(underscore + 1);
  for (const std::string_view aggregate : kNames) {
    const bool fit = !row_.big_o.empty() || !std::isnan(row_.rms);
    const bool follows = same_values_ > 1 && last_value_name_ == std::string_view(name_).substr(0, underscore);
    if (ending == aggregate && (fit || follows)) {
      row_.aggregate = aggregate;
      run_name_ = name_.substr(0, underscore);
      return true;
    }
  }
  return false;
}

bool RowBuilder::IsAggregate() {
  return run_type_ == "aggregate" || !row_.aggregate.empty() || IsOldAggregate();
}

std::string RowBuilder::EndRow(std::int64_t number) {
  if (name_.empty() && run_name_.empty()) {
    return fmt::format("row {} has no name", number);
  }
  if (error_) {
    row_.kind = ResultRow::Kind::kError;
  } else if (skipped_) {
    row_.kind = ResultRow::Kind::kSkipped;
  } else if (IsAggregate()) {
    row_.kind = ResultRow::Kind::kAggregate;
  } else if (last_value_name_ == name_) {
    ++same_values_;
  } else {
    last_value_name_ = name_;
    same_values_ = 1;
  }
  SetNames();
  const bool timeless = std::isnan(row_.real_time_ns) && std::isnan(row_.cpu_time_ns);
  const double unit = timeless && row_.time_unit == kNoUnit ? 1.0 : UnitInNanoseconds(row_.time_unit);
  if (unit == 0.0) {
    return fmt::format("row {} ({}) has the time unit \"{}\", must be one of ns, us, ms, s", number,
                       CleanText(row_.name), CleanText(row_.time_unit));
  }
  if (row_.iterations < 0) {
    return fmt::format("row {} ({}) has {} iterations, must have 0 or more", number, CleanText(row_.name),
                       row_.iterations);
  }
  if (row_.kind == ResultRow::Kind::kError || row_.kind == ResultRow::Kind::kSkipped) {
    // The harness writes 0.0 there; nobody may take it for a time.
    row_.real_time_ns = row_.cpu_time_ns = kNoNumber;
  } else if (row_.aggregate_unit != "percentage") {
    row_.real_time_ns *= unit;
    row_.cpu_time_ns *= unit;
    row_.real_coefficient_ns *= unit;
    row_.cpu_coefficient_ns *= unit;
  }
  return "";
}

}  // namespace playbook
