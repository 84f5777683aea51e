#include "tools/ladder/ladder_session.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <map>
#include <set>
#include <sstream>
#include <system_error>

#include "tools/measure/launcher.h"
#include "tools/measure/process.h"
#include "tools/measure/round_order.h"
#include "tools/measure/run_data.h"
#include "tools/measure/run_folder.h"
#include "tools/results/clean_text.h"
#include "tools/results/input_error.h"
#include "tools/results/result_file.h"

namespace playbook {
namespace {

constexpr double kMissing = std::numeric_limits<double>::quiet_NaN();
constexpr std::string_view kSkipped = "skipped: ";  // how a row begins that says it cannot be measured here
constexpr std::size_t kDetailLines = 3;

class Collector : public ResultSink {
 public:
  void OnContext(const std::string& key, const std::string& value) override { context_[key] = value; }
  void OnRow(const ResultRow& row) override { rows_.push_back(row); }
  const std::map<std::string, std::string>& context() const { return context_; }
  const std::vector<ResultRow>& rows() const { return rows_; }

 private:
  std::map<std::string, std::string> context_;
  std::vector<ResultRow> rows_;
};

// Not what belongs to one process or is the ladder's own text; what the harness says of the machine is said better by
// our own keys.
bool IsKept(const std::string& key) {
  return key.rfind("playbook.", 0) == 0 && key != "playbook.ladder" && key != "playbook.describe_hash" &&
         !IsMeasuredAnew(key);
}

// The row's own figure; not a number, and the reason in `fault`, where the binary gave none that can be.
double FigureOf(const ResultRow& result, bool is_rate, std::string& fault) {
  const char* const name = is_rate ? "bytes_per_second" : "items_per_second";
  const auto counter = result.counters.find(name);
  if (counter == result.counters.end()) {
    fault = fmt::format("it reported no {}", name);
    return kMissing;
  }
  constexpr double kNanoseconds = 1e9;
  const double figure = is_rate ? counter->second.value : kNanoseconds / counter->second.value;
  if (!(figure > 0) || !std::isfinite(figure)) {
    fault = fmt::format("it reported {} {}, must be above 0 and finite", name, counter->second.value);
    return kMissing;
  }
  return figure;
}

void TakeResult(const ResultRow& result, LadderRow& row, LadderSeries& series, int round) {
  if (result.kind == ResultRow::Kind::kError || result.kind == ResultRow::Kind::kSkipped) {
    const std::string message = CleanText(result.message);
    const bool skipped = message.compare(0, kSkipped.size(), kSkipped) == 0;
    (skipped ? series.skipped : series.failed) = skipped ? message.substr(kSkipped.size()) : message;
    return;
  }
  series.values[static_cast<std::size_t>(round - 1)] = FigureOf(result, row.is_rate, series.failed);
  series.note = CleanText(result.label);
}

// Returns how many of the rung's rows there were, each counted once.
std::size_t TakeResults(const std::vector<ResultRow>& results, const std::string& build, int round, LadderRung& rung) {
  std::set<std::string> taken;
  for (const ResultRow& result : results) {
    for (LadderRow& row : rung.rows) {
      // Neither a mean of several nor anything else that is derived.
      const bool is_own = result.kind != ResultRow::Kind::kAggregate;
      if (row.name == result.name && is_own && !row.IsDerived()) {
        TakeResult(result, row, row.series[build], round);
        taken.insert(row.name);
      }
    }
  }
  return taken.size();
}

// A row that could be measured in some rounds only was measured: its values stay, and its note says in how many.
void SettleSkipped(Ladder& ladder) {
  for (LadderRung& rung : ladder.rungs) {
    for (LadderRow& row : rung.rows) {
      for (auto& [build, series] : row.series) {
        const auto values =
            std::count_if(series.values.begin(), series.values.end(), [](double one) { return one > 0; });
        if (series.skipped.empty() || values == 0) {
          continue;
        }
        series.note += fmt::format("{}in {} of {} rounds; else: {}", series.note.empty() ? "" : ", ", values,
                                   series.values.size(), series.skipped);
        series.skipped.clear();
      }
    }
  }
}

void KeepRounds(Ladder& ladder, int rounds) {
  ladder.rounds = rounds;
  for (LadderRung& rung : ladder.rungs) {
    for (LadderRow& row : rung.rows) {
      for (auto& [build, series] : row.series) {
        series.values.resize(static_cast<std::size_t>(rounds));
      }
    }
  }
}

// That of the build's first process.
void KeepContext(const std::map<std::string, std::string>& context, const std::string& build, Ladder& ladder) {
  for (LadderBuild& one : ladder.builds) {
    if (one.name != build || !one.context.empty()) {
      continue;
    }
    for (const auto& [key, value] : context) {
      if (IsKept(key)) {
        one.context[key] = CleanText(value);
      }
    }
  }
}

}  // namespace

std::string LadderSession::Start(const Build& build, std::vector<std::string> arguments, std::string& fault) const try {
  scratch_.Empty();
  const std::filesystem::path written = scratch_.folder() / "ladder.json";
  const std::filesystem::path errors = scratch_.folder() / "ladder.err";
  const bool describes = arguments.size() == 1;
  if (!describes) {
    arguments.push_back("--playbook_scratch=" + scratch_.folder().string());
    arguments.push_back("--benchmark_out=" + written.string());
    arguments.emplace_back("--benchmark_out_format=json");
  }
  const Finished finished = RunProcess({.program = build.Benchmark(kLadderBinary),
                                        .arguments = std::move(arguments),
                                        .output = describes ? written : std::filesystem::path(),
                                        .errors = errors,
                                        .timeout = settings_.timeout,
                                        .hidden_variables = "BENCHMARK_"},
                                       interrupts_);
  if (finished.how == Finished::How::kStopped) {
    throw Interrupted();
  }
  if (!finished.Succeeded()) {
    const std::string detail = LastLines(ReadWhole(errors), kDetailLines);
    fault = finished.Words() + (detail.empty() ? "" : ": " + detail);
  }
  std::error_code error;
  return std::filesystem::exists(written, error) ? ReadWhole(written) : "";
} catch (const InputError& error) {
  fault = error.what();
  return "";
} catch (const std::system_error& error) {
  fault = error.what();
  return "";
}

Ladder LadderSession::Describe() const {
  Ladder ladder;
  std::string first;
  for (const Build& build : builds_) {
    std::string fault;
    const std::string text = Start(build, {"--describe"}, fault);
    if (!fault.empty()) {
      throw InputError(fmt::format("the ladder of the build {} {}", build.name, fault));
    }
    if (!first.empty() && text != first) {
      throw InputError(
          fmt::format("the ladder of {} has other rungs than that of {}: the two were built from different "
                      "sources",
                      build.name, builds_.front().name));
    }
    try {
      ladder = ReadDescription(text);
    } catch (const InputError& error) {
      throw InputError(fmt::format("the ladder of the build {} {}", build.name, error.what()));
    }
    first = text;
  }
  for (const Build& build : builds_) {
    ladder.builds.push_back({.name = build.name});
    for (LadderRung& rung : ladder.rungs) {
      for (LadderRow& row : rung.rows) {
        row.series[build.name].values.assign(static_cast<std::size_t>(settings_.rounds), kMissing);
      }
    }
  }
  ladder.rounds = settings_.rounds;
  return ladder;
}

void LadderSession::GiveUp(LadderRung& rung, const Build& build, const std::string& reason) {
  given_up_.insert({build.name, rung.id});
  progress_.Say(fmt::format("error: the rung {} under {} is given up: {}", rung.id, build.name, reason));
  for (LadderRow& row : rung.rows) {
    if (!row.IsDerived()) {
      row.series[build.name].failed = reason;
    }
  }
}

void LadderSession::Measure(Ladder& ladder, std::size_t rung_index, const Build& build, int round) {
  LadderRung& rung = ladder.rungs[rung_index];
  std::string fault;
  const std::string text = Start(
      build,
      {fmt::format("--benchmark_filter=^{}/", rung.id), fmt::format("--benchmark_min_time={}", settings_.min_time_s)},
      fault);
  Collector collector;
  try {
    if (!text.empty()) {
      std::istringstream stream(text);
      ReadResult(stream, "its result", collector);
    } else if (fault.empty()) {
      fault = "it wrote no result";
    }
  } catch (const InputError& error) {
    fault = fault.empty() ? CleanText(error.what()) : fault;
  }
  KeepContext(collector.context(), build.name, ladder);
  const std::size_t taken = TakeResults(collector.rows(), build.name, round, rung);
  const auto expected = static_cast<std::size_t>(
      std::count_if(rung.rows.begin(), rung.rows.end(), [](const LadderRow& row) { return !row.IsDerived(); }));
  if (fault.empty() && taken != expected) {
    fault = fmt::format("it reported {} rows, must report {}", taken, expected);
  }
  // A row that failed says more than the exit code that came with it.
  bool told = false;
  for (const LadderRow& row : rung.rows) {
    const auto series = row.series.find(build.name);
    if (series != row.series.end() && !series->second.failed.empty()) {
      progress_.Say(fmt::format("error: the row {} under {} failed: {}", row.name, build.name, series->second.failed));
      told = true;
    }
  }
  if (told) {
    given_up_.insert({build.name, rung.id});
  } else if (!fault.empty()) {
    GiveUp(rung, build, fault);
  }
}

void LadderSession::MeasureRound(Ladder& ladder, int round, const std::string& left) {
  bool said = false;
  for (const Place& place : RoundOrder(settings_.seed, round, ladder.rungs.size(), builds_.size())) {
    const Build& build = builds_[place.build];
    const std::string& id = ladder.rungs[place.pair].id;
    if (given_up_.count({build.name, id}) != 0) {
      continue;
    }
    progress_.Show(fmt::format("round {} of {} · {} under {}{}", round, settings_.rounds, id, build.name, left),
                   said ? "" : fmt::format("round {} of {}{}", round, settings_.rounds, left));
    said = true;
    Measure(ladder, place.pair, build, round);
  }
}

Ladder LadderSession::Run() {
  Ladder ladder = Describe();
  const auto begun = std::chrono::steady_clock::now();
  for (int round = 1; round <= settings_.rounds; ++round) {
    std::string left;
    if (round > 1) {
      const double spent_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
      left = fmt::format(", about {} left", TimeLeft(spent_s / (round - 1) * (settings_.rounds - round + 1)));
    }
    try {
      MeasureRound(ladder, round, left);
    } catch (const Interrupted&) {
      if (round == 1) {
        throw;
      }
      interrupted_ = true;
      KeepRounds(ladder, round - 1);
      break;
    }
  }
  progress_.Clear();
  SettleSkipped(ladder);
  Derive(ladder);
  return ladder;
}

}  // namespace playbook
