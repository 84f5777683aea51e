// A program whose slowdown is known, since it is told how much work to do: what tools/certify measures.
//
// Every row does a number of steps that is read at run time, so a base and a contender are one binary, with the same
// code at the same addresses, and differ in nothing but the number. It is told by its environment:
//   PLAYBOOK_KNOWN_SLOWDOWN  per cent of steps more than usual: 5
//   PLAYBOOK_KNOWN_DRIFT     per cent by which the steps swing up and down with the time of day, over 20 s: what heat,
//   or
//                            a neighbour who comes and goes, does to both sides
//   PLAYBOOK_KNOWN_FOREIGN   if set, it does not know --describe and --playbook_iterations, and calibrates itself
// With --compete it measures nothing: it keeps a CPU busy in bursts until it is ended.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <numbers>
#include <numeric>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "benchmarks/arguments.h"

namespace playbook {
namespace {

double Percent(const char* variable) {
  const char* const text = std::getenv(variable);
  return text == nullptr ? 0 : std::strtod(text, nullptr);
}

// Once a row and process, which is short beside the swing.
std::int64_t Steps(std::int64_t usual) {
  constexpr double kPeriod_s = 20;
  const double now_s = std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
  const double swing = Percent("PLAYBOOK_KNOWN_DRIFT") / 100 * std::sin(2 * std::numbers::pi * now_s / kPeriod_s);
  return std::llround(static_cast<double>(usual) * (1 + Percent("PLAYBOOK_KNOWN_SLOWDOWN") / 100) * (1 + swing));
}

// The rows take 2 to 10 µs an iteration, and a step is far below 1 % of that: 1 % more steps are 1 % more time.
constexpr std::int64_t kSteps = 2000;

// A chain of multiplications: bound by the latency of the integer unit.
void Integers(benchmark::State& state) {
  const std::int64_t steps = Steps(kSteps);
  std::uint64_t value = 1;
  for (auto _ : state) {
    for (std::int64_t step = 0; step < steps; ++step) {
      value = value * 6364136223846793005U + 1442695040888963407U;  // Knuth, MMIX
    }
    benchmark::DoNotOptimize(value);
  }
}

// The same for floating point.
void Reals(benchmark::State& state) {
  const std::int64_t steps = Steps(kSteps);
  double value = 0.5;
  for (auto _ : state) {
    for (std::int64_t step = 0; step < steps; ++step) {
      value = value * 0.999 + 0.001;
    }
    benchmark::DoNotOptimize(value);
  }
}

// A hash of bytes in the first cache.
void Bytes(benchmark::State& state) {
  constexpr std::size_t kBytes = 4096;
  std::vector<unsigned char> bytes(kBytes);
  std::iota(bytes.begin(), bytes.end(), static_cast<unsigned char>(1));
  const std::int64_t steps = Steps(kSteps);
  std::uint64_t hash = 14695981039346656037U;
  for (auto _ : state) {
    for (std::int64_t step = 0; step < steps; ++step) {
      hash = (hash ^ bytes[static_cast<std::size_t>(step) % kBytes]) * 1099511628211U;  // FNV-1a
    }
    benchmark::DoNotOptimize(hash);
  }
}

// A walk over one cycle in the first cache: each address is the last one's value. The stride is odd, so it meets all.
void Walk(benchmark::State& state) {
  constexpr std::size_t kPlaces = 2048;
  constexpr std::size_t kStride = 1103;
  std::vector<std::uint32_t> next(kPlaces);
  for (std::size_t place = 0; place < kPlaces; ++place) {
    next[place] = static_cast<std::uint32_t>((place + kStride) % kPlaces);
  }
  const std::int64_t steps = Steps(kSteps);
  std::uint32_t at = 0;
  for (auto _ : state) {
    for (std::int64_t step = 0; step < steps; ++step) {
      at = next[at];
    }
    benchmark::DoNotOptimize(at);
  }
}

// Reads 4 MiB: bound by whichever memory holds them, and by who else wants it.
void Memory(benchmark::State& state) {
  constexpr std::size_t kWords = (std::size_t{4} << 20U) / sizeof(std::uint64_t);
  const std::vector<std::uint64_t> words(kWords, 3);
  const auto steps = static_cast<std::size_t>(Steps(static_cast<std::int64_t>(kWords)));
  for (auto _ : state) {
    std::uint64_t sum = 0;
    for (std::size_t done = 0; done < steps;) {
      const std::size_t part = std::min(steps - done, kWords);
      sum = std::accumulate(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(part), sum);
      done += part;
    }
    benchmark::DoNotOptimize(sum);
  }
}

struct Row {
  const char* name;
  void (*function)(benchmark::State& state);
};

constexpr Row kRows[] = {{"known/integers", Integers},
                         {"known/reals", Reals},
                         {"known/bytes", Bytes},
                         {"known/walk", Walk},
                         {"known/memory_4MiB", Memory}};

void Describe() {
  std::string rows;
  for (const Row& row : kRows) {
    rows += fmt::format("{}{{\"row\": \"{}\", \"clock\": \"wall\"}}", rows.empty() ? "" : ", ", row.name);
  }
  fmt::print("{{\"schema_version\": 1, \"id\": \"known_slowdown\", \"rows\": [{}]}}\n", rows);
}

// Busy and idle by turns, each for a time that no two turns share.
[[noreturn]] void Compete() {
  using std::chrono::milliseconds;
  for (std::uint32_t turn = 1;; turn = turn * 1664525U + 1013904223U) {  // Numerical Recipes
    const auto until = std::chrono::steady_clock::now() + milliseconds(20 + turn % 400);
    std::uint64_t value = turn;
    while (std::chrono::steady_clock::now() < until) {
      value = value * 6364136223846793005U + 1442695040888963407U;
      benchmark::DoNotOptimize(value);
    }
    std::this_thread::sleep_for(milliseconds(20 + (turn >> 16U) % 400));
  }
}

int Main(int argc, char** argv) {
  if (argc == 2 && std::string_view(argv[1]) == "--compete") {
    Compete();
  }
  Arguments arguments;
  arguments.others.assign(argv, argv + argc);
  if (std::getenv("PLAYBOOK_KNOWN_FOREIGN") == nullptr) {
    arguments.others.clear();
    if (const int code = TakeArguments(argc, argv, arguments); code != 0) {
      return code;
    }
  }
  if (arguments.describe) {
    Describe();
    return 0;
  }
  for (const Row& row : kRows) {
    auto* const registered = benchmark::RegisterBenchmark(row.name, row.function)->UseRealTime();
    if (const auto fixed = arguments.iterations.find(row.name); fixed != arguments.iterations.end()) {
      registered->Iterations(fixed->second);
    }
  }
  int count = static_cast<int>(arguments.others.size());
  arguments.others.push_back(nullptr);
  benchmark::Initialize(&count, arguments.others.data());
  if (benchmark::ReportUnrecognizedArguments(count, arguments.others.data())) {
    return kUsageError;
  }
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}

}  // namespace
}  // namespace playbook

int main(int argc, char** argv) {
  return playbook::Main(argc, argv);
}
