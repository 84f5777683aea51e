// A plain function call: what it costs as programs meet it, in a loop, and what is left of that without the loop.
#include <benchmark/benchmark.h>

#include <cstdint>

#include "benchmarks/ladder/call.h"
#include "fixtures/ladder/rung.h"
#include "fixtures/pair/verify.h"

namespace playbook {
namespace {

constexpr std::int64_t kCalls = 1024;  // an iteration, so that the harness's own loop is a thousandth of it

// Each addition waits for the one before it, whether it is called or not. Both loops differ in the call alone.
template <bool kCalled>
void Additions(benchmark::State& state) {
  std::uint64_t value = 0;
  KeepInRegister(value);
  for (auto _ : state) {
    for (std::int64_t i = 0; i < kCalls; ++i) {
      value = kCalled ? NextAfter(value) : value + 1;
      KeepInRegister(value);
    }
  }
  state.SetItemsProcessed(state.iterations() * kCalls);
  Check(state, Same("the number of additions", value, static_cast<std::uint64_t>(state.iterations() * kCalls)));
}

PLAYBOOK_RUNG({
    .number = 1,
    .id = "call",
    .title = "function call",
    .published = "0.69 ns",
    .cases = {{.function = Additions<true>,
               .variant = "dependent",
               .counts = "a call with its loop",
               .yardstick = Yardstick::kFunctionCall,
               .one = "a function call that is waited for",
               .many = "function calls, each waiting for the one before",
               .ruled_out = {"no function that was not inlined was called and waited for"}},
              {.function = Additions<false>, .variant = "loop_alone", .counts = "the same loop without the call"}},
    .differences = {{"call/alone", "call/dependent", "call/loop_alone", "a call without its loop"}},
    .relations = {{"call/loop_alone", "call/dependent", "a loop with a call holds the loop without it", 0.05},
                  {"call/dependent", "system_call/getppid", "a system call holds a function call"}},
});

}  // namespace
}  // namespace playbook
