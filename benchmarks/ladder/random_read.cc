// One load at a time, each at an address that the one before it has brought: what a cache miss costs. Swept over
// working sets, since where the caches end is to be seen and not to be believed, and with both kinds of pages: what
// they differ by is the walk through the page tables.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <set>
#include <vector>

#include "fixtures/inputs/chase.h"
#include "fixtures/ladder/rung.h"
#include "fixtures/pair/verify.h"

namespace playbook {
namespace {

constexpr int kLoads = 1024;  // an iteration

std::vector<std::int64_t> Sizes() {
  std::vector<std::int64_t> sizes = {16 << 10, 128 << 10, 512 << 10};
  for (std::int64_t size = 1 << 20; size <= 256 << 20; size *= 2) {
    sizes.push_back(size);
  }
  return sizes;
}

// From `from`, kLoads steps lead to `to`, and no line is met twice: the walk is no short cycle.
Verification VerifyLast(Chase::Walk walk, std::uint32_t from, std::uint32_t to, std::int64_t bytes) {
  std::set<std::uint32_t> lines;
  walk.line = from;
  for (int load = 0; load < kLoads; ++load) {
    walk.line = walk.Next();
    lines.insert(walk.line);
  }
  const std::uint64_t all = std::min<std::uint64_t>(kLoads, static_cast<std::uint64_t>(bytes) / Chase::kLineBytes);
  return All({Same("the line after the last loads", to, walk.line), Same("the lines met by them", lines.size(), all)});
}

template <Pages kPages>
void Walk(benchmark::State& state) {
  static Chase chase(Sizes(), kPages);
  Chase::Walk& kept = chase.Start(state.range(0));
  Chase::Walk walk = kept;
  std::uint32_t before = walk.line;
  for (auto _ : state) {
    before = walk.line;
    for (int load = 0; load < kLoads; ++load) {
      walk.line = walk.Next();
    }
    std::uint32_t sunk = walk.line;  // a copy: gcc 12 may lose a value that is sunk and then read
    benchmark::DoNotOptimize(sunk);
  }
  kept = walk;
  state.SetItemsProcessed(state.iterations() * kLoads);
  Check(state, VerifyLast(walk, before, walk.line, state.range(0)));
  if (const auto share = chase.lines().HugePageShare()) {
    state.SetLabel(fmt::format("{:.0f} % in huge pages", 100 * *share));
  }
}

PLAYBOOK_RUNG({
    .number = 6,
    .id = "random_read",
    .title = "random read",
    .published = "75.35 ns",
    .cases = {{.function = Walk<Pages::kSmall>,
               .variant = "pages:small",
               .key = "bytes",
               .values = Sizes(),
               .counts = "a load that waits for the one before",
               .part = Part::kMemory,
               .sweep = true,
               .one = "a random read of memory",
               .many = "random reads of memory, one after the other",
               .ruled_out = {"nothing was waited for that had to come from memory"}},
              {.function = Walk<Pages::kHuge>,
               .variant = "pages:huge",
               .key = "bytes",
               .values = Sizes(),
               .counts = "a load that waits for the one before",
               .part = Part::kMemory,
               .sweep = true,
               .one = "a random read of memory",
               .many = "random reads of memory, one after the other",
               .ruled_out = {"nothing was waited for that had to come from memory"}}},
    .relations = {{"random_read/pages:small/bytes:16384", "random_read/pages:small/bytes:268435456",
                   "a cache is not slower than memory"},
                  {"random_read/pages:huge/bytes:16384", "random_read/pages:huge/bytes:268435456",
                   "a cache is not slower than memory"},
                  {"random_read/pages:huge/bytes:268435456", "random_read/pages:small/bytes:268435456",
                   "huge pages save walks through the page tables; where none were given, both are the same", 0.1},
                  {"call/dependent", "random_read/pages:huge/bytes:268435456",
                   "a call needs no load that misses the caches"}},
});

}  // namespace
}  // namespace playbook
