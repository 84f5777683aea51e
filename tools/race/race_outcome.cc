#include "tools/race/race_outcome.h"

#include <fmt/format.h>

#include <system_error>

#include "tools/race/race_plan.h"
#include "tools/results/input_error.h"

namespace playbook {
namespace {

RaceOutcome Early(std::string note, std::string unreached) {
  return {.whole = false, .note = std::move(note), .unreached = std::move(unreached)};
}

RaceOutcome OutcomeOf(const RaceEnd& end) {
  switch (end.how) {
    case RaceEnd::How::kFault:
      return Early("the race ended early: " + end.fault,
                   "the race ended early, before a whole round of it: " + end.fault);
    case RaceEnd::How::kStopped:
      return Early("the race was interrupted", "the race was interrupted before a whole round of it");
    case RaceEnd::How::kBudget:
      return {.out_of_time = true, .unreached = "there was no time for it"};
    case RaceEnd::How::kRounds:
    case RaceEnd::How::kPrecision:
      break;
  }
  return {.unreached = "it has no whole round"};
}

}  // namespace

RaceOutcome ReadRaceOutcome(const RaceFolder& folder) {
  std::error_code error;
  if (!std::filesystem::exists(folder.End(), error)) {
    return Early("the race was cut off: it was killed, or is still going on",
                 "the race was cut off before a whole round of it");
  }
  try {
    return OutcomeOf(ReadRaceEnd(folder.End()));
  } catch (const InputError& fault) {
    return Early(fmt::format("how the race ended is not known: {}", folder.Local(fault.what())),
                 "it has no whole round, and how the race ended is not known");
  }
}

}  // namespace playbook
