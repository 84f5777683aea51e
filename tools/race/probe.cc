#include "tools/race/probe.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "tools/measure/raw_result.h"
#include "tools/race/row_flags.h"
#include "tools/results/clean_text.h"
#include "tools/results/input_error.h"

namespace playbook {
namespace {

constexpr const char* kList = "--benchmark_list_tests=true";

// The rows of one of our own binaries, or nothing where the text is no description.
std::optional<std::vector<ListedRow>> DescribedRows(const std::string& text) {
  std::vector<ListedRow> rows;
  // A listing can be long, and is not looked at twice.
  if (const std::size_t first = text.find_first_not_of(" \t\r\n"); first == std::string::npos || text[first] != '{') {
    return std::nullopt;
  }
  try {
    for (const OutlineRow& row : ReadOutline(text).rows) {
      rows.push_back({row.name, row.manual_clock});
    }
  } catch (const InputError&) {
    return std::nullopt;
  }
  return rows;
}

// One name a line: benchmark::RunSpecifiedBenchmarks of all versions. Counts what is too much to be kept, too.
std::size_t ListRows(std::string_view text, std::vector<ListedRow>& rows) {
  std::size_t listed = 0;
  while (!text.empty()) {
    std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    if (line.ends_with('\r')) {
      line.remove_suffix(1);
    }
    if (!line.empty() && ++listed <= kMostListedRows) {
      const bool manual = line.find("/manual_time/") != std::string_view::npos || line.ends_with("/manual_time");
      rows.push_back({std::string(line), manual});
    }
  }
  return listed;
}

// Empty where so many rows, of such names, can be raced.
std::string FaultOf(const std::vector<ListedRow>& rows, std::size_t listed) {
  if (listed > kMostListedRows) {
    return fmt::format("lists {} rows, must list at most {}", listed, kMostListedRows);
  }
  for (const ListedRow& row : rows) {
    if (row.name.size() > kMostNameBytes) {
      return fmt::format("lists a row whose name has {} bytes, must have at most {}", row.name.size(), kMostNameBytes);
    }
  }
  return "";
}

// Up to 1.7.1 a minimum time is a number and nothing else: "1x" is an error, or said to be none on stderr.
bool TakesCounts(const Attempt& listing) {
  return listing.reason.empty() && !listing.text.empty() &&
         listing.detail.find("benchmark_min_time") == std::string::npos;
}

std::string WithDetail(const std::string& detail) {
  return detail.empty() ? "" : fmt::format("\nits last words: {}", detail);
}

InputError NotListed(const RaceSide& side, const std::filesystem::path& program, const Attempt& listed) {
  return InputError(fmt::format("{}: {} was asked for its rows and {}; is it a Google Benchmark program?{}", side.label,
                                CleanText(program.filename().string()), listed.reason, WithDetail(listed.detail)));
}

}  // namespace

const char* Word(Control control) {
  switch (control) {
    case Control::kRows:
      return "rows";
    case Control::kProcess:
      return "process";
    case Control::kOwn:
      break;
  }
  return "own";
}

Control ControlOf(std::string_view word, const std::string& name) {
  for (const Control control : {Control::kRows, Control::kProcess, Control::kOwn}) {
    if (word == Word(control)) {
      return control;
    }
  }
  throw InputError(
      fmt::format("{}: the control is \"{}\", must be rows, process or own", name, CleanText(std::string(word))));
}

Probe AskProgram(ProgramRunner& runner, const RaceSide& side, const std::filesystem::path& program,
                 const std::filesystem::path& place) {
  Probe probe;
  const Attempt described = runner.Ask(side, program, {"--describe", kList}, place);
  if (described.finished.how == Finished::How::kNotStarted) {
    throw InputError(fmt::format("{}: {} {}", side.label, CleanText(program.filename().string()), described.reason));
  }
  if (const auto rows = DescribedRows(described.text); described.reason.empty() && rows) {
    probe.control = Control::kRows;
    probe.rows = *rows;
    probe.start_s = described.finished.wall_s;
    return probe;
  }
  if (described.finished.how == Finished::How::kTooLong) {
    throw NotListed(side, program, described);
  }
  Attempt listed = runner.Ask(side, program, {"--benchmark_min_time=1x", kList}, place);
  if (TakesCounts(listed)) {
    probe.control = Control::kProcess;
  } else {
    listed = runner.Ask(side, program, {kList}, place);
  }
  if (!listed.reason.empty()) {
    throw NotListed(side, program, listed);
  }
  const std::size_t rows = ListRows(listed.text, probe.rows);
  if (const std::string fault = FaultOf(probe.rows, rows); !fault.empty()) {
    throw InputError(fmt::format("{}: {} {}; is it a Google Benchmark program?", side.label,
                                 CleanText(program.filename().string()), fault));
  }
  probe.start_s = listed.finished.wall_s;
  if (probe.rows.empty()) {
    throw InputError(fmt::format("{}: {} lists no row; is it a Google Benchmark program, and has it any benchmark?{}",
                                 side.label, CleanText(program.filename().string()), WithDetail(listed.detail)));
  }
  return probe;
}

}  // namespace playbook
