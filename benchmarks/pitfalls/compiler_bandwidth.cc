// "The bandwidth of this machine" is the bandwidth of a machine and a loop: the same source reads memory at another
// rate under another compiler. And with its size as a literal, gcc 12 reads the memory half as often as the figure
// says.
#include <benchmark/benchmark.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "benchmarks/pitfalls/compiler_bandwidth.h"
#include "fixtures/pair/registry.h"
#include "fixtures/pair/verify.h"

namespace playbook {
namespace {

// Fixed, so that a row means the same bytes in every process and under every compiler: inside the first, second and
// last cache of common machines, and outside them all. What the system claims its caches to be may be the whole host's;
// where they end for one process is shown by the chase. 64 MiB, the article's size, often lies on the slope: a control.
constexpr std::size_t kFirst = 16 << 10, kSecond = 256 << 10, kLast = 4 << 20, kSlope = 64 << 20;
constexpr std::size_t kMemory = kLargestWorkingSet;
const std::vector<std::int64_t> kSizes = {kMemory, kFirst, kSecond, kLast};

// [variable]
std::uint64_t SumOfVariable(const std::uint64_t* words, std::size_t bytes) {
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < bytes / sizeof(*words); ++i) {
    sum += words[i];
  }
  return sum;
}
// [/variable]

// [literal]
// As the article has it: the size is known to the compiler, and nothing stands between the passes.
template <std::size_t kBytes, int kPasses>
std::uint64_t SumOfLiteral(const std::uint64_t* words, std::size_t /*bytes*/) {
  std::uint64_t all_passes = 0;
  for (int pass = 0; pass < kPasses; ++pass) {
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < kBytes / sizeof(*words); ++i) {
      sum += words[i];
    }
    all_passes += sum;
  }
  return all_passes;
}
// [/literal]

// [wide]
// Nothing left to choose: eight independent sums of two words each, a kibibyte a pass, read in order. The adds of one
// block go to different sums, or gcc would regroup them and read the block out of order.
using Pair64 [[gnu::vector_size(16), gnu::may_alias]] = std::uint64_t;
constexpr std::size_t kSums = 8;
constexpr std::size_t kBlocks = 8;
constexpr std::int64_t kWideBytesPerPass = kBlocks * kSums * sizeof(Pair64);

std::uint64_t SumOfWide(const std::uint64_t* words, std::size_t bytes) {
  const auto* const pairs = reinterpret_cast<const Pair64*>(words);
  Pair64 sums[kSums] = {};
#pragma GCC unroll 8
  for (std::size_t block = 0; block < bytes / sizeof(Pair64); block += kSums) {
#pragma GCC unroll 8
    for (std::size_t i = 0; i < kSums; ++i) {
      sums[i] += pairs[block + i];
    }
  }
  std::uint64_t sum = 0;
  for (const Pair64& one : sums) {
    sum += one[0] + one[1];
  }
  return sum;
}
// [/wide]

// [timed]
template <auto kSumOf, int kPasses = 1>
void Sum(benchmark::State& state) {
  const std::uint64_t* const words = Data().words();
  const auto bytes = static_cast<std::size_t>(state.range(0));
  std::uint64_t sum = 0;
  for (auto _ : state) {
    sum = kSumOf(words, bytes);
    std::uint64_t sunk = sum;        // a copy: gcc 12 may lose a value that is sunk and then read
    benchmark::DoNotOptimize(sunk);  // also says that the words may have changed: the next pass must read them again
  }
  if (const auto check = Same("the sum", sum, kPasses * WorkingSet::ExpectedSum(bytes)); !check.passed) {
    state.SkipWithError(check.detail.c_str());
  }
  state.SetBytesProcessed(state.iterations() * kPasses * state.range(0));
}
// [/timed]

template <std::size_t... kBytes>
Verification VerifySizes() {
  const std::uint64_t* const words = Data().words();
  return All({Same("the sum", SumOfVariable(words, kBytes), WorkingSet::ExpectedSum(kBytes))...,
              Same("two sums", SumOfLiteral<kBytes, 2>(words, 0), 2 * WorkingSet::ExpectedSum(kBytes))...,
              Same("the wide sum", SumOfWide(words, kBytes), WorkingSet::ExpectedSum(kBytes))...,
              VerifyCopy(kBytes)...});
}

template <std::size_t kBytes>
Case Literal(const char* variant) {
  constexpr int kPasses = 10;  // the article's
  return {Sum<SumOfLiteral<kBytes, kPasses>, kPasses>, variant, "bytes", {kBytes}};
}

// What gcc 12 and clang 14 chose.
#ifdef __clang__
constexpr std::int64_t kLoaded = 128, kPacked = 12;
#else
constexpr std::int64_t kLoaded = 8, kPacked = 0;
#endif

PLAYBOOK_PAIR({
    .id = "compiler_bandwidth",
    .kind = Kind::kTrap,
    .title = "The bandwidth of which machine?",
    .summary = "one figure is called the bandwidth of a machine, and changes with the compiler",
    .article = Article::kBaseline,
    .published = "sequential read: 34.55 GB/s by gcc 12.2, 58.20 GB/s by clang 14, 1.68 times",
    .rules = {2, 7, 8},
    .iteration = "one call of the code: a pass over the working set, ten with the literal",
    .figure = Figure::kBytesPerSecond,
    .wrong = {{Sum<SumOfVariable>, "", "bytes", kSizes},
              Literal<kMemory>("size:literal"),
              Literal<kFirst>("size:literal"),
              Literal<kSecond>("size:literal"),
              Literal<kLast>("size:literal")},
    .right = {{Sum<SumOfWide>, "", "bytes", kSizes}, {CopyHalf, "code:memcpy", "bytes", kSizes}},
    .control = {{Sum<SumOfVariable>, "code:variable", "bytes", {kSlope}},
                Literal<kSlope>("code:literal"),
                {Sum<SumOfWide>, "code:wide", "bytes", {kSlope}},
                {ChaseLines, "code:chase", "bytes", ChaseSizes()}},
    .verify = VerifySizes<kFirst, kSecond, kLast, kSlope, kMemory>,
    .evidence = {InnermostLoop(Property::kBytesLoadedPerPass, {{Role::kWrong, AtMost(kWideBytesPerPass - 1)},
                                                               {Role::kRight, AtLeast(kWideBytesPerPass)}}),
                 Observed(InnermostLoop(Property::kBytesLoadedPerPass, {{Role::kWrong, Exactly(kLoaded)},
                                                                        {Role::kRight, Exactly(kWideBytesPerPass)}})),
                 Observed(TimedLoop(Instruction::kPackedArithmetic,
                                    {{Role::kWrong, Exactly(kPacked)},
                                     {Role::kWrong, AtLeast(1), "size:literal/bytes:268435456"},
                                     {Role::kRight, AtLeast(kBlocks* kSums)}}))},
    .effect = WrongDiffersBetweenBuilds(1.1),
});

}  // namespace
}  // namespace playbook
