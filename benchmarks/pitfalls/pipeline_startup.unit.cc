#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <exception>
#include <stdexcept>

#include "benchmarks/pitfalls/pipeline_startup.h"
#include "fixtures/host/scratch.h"
#include "fixtures/inputs/bytecode.h"
#include "fixtures/pair/verify.h"
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

// What a command writes is right in a pipe and in a file, in every byte.
Verification VerifyStream(const std::string& name, const Command& command, const Bytes& expected) {
  const ScratchFile file("pipeline_startup");
  KeepOutputOf(command, file.descriptor());
  return All({SameElements<std::uint8_t>("bytes of " + name + " by pipe", OutputOf(command), expected),
              SameElements<std::uint8_t>("bytes of " + name + " by file", ReadToEnd(file.descriptor(), kReaderBytes),
                                         expected)});
}

ProgramRun RunFromPipe(const Stream& stream, std::size_t buffer_bytes) {
  Upstream upstream(stream.upstream(0));
  upstream.Go();
  ProgramRun run = RunProgram(upstream.descriptor(), buffer_bytes);
  upstream.Finish();
  return run;
}

// The article's programs give their answers, whether they are read a byte at a time or buffered.
Verification VerifyAnswers(std::size_t buffer_bytes) {
  const Bytes returned = RunFromPipe(kTenBytes, buffer_bytes).result.returned;
  const std::vector<Word256> stack = RunFromPipe(kCountTo1000, buffer_bytes).result.stack;
  return All({SameElements<std::uint8_t>("bytes returned", returned, Bytes{1}),
              Same("words on the stack", stack.size(), 1),
              Same("the count", stack.size() == 1 && stack[0].FitsIn64Bits() ? stack[0].limbs[0] : 0, 1000)});
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
  return All({VerifyAnswers(1), VerifyAnswers(kReaderBytes),
              VerifyStream("printf | xxd", {"/bin/sh", "-c", kPrintfXxd}, ten_bytes),
              VerifyStream("the ten bytes", TenBytesUpstream(0), ten_bytes),
              VerifyStream("the count to 1,000", CountUpstream(0), count),
              VerifyStream("jobA", JobA(0), Bytes(lines.begin(), lines.end())),
              VerifyStream("head | tr", HeadTr(0), Bytes(k50Megabytes.bytes, 'x'))});
} catch (const std::exception& error) {
  return {false, error.what()};
}

}  // namespace playbook
