// Stands for the benchmarks and the evidence of a build in tests of `playbook run`: it answers as they do, at once and
// with times that were made up, or fails as a file beside it says.
//
// It is linked under many names and learns from the path it was started by what it is to be:
// <tree>/<build>/benchmarks/<id> or <tree>/<build>/evidence/<id>. The file <tree>/<build>/<id>.faults holds lines of a
// stage (describe, evidence, calibrate, round) and a fault (see Misbehave); a fault "block" happens once.
#include <fcntl.h>
#include <fmt/format.h>
#include <regex.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;

struct Row {
  const char* name;  // without the id
  const char* role;
  bool headline;
  bool manual;
  double time_ns;
};

// The control reads like an empty loop; the manual row says less than it costs.
const std::vector<Row> kRows = {
    {"wrong/n:1", "wrong", true, false, 4000},   {"wrong/n:8", "wrong", false, false, 9000},
    {"right", "right", true, false, 1000},       {"costly", "costly", true, true, 1500},
    {"control", "control", true, false, 0.0001},
};

struct Request {
  fs::path tree;
  std::string build;
  std::string id;
  bool evidence = false;
  bool describe = false;
  bool round = false;
  int repetitions = 1;
  std::string filter;
  std::string out;
  std::map<std::string, std::int64_t> iterations;
};

bool Matches(const std::string& filter, const std::string& name) {
  regex_t compiled;
  if (regcomp(&compiled, filter.c_str(), REG_EXTENDED | REG_NOSUB) != 0) {
    return false;
  }
  const bool matches = regexec(&compiled, name.c_str(), 0, nullptr, 0) == 0;
  regfree(&compiled);
  return matches;
}

Request Read(int argc, char** argv) {
  Request request;
  const fs::path self = argv[0];
  request.id = self.filename().string();
  request.evidence = self.parent_path().filename() == "evidence";
  request.build = self.parent_path().parent_path().filename().string();
  request.tree = self.parent_path().parent_path().parent_path();
  for (int index = 1; index < argc; ++index) {
    const std::string argument = argv[index];
    const std::string value = argument.substr(std::min(argument.find('='), argument.size() - 1) + 1);
    if (argument == "--describe") {
      request.describe = true;
    } else if (argument.rfind("--benchmark_out=", 0) == 0) {
      request.out = value;
    } else if (argument.rfind("--benchmark_filter=", 0) == 0) {
      request.filter = value;
    } else if (argument.rfind("--benchmark_repetitions=", 0) == 0) {
      request.repetitions = std::stoi(value);
      request.round = true;
    } else if (argument.rfind("--playbook_iterations=", 0) == 0) {
      request.iterations[value.substr(0, value.rfind('='))] = std::stoll(value.substr(value.rfind('=') + 1));
    }
  }
  return request;
}

std::string FaultOf(const Request& request, const std::string& stage) {
  std::ifstream file(request.tree / request.build / (request.id + ".faults"));
  std::string found;
  for (std::string wanted; file >> wanted >> found;) {
    if (wanted == stage) {
      return found;
    }
  }
  return "";
}

// Says in a file who we are, under its final name only when it is whole.
void Announce(const fs::path& file) {
  std::ofstream(file.string() + ".new") << getpid() << '\n';
  fs::rename(file.string() + ".new", file);
}

[[noreturn]] void WaitForever() {
  for (;;) {
    pause();
  }
}

// Faults that are the same whatever was asked. Returns where there is nothing of the kind.
void Misbehave(const Request& request, const std::string& fault) {
  if (fault == "crash") {
    std::fputs("about to \x1b[31mcrash\n", stderr);
    std::raise(SIGABRT);
  }
  if (fault == "exit") {
    std::exit(7);
  }
  // Fails if a variable of the harness came through to us.
  if (fault == "environment" && std::getenv("BENCHMARK_FILTER") != nullptr) {
    std::exit(8);
  }
  if (fault == "hang") {
    // A child that would outlive us, were only we ended.
    if (fork() == 0) {
      Announce(request.tree / "grandchild");
      WaitForever();
    }
    WaitForever();
  }
  if (fault == "block") {
    const fs::path mark = request.tree / "blocked";
    if (!fs::exists(mark)) {
      Announce(mark);
      WaitForever();
    }
  }
}

void Describe(const Request& request, const std::string& fault) {
  std::string rows;
  for (const Row& row : kRows) {
    rows += fmt::format("{}{{\"row\": \"{}/{}\", \"role\": \"{}\", \"headline\": {}, \"clock\": \"{}\"}}",
                        rows.empty() ? "" : ",\n", request.id, row.name, row.role, row.headline,
                        row.manual ? "manual" : "wall");
  }
  fmt::print(
      "{{\"schema_version\": 1, \"id\": \"{}\", \"kind\": \"cost\", \"title\": \"{}\", \"summary\": \"slow for no "
      "reason\",\n"
      "\"article\": \"none\", \"published\": \"4 times\", \"rules\": [1, 2], \"iteration\": \"one call\", \"figure\": "
      "\"time\",\n"
      "\"threads\": false, \"effect\": {{\"claim\": \"right_faster\", \"at_least\": 2.0}}, \"rows\": [{}],\n"
      "\"evidence\": [{{\"name\": \"calls\", \"source\": \"count\", \"strength\": \"asserted\"}}]}}\n",
      fault == "other_id" ? "somebody" : request.id, fault == "other_title" ? "Another" : "A made-up pair", rows);
}

