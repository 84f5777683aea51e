// A heap block for every line of output: 200,000 of them, each gone before the next, for lines that could have been
// made where they go. Whether a std::string is such a block is decided by one character of its length.
#include <benchmark/benchmark.h>
#include <fmt/compile.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <new>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "fixtures/inputs/lines.h"
#include "fixtures/pair/registry.h"
#include "fixtures/workloads/file_job.h"
#include "fixtures/workloads/line_format.h"
#include "fixtures/workloads/line_writer.h"

namespace playbook {
namespace {

using Line = std::array<char, kLongestLine>;
using Way = void (*)(LineWriter& out, std::uint32_t number);

// [ways]
void Temporary(LineWriter& out, std::uint32_t number) {
  Line line;
  out.Append(FormatLine(line.data(), number));
}

void Straight(LineWriter& out, std::uint32_t number) {
  if (char* const at = out.Room(kLongestLine); at != nullptr) {
    out.Advance(at + FormatLine(at, number).size());
  } else {
    Temporary(out, number);  // the last bytes of the buffer
  }
}

void HeapBlock(LineWriter& out, std::uint32_t number) {
  const auto line = std::make_unique_for_overwrite<Line>();
  out.Append(FormatLine(line->data(), number));
}

void String(LineWriter& out, std::uint32_t number) {
  out.Append(fmt::format(FMT_COMPILE("line {}\n"), number));
}

// Two blocks a line for text this short in glibc 2.36, one since 2.37.
void Asprintf(LineWriter& out, std::uint32_t number) {
  char* made = nullptr;
  const int size = asprintf(&made, "line %u\n", number);
  if (size < 0) {
    throw std::bad_alloc();
  }
  const std::unique_ptr<char, decltype(&std::free)> line(made, &std::free);
  out.Append({line.get(), static_cast<std::size_t>(size)});
}

void Snprintf(LineWriter& out, std::uint32_t number) {
  Line line;
  out.Append({line.data(), static_cast<std::size_t>(std::snprintf(line.data(), line.size(), "line %u\n", number))});
}
// [/ways]

// The floor: 12 bytes a line and no formatting.
void Constant(LineWriter& out, std::uint32_t) {
  out.Append("line 199999\n");
}

FileJob Job(std::string expected, std::function<void(LineWriter&)> write) {
  return {"allocation_per_line", 65'536, std::move(expected), std::move(write)};
}

template <Way kWay>
FileJob Numbered() {
  return Job(kWay == Constant ? RepeatedLine("line 199999\n", kLines) : NumberedLines(0, kLines), [](LineWriter& out) {
    for (std::uint32_t number = 0; number < kLines; ++number) {
      kWay(out, number);
    }
  });
}

// [sweep]
// Strings that are all line_bytes long, newline included: dots, then a number of six digits.
FileJob Padded(std::int64_t line_bytes) {
  const std::string pad(static_cast<std::size_t>(line_bytes - 12), '.');
  return Job(NumberedLines(100'000, kLines, pad.size()), [pad](LineWriter& out) {
    for (std::uint32_t number = 100'000; number < 100'000 + kLines; ++number) {
      out.Append(fmt::format(FMT_COMPILE("{}line {}\n"), std::string_view(pad), number));
    }
  });
}
// [/sweep]

template <Way kWay>
void Lines(benchmark::State& state) {
  TimeFileJob(state, Numbered<kWay>());
}

Verification Verify() {
  std::vector<FileJob> jobs = {Padded(12), Padded(15), Padded(16), Padded(24)};
  for (auto* make : {Numbered<HeapBlock>, Numbered<Asprintf>, Numbered<Temporary>, Numbered<String>, Numbered<Straight>,
                     Numbered<Constant>, Numbered<Snprintf>}) {
    jobs.push_back(make());
  }
  return VerifyFileJobs(jobs);
}

PLAYBOOK_PAIR({
    .id = "allocation_per_line",
    .kind = Kind::kCost,
    .title = "A heap block for every line",
    .summary =
        "a heap block for each line of output is two calls of the allocator and a copy that the line does not need",
    .article = Article::kZigIo,
    .published = "11.768 against 3.327 ms (3.5x); into a temporary first 3.549 ms; constant text 1.011 ms",
    .rules = {2, 4, 5, 7},
    .iteration = "200,000 lines through a buffer of 64 KiB into a file",
    .wrong = {{.function = Lines<HeapBlock>}, {.function = Lines<Asprintf>, .variant = "way:asprintf"}},
    .costly = {{.function = Lines<Temporary>}, {.function = Lines<String>, .variant = "way:string"}},
    .right = {{.function = Lines<Straight>}},
    .control = {{.function = Lines<Constant>},
                {.function = Lines<Snprintf>, .variant = "way:snprintf"},
                {.function = [](benchmark::State& state) { TimeFileJob(state, Padded(state.range(0))); },
                 .variant = "way:string",
                 .key = "line_bytes",
                 .values = {12, 15, 16, 24}}},
    .verify = Verify,
    .evidence = {Counts(Counter::kHeapBlocks, {{Role::kWrong, Exactly(200'000)},
                                               {Role::kWrong, Between(200'000, 400'000), "way:asprintf"},
                                               {Role::kCostly, Exactly(0), "way:string"},
                                               {Role::kRight, Exactly(0)},
                                               {Role::kControl, Exactly(0), "way:string/line_bytes:15"},
                                               {Role::kControl, Exactly(200'000), "way:string/line_bytes:16"}}),
                 Counts(Counter::kHeapCalls, {{Role::kWrong, Exactly(200'000)},
                                              {Role::kWrong, Between(200'000, 400'000), "way:asprintf"},
                                              {Role::kRight, Exactly(0)}}),
                 Counts(Counter::kCopiedBytes, {{Role::kWrong, AtLeast(2288890)}, {Role::kRight, AtMost(1100000)}})},
    .effect = RightFaster(1.5),
});

}  // namespace
}  // namespace playbook
