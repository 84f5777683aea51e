#include "tools/race/row_costs.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <span>
#include <sstream>
#include <string_view>

#include "tools/compare/measured_file.h"
#include "tools/measure/run_folder.h"
#include "tools/race/row_flags.h"
#include "tools/report/escape.h"
#include "tools/results/clean_text.h"
#include "tools/results/input_error.h"
#include "tools/stats/sample.h"

namespace playbook {
namespace {

// The harness raises a row's count until it has run for so long; a row whose single iteration takes longer gets one.
constexpr double kRowTime_s = 0.01;
// So that one process stays far below its time limit, whatever the suite.
constexpr std::size_t kRowsAtOnce = 50;
// Of a row that keeps its own time. Two, since the first one of a process is often the odd one.
constexpr int kOwnTimeIterations = 2;

class Costing {
 public:
  Costing(ProgramRunner& runner, const RaceSide& side, const std::filesystem::path& program, const Probe& probe,
          std::filesystem::path place, const std::function<void()>& check)
      : runner_(runner), side_(side), program_(program), probe_(probe), place_(std::move(place)), check_(check) {
    for (const ListedRow& row : probe.rows) {
      if (row.keeps_own_time) {
        own_time_.insert(row.name);
      }
    }
  }

  RowCosts Take(const std::vector<std::string>& names) {
    std::vector<std::string> together;
    for (const std::string& name : names) {
      // A program that calibrates itself by its own time cannot be told to run such a row twice.
      if (own_time_.count(name) > 0 && probe_.control != Control::kOwn) {
        Alone(name);
      } else {
        together.push_back(name);
      }
    }
    std::size_t bytes = 0;
    std::vector<std::string> chunk;
    for (const std::string& name : together) {
      if (!chunk.empty() && (chunk.size() == kRowsAtOnce || bytes + name.size() > kMostNameBytes)) {
        Together(chunk);
        chunk.clear();
        bytes = 0;
      }
      chunk.push_back(name);
      bytes += name.size();
    }
    if (!chunk.empty()) {
      Together(chunk);
    }
    return std::move(costs_);
  }

 private:
  void Together(const std::vector<std::string>& names) {
    const Measured measured = Run(CalibrationFlags(probe_.control, names, kRowTime_s)).measured;
    for (const std::string& name : names) {
      if (const MeasuredRow* const row = Usable(measured, name)) {
        costs_.iteration_s[name] = Summarise(row->values.find(kRealTime)->second).median * 1e-9;
      }
    }
  }

  void Alone(const std::string& name) {
    const Process process = Run(RowFlags(probe_.control, {{name, kOwnTimeIterations}}, kRowTime_s));
    if (Usable(process.measured, name) != nullptr) {
      costs_.iteration_s[name] = std::max(0.0, process.wall_s - probe_.start_s) / kOwnTimeIterations;
    }
  }

  // Null, with the reason noted, where the row has no time.
  const MeasuredRow* Usable(const Measured& measured, const std::string& name) {
    const MeasuredRow* const row = FindListed(measured, probe_.control, name);
    if (row == nullptr) {
      costs_.failures[name] = "it is listed, and not in the result";
    } else if (row->values.find(kRealTime) == row->values.end()) {
      costs_.failures[name] = row->failure.empty() ? "it reports no time" : row->failure;
    } else {
      return row;
    }
    return nullptr;
  }

  struct Process {
    Measured measured = {};
    double wall_s = 0;
  };

  Process Run(const std::vector<std::string>& flags) {
    check_();
    const std::filesystem::path place = place_.parent_path() / fmt::format("{}.{:03}{}", place_.stem().string(),
                                                                           ++processes_, place_.extension().string());
    const Attempt attempt = runner_.Measure(side_, program_, probe_.control == Control::kRows, flags, place);
    const std::string who = fmt::format("{}: {}", side_.label, CleanText(program_.filename().string()));
    if (!attempt.reason.empty()) {
      throw InputError(fmt::format("{} failed in calibration: {}{}{}", who, attempt.reason,
                                   attempt.detail.empty() ? "" : "\n", attempt.detail));
    }
    Process process = {.measured = ReadProcess(attempt.text, who), .wall_s = attempt.finished.wall_s};
    WriteWhole(place, attempt.text);
    return process;
  }

  ProgramRunner& runner_;
  const RaceSide& side_;
  const std::filesystem::path& program_;
  const Probe& probe_;
  std::filesystem::path place_;
  const std::function<void()>& check_;
  std::set<std::string_view> own_time_;  // names of the probe
  int processes_ = 0;
  RowCosts costs_;
};

}  // namespace

RowCosts MeasureRowCosts(ProgramRunner& runner, const RaceSide& side, const std::filesystem::path& program,
                         const Probe& probe, const std::vector<std::string>& names, const std::filesystem::path& place,
                         const std::function<void()>& check) {
  return Costing(runner, side, program, probe, place, check).Take(names);
}

Measured ReadProcess(const std::string& text, const std::string& name) {
  std::istringstream stream(text);
  MeasuredCollector collector({});
  const ReadReport report = ReadResult(stream, name, collector, Reading::kWhole);
  return collector.Take(name, report);
}

const MeasuredRow* FindListed(const Measured& measured, Control control, const std::string& name) {
  const std::string shown = OneLine(CleanText(name));
  const auto found = std::find_if(measured.rows.begin(), measured.rows.end(), [&](const MeasuredRow& row) {
    return (control == Control::kRows ? row.name : row.full_name) == shown;
  });
  return found == measured.rows.end() ? nullptr : &*found;
}

}  // namespace playbook
