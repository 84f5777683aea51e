#include "tests/codegen/cases.h"

#include <cstdint>
#include <stdexcept>

namespace playbook {
namespace {

#if defined(__x86_64__)
#define PLAYBOOK_TEST_MULTIPLY(value) asm volatile("imul $7, %0, %0" : "+r"(value))
#else
#define PLAYBOOK_TEST_MULTIPLY(value) asm volatile("" : "+r"(value))
#endif

// A loop that stays one: not unrolled, not peeled, its count unknown.
template <typename Body>
__attribute__((always_inline)) inline void Repeat(int count, Body body) {
#if defined(__clang__)
#pragma clang loop unroll(disable)
#endif
  for (int i = 0; i < count; ++i) {
    body();
  }
}

int Unknown(int value) {
  benchmark::DoNotOptimize(value);
  return value;
}

__attribute__((noinline)) std::uint64_t LastCallee(std::uint64_t value) {
  PLAYBOOK_TEST_MULTIPLY(value);
  return value;
}

__attribute__((noinline)) std::uint64_t Callee(std::uint64_t value) {
  PLAYBOOK_TEST_MULTIPLY(value);
  PLAYBOOK_TEST_MULTIPLY(value);
  return LastCallee(value);
}

__attribute__((noinline)) void LoopOfHelper(benchmark::State& state, std::uint64_t value) {
  for (auto _ : state) {
    PLAYBOOK_TEST_MULTIPLY(value);
    PLAYBOOK_TEST_MULTIPLY(value);
  }
}

}  // namespace

void ThreeMultiplies(benchmark::State& state) {
  std::uint64_t value = 3;
  PLAYBOOK_TEST_MULTIPLY(value);
  for (auto _ : state) {
    PLAYBOOK_TEST_MULTIPLY(value);
    PLAYBOOK_TEST_MULTIPLY(value);
    PLAYBOOK_TEST_MULTIPLY(value);
  }
  PLAYBOOK_TEST_MULTIPLY(value);
  PLAYBOOK_TEST_MULTIPLY(value);
}

void NothingAtAll(benchmark::State& state) {
  std::uint64_t value = 3;
  PLAYBOOK_TEST_MULTIPLY(value);
  for (auto _ : state) {
  }
  PLAYBOOK_TEST_MULTIPLY(value);
}

void MultipliesInCallee(benchmark::State& state) {
  std::uint64_t value = Callee(3);
  for (auto _ : state) {
    value = Callee(value);
    benchmark::DoNotOptimize(value);
  }
}

void LoopInHelper(benchmark::State& state) {
  std::uint64_t value = 3;
  PLAYBOOK_TEST_MULTIPLY(value);
  LoopOfHelper(state, value);
}

void OldStyleLoop(benchmark::State& state) {
  std::uint64_t value = 3;
  while (state.KeepRunning()) {
    PLAYBOOK_TEST_MULTIPLY(value);
    PLAYBOOK_TEST_MULTIPLY(value);
  }
  PLAYBOOK_TEST_MULTIPLY(value);
}

void MultipliesInSwitch(benchmark::State& state) {
  std::uint64_t value = 3;
  for (auto _ : state) {
    switch (Unknown(5)) {
      case 0:
        PLAYBOOK_TEST_MULTIPLY(value);
        asm volatile("nop");
        break;
      case 1:
        PLAYBOOK_TEST_MULTIPLY(value);
        asm volatile("nop;nop");
        break;
      case 2:
        PLAYBOOK_TEST_MULTIPLY(value);
        asm volatile("nop;nop;nop");
        break;
      case 3:
        PLAYBOOK_TEST_MULTIPLY(value);
        asm volatile("nop;nop;nop;nop");
        break;
      case 4:
        PLAYBOOK_TEST_MULTIPLY(value);
        asm volatile("nop;nop;nop;nop;nop");
        break;
      case 5:
        PLAYBOOK_TEST_MULTIPLY(value);
        asm volatile("nop;nop;nop;nop;nop;nop");
        break;
      case 6:
        PLAYBOOK_TEST_MULTIPLY(value);
        asm volatile("nop;nop;nop;nop;nop;nop;nop");
        break;
      case 7:
        PLAYBOOK_TEST_MULTIPLY(value);
        asm volatile("nop;nop;nop;nop;nop;nop;nop;nop");
        break;
      default:
        break;
    }
  }
}

void MultipliesOnColdPath(benchmark::State& state) {
  std::uint64_t value = 3;
  for (auto _ : state) {
    PLAYBOOK_TEST_MULTIPLY(value);
    if (__builtin_expect(Unknown(0) != 0, 0)) {
      PLAYBOOK_TEST_MULTIPLY(value);
    }
  }
}

void InnerLoops(benchmark::State& state) {
#if defined(__x86_64__)
  alignas(16) static char data[64] = {};
  for (auto _ : state) {
    Repeat(Unknown(3), [] {
      asm volatile("movups (%0), %%xmm0\n\tmovups 16(%0), %%xmm1" : : "r"(data) : "xmm0", "xmm1", "memory");
    });
    Repeat(Unknown(3), [] { asm volatile("movl (%0), %%eax" : : "r"(data) : "rax", "memory"); });
    Repeat(Unknown(3), [] {
      asm volatile("movups %%xmm0, (%0)\n\tmovups %%xmm0, 16(%0)\n\tmovups %%xmm0, 32(%0)" : : "r"(data) : "memory");
    });
  }
#else
  for (auto _ : state) {
  }
#endif
}

void PackedAdds(benchmark::State& state) {
#if defined(__x86_64__)
  for (auto _ : state) {
    asm volatile("paddd %%xmm1, %%xmm0\n\tpxor %%xmm1, %%xmm1\n\tpaddd %%xmm1, %%xmm0" : : : "xmm0", "xmm1");
  }
  asm volatile("paddd %%xmm1, %%xmm0" : : : "xmm0");
#else
  for (auto _ : state) {
  }
#endif
}

void TwoLoops(benchmark::State& state) {
  std::uint64_t value = 3;
  for (auto _ : state) {
    Repeat(Unknown(3), [&value] { PLAYBOOK_TEST_MULTIPLY(value); });
    Repeat(Unknown(3), [&value] { PLAYBOOK_TEST_MULTIPLY(value); });
  }
}

volatile int known_datum = 5;

void ReadsKnownDatum(benchmark::State& state) {
  for (auto _ : state) {
    const int value = known_datum;
    (void)value;
  }
}

void StoresKnownDatum(benchmark::State& state) {
  for (auto _ : state) {
    known_datum = 7;
  }
}

void NoClock(benchmark::State& state) {
  std::uint64_t value = static_cast<std::uint64_t>(state.range(0));
  Repeat(Unknown(3), [&value] { PLAYBOOK_TEST_MULTIPLY(value); });
}

void Throws(benchmark::State& state) {
  std::uint64_t value = 3;
  for (auto _ : state) {
    PLAYBOOK_TEST_MULTIPLY(value);
    if (Unknown(0) != 0) {
      throw std::runtime_error("never thrown");
    }
  }
  PLAYBOOK_TEST_MULTIPLY(value);
  PLAYBOOK_TEST_MULTIPLY(value);
}

void (*const kLambda)(benchmark::State&) = [](benchmark::State& state) {
  std::uint64_t value = 3;
  for (auto _ : state) {
    PLAYBOOK_TEST_MULTIPLY(value);
    PLAYBOOK_TEST_MULTIPLY(value);
  }
};

}  // namespace playbook
