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
  auto bytes = static_cast<std::uint64_t>(state.range(0));
  KeepInRegister(bytes);  // a size that the compiler knows makes another loop
  std::uint64_t sum = 0;
  for (auto _ : state) {
    sum = kSumOf(words, bytes);
    std::uint64_t sunk = sum;        // a copy: gcc 12 may lose a value that is sunk and then read
    benchmark::DoNotOptimize(sunk);  // also says that the words may have changed: the next pass must read them again
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

RungCase Case(Function function, const char* variant, std::int64_t bytes, Part part) {
  constexpr const char* kAnyRead = "no working set of 16 MiB or more was read by one thread";
  const bool memory = bytes == kMemory;
  RungCase one = {.function = function,
                  .variant = variant,
                  .key = "bytes",
                  .values = {bytes},
                  .figure = Figure::kBytesPerSecond,
                  .counts = "each byte read, once",
                  .part = part,
                  .one = memory ? "reading memory in order" : "reading 16 MiB again and again",
                  .many = "passes",
                  .ruled_out = {kAnyRead}};
  if (memory) {
    one.ruled_out.emplace_back("the bytes did not come from memory by one thread");
  }
  return one;
}

PLAYBOOK_RUNG({
    .number = 4,
    .id = "read",
    .title = "sequential read",
    .published = "34.54 GB/s; clang 58.20 GB/s",
    .cases = {Case(Read<ArticleSum>, "article_loop", kMemory, Part::kOwnCode),
              Case(Read<WideSum>, "wide", kMemory, Part::kMemory),
              Case(Read<ArticleSum>, "article_loop", kCache, Part::kOwnCode),
              Case(Read<WideSum>, "wide", kCache, Part::kMemory)},
    .relations = {{"read/article_loop/bytes:268435456", "read/wide/bytes:268435456", "no loop is above the ceiling",
                   0.05},
                  {"read/article_loop/bytes:16777216", "read/wide/bytes:16777216", "no loop is above the ceiling",
                   0.05},
                  {"read/wide/bytes:268435456", "read/wide/bytes:16777216", "memory is not above the cache", 0.1}},
});

}  // namespace
}  // namespace playbook
