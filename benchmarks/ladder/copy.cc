// memcpy, as the C library has it. The payload is counted once, though it is read and written.
#include <benchmark/benchmark.h>

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "fixtures/inputs/large_buffer.h"
#include "fixtures/inputs/working_set.h"
#include "fixtures/ladder/rung.h"
#include "fixtures/pair/verify.h"

namespace playbook {
namespace {

constexpr std::int64_t kCache = 16 << 20, kMemory = 256 << 20;

void Copy(benchmark::State& state) {
  static const WorkingSet source(kMemory);
  static const LargeBuffer target(kMemory);
  auto bytes = static_cast<std::uint64_t>(state.range(0));
  KeepInRegister(bytes);
  std::memset(target.data(), 0, bytes);
  for (auto _ : state) {
    std::memcpy(target.data(), source.words(), bytes);
    benchmark::ClobberMemory();
  }
  state.SetBytesProcessed(state.iterations() * state.range(0));
  const auto* const copied = reinterpret_cast<const std::uint64_t*>(target.data());
  const std::size_t words = bytes / sizeof(*copied);
  Check(state, SameElements<std::uint64_t>("copied words", {copied, words}, {source.words(), words}));
  if (const auto share = source.buffer().HugePageShare()) {
    state.counters["huge_page_share"] = *share;
  }
}

// True of the larger set, too, and the smaller one is mostly quicker.
constexpr const char* kAnyCopy = "no working set of 16 MiB or more was copied by memcpy in one thread";

PLAYBOOK_RUNG({
    .number = 5,
    .id = "copy",
    .title = "memcpy",
    .published = "38.50 GB/s",
    .cases = {{.function = Copy,
               .variant = "memcpy",
               .key = "bytes",
               .values = {kMemory},
               .figure = Figure::kBytesPerSecond,
               .counts = "the payload, once",
               .part = Part::kLibrary,
               .one = "a memcpy of 256 MiB",
               .many = "copies",
               .ruled_out = {"no working set of 256 MiB was copied by memcpy in one thread", kAnyCopy}},
              {.function = Copy,
               .variant = "memcpy",
               .key = "bytes",
               .values = {kCache},
               .figure = Figure::kBytesPerSecond,
               .counts = "the payload, once",
               .part = Part::kLibrary,
               .one = "a memcpy of 16 MiB again and again",
               .many = "copies",
               .ruled_out = {kAnyCopy}}},
    .relations = {{"copy/memcpy/bytes:268435456", "read/wide/bytes:268435456",
                   "a copy reads all that it writes, so reading alone is its ceiling", 0.05},
                  {"copy/memcpy/bytes:16777216", "read/wide/bytes:16777216",
                   "a copy reads all that it writes, so reading alone is its ceiling", 0.05}},
});

}  // namespace
}  // namespace playbook
