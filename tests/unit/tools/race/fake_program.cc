// Stands for the programs of a race: it lists rows, runs them at once with times that were made up, or fails as it was
// told to.
//
// Its environment says what it is:
//   FAKE_KIND    ours (--describe, --playbook_iterations), counts (1.8 and later: --benchmark_min_time=Nx) or own
//   (1.7.1
//                and before, which rejects that)
//   FAKE_ROWS    names as the harness lists them, separated by commas; % is the program's own name
//   FAKE_FACTOR  by which its times are multiplied
//   FAKE_BIAS    by which they are multiplied besides, in the contender's rounds, whatever it is
//   FAKE_NOISE   by how much they differ from round to round, as a fraction
//   FAKE_FAULT   WHAT@ROUND: see Misbehave and Time; round 0 is calibration
//   FAKE_COUNT   the iterations that it runs, whatever it is asked for
//   FAKE_HOPS    the value of a counter "hops", as it is written; none without it
//   FAKE_PRINTS  so many bytes of rows called y, instead of its listing; "endless": until it is ended
//   FAKE_LOG     a file that gets a line of arguments for each start
// and so do --known_factor=F and --known_fault=WHAT@ROUND. It heeds PLAYBOOK_KNOWN_SLOWDOWN and --compete as
// tests/certify/known_slowdown.cc does.
#include <fcntl.h>
#include <fmt/format.h>
#include <regex.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <limits>
#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace {

struct Request {
  std::string kind;
  std::vector<std::string> rows;
  bool describe = false;
  bool list = false;
  std::string filter;
  std::string out;
  std::string min_time;
  std::map<std::string, std::int64_t> iterations;
  int round = 0;
  double factor = 1;
};

std::string Variable(const char* name, const std::string& otherwise) {
  const char* const value = std::getenv(name);
  return value == nullptr ? otherwise : value;
}

Request Read(int argc, char** argv) {
  Request request;
  request.kind = Variable("FAKE_KIND", "own");
  std::istringstream names(Variable("FAKE_ROWS", "BM_A,BM_B/8"));
  const std::string self = std::filesystem::path(argv[0]).filename().string();
  for (std::string name; std::getline(names, name, ',');) {
    if (const std::size_t at = name.find('%'); at != std::string::npos) {
      name.replace(at, 1, self);
    }
    request.rows.push_back(name);
  }
  std::string line;
  for (int index = 1; index < argc; ++index) {
    const std::string argument = argv[index];
    line += (line.empty() ? "" : " ") + argument;
    const std::string name = argument.substr(0, argument.find('='));
    const std::string value = argument.substr(std::min(argument.size(), name.size() + 1));
    if (name == "--describe" && request.kind == "ours") {
      request.describe = true;
    } else if (name == "--playbook_iterations" && request.kind == "ours") {
      request.iterations[value.substr(0, value.rfind('='))] = std::stoll(value.substr(value.rfind('=') + 1));
    } else if (name == "--known_factor") {
      request.factor = std::stod(value);
    } else if (name == "--known_fault") {
      setenv("FAKE_FAULT", value.c_str(), 1);
    } else if (name == "--benchmark_list_tests") {
      request.list = true;
    } else if (name == "--benchmark_filter") {
      request.filter = value;
    } else if (name == "--benchmark_min_time") {
      request.min_time = value;
    } else if (name == "--benchmark_out") {
      request.out = value;
    } else if (name.rfind("--benchmark_", 0) != 0 && name.rfind("--known", 0) != 0 && name != "--playbook_scratch") {
      fmt::print(stderr, "fake: error: unrecognized command-line flag: {}\n", argument);
      std::exit(1);
    }
  }
  if (const std::size_t rounds = request.out.find("/rounds/"); rounds != std::string::npos) {
    request.round = std::stoi(request.out.substr(rounds + 8, 4));
  }
  if (const std::string log = Variable("FAKE_LOG", ""); !log.empty()) {
    line += '\n';
    const int file = open(log.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600);
    (void)!write(file, line.data(), line.size());
    close(file);
  }
  return request;
}

// "crash" where FAKE_FAULT is "crash@3" and this is round 3.
std::string FaultOf(const Request& request) {
  const std::string fault = Variable("FAKE_FAULT", "");
  const std::size_t at = fault.find('@');
  return at == std::string::npos || std::stoi(fault.substr(at + 1)) != request.round ? "" : fault.substr(0, at);
}

void Misbehave(const std::string& fault) {
  if (fault == "crash") {
    std::fputs("about to \x1b[31mcrash\n", stderr);
    std::raise(SIGABRT);
  }
  if (fault == "exit") {
    std::exit(7);
  }
  if (fault == "hang") {
    // Under its final name only when it is whole.
    const std::string mark = Variable("FAKE_MARK", "");
    if (!mark.empty()) {
      std::ofstream(mark + ".new") << getpid() << '\n';
      std::rename((mark + ".new").c_str(), mark.c_str());
    }
    for (;;) {
      pause();
    }
  }
}

bool Matches(const std::string& filter, const std::string& name) {
  regex_t compiled;
  if (regcomp(&compiled, filter.c_str(), REG_EXTENDED | REG_NOSUB) != 0) {
    return false;
  }
  const bool matches = regexec(&compiled, name.c_str(), 0, nullptr, 0) == 0;
  regfree(&compiled);
  return matches;
}

