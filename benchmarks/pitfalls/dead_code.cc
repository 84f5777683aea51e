// Work whose result nobody uses is not done: the optimiser deletes it, and the harness reports the time of an empty
// loop.
#include <benchmark/benchmark.h>

#include <cstdint>

#include "fixtures/pair/registry.h"

namespace playbook {
namespace {

// A chain of modular multiplications: each step needs the one before it, so no compiler can shorten it, only delete it.
constexpr int kSteps = 1000;

std::uint64_t Chain(std::uint64_t seed) {
  std::uint64_t value = seed;
  for (int step = 0; step < kSteps; ++step) {
    value = value * 48271 % 2147483647;
  }
  return value;
}

void Wrong(benchmark::State& state) {
  std::uint64_t seed = 1;
  benchmark::DoNotOptimize(seed);
  for (auto _ : state) {
    std::uint64_t result = Chain(seed);
    (void)result;
  }
}

void Right(benchmark::State& state) {
  std::uint64_t seed = 1;
  benchmark::DoNotOptimize(seed);
  for (auto _ : state) {
    std::uint64_t result = Chain(seed);
    benchmark::DoNotOptimize(result);
  }
}

void Control(benchmark::State& state) {
  for (auto _ : state) {
  }
}

Verification Verify() {
  return {Chain(1) == 522329230, "the chain from 1 after 1,000 steps"};
}

PLAYBOOK_PAIR({
    .id = "dead_code",
    .kind = Kind::kTrap,
    .title = "The loop that was never there",
    .summary = "a loop whose result is not used is deleted, and its time is the time of nothing",
    .article = Article::kBaseline,
    .published = "380 GB/s of memset on a machine of 120 GB/s",
    .rules = {2, 3},
    .iteration = "1,000 modular multiplications",
    .wrong = {{.function = Wrong}},
    .right = {{.function = Right}},
    .control = {{.function = Control}},
    .verify = Verify,
    .evidence = {TimedLoopLacks(Instruction::kMultiply)},
    .effect = ReadsLikeControl(),
});

}  // namespace
}  // namespace playbook
