#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <optional>
#include <string>

#include "benchmarks/pitfalls/compiler_bandwidth.h"
#include "fixtures/host/machine.h"
#include "fixtures/inputs/chase.h"
#include "fixtures/inputs/large_buffer.h"
#include "fixtures/pair/verify.h"

namespace playbook {
namespace {

const LargeBuffer& CopyTarget() {
  static const LargeBuffer kTarget(kLargestWorkingSet / 2);
  return kTarget;
}

// In a label and not in counters: Google Benchmark's CSV output ends the program where rows differ in their counters.
std::string ChaseLabel(const LargeBuffer& lines) {
  const std::vector<Cache> caches = ReadMachine().caches;
  const auto largest = std::max_element(caches.begin(), caches.end(), [](const Cache& one, const Cache& other) {
    return one.size_bytes < other.size_bytes;
  });
  const std::string claimed = largest == caches.end() ? "unknown" : fmt::format("{} KiB", largest->size_bytes / 1024);
  const std::optional<double> huge = lines.HugePageShare();
  return fmt::format("last cache as the system claims it: {}; in huge pages: {}", claimed,
                     huge ? fmt::format("{:.0f} %", *huge * 100) : "unknown");
}

}  // namespace

const WorkingSet& Data() {
  static const WorkingSet kData(kLargestWorkingSet);
  return kData;
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
  constexpr int kLoads = 1000;  // so that microseconds per iteration are nanoseconds per load
  static Chase chase(ChaseSizes());
  static const std::string kLabel = ChaseLabel(chase.lines());
  Chase::Walk& kept = chase.Start(state.range(0));
  Chase::Walk walk = kept;
  for (auto _ : state) {
    for (int load = 0; load < kLoads; ++load) {
      walk.line = walk.Next();
    }
    benchmark::DoNotOptimize(walk.line);
  }
  kept = walk;
  state.SetItemsProcessed(state.iterations() * kLoads);
  state.SetLabel(kLabel);
}

}  // namespace playbook
