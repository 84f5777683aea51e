// Which field of a row does a key name?
//
// Only for the handler that makes rows of events. A field's type is part of what it is: a number under the key "label"
// is a counter.
//
//   RowFieldOf("real_time") == RowField::kRealTime;
//   RowFieldOf("bytes_per_second") == RowField::kNone;
#ifndef TOOLS_RESULTS_ROW_FIELD_H_
#define TOOLS_RESULTS_ROW_FIELD_H_

#include <string_view>

namespace playbook {

enum class RowField {
  // Texts.
  kName,
  kRunName,
  kRunType,
  kAggregateName,
  kAggregateUnit,
  kTimeUnit,
  kLabel,
  kErrorMessage,
  kSkipMessage,
  kBigO,
  // Yes or no.
  kErrorOccurred,
  kSkipped,
  // Integers.
  kFamilyIndex,
  kInstanceIndex,
  kRepetitions,
  kRepetitionIndex,
  kThreads,
  kIterations,
  // Numbers.
  kRealTime,
  kCpuTime,
  kRealCoefficient,
  kCpuCoefficient,
  kRms,
  kNone
};

RowField RowFieldOf(std::string_view key);

constexpr bool IsText(RowField field) {
  return field <= RowField::kBigO;
}
constexpr bool IsNumber(RowField field) {
  return field >= RowField::kFamilyIndex && field < RowField::kNone;
}

}  // namespace playbook

#endif  // TOOLS_RESULTS_ROW_FIELD_H_
