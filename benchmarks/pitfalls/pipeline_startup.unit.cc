#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <stdexcept>

#include "benchmarks/pitfalls/pipeline_startup.h"
#include "fixtures/host/scratch.h"
#include "fixtures/inputs/bytecode.h"
#include "fixtures/inputs/checksum.h"
#include "fixtures/workloads/byte_stream.h"
#include "fixtures/workloads/stdin_program.h"
#include "fixtures/workloads/upstream.h"

namespace playbook {
namespace {

using Bytes = std::vector<std::uint8_t>;

Command Helper(const std::vector<std::string>& steps) {
  Command command = {HelperPath("pipeline_startup"), "write"};
  command.insert(command.end(), steps.begin(), steps.end());
  return command;
}

std::uint64_t ChecksumOf(const Bytes& bytes) {
  return Checksum({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

// What differs between what arrived and what should have; empty if nothing does.
std::string Difference(const char* stream, const char* way, std::uint64_t bytes, std::uint64_t checksum,
                       const Bytes& expected) {
  if (bytes == expected.size() && checksum == ChecksumOf(expected)) {
    return "";
  }
  return fmt::format("{} by {}: {} bytes with checksum {:016x}, must be {} with {:016x}", stream, way, bytes, checksum,
                     expected.size(), ChecksumOf(expected));
}

std::string VerifyStream(const char* name, const Command& command, const Bytes& expected) {
  const Bytes piped = OutputOf(command);
  if (std::string fault = Difference(name, "pipe", piped.size(), ChecksumOf(piped), expected); !fault.empty()) {
    return fault;
  }
  const ScratchFile file("pipeline_startup");
  KeepOutputOf(command, file.descriptor());
  std::uint64_t bytes = 0;
  const std::uint64_t checksum = ChecksumOfFile(file.descriptor(), &bytes);
  return Difference(name, "file", bytes, checksum, expected);
}

// Both of the article's programs give the right answer when they are read a byte at a time and when they are buffered.
std::string VerifyAnswers() {
  for (const std::size_t buffer_bytes : {std::size_t{1}, kReaderBytes}) {
    for (const Stream& stream : {kTenBytes, kCountTo1000}) {
      Upstream upstream(stream.upstream(0));
      upstream.Go();
      const ProgramRun run = RunProgram(upstream.descriptor(), buffer_bytes);
      upstream.Finish();
      const bool right = stream.bytes == kTenBytes.bytes ? run.result.returned == Bytes{1}
                                                         : run.result.stack == std::vector<Word256>{Word256(1000)};
      if (!right) {
        return fmt::format("the program of {} bytes returned \"{}\" and left {} words", stream.bytes,
                           ToHex(run.result.returned), run.result.stack.size());
      }
    }
  }
  return "";
}

}  // namespace

Command TenBytesUpstream(std::int64_t takes_us) {
  return Helper({std::to_string(takes_us), "6001600052", "0", "6001601ff3"});
}

Command CountUpstream(std::int64_t) {
  return Helper({"0", ToHex(CountTo(1000))});
}

Command JobA(std::int64_t) {
  return Helper({"3000", ToHex("result of jobA is...\n"), "2000", ToHex("42\n")});
}

Command HeadTr(std::int64_t) {
  return {"/bin/sh", "-c", fmt::format("head -c {} /dev/zero | tr '\\0' x", k50Megabytes.bytes)};
}

std::uint64_t ReadAndRun(int descriptor, std::size_t buffer_bytes) {
  const ProgramRun run = RunProgram(descriptor, buffer_bytes);
  benchmark::DoNotOptimize(run.result.instructions);
  return run.input.size();
}

std::uint64_t ReadAndCount(int descriptor, std::size_t buffer_bytes) {
  return CountBytes(descriptor, buffer_bytes);
}

std::uint64_t ReadAndCountFast(int descriptor, std::size_t) {
  return CountBytes(descriptor, 64 * 1024);
}

void RequireBytes(std::uint64_t bytes, const Stream& stream) {
  if (bytes != stream.bytes) {
    throw std::runtime_error(fmt::format("the reader found {} bytes, must find {}", bytes, stream.bytes));
  }
}

Verification VerifyStreams() try {
  const std::string lines = "result of jobA is...\n42\n";
  const Bytes ten_bytes = {0x60, 0x01, 0x60, 0x00, 0x52, 0x60, 0x01, 0x60, 0x1f, 0xf3};
  Bytes count;
  for (int i = 0; i < 1000; ++i) {
    count.insert(count.end(), {0x60, 0x01});
  }
  count.insert(count.end(), 999, 0x01);
  const std::string faults[] = {
      VerifyStream("printf | xxd", {"/bin/sh", "-c", kPrintfXxd}, ten_bytes),
      VerifyStream("ten bytes of the helper", TenBytesUpstream(0), ten_bytes),
      VerifyStream("count to 1,000", CountUpstream(0), count),
      VerifyStream("jobA", JobA(0), Bytes(lines.begin(), lines.end())),
      VerifyStream("head | tr", HeadTr(0), Bytes(k50Megabytes.bytes, 'x')),
      VerifyAnswers(),
  };
  for (const std::string& fault : faults) {
    if (!fault.empty()) {
      return {false, fault};
    }
  }
  return {true, "five streams by pipe and by file: bytes and checksums as made here; both programs give their answers"};
} catch (const std::exception& error) {
  return {false, error.what()};
}

}  // namespace playbook