void Describe(const Request& request) {
  std::string rows;
  for (const std::string& row : request.rows) {
    rows += fmt::format("{}{{\"row\": \"{}\", \"clock\": \"{}\"}}", rows.empty() ? "" : ", ", row,
                        row.find("manual") == std::string::npos ? "wall" : "manual");
  }
  fmt::print("{{\"schema_version\": 1, \"id\": \"fake\", \"rows\": [{}]}}\n", rows);
}

// The name of a row as it is run, and how often.
struct Run {
  std::string name;
  std::int64_t iterations;
};

Run RunOf(const Request& request, const std::string& row) {
  if (const std::string count = Variable("FAKE_COUNT", ""); !count.empty()) {
    return {row, std::stoll(count)};
  }
  if (request.kind == "ours") {
    const auto fixed = request.iterations.find(row);
    const std::string clock = row.find("manual") == std::string::npos ? "/real_time" : "/manual_time";
    return fixed == request.iterations.end()
               ? Run{row + clock, 1000}
               : Run{fmt::format("{}/iterations:{}{}", row, fixed->second, clock), fixed->second};
  }
  if (!request.min_time.empty() && request.min_time.back() == 'x') {
    return {row, std::stoll(request.min_time)};
  }
  return {row, std::stoll(Variable("FAKE_CALIBRATED", "1234"))};
}

double TimeOf(const std::string& fault, double time_ns) {
  return fault == "zero"       ? 0
         : fault == "negative" ? -time_ns
         : fault == "infinite" ? std::numeric_limits<double>::infinity()
         : fault == "nan"      ? std::numeric_limits<double>::quiet_NaN()
                               : time_ns;
}

std::string Rows(const Request& request, const std::string& fault) {
  double factor = std::stod(Variable("FAKE_FACTOR", "1")) * request.factor;
  factor *= 1 + std::stod(Variable("PLAYBOOK_KNOWN_SLOWDOWN", "0")) / 100;
  if (request.out.find("/contender.") != std::string::npos) {
    factor *= std::stod(Variable("FAKE_BIAS", "1"));
  }
  const double noise = std::stod(Variable("FAKE_NOISE", "0.001"));
  std::string rows;
  double time_ns = std::stod(Variable("FAKE_TIME_NS", "1000"));
  for (const std::string& row : request.rows) {
    const Run run = RunOf(request, row);
    time_ns *= 2;
    if (fault == "missing" || (!request.filter.empty() && !Matches(request.filter, run.name))) {
      continue;
    }
    // Rounds differ, and every run of a test is the same.
    const double time = TimeOf(fault, time_ns * factor * (1 + noise * (request.round * 7 % 5)));
    const std::string hops = fault == "uncounted" ? "" : Variable("FAKE_HOPS", "");
    rows += fmt::format(
        "{}    {{\"name\": \"{}\", \"run_name\": \"{}\", \"run_type\": \"iteration\", \"repetitions\": 1, "
        "\"repetition_index\": 0, \"threads\": 1, {}\"iterations\": {}, \"real_time\": {:.16e}, \"cpu_time\": {:.16e}, "
        "\"time_unit\": \"ns\", \"bytes_per_second\": {:.16e}{}}}",
        rows.empty() ? "" : ",\n", run.name, run.name,
        fault == "error" ? "\"error_occurred\": true, \"error_message\": \"no such device\", " : "", run.iterations,
        time, time, 1e12 / time, hops.empty() ? "" : ", \"hops\": " + hops);
  }
  return rows;
}

int Time(const Request& request, const std::string& fault) {
  std::string result = fmt::format(
      "{{\n  \"context\": {{\"host_name\": \"secret-host\", \"executable\": \"/secret/folder/fake\", \"num_cpus\": 2, "
      "\"kind\": \"{}\", \"folder\": \"{}\", \"passed\": \"{}\"}},\n  \"benchmarks\": [\n{}\n  ]\n}}\n",
      request.kind, std::filesystem::current_path().filename().string(), Variable("FAKE_PASSED", ""),
      Rows(request, fault));
  if (fault == "broken") {
    result.resize(result.size() * 2 / 3);
  }
  if (fault == "blocks") {
    // The result can be written, and not get the name under which it is kept.
    std::filesystem::create_directory(request.out.substr(0, request.out.rfind(".part")));
  }
  if (fault != "nothing") {
    std::ofstream(request.out) << result;
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 2 && std::string(argv[1]) == "--compete") {
    for (;;) {
      pause();
    }
  }
  const Request request = Read(argc, argv);
  if (request.describe) {
    Describe(request);
    return 0;
  }
  if (request.kind == "own" && !request.min_time.empty() &&
      request.min_time.find_first_not_of("0123456789.") != std::string::npos) {
    fmt::print(stderr,
               "The value of flag --benchmark_min_time is expected to be a double, but actually has value \"{}\".\n",
               request.min_time);
    return 1;
  }
  if (request.list) {
    if (const std::string prints = Variable("FAKE_PRINTS", ""); !prints.empty()) {
      const std::size_t most = prints == "endless" ? SIZE_MAX : std::stoul(prints);
      for (std::size_t printed = 0; printed < most; printed += 2) {
        std::fputs("y\n", stdout);
      }
      return 0;
    }
    for (const std::string& row : request.rows) {
      fmt::print("{}\n", row);
    }
    return 0;
  }
  const std::string fault = FaultOf(request);
  Misbehave(fault);
  return Time(request, fault);
}
