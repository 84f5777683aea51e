#include "tools/measure/session.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <sstream>
#include <utility>

#include "fixtures/host/conditions.h"
#include "fixtures/host/machine.h"
#include "tools/measure/evidence_result.h"
#include "tools/measure/file_hash.h"
#include "tools/measure/round_order.h"
#include "tools/measure/run_data.h"
#include "tools/measure/side.h"
#include "tools/results/clean_text.h"
#include "tools/results/input_error.h"
#include "tools/results/result_file.h"

namespace playbook {
namespace {

namespace fs = std::filesystem;

bool IsThere(const fs::path& path) {
  std::error_code error;
  return fs::exists(path, error);
}

// Our own keys of a result's context, but for those that are measured anew by each process.
std::map<std::string, std::string> StableContext(const std::string& text) {
  std::map<std::string, std::string> context = ParseResult(text, "the result").context;
  std::erase_if(
      context, [](const auto& entry) { return entry.first.rfind("playbook.", 0) != 0 || IsMeasuredAnew(entry.first); });
  return context;
}

std::map<std::string, std::int64_t> ReadIterations(const fs::path& path) {
  std::map<std::string, std::int64_t> iterations;
  std::istringstream lines(ReadWhole(path));
  for (std::string line; std::getline(lines, line);) {
    const std::size_t equals = line.rfind('=');
    std::int64_t count = 0;
    if (equals != std::string::npos) {
      std::from_chars(line.data() + equals + 1, line.data() + line.size(), count);
    }
    if (count < 1) {
      throw InputError(
          fmt::format("{}: the line \"{}\" must be ROW=N with N at least 1", path.string(), CleanText(line)));
    }
    iterations[line.substr(0, equals)] = count;
  }
  return iterations;
}

// Results of two builds or machines must never share a run.
void RequireSame(const std::string& subject, const std::string& what, const std::string& before,
                 const std::string& now) {
  if (before != now) {
    throw OtherBuilds(
        fmt::format("{}: when the run was begun {} was \"{}\", now it is \"{}\"; a run measures the same "
                    "builds on the same machine throughout: start another",
                    subject, what, CleanText(before), CleanText(now)));
  }
}

}  // namespace

Session::Session(RunFolder folder, Plan plan, std::vector<Build> builds, Launcher& launcher, Progress& progress)
    : folder_(std::move(folder)),
      plan_(std::move(plan)),
      builds_(std::move(builds)),
      launcher_(launcher),
      progress_(progress) {
  for (std::size_t pair = 0; pair < plan_.pairs.size(); ++pair) {
    for (std::size_t build = 0; build < builds_.size(); ++build) {
      subjects_.push_back({.pair = pair, .build = build});
      Subject& subject = subjects_.back();
      if (IsThere(folder_.Failure(builds_[build].label, plan_.pairs[pair]))) {
        subject.given_up = true;
        ++faults_;
      }
    }
  }
}

std::string Session::Name(const Subject& subject) const {
  return fmt::format("{} under {}", Id(subject), BuildOf(subject).name);
}

void Session::CheckBinaries() const {
  for (const Subject& subject : subjects_) {
    const auto before = plan_.binaries.find(fmt::format("{}/{}", BuildOf(subject).name, Id(subject)));
    if (before != plan_.binaries.end()) {
      RequireSame(Name(subject), "the hash of its program", before->second,
                  HashOfFile(BuildOf(subject).Benchmark(Id(subject))));
    }
  }
}

void Session::Run() {
  CheckBinaries();
  DescribeAll();
  ProveAll();
  CalibrateAll();
  PlanAll();
  for (int round = 1; round <= plan_.rounds; ++round) {
    MeasureRound(round);
  }
  progress_.Clear();
  WriteWhole(folder_.Done(),
             nlohmann::ordered_json({{"schema_version", 1}, {"finished", LocalTime(Now())}}).dump(2) + "\n");
}

void Session::DescribeAll() {
  for (Subject& subject : subjects_) {
    const fs::path place = folder_.Description(BuildOf(subject).label, Id(subject));
    if (subject.given_up) {
      continue;
    }
    progress_.Show(fmt::format("description of {}", Name(subject)), "");
    Attempt attempt = launcher_.Describe(BuildOf(subject), Id(subject), place);
    if (attempt.reason.empty() && IsThere(place)) {
      RequireSame(Name(subject), "its description", HashOf(ReadWhole(place)), HashOf(attempt.text));
    } else if (attempt.reason.empty()) {
      attempt.reason = OtherRows(subject, ReadOutline(attempt.text, Id(subject)));
    }
    if (!attempt.reason.empty()) {
      GiveUp(subject, Stage::kDescribe, 0, attempt);
      continue;
    }
    subject.outline = ReadOutline(attempt.text, Id(subject));
    WriteWhole(place, attempt.text);
  }
}

std::string Session::OtherRows(const Subject& subject, const Outline& outline) const {
  for (const Subject& other : subjects_) {
    if (other.pair == subject.pair && !other.given_up && !other.outline.rows.empty() && other.outline != outline) {
      return fmt::format("its rows are others than under {}: the two were built from different sources",
                         BuildOf(other).name);
    }
  }
  return "";
}

void Session::ProveAll() {
  // One pair at a time, on each CPU one build.
  const std::size_t together = std::max<std::size_t>(1, ReadMachine().usable_cpus);
  std::vector<Subject*> asked;
  for (Subject& subject : subjects_) {
    if (!subject.given_up && !IsThere(folder_.Evidence(BuildOf(subject).label, Id(subject)))) {
      if (asked.size() == together || (!asked.empty() && asked.front()->pair != subject.pair)) {
        Prove(asked);
        asked.clear();
      }
      asked.push_back(&subject);
    }
  }
  if (!asked.empty()) {
    Prove(asked);
  }
  for (Subject& subject : subjects_) {
    if (subject.given_up) {
      continue;
    }
    const std::vector<std::string> faults =
        EvidenceFaults(ReadWhole(folder_.Evidence(BuildOf(subject).label, Id(subject))));
    for (const std::string& fault : faults) {
      progress_.Say(fmt::format("error: evidence of {}: {}", Name(subject), fault));
    }
    faults_ += faults.empty() ? 0 : 1;
  }
}

void Session::Prove(const std::vector<Subject*>& subjects) {
  std::vector<Launcher::Question> questions;
  std::string builds;
  for (const Subject* subject : subjects) {
    const Build& build = BuildOf(*subject);
    questions.push_back({&build, Id(*subject), folder_.Evidence(build.label, Id(*subject))});
    builds += (builds.empty() ? "" : " and ") + build.name;
  }
  for (const Subject* subject : subjects) {
    progress_.Show(fmt::format("evidence of {} under {}", Id(*subjects.front()), builds),
                   fmt::format("evidence of {}", Name(*subject)));
  }
  const std::vector<Attempt> attempts = launcher_.Evidence(questions);
  for (std::size_t i = 0; i < subjects.size(); ++i) {
    if (attempts[i].reason.empty()) {
      WriteWhole(questions[i].place, attempts[i].text);
    } else {
      GiveUp(*subjects[i], Stage::kEvidence, 0, attempts[i]);
    }
  }
}

void Session::CalibrateAll() {
  for (Subject& subject : subjects_) {
    const std::string& label = BuildOf(subject).label;
    const fs::path place = folder_.Calibration(label, Id(subject));
    const fs::path cost_place = folder_.CalibrationCost(label, Id(subject));
    if (subject.given_up) {
      continue;
    }
    if (!IsThere(place) || !IsThere(cost_place)) {
      progress_.Show(fmt::format("calibration of {}", Name(subject)), fmt::format("calibration of {}", Name(subject)));
      const Attempt attempt = Calibrate(launcher_, BuildOf(subject), subject.outline, place, subject.cost);
      if (!attempt.reason.empty()) {
        GiveUp(subject, Stage::kCalibrate, 0, attempt);
        continue;
      }
      WriteWhole(cost_place, ToJson(subject.cost));
      WriteWhole(place, attempt.text);
    }
    subject.cost = ReadCost(cost_place);
    subject.context = StableContext(ReadWhole(place));
  }
}

void Session::PlanAll() {
  std::vector<PairCost> costs(plan_.pairs.size());
  for (const Subject& subject : subjects_) {
    if (subject.given_up) {
      continue;
    }
    PairCost& pair = costs[subject.pair];
    pair.start_s.push_back(subject.cost.start_s);
    pair.repetition_s.push_back(subject.cost.repetition_s);
    for (const auto& [row, iteration_s] : subject.cost.iteration_s) {
      const auto known =
          std::find_if(pair.rows.begin(), pair.rows.end(), [&row = row](const RowCost& one) { return one.row == row; });
      (known == pair.rows.end() ? pair.rows.emplace_back(RowCost{.row = row}) : *known)
          .iteration_s.push_back(iteration_s);
    }
  }
  if (!plan_.row_time_ms) {
    const double spent_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - started_).count();
    const Schedule schedule = PlanRounds(
        costs, {.rounds = plan_.rounds, .rounds_fixed = plan_.rounds_fixed, .left_s = plan_.budget_s - spent_s});
    for (std::size_t pair = 0; pair < costs.size(); ++pair) {
      plan_.repetitions[plan_.pairs[pair]] = RepetitionCount(costs[pair], schedule.repetitions);
      std::string lines;
      for (const RowCost& row : costs[pair].rows) {
        lines += fmt::format("{}={}\n", row.row, IterationCount(row, schedule.row_time_s));
      }
      if (!lines.empty()) {
        WriteWhole(folder_.Iterations(plan_.pairs[pair]), lines);
      }
    }
    plan_.rounds = schedule.rounds;
    plan_.row_time_ms = schedule.row_time_s * 1e3;
    plan_.notes.insert(plan_.notes.end(), schedule.notes.begin(), schedule.notes.end());
    WriteWhole(folder_.Plan(), ToJson(plan_));
    for (const std::string& note : schedule.notes) {
      progress_.Say("note: " + note);
    }
    progress_.Say(fmt::format("plan: {} rounds, {:.3g} ms for each row and repetition, about {}", plan_.rounds,
                              *plan_.row_time_ms, TimeLeft(schedule.expected_s)));
  }
  for (Subject& subject : subjects_) {
    if (!subject.given_up) {
      subject.iterations = ReadIterations(folder_.Iterations(Id(subject)));
    }
  }
}

