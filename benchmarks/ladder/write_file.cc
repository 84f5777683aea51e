// Writing a large file: into the kernel's memory, and until the disk has it. The distance is what "sequential write"
// measures when nobody says which of the two it is.
#include <benchmark/benchmark.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <system_error>
#include <vector>

#include "fixtures/host/file_system.h"
#include "fixtures/host/scratch.h"
#include "fixtures/inputs/working_set.h"
#include "fixtures/ladder/rung.h"
#include "fixtures/pair/verify.h"

namespace playbook {
namespace {

constexpr std::size_t kBlock = std::size_t{1} << 20U;
constexpr std::size_t kBlocks = 256;

// Block i begins at word i, so that no two are the same and one in another's place is noticed.
const char* Block(std::size_t number) {
  static const WorkingSet data(2 * kBlock);
  return reinterpret_cast<const char*>(data.words() + number);
}

std::system_error Failure(const char* what) {
  return {errno, std::generic_category(), what};
}

void WriteBlocks(int file) {
  for (std::size_t number = 0; number < kBlocks; ++number) {
    for (std::size_t done = 0; done < kBlock;) {
      const ssize_t written = write(file, Block(number) + done, kBlock - done);
      if (written < 0 && errno != EINTR) {
        throw Failure("cannot write a block");
      }
      done += written < 0 ? 0 : static_cast<std::size_t>(written);
    }
  }
}

// All of it, read back and compared with what was to be written.
Verification VerifyBlocks(int file) {
  std::vector<char> block(kBlock);
  std::uint64_t right = 0;
  for (std::size_t number = 0; number < kBlocks; ++number) {
    std::size_t done = 0;
    for (ssize_t got = 1; done < kBlock && got > 0;) {
      got = pread(file, block.data() + done, kBlock - done, static_cast<off_t>(number * kBlock + done));
      done += got < 0 ? 0 : static_cast<std::size_t>(got);
    }
    right += static_cast<std::uint64_t>(done == kBlock && std::memcmp(block.data(), Block(number), kBlock) == 0);
  }
  return All({Same("the blocks that read back right", right, kBlocks),
              Same("the size", static_cast<std::uint64_t>(lseek(file, 0, SEEK_END)), kBlocks * kBlock)});
}

// The row keeps its own time: neither making nor removing the file belongs to it, and the file is a new one each time,
// since overwriting is other work.
template <bool kSynced>
void WriteFile(benchmark::State& state) {
  Block(0);
  try {
    for (auto _ : state) {
      const ScratchFile file("write_file");
      const auto begun = std::chrono::steady_clock::now();
      WriteBlocks(file.descriptor());
      if (kSynced && fdatasync(file.descriptor()) != 0) {
        throw Failure("cannot bring the file to the disk");
      }
      state.SetIterationTime(std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count());
      Check(state, VerifyBlocks(file.descriptor()));
    }
    const FileSystem place = FileSystemOf(ScratchFolder());
    state.SetLabel(place.name + (place.ram_disk ? ", a RAM disk" : ""));
  } catch (const std::system_error& error) {
    state.SkipWithError(ScratchFault(error).c_str());
  }
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(kBlocks * kBlock));
}

constexpr const char* kAnyWrite = "no new file of 256 MiB was written";

PLAYBOOK_RUNG({
    .number = 7,
    .id = "write_file",
    .title = "sequential write of 256 MiB",
    .published = "3137 MB/s",
    .cases = {{.function = WriteFile<true>,
               .variant = "fdatasync",
               .figure = Figure::kBytesPerSecond,
               .counts = "each byte of the file, once; its fdatasync is in the time",
               .part = Part::kKernel,
               .clock = Clock::kManual,
               .one = "writing 256 MiB to the disk",
               .many = "such writes",
               .ruled_out = {"no new file of 256 MiB was waited for until the disk had it", kAnyWrite}},
              {.function = WriteFile<false>,
               .variant = "no_sync",
               .figure = Figure::kBytesPerSecond,
               .counts = "each byte of the file, once; the disk is not waited for",
               .part = Part::kKernel,
               .clock = Clock::kManual,
               .one = "writing 256 MiB to a file without a sync",
               .many = "such writes",
               .ruled_out = {kAnyWrite}}},
    .relations = {{"write_file/fdatasync", "write_file/no_sync", "waiting for the disk does not make a write faster",
                   0.1},
                  {"write_file/no_sync", "copy/memcpy/bytes:16777216",
                   "a write copies every byte into the kernel's memory", 0.05}},
});

}  // namespace
}  // namespace playbook
