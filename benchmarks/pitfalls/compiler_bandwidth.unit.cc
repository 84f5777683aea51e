#include <algorithm>
#include <cstring>
#include <optional>

#include "benchmarks/pitfalls/compiler_bandwidth.h"
#include "fixtures/host/machine.h"
#include "fixtures/inputs/chase.h"
#include "fixtures/inputs/large_buffer.h"
#include "fixtures/pair/verify.h"

namespace playbook {
namespace {

const LargeBuffer& CopyTarget() {
  static const LargeBuffer target(kLargestWorkingSet / 2);
  return target;
}

}  // namespace

const WorkingSet& Data() {
  static const WorkingSet data(kLargestWorkingSet);
  return data;
}

void CopyHalf(benchmark::State& state) {
  std::byte* const target = CopyTarget().data();
  const std::uint64_t* const source = Data().words();
  const auto payload = static_cast<std::size_t>(state.range(0)) / 2;
  for (auto _ : state) {
    std::memcpy(target, source, payload);
    benchmark::ClobberMemory();
  }
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(payload));
}

Verification VerifyCopy(std::size_t working_set_bytes) {
  const std::size_t payload = working_set_bytes / 2;
  std::memset(CopyTarget().data(), 0, payload);
  std::memcpy(CopyTarget().data(), Data().words(), payload);
  const auto* const copied = reinterpret_cast<const std::uint64_t*>(CopyTarget().data());
  return SameElements<std::uint64_t>("copied words", {copied, payload / sizeof(*copied)},
                                     {Data().words(), payload / sizeof(*copied)});
}

std::vector<std::int64_t> ChaseSizes() {
  return {16 << 10, 256 << 10, 1 << 20, 4 << 20, 8 << 20, 16 << 20, 32 << 20, 64 << 20, 128 << 20};
}

void ChaseLines(benchmark::State& state) {
  constexpr int kLoads = 1024;
  static Chase chase(ChaseSizes());
  Chase::Walk& kept = chase.Start(state.range(0));
  Chase::Walk walk = kept;
  for (auto _ : state) {
    for (int load = 0; load < kLoads; ++load) {
      walk.line = walk.Next();
    }
    std::uint32_t sunk = walk.line;  // a copy: gcc 12 may lose a value that is sunk and then read
    benchmark::DoNotOptimize(sunk);
  }
  kept = walk;
  state.counters["seconds_per_load"] =
      benchmark::Counter(kLoads, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
  static const std::vector<Cache> caches = ReadMachine().caches;
  const auto largest = std::max_element(caches.begin(), caches.end(), [](const Cache& one, const Cache& other) {
    return one.size_bytes < other.size_bytes;
  });
  if (largest != caches.end()) {
    state.counters["claimed_last_cache_bytes"] = static_cast<double>(largest->size_bytes);
  }
  if (const std::optional<double> share = chase.lines().HugePageShare()) {
    state.counters["huge_page_share"] = *share;
  }
}

}  // namespace playbook
