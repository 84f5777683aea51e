// What of compiler_bandwidth does not depend on the code that a compiler makes: the data, memcpy, and the chase that
// shows where this machine's latency bends. In a translation unit of its own, so that no loop can know the data.
//
// The chase has fixed sizes, and no program picks a size from what it measured: two processes would pick differently.
//
//   .control = {{.function = ChaseLines, .variant = "code:chase", .key = "bytes", .values = ChaseSizes()}}
#ifndef BENCHMARKS_PITFALLS_COMPILER_BANDWIDTH_H_
#define BENCHMARKS_PITFALLS_COMPILER_BANDWIDTH_H_

#include <benchmark/benchmark.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "fixtures/inputs/working_set.h"
#include "fixtures/pair/pair.h"

namespace playbook {

constexpr std::size_t kLargestWorkingSet = std::size_t{256} << 20U;

// Made at the first call, kLargestWorkingSet bytes.
const WorkingSet& Data();

// memcpy of one half of a working set of state.range(0) bytes onto another half. Counts the payload once, though it is
// both read and written: half of the working set.
void CopyHalf(benchmark::State& state);
Verification VerifyCopy(std::size_t working_set_bytes);

// In bytes, ascending.
std::vector<std::int64_t> ChaseSizes();

// 1,024 dependent loads per iteration in a working set of state.range(0) bytes. Reports seconds_per_load, and what is
// needed to judge it: claimed_last_cache_bytes, as the system says, and the huge_page_share of the memory.
void ChaseLines(benchmark::State& state);

}  // namespace playbook

#endif  // BENCHMARKS_PITFALLS_COMPILER_BANDWIDTH_H_
