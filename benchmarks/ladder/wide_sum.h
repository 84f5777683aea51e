// A sum of words by code that is not the limit: as wide as this processor's registers, and with enough sums under way
// that none waits for another. The width is chosen when the program runs, so the flags of the build play no part.
#ifndef BENCHMARKS_LADDER_WIDE_SUM_H_
#define BENCHMARKS_LADDER_WIDE_SUM_H_

#include <cstddef>
#include <cstdint>

namespace playbook {

// Modulo 2^64. `words` is aligned to 64 bytes and `bytes` a multiple of 512.
std::uint64_t WideSum(const std::uint64_t* words, std::size_t bytes);

// "64-byte loads".
const char* WideSumWidth();

}  // namespace playbook

#endif  // BENCHMARKS_LADDER_WIDE_SUM_H_
