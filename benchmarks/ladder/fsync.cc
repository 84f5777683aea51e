// One byte, and the wait until the disk has it. Says on which file system: on one that lives in memory there is no disk
// to wait for.
#include <benchmark/benchmark.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <string>
#include <system_error>
#include <vector>

#include "fixtures/host/file_system.h"
#include "fixtures/host/scratch.h"
#include "fixtures/ladder/rung.h"
#include "fixtures/pair/verify.h"

namespace playbook {
namespace {

constexpr char kByte = 'x';

void WriteAndSync(int file, off_t at) {
  if (pwrite(file, &kByte, 1, at) != 1 || fsync(file) != 0) {
    throw std::system_error(errno, std::generic_category(), "cannot write and sync a byte");
  }
}

Verification VerifyFile(int file, std::uint64_t expected) {
  std::vector<char> bytes(static_cast<std::size_t>(expected) + 1);
  const ssize_t size = pread(file, bytes.data(), bytes.size(), 0);
  const auto right =
      static_cast<std::uint64_t>(std::count(bytes.begin(), bytes.begin() + std::max<ssize_t>(size, 0), kByte));
  return All({Same("the bytes in the file", static_cast<std::uint64_t>(size), expected),
              Same("the bytes that read back right", right, expected)});
}

// kAppends: the file grows with every byte, which the file system has to note as well.
template <bool kAppends>
void Sync(benchmark::State& state) {
  try {
    const ScratchFile file("fsync");
    // What a first byte needs beside it, such as a block to lie in, is not the subject.
    WriteAndSync(file.descriptor(), 0);
    std::int64_t at = 0;
    for (auto _ : state) {
      at += kAppends ? 1 : 0;
      WriteAndSync(file.descriptor(), at);
    }
    Check(state, VerifyFile(file.descriptor(), static_cast<std::uint64_t>(at) + 1));
    const FileSystem place = FileSystemOf(ScratchFolder());
    state.SetLabel(place.name + (place.ram_disk ? ", a RAM disk" : ""));
  } catch (const std::system_error& error) {
    state.SkipWithError(ScratchFault(error).c_str());
  }
  state.SetItemsProcessed(state.iterations());
}

PLAYBOOK_RUNG({
    .number = 8,
    .id = "fsync",
    .title = "fsync after one byte",
    .published = "1.245 ms",
    .cases = {{.function = Sync<true>,
               .variant = "append",
               .counts = "a byte behind the last one, and fsync",
               .part = Part::kKernel,
               .one = "an fsync",
               .many = "fsyncs",
               .ruled_out = {"nothing was waited for until the disk had it"}},
              {.function = Sync<false>,
               .variant = "overwrite",
               .counts = "the same byte again, and fsync",
               .part = Part::kKernel,
               .one = "an fsync",
               .many = "fsyncs",
               .ruled_out = {"nothing was waited for until the disk had it"}}},
    .relations = {{"system_call/write_dev_null", "fsync/append", "an fsync is a system call, and more"}},
});

}  // namespace
}  // namespace playbook