bool Session::Measured(int round, const Subject& subject) const {
  return IsThere(folder_.Result(round, BuildOf(subject).label, Id(subject)));
}

double Session::ExpectedTime(const Subject& subject) const {
  double repetition_s = subject.cost.repetition_s;
  for (const auto& [row, count] : subject.iterations) {
    const auto cost = subject.cost.iteration_s.find(row);
    repetition_s += cost == subject.cost.iteration_s.end() ? 0 : static_cast<double>(count) * cost->second;
  }
  return subject.cost.start_s + plan_.repetitions.at(Id(subject)) * repetition_s;
}

double Session::ExpectedTimeLeft(int round) const {
  double left_s = 0;
  for (const Subject& subject : subjects_) {
    for (int later = round; later <= plan_.rounds && !subject.given_up; ++later) {
      left_s += Measured(later, subject) ? 0 : ExpectedTime(subject);
    }
  }
  // What has been measured says how far the calibration is off.
  return expected_so_far_s_ > 0 ? left_s * measured_so_far_s_ / expected_so_far_s_ : left_s;
}

void Session::MeasureRound(int round) {
  const std::vector<Place> order = RoundOrder(plan_.seed, round, plan_.pairs.size(), builds_.size());
  bool said = false;
  for (std::size_t position = 0; position < order.size(); ++position) {
    Subject& subject = subjects_[order[position].pair * builds_.size() + order[position].build];
    if (subject.given_up || Measured(round, subject)) {
      continue;
    }
    const std::string left = TimeLeft(ExpectedTimeLeft(round));
    progress_.Show(fmt::format("round {} of {} · {} · {} left", round, plan_.rounds, Name(subject), left),
                   said ? "" : fmt::format("round {} of {}, about {} left", round, plan_.rounds, left));
    said = true;
    MeasureOne(round, position + 1, subject);
  }
}

