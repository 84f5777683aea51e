#include "tools/race/certify.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <csignal>
#include <map>
#include <optional>
#include <ostream>
#include <system_error>

#include "fixtures/host/machine.h"
#include "tools/compare/context_facts.h"
#include "tools/measure/plan.h"
#include "tools/race/load_race.h"
#include "tools/race/race.h"
#include "tools/results/result_row.h"
#include "tools/stats/binomial_bound.h"
#include "tools/stats/paired_ratio.h"
#include "tools/stats/rank_interval.h"
#include "tools/stats/sample.h"
#include "tools/stats/verdict.h"

namespace playbook {
namespace {

namespace fs = std::filesystem;

// The promises.
constexpr double kBeyondRate = 0.05;
constexpr double kFoundShare = 0.9;
struct Slowdown {
  double percent;
  double budget_s;
};
constexpr std::array<Slowdown, 2> kSlowdowns = {{{5, 60}, {2, 300}}};

struct Condition {
  const char* name;
  std::vector<std::string> variables;
  bool competing;
};

// The swing is as large as the slowdown that has to be found easily, and far above the margin.
std::vector<Condition> SelfConditions() {
  return {{"as the machine is", {}, false},
          {"drifting load, 10 % up and down", {"PLAYBOOK_KNOWN_DRIFT=10"}, false},
          {"a competing process", {}, true}};
}

// The program's other self, which keeps a CPU busy until this goes out of scope.
class Competitor {
 public:
  explicit Competitor(const fs::path& program) {
    const pid_t parent = getpid();
    const std::string name = program.string();
    process_ = fork();
    if (process_ < 0) {
      throw std::system_error(errno, std::generic_category(), "cannot start " + name);
    }
    if (process_ == 0) {
      prctl(PR_SET_PDEATHSIG, SIGKILL);
      if (getppid() == parent) {
        execl(name.c_str(), name.c_str(), "--compete", nullptr);
      }
      _exit(127);
    }
  }
  ~Competitor() {
    kill(process_, SIGKILL);
    while (waitpid(process_, nullptr, 0) < 0 && errno == EINTR) {
    }
  }
  Competitor(const Competitor&) = delete;
  Competitor& operator=(const Competitor&) = delete;

 private:
  pid_t process_ = -1;
};

// What one comparison of one row came to.
struct OneComparison {
  std::vector<double> log_ratios = {};
  double seconds = 0;
};

class Certifying {
 public:
  Certifying(const CertifyOptions& options, Interrupts& interrupts, Progress& progress)
      : options_(options), interrupts_(interrupts), progress_(progress), null_stream_(nullptr) {}

  Certificate Take() {
    const Machine machine = ReadMachine();
    Certificate certificate = {
        .started = LocalTime(Now()),
        .machine = fmt::format("{}, {} CPUs, {}", machine.cpu_model, machine.usable_cpus, machine.kernel),
        .control = FindRows(),
        .rounds = options_.rounds,
        .row_time_s = options_.row_time_s};
    for (const Condition& condition : SelfConditions()) {
      std::map<std::string, std::vector<double>> by_row;
      certificate.self.push_back(TallySelf(condition, by_row));
      for (const std::string& row : rows_) {
        if (condition.variables.empty() && !condition.competing && !by_row[row].empty()) {
          certificate.visible.push_back(SubjectOf(row, by_row[row]));
        }
      }
    }
    for (const Slowdown& slowdown : kSlowdowns) {
      certificate.slowdowns.push_back(TallySlowdown(slowdown));
    }
    certificate.program = program_;
    return certificate;
  }

 private:
  RaceOptions Options(const std::string& row) {
    RaceOptions race;
    race.programs = {{"known_slowdown", options_.program, options_.program}};
    race.base.label = "base";
    race.contender.label = "contender";
    race.base.variables = options_.variables;
    race.contender.variables = options_.variables;
    if (!row.empty()) {
      race.rows = {{row, row}};
    }
    race.rounds = options_.rounds;
    race.row_time_s = options_.row_time_s;
    race.timeout_s = options_.timeout_s;
    race.seed = options_.seed + static_cast<std::uint64_t>(++races_);
    return race;
  }

  // Returns how the program's iterations are set.
  std::string FindRows() {
    const RaceOptions race = Options("");
    ProgramRunner runner(race, options_.scratch, interrupts_);
    const Probe probe = AskProgram(runner, race.base, options_.program, options_.scratch / "rows");
    for (const ListedRow& row : probe.rows) {
      const std::string name = CanonicalRowName(row.name);
      rows_.push_back(name);
      if (name.find("memory") == std::string::npos) {
        processor_rows_.push_back(name);
      }
    }
    if (processor_rows_.empty()) {
      throw InputError(fmt::format("{} lists no row that is bound by the processor", options_.program.string()));
    }
    return Word(probe.control);
  }