int Prove(const Request& request, const std::string& fault) {
  if (fault == "garbage") {
    std::puts("no evidence at all");
    return 0;
  }
  const bool holds = fault != "fails";
  const bool verified = fault != "unverified";
  fmt::print(
      "{{\"schema_version\": 1, \"id\": \"{0}\", \"compiler\": \"fake 1.0\", \"verify\": {{\"passed\": {1}, "
      "\"detail\": "
      "\"12 lines\"}},\n\"claims\": [{{\"name\": \"calls\", \"strength\": \"asserted\", \"status\": \"{2}\", "
      "\"reason\": "
      "\"\", \"separates\": {3}, \"words\": \"8 -> 1 calls\",\n\"rows\": [{{\"row\": \"{0}/wrong/n:1\", \"role\": "
      "\"wrong\", \"value\": {4}, \"expected\": \"exactly 8\", \"holds\": {3}}},\n{{\"row\": \"{0}/right\", \"role\": "
      "\"right\", \"value\": 1, \"expected\": \"exactly 1\", \"holds\": true}}]}}]}}\n",
      request.id, verified, holds ? "holds" : "fails", holds, holds ? 8 : 3);
  return holds && verified ? 0 : 1;
}

// A number of the round that is in the path of the result, so that rounds differ and every run is the same.
double Wobble(const std::string& out, int repetition) {
  const std::size_t rounds = out.find("/rounds/");
  const int round = rounds == std::string::npos ? 0 : std::stoi(out.substr(rounds + 8, 4));
  return 1.0 + 0.001 * (round * 7 % 5 + repetition);
}

std::string Result(const Request& request, const std::string& fault) {
  std::string rows;
  for (const Row& row : kRows) {
    const std::string name = request.id + "/" + row.name;
    const auto fixed = request.iterations.find(name);
    const std::int64_t iterations = fixed == request.iterations.end() ? 1000 : fixed->second;
    const std::string harness_name =
        name + (fixed == request.iterations.end() ? "" : fmt::format("/iterations:{}", iterations)) +
        (row.manual ? "/manual_time" : "/real_time");
    if (!request.filter.empty() && !Matches(request.filter, harness_name)) {
      continue;
    }
    const double build_factor = request.build == "clang" ? 0.5 : 1.0;
    for (int repetition = 0; repetition < request.repetitions; ++repetition) {
      const double time_ns = row.time_ns * build_factor * Wobble(request.out, repetition);
      rows += fmt::format(
          "{}    {{\"name\": \"{}\", \"run_name\": \"{}\", \"run_type\": \"iteration\", \"repetitions\": {}, "
          "\"repetition_index\": {}, \"threads\": 1, {}\"iterations\": {}, \"real_time\": {:.16e}, \"cpu_time\": "
          "{:.16e}, \"time_unit\": \"ns\"}}",
          rows.empty() ? "" : ",\n", harness_name, harness_name, request.repetitions, repetition,
          fault == "error" && row.headline
              ? "\"error_occurred\": true, \"error_message\": \"no such \\u001b[1mdevice\", "
              : "",
          iterations, time_ns, time_ns);
    }
    if (fault == "missing_row") {
      break;
    }
  }
  return fmt::format(
      "{{\n  \"context\": {{\n    \"date\": \"2026-01-31T12:00:00+01:00\",\n    \"host_name\": \"secret-host\",\n    "
      "\"executable\": \"{}/{}\",\n    \"num_cpus\": 2,\n    \"library_build_type\": \"release\",\n    "
      "\"playbook.compiler\": \"fake {}\",\n    \"playbook.commit\": \"{}\",\n    \"playbook.clock_step_ns\": \"1\"\n  "
      "}},\n  \"benchmarks\": [\n{}\n  ]\n}}\n",
      request.tree.string(), request.id, request.build, fault == "other_commit" ? "bbbb" : "aaaa", rows);
}

int Time(const Request& request, const std::string& fault) {
  std::string result = Result(request, fault);
  if (fault == "no_result") {
    return 0;
  }
  if (fault == "broken") {
    result.resize(result.size() * 2 / 3);
  }
  if (fault == "empty") {
    result.clear();
  }
  std::ofstream(request.out) << result;
  return 0;
}

int Run(int argc, char** argv) {
  const Request request = Read(argc, argv);
  const std::string stage = request.evidence   ? "evidence"
                            : request.describe ? "describe"
                            : request.round    ? "round"
                                               : "calibrate";
  const std::string fault = FaultOf(request, stage);
  Misbehave(request, fault);
  if (request.evidence) {
    return Prove(request, fault);
  }
  if (request.describe) {
    Describe(request, fault);
    return 0;
  }
  return Time(request, fault);
}

}  // namespace

int main(int argc, char** argv) {
  return Run(argc, argv);
}