void Session::MeasureOne(int round, std::size_t position, Subject& subject) {
  const Build& build = BuildOf(subject);
  const fs::path place = folder_.Result(round, build.label, Id(subject));
  // Random interleaving spreads the sides over the life of the process, so that they share its drift.
  const int repetitions = plan_.repetitions.at(Id(subject));
  std::vector<std::string> arguments = {fmt::format("--benchmark_repetitions={}", repetitions),
                                        "--benchmark_enable_random_interleaving=true"};
  for (const auto& [row, count] : subject.iterations) {
    arguments.push_back(fmt::format("--playbook_iterations={}={}", row, count));
  }
  Side side = {.build = build.name, .id = Id(subject), .round = round, .position = position, .started = Now()};
  side.before = ReadConditions();
  const Attempt attempt = launcher_.Benchmark(build, Id(subject), std::move(arguments),
                                              {.iterations = subject.iterations, .repetitions = repetitions}, place);
  side.after = ReadConditions();
  side.finished_at = Now();
  side.finished = attempt.finished;
  if (!attempt.reason.empty()) {
    GiveUp(subject, Stage::kRound, round, attempt);
    return;
  }
  CheckContext(subject, attempt.text);
  // The result comes last: where it is, its side is too.
  WriteWhole(folder_.Side(round, build.label, Id(subject)), ToJson(side));
  WriteWhole(place, attempt.text);
  expected_so_far_s_ += ExpectedTime(subject);
  measured_so_far_s_ += attempt.finished.wall_s;
}

void Session::GiveUp(Subject& subject, Stage stage, int round, const Attempt& attempt) {
  const nlohmann::ordered_json json = {
      {"schema_version", 1},
      {"build", BuildOf(subject).name},
      {"id", Id(subject)},
      {"stage", Word(stage)},
      {"round", round == 0 ? nlohmann::ordered_json() : nlohmann::ordered_json(round)},
      {"reason", attempt.reason},
      {"detail", attempt.detail},
  };
  WriteWhole(folder_.Failure(BuildOf(subject).label, Id(subject)), json.dump(2) + "\n");
  progress_.Say(fmt::format("error: {} is given up ({}{}): {}", Name(subject), Word(stage),
                            round == 0 ? "" : fmt::format(" {}", round), attempt.reason));
  if (!attempt.detail.empty()) {
    progress_.Say(attempt.detail);
  }
  subject.given_up = true;
  ++faults_;
}

void Session::CheckContext(const Subject& subject, const std::string& text) const {
  const std::map<std::string, std::string> now = StableContext(text);
  for (const auto& [key, before] : subject.context) {
    const auto found = now.find(key);
    const std::string value = found == now.end() ? "" : found->second;
    RequireSame(Name(subject), key, before, value);
  }
}

}  // namespace playbook