  OneComparison CompareOnce(const RaceOptions& race) {
    const fs::path folder = options_.scratch / "race";
    const auto began = std::chrono::steady_clock::now();
    Progress silent(null_stream_, 0);
    ProgramRunner runner(race, options_.scratch, interrupts_);
    Race measured(race, RaceFolder(folder), runner, silent);
    measured.Prepare();
    measured.Run();
    OneComparison comparison = {.seconds =
                                    std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count()};
    const MeasuredPair pair = LoadRace(folder, {}).pair;
    const auto fact = [&pair](const char* key) { return ContextValue(pair.base.context, key); };
    program_ =
        fmt::format("{} {}, commit {}", fact("playbook.compiler"), fact("playbook.flags"), fact("playbook.commit"));
    comparison.log_ratios = RoundLogRatios(pair.contender.rows.front().values.find(kRealTime)->second,
                                           pair.base.rows.front().values.find(kRealTime)->second)
                                .values;
    fs::remove_all(folder);
    return comparison;
  }

  // Adds the log ratios of all rounds by row, in their order.
  SelfTally TallySelf(const Condition& condition, std::map<std::string, std::vector<double>>& by_row) {
    std::optional<Competitor> competitor;
    if (condition.competing) {
      competitor.emplace(options_.program);
    }
    SelfTally tally = {.condition = condition.name};
    for (int number = 0; number < options_.comparisons; ++number) {
      const std::string& row = rows_[static_cast<std::size_t>(number) % rows_.size()];
      progress_.Show(fmt::format("{}: comparison {} of {}", condition.name, number + 1, options_.comparisons),
                     number % 20 == 0 ? fmt::format("{}: {} of {}", condition.name, number, options_.comparisons) : "");
      RaceOptions race = Options(row);
      for (RaceSide* side : {&race.base, &race.contender}) {
        side->variables.insert(side->variables.end(), condition.variables.begin(), condition.variables.end());
      }
      const OneComparison comparison = CompareOnce(race);
      const RatioEstimate interval = EstimateRatio(comparison.log_ratios, kTableLevel);
      const Verdict verdict =
          JudgeIntervals(interval, EstimateRatio(comparison.log_ratios, EquivalenceLevel(kTableLevel)), kDefaultMargin);
      ++tally.comparisons;
      tally.beyond += verdict == Verdict::kSlower || verdict == Verdict::kFaster ? 1 : 0;
      tally.alarms += interval.has_interval && (interval.low > 1 || interval.high < 1) ? 1 : 0;
      tally.seconds += comparison.seconds;
      std::vector<double>& logs = by_row[row];
      logs.insert(logs.end(), comparison.log_ratios.begin(), comparison.log_ratios.end());
    }
    const auto ranks = SignTestRanks(options_.rounds, kTableLevel);
    tally.alarm_rate = ranks ? 1 - ranks->level : 1;
    tally.beyond_allowed = MostToProveRate(tally.comparisons, kBeyondRate, kTableLevel).value_or(0);
    tally.alarms_allowed = MostExpected(tally.comparisons, tally.alarm_rate, kTableLevel);
    return tally;
  }

  SlowdownTally TallySlowdown(const Slowdown& slowdown) {
    SlowdownTally tally = {.percent = slowdown.percent, .budget_s = slowdown.budget_s};
    std::vector<double> seconds;
    std::vector<double> ratios;
    for (int number = 0; number < options_.slowdowns; ++number) {
      progress_.Show(
          fmt::format("{:g} % more work: comparison {} of {}", slowdown.percent, number + 1, options_.slowdowns),
          number % 5 == 0 ? fmt::format("{:g} % more work: {} of {}", slowdown.percent, number, options_.slowdowns)
                          : "");
      RaceOptions race = Options(processor_rows_[static_cast<std::size_t>(number) % processor_rows_.size()]);
      race.contender.variables.push_back(fmt::format("PLAYBOOK_KNOWN_SLOWDOWN={:g}", slowdown.percent));
      race.rounds = options_.most_rounds;
      race.budget_s = slowdown.budget_s;
      // Narrow enough that an interval about the slowdown's own ratio ends well before 1.
      race.precision = slowdown.percent / 100 / 4;
      const OneComparison comparison = CompareOnce(race);
      const RatioEstimate interval = EstimateRatio(comparison.log_ratios, kTableLevel);
      ++tally.comparisons;
      tally.found += interval.has_interval && interval.low > 1 ? 1 : 0;
      seconds.push_back(comparison.seconds);
      ratios.push_back(interval.ratio);
    }
    tally.least_needed = static_cast<int>(std::ceil(tally.comparisons * kFoundShare - 1e-9));
    tally.median_s = Median(seconds);
    tally.longest_s = Summarise(seconds).high;
    tally.median_ratio = Median(ratios);
    return tally;
  }

  const CertifyOptions& options_;
  Interrupts& interrupts_;
  Progress& progress_;
  std::ostream null_stream_;
  std::vector<std::string> rows_;
  std::vector<std::string> processor_rows_;
  std::string program_;  // of the last comparison, as all are of one program
  int races_ = 0;
};

}  // namespace

Certificate Certify(const CertifyOptions& options, Interrupts& interrupts, Progress& progress) {
  return Certifying(options, interrupts, progress).Take();
}

}  // namespace playbook
