#include "tools/results/row_field.h"

#include <array>
#include <cstddef>

namespace playbook {
namespace {

// In the order of RowField.
constexpr std::array<std::string_view, static_cast<std::size_t>(RowField::kNone)> kKeys = {"name",
                                                                                           "run_name",
                                                                                           "run_type",
                                                                                           "aggregate_name",
                                                                                           "aggregate_unit",
                                                                                           "time_unit",
                                                                                           "label",
                                                                                           "error_message",
                                                                                           "skip_message",
                                                                                           "big_o",
                                                                                           "error_occurred",
                                                                                           "skipped",
                                                                                           "family_index",
                                                                                           "per_family_instance_index",
                                                                                           "repetitions",
                                                                                           "repetition_index",
                                                                                           "threads",
                                                                                           "iterations",
                                                                                           "real_time",
                                                                                           "cpu_time",
                                                                                           "real_coefficient",
                                                                                           "cpu_coefficient",
                                                                                           "rms"};

constexpr std::size_t kSlots = 128;

// Length and two characters tell the keys apart, which IsPerfect proves; a row has a dozen keys and a file millions of
// rows, so comparing with all of them would be felt.
constexpr std::size_t Slot(std::string_view key) {
  if (key.size() < 3) {
    return 0;
  }
  return (key.size() + static_cast<unsigned char>(key[0]) * 2 + static_cast<unsigned char>(key[key.size() - 3]) * 7) %
         kSlots;
}

constexpr std::array<RowField, kSlots> MakeSlots() {
  std::array<RowField, kSlots> slots = {};
  for (RowField& slot : slots) {
    slot = RowField::kNone;
  }
  for (std::size_t field = 0; field < kKeys.size(); ++field) {
    slots[Slot(kKeys[field])] = static_cast<RowField>(field);
  }
  return slots;
}
constexpr std::array<RowField, kSlots> kSlotFields = MakeSlots();

constexpr bool IsPerfect() {
  for (std::size_t field = 0; field < kKeys.size(); ++field) {
    if (kSlotFields[Slot(kKeys[field])] != static_cast<RowField>(field)) {
      return false;
    }
  }
  return true;
}
static_assert(IsPerfect(), "two keys share a slot: change the factors in Slot");

}  // namespace

RowField RowFieldOf(std::string_view key) {
  const RowField field = kSlotFields[Slot(key)];
  return field != RowField::kNone && kKeys[static_cast<std::size_t>(field)] == key ? field : RowField::kNone;
}

}  // namespace playbook
