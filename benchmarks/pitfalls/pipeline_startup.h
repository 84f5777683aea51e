// What comes down the pipes of pipeline_startup, and what does a reader find there?
//
// The streams as data, for the rows and for Verify. Not for other pairs.
//
//   Upstream upstream(kTenBytes.upstream(0));
#ifndef BENCHMARKS_PITFALLS_PIPELINE_STARTUP_H_
#define BENCHMARKS_PITFALLS_PIPELINE_STARTUP_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "fixtures/pair/pair.h"

namespace playbook {

using Command = std::vector<std::string>;

struct Stream {
  Command (*upstream)(std::int64_t takes_us);  // what writes it, `takes_us` after it was told to begin
  std::uint64_t (*read)(int descriptor, std::size_t buffer_bytes);  // the reader; gives the number of bytes it read
  std::uint64_t bytes;
};

Command TenBytesUpstream(std::int64_t takes_us);
Command CountUpstream(std::int64_t);
Command JobA(std::int64_t);
Command HeadTr(std::int64_t);

// Reads a program to its end and interprets it.
std::uint64_t ReadAndRun(int descriptor, std::size_t buffer_bytes);
// Reads and counts. The second always with the 64 KiB that a pipe of Linux holds.
std::uint64_t ReadAndCount(int descriptor, std::size_t buffer_bytes);
std::uint64_t ReadAndCountFast(int descriptor, std::size_t);

// The article's first program, from the helper in two pieces; its "count to 1,000"; its jobA with milliseconds for its
// seconds; and 50 MB that two commands of the system make.
inline constexpr Stream kTenBytes = {TenBytesUpstream, ReadAndRun, 10};
inline constexpr Stream kCountTo1000 = {CountUpstream, ReadAndRun, 2999};
inline constexpr Stream kJobs = {JobA, ReadAndCount, 24};
inline constexpr Stream k50Megabytes = {HeadTr, ReadAndCountFast, 50'000'000};

// The article's upstream of the first program, as a line for the shell.
inline constexpr const char* kPrintfXxd = "printf 60016000526001601ff3 | xxd -r -p";

// Throws std::runtime_error, with both numbers, if a reader found another number of bytes.
void RequireBytes(std::uint64_t bytes, const Stream& stream);

// Every stream by pipe and by file, all bytes against bytes that were made here.
Verification VerifyStreams();

}  // namespace playbook

#endif  // BENCHMARKS_PITFALLS_PIPELINE_STARTUP_H_
