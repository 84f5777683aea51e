// A write call for every byte: the program spends its time at the door of the kernel. A buffer of some kilobytes is
// nearly all of the cure, and a larger one costs memory and gains next to nothing.
#include <benchmark/benchmark.h>

#include <array>
#include <cstddef>
#include <cstdint>

#include "fixtures/inputs/lines.h"
#include "fixtures/pair/registry.h"
#include "fixtures/workloads/file_job.h"
#include "fixtures/workloads/line_format.h"
#include "fixtures/workloads/line_writer.h"

namespace playbook {
namespace {

// The article's five buffers.
constexpr std::int64_t kSmallest = 1;
constexpr std::int64_t kChosen = 65'536;
constexpr std::int64_t kLargest = 1'048'576;

// [job]
// Every line is formatted and handed to the buffer. Only the size of that buffer differs between the rows.
void WriteLines(LineWriter& out) {
  for (std::uint32_t number = 0; number < kLines; ++number) {
    std::array<char, kLongestLine> line;
    out.Append(FormatLine(line.data(), number));
  }
}
// [/job]

FileJob Job(std::int64_t buffer_bytes) {
  return {.stem = "unbuffered_output",
          .buffer_bytes = static_cast<std::size_t>(buffer_bytes),
          .expected = NumberedLines(0, kLines),
          .write = WriteLines};
}

void Buffered(benchmark::State& state) {
  TimeFileJob(state, Job(state.range(0)));
}

Verification Verify() {
  return VerifyFileJobs({Job(kSmallest), Job(64), Job(4'096), Job(kChosen), Job(kLargest)});
}

// [registration]
PLAYBOOK_PAIR({
    .id = "unbuffered_output",
    .kind = Kind::kCost,
    .title = "A call for every byte",
    .summary = "output without a buffer makes a system call for every piece, and the calls are all the time",
    .article = Article::kZigIo,
    .published = "1173 against 3.13 ms (375x); 1 MiB instead of 64 KiB: 7 % for 16 times the memory",
    .rules = {2, 3, 4, 7},
    .iteration = "200,000 lines, 2,288,890 bytes, into a file",
    .wrong = {{.function = Buffered, .key = "buffer_bytes", .values = {kSmallest}}},
    .costly = {{.function = Buffered, .key = "buffer_bytes", .values = {kLargest}}},
    .right = {{.function = Buffered, .key = "buffer_bytes", .values = {kChosen}}},
    .control = {{.function = Buffered, .key = "buffer_bytes", .values = {64, 4'096}}},
    .verify = Verify,
    .evidence = {Counts(Counter::kWriteCalls, {{Role::kWrong, Exactly(2'288'890)},
                                               {Role::kRight, Exactly(35)},
                                               {Role::kCostly, Exactly(3)},
                                               {Role::kControl, Exactly(35'764), "buffer_bytes:64"},
                                               {Role::kControl, Exactly(559), "buffer_bytes:4096"}})},
    .effect = RightFaster(50.0),
});
// [/registration]

}  // namespace
}  // namespace playbook
