#include "tools/race/load_notes.h"

#include <fmt/format.h>

#include <algorithm>

#include "tools/report/escape.h"
#include "tools/results/clean_text.h"

namespace playbook {
namespace {

// Beyond this a count is another one: a loop that takes iterations in batches goes a little further than it was asked.
constexpr double kCountFold = 1.1;

bool AreNear(double ran, double asked) {
  return std::max(ran, asked) <= kCountFold * std::min(ran, asked);
}

}  // namespace

void LoadNotes::Damage(int round, const std::string& reason) {
  if (damaged_.empty()) {
    damage_ = fmt::format("round {}: {}", round, reason);
  }
  damaged_.insert(round);
}

void LoadNotes::Process(bool stolen) {
  ++processes_;
  stolen_ += stolen ? 1 : 0;
}

void LoadNotes::UnknownConditions(const std::string& reason) {
  ++processes_;
  if (++unknown_ == 1) {
    unknown_reason_ = reason;
  }
}

void LoadNotes::CompareCount(std::size_t side, std::size_t number, const RacedRow& row, Control control, double ran,
                             double threads) {
  const auto asked = static_cast<double>(row.iterations);
  const bool told = control != Control::kOwn && row.names[side].find("/iterations:") == std::string::npos;
  // The harness adds up what the threads of a row run.
  if (!told || AreNear(ran, asked) || AreNear(ran, asked * threads)) {
    return;
  }
  if (own_counts_[side].insert(number).second && own_counts_[side].size() == 1) {
    own_count_[side] =
        fmt::format("{} ran {:.0f}, was asked for {}", OneLine(CleanText(row.names[side])), ran, row.iterations);
  }
}

std::vector<std::string> LoadNotes::Words(int rounds, std::size_t rows) const {
  std::vector<std::string> lines;
  for (std::size_t side = 0; side < 2; ++side) {
    if (!own_counts_[side].empty()) {
      lines.push_back(fmt::format(
          "in {} of {} rows the {} did not run the iterations that it was asked for ({}): it sets counts of "
          "its own, and what is paid once weighs as they have it",
          own_counts_[side].size(), rows, Word(static_cast<WhichSide>(side)), own_count_[side]));
    }
  }
  if (stolen_ > 0) {
    lines.push_back(fmt::format("the hypervisor took time from {} of {} processes", stolen_, processes_));
  }
  if (unknown_ > 0) {
    lines.push_back(
        fmt::format("the conditions of {} of {} processes cannot be read: {}", unknown_, processes_, unknown_reason_));
  }
  if (!damaged_.empty()) {
    lines.push_back(
        fmt::format("files of {} of {} rounds are damaged or gone, and what they measured is left out, as of {}",
                    damaged_.size(), rounds, damage_));
  }
  return lines;
}

}  // namespace playbook
