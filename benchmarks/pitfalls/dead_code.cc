// Work whose result nobody uses is deleted, and the harness reports the time of an empty loop: here a value that is
// thrown away, and stores that nobody reads. A barrier on every element is too strong a cure: it forbids vector code.
#include <benchmark/benchmark.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>

#include "fixtures/inputs/power.h"
#include "fixtures/pair/registry.h"
#include "fixtures/pair/verify.h"

namespace playbook {
namespace {

// [chain]
// A chain of modular multiplications: each step needs the one before it. Compilers delete it, or keep all of it.
constexpr int kSteps = 1000;
constexpr std::uint64_t kMultiplier = 48271;
constexpr std::uint64_t kModulus = 2147483647;

std::uint64_t Chain(std::uint64_t value) {
  for (int step = 0; step < kSteps; ++step) {
    value = value * kMultiplier % kModulus;
  }
  return value;
}
// [/chain]

// Independent sums, stored. The trip count is a literal: without one gcc 12 makes no vector code of it at -O2.
constexpr int kElements = 2048;  // inputs and output are 24 KiB: inside a first cache
using Numbers = std::array<std::int32_t, kElements>;

struct Inputs {
  Numbers a, b;
  Inputs() {
    std::iota(a.begin(), a.end(), 0);
    std::iota(b.begin(), b.end(), -kElements);  // no two are alike, no sum overflows
    benchmark::DoNotOptimize(this);             // and the optimiser does not know them
  }
};

void Combine(Numbers& __restrict out, const Inputs& __restrict in) {
  for (std::size_t i = 0; i < kElements; ++i) {
    out[i] = in.a[i] + in.b[i] * 3;
  }
}

// [wrong]
void Wrong(benchmark::State& state) {
  std::uint64_t seed = 1;
  benchmark::DoNotOptimize(seed);
  for (auto _ : state) {
    Chain(seed);
  }
}

void WrongStores(benchmark::State& state) {
  const Inputs in;
  Numbers out;
  for (auto _ : state) {
    Combine(out, in);
  }
}
// [/wrong]

// [costly]
void CombineClobbered(Numbers& __restrict out, const Inputs& __restrict in) {
  for (std::size_t i = 0; i < kElements; ++i) {
    out[i] = in.a[i] + in.b[i] * 3;
    benchmark::DoNotOptimize(out[i]);
    benchmark::ClobberMemory();
  }
}
// [/costly]

void CostlyStores(benchmark::State& state) {
  const Inputs in;
  Numbers out;
  for (auto _ : state) {
    CombineClobbered(out, in);
  }
}

// [right]
void Right(benchmark::State& state) {
  std::uint64_t seed = 1;
  benchmark::DoNotOptimize(seed);
  for (auto _ : state) {
    std::uint64_t result = Chain(seed);
    benchmark::DoNotOptimize(result);
  }
}

void RightStores(benchmark::State& state) {
  const Inputs in;
  Numbers out;
  benchmark::DoNotOptimize(out.data());  // from here on somebody may know where it lies
  for (auto _ : state) {
    Combine(out, in);
    benchmark::ClobberMemory();  // and may read it now, once per pass
  }
}
// [/right]

void Control(benchmark::State& state) {
  for (auto _ : state) {
  }
}

// The chain against a power by squaring, which shares no step with it; every sum against one in wider numbers.
Verification Verify() {
  const Inputs in;
  Numbers plain, clobbered, expected;
  Combine(plain, in);
  CombineClobbered(clobbered, in);
  for (std::size_t i = 0; i < kElements; ++i) {
    expected[i] = static_cast<std::int32_t>(in.a[i] + in.b[i] * std::int64_t{3});
  }
  return All({Same("the end of the chain", Chain(1), PowerModulo(kMultiplier, kSteps, kModulus)),
              SameElements<std::int32_t>("sums", plain, expected),
              SameElements<std::int32_t>("clobbered sums", clobbered, expected)});
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
    .wrong = {{.function = Wrong}, {.function = WrongStores, .variant = "work:stores"}},
    .costly = {{.function = CostlyStores, .variant = "work:stores"}},
    .right = {{.function = Right}, {.function = RightStores, .variant = "work:stores"}},
    .control = {{.function = Control}},
    .verify = Verify,
    .evidence = {TimedLoopLacks(Instruction::kMultiply),
                 TimedLoop(Instruction::kPackedArithmetic, {{Role::kWrong, Exactly(0)},
                                                            {Role::kRight, Exactly(0)},
                                                            {Role::kWrong, Exactly(0), "work:stores"},
                                                            {Role::kCostly, Exactly(0), "work:stores"},
                                                            {Role::kRight, AtLeast(1), "work:stores"}})},
    .effect = ReadsLikeControl(),
});

}  // namespace
}  // namespace playbook
