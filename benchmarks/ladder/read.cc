// Reading memory in order: by the article's loop, which the compiler may widen or not, and by code that is not the
// limit. Their distance is the compiler's, not the machine's.
#include <benchmark/benchmark.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "benchmarks/ladder/wide_sum.h"
#include "fixtures/inputs/working_set.h"
#include "fixtures/ladder/rung.h"
#include "fixtures/pair/verify.h"

namespace playbook {
namespace {

// Inside the last cache of common machines, and beyond all. Between them lies a slope where no figure is steady.
constexpr std::int64_t kCache = 16 << 20, kMemory = 256 << 20;

std::uint64_t ArticleSum(const std::uint64_t* words, std::size_t bytes) {
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < bytes / sizeof(*words); ++i) {
    sum += words[i];
  }
  return sum;
}

template <auto kSumOf>
void Read(benchmark::State& state) {
  static const WorkingSet data(kMemory);
  const std::uint64_t* words = data.words();
  auto bytes = static_cast<std::size_t>(state.range(0));
  std::uint64_t sum = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(words);
    benchmark::DoNotOptimize(bytes);
    sum = kSumOf(words, bytes);
    benchmark::DoNotOptimize(sum);
  }
  state.SetBytesProcessed(state.iterations() * state.range(0));
  Check(state, Same("the sum", sum, WorkingSet::ExpectedSum(static_cast<std::size_t>(state.range(0)))));
  if (const auto share = data.buffer().HugePageShare()) {
    state.counters["huge_page_share"] = *share;
  }
  if (kSumOf == WideSum) {
    state.SetLabel(WideSumWidth());
  }
}

RungCase Case(Function function, const char* variant, std::int64_t bytes, Part part, const char* one,
              const char* ruled_out) {
  return {.function = function,
          .variant = variant,
          .key = "bytes",
          .values = {bytes},
          .figure = Figure::kBytesPerSecond,
          .counts = "each byte read, once",
          .part = part,
          .one = one,
          .many = *one == '\0' ? "" : "passes",
          .ruled_out = ruled_out};
}

PLAYBOOK_RUNG({
    .number = 4,
    .id = "read",
    .title = "sequential read",
    .published = "34.54 GB/s; clang 58.20 GB/s",
    .cases = {Case(Read<ArticleSum>, "article_loop", kMemory, Part::kOwnCode, "", ""),
              Case(Read<WideSum>, "wide", kMemory, Part::kMemory, "reading memory in order",
                   "the bytes did not come from memory by one thread"),
              Case(Read<ArticleSum>, "article_loop", kCache, Part::kOwnCode, "", ""),
              Case(Read<WideSum>, "wide", kCache, Part::kMemory, "reading 16 MiB again and again",
                   "the bytes did not come from a working set of 16 MiB by one thread")},
    .relations = {{"read/article_loop/bytes:268435456", "read/wide/bytes:268435456", "no loop is above the ceiling",
                   0.05},
                  {"read/article_loop/bytes:16777216", "read/wide/bytes:16777216", "no loop is above the ceiling",
                   0.05},
                  {"read/wide/bytes:268435456", "read/wide/bytes:16777216", "memory is not above the cache", 0.1}},
});

}  // namespace
}  // namespace playbook
