// The programs of a pipeline start together. One that starts its clock at once times the others as well: their start
// and their work, up to the moment when its own input is there.
#include "benchmarks/pitfalls/pipeline_startup.h"

#include <benchmark/benchmark.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <exception>

#include "fixtures/host/scratch.h"
#include "fixtures/pair/registry.h"
#include "fixtures/workloads/byte_stream.h"
#include "fixtures/workloads/stdin_program.h"
#include "fixtures/workloads/upstream.h"

namespace playbook {
namespace {

using SteadyClock = std::chrono::steady_clock;
enum class Start { kAtOnce, kAtFirstByte };

// [pipe]
// Wrong: the clock starts while the upstream process does. Costly: it starts when a first byte can be read, which
// leaves out the wait for that byte, but neither the waits for later ones nor that for the end.
template <const Stream& kStream, Start kStart, bool kSwept = false>
void FromPipe(benchmark::State& state) try {
  const Command command = kStream.upstream(kSwept ? state.range(0) : 0);
  for (auto _ : state) {
    Upstream upstream(command);
    if (kStart == Start::kAtFirstByte) {
      upstream.Go();
      upstream.AwaitFirstByte();
    }
    const auto start = SteadyClock::now();
    if (kStart == Start::kAtOnce) {
      upstream.Go();
    }
    const std::uint64_t bytes = kStream.read(upstream.descriptor(), kReaderBytes);
    const std::chrono::duration<double> elapsed = SteadyClock::now() - start;
    state.SetIterationTime(elapsed.count());
    upstream.Finish();
    RequireBytes(bytes, kStream);
  }
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(kStream.bytes));
} catch (const std::exception& error) {
  state.SkipWithError(error.what());
}
// [/pipe]

// [file]
// Right: the same upstream has ended, and what it wrote lies in a file, before any clock starts. The loop holds more
// than the wrong side's clock: the call that goes back to the file's start, and the comparison of the length.
template <const Stream& kStream, std::size_t kBufferBytes = kReaderBytes>
void FromFile(benchmark::State& state) try {
  const ScratchFile file("pipeline_startup");
  KeepOutputOf(kStream.upstream(0), file.descriptor());
  for (auto _ : state) {
    lseek(file.descriptor(), 0, SEEK_SET);
    RequireBytes(kStream.read(file.descriptor(), kBufferBytes), kStream);
  }
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(kStream.bytes));
} catch (const std::exception& error) {
  state.SkipWithError(error.what());
}
// [/file]

// The reader as a process of its own that times itself: last in the shell's pipeline, or alone with a file. One figure
// would hide what happens here, so the counters give the distribution.
template <bool kPipeline>
void ByShell(benchmark::State& state) try {
  const ScratchFile file("pipeline_startup");
  KeepOutputOf({"/bin/sh", "-c", kPrintfXxd}, file.descriptor());
  const std::string line = kPipeline ? fmt::format("{} | \"$0\" read", kPrintfXxd) : "\"$0\" read <\"$1\"";
  const Command command = {"/bin/sh", "-c", line, HelperPath("pipeline_startup"), file.path()};
  std::vector<double> elapsed_us;
  double already_there = 0;
  for (auto _ : state) {
    const ReaderReport report = ParseReport(OutputOf(command));
    state.SetIterationTime(static_cast<double>(report.elapsed_ns) / 1e9);
    elapsed_us.push_back(static_cast<double>(report.elapsed_ns) / 1e3);
    already_there += report.already_there;
    RequireBytes(report.input.size(), kTenBytes);
  }
  std::sort(elapsed_us.begin(), elapsed_us.end());
  state.counters["median_us"] = elapsed_us[elapsed_us.size() / 2];
  state.counters["largest_us"] = elapsed_us.back();
  state.counters["already_there"] = already_there / static_cast<double>(elapsed_us.size());
} catch (const std::exception& error) {
  state.SkipWithError(error.what());
}

// Rows that start a process in each iteration keep their own clock, and a count: most of an iteration lies outside it.
Case Manual(Function function, std::string variant, std::int64_t iterations) {
  return {.function = function, .variant = std::move(variant), .clock = Clock::kManual, .iterations = iterations};
}
Case Swept(Function function) {
  return {function, "from:helper", "takes_us", {0, 2000}, Clock::kManual, 20};
}

PLAYBOOK_PAIR({
    .id = "pipeline_startup",
    .kind = Kind::kTrap,
    .title = "The clock that timed its neighbours",
    .summary = "a program in a pipeline starts its clock at once and times the wait for the programs before it",
    .article = Article::kPipeline,
    .published = "438 µs in the pipeline, 67.4 µs from a file (6.5 times)",
    .rules = {3, 5},
    .iteration = "one input, read to its end and run (the headline's: ten bytes of bytecode)",
    .wrong = {Swept(FromPipe<kTenBytes, Start::kAtOnce, true>), Manual(ByShell<true>, "from:printf_xxd", 50),
              Manual(FromPipe<k50Megabytes, Start::kAtOnce>, "from:head_tr", 3)},
    .costly = {Swept(FromPipe<kTenBytes, Start::kAtFirstByte, true>),
               Manual(FromPipe<k50Megabytes, Start::kAtFirstByte>, "from:head_tr", 3)},
    .right = {{FromFile<kTenBytes>, "from:helper"},
              Manual(ByShell<false>, "from:printf_xxd", 50),
              {FromFile<k50Megabytes>, "from:head_tr"}},
    .control = {{FromFile<kJobs>, "jobs:sequence"},
                Manual(FromPipe<kJobs, Start::kAtOnce>, "jobs:pipe", 5),
                {FromFile<kTenBytes, 1>, "program:ten_bytes/buffer_bytes:1"},
                {FromFile<kTenBytes>, "program:ten_bytes/buffer_bytes:4096"},
                {FromFile<kCountTo1000, 1>, "program:count_to_1000/buffer_bytes:1"},
                {FromFile<kCountTo1000>, "program:count_to_1000/buffer_bytes:4096"}},
    .verify = VerifyStreams,
    .evidence = {Counts(Counter::kBlockedReads,
                        {{Role::kWrong, Exactly(3)}, {Role::kCostly, Exactly(2)}, {Role::kRight, Exactly(0)}}),
                 // The pipe gives a piece a call, the file all in one; each needs one more for the end. Waiting is
                 // something else.
                 Counts(Counter::kOwnReadCalls,
                        {{Role::kWrong, Exactly(3)},
                         {Role::kRight, Exactly(2)},
                         {Role::kControl, Exactly(11), "program:ten_bytes/buffer_bytes:1"},
                         {Role::kControl, Exactly(3000), "program:count_to_1000/buffer_bytes:1"},
                         {Role::kControl, Exactly(2), "program:count_to_1000/buffer_bytes:4096"}})},
    .effect = WrongReadsHigher(6.5),  // what the article saw: 438.1 / 67.4
});

}  // namespace
}  // namespace playbook
