#include "benchmarks/ladder/wide_sum.h"

namespace playbook {
namespace {

using Words16 [[gnu::vector_size(16), gnu::may_alias]] = std::uint64_t;
using Words32 [[gnu::vector_size(32), gnu::may_alias]] = std::uint64_t;
using Words64 [[gnu::vector_size(64), gnu::may_alias]] = std::uint64_t;

// Eight sums, one load each a pass. Forced inline, so that each caller compiles it for its own instructions.
template <typename Words>
[[gnu::always_inline]] inline std::uint64_t SumOf(const std::uint64_t* words, std::size_t bytes) {
  constexpr std::size_t kSums = 8;
  const auto* const wide = reinterpret_cast<const Words*>(words);
  Words sums[kSums] = {};
  for (std::size_t at = 0; at < bytes / sizeof(Words); at += kSums) {
#pragma GCC unroll 8
    for (std::size_t i = 0; i < kSums; ++i) {
      sums[i] += wide[at + i];
    }
  }
  std::uint64_t sum = 0;
  for (const Words& one : sums) {
    for (std::size_t i = 0; i < sizeof(Words) / sizeof(std::uint64_t); ++i) {
      sum += one[i];
    }
  }
  return sum;
}

std::uint64_t Sum16(const std::uint64_t* words, std::size_t bytes) {
  return SumOf<Words16>(words, bytes);
}

struct Choice {
  std::uint64_t (*sum)(const std::uint64_t*, std::size_t) = Sum16;
  const char* width = "16-byte loads";
};

#if defined(__x86_64__)
[[gnu::target("avx2")]] std::uint64_t Sum32(const std::uint64_t* words, std::size_t bytes) {
  return SumOf<Words32>(words, bytes);
}

[[gnu::target("avx512f")]] std::uint64_t Sum64(const std::uint64_t* words, std::size_t bytes) {
  return SumOf<Words64>(words, bytes);
}

Choice Choose() {
  if (__builtin_cpu_supports("avx512f") != 0) {
    return {Sum64, "64-byte loads"};
  }
  if (__builtin_cpu_supports("avx2") != 0) {
    return {Sum32, "32-byte loads"};
  }
  return {};
}
#else
Choice Choose() {
  return {};
}
#endif

const Choice& Chosen() {
  static const Choice choice = Choose();
  return choice;
}

}  // namespace

std::uint64_t WideSum(const std::uint64_t* words, std::size_t bytes) {
  return Chosen().sum(words, bytes);
}

const char* WideSumWidth() {
  return Chosen().width;
}

}  // namespace playbook
