// A pair whose evidence must go red: it claims one call more than its wrong side makes.
#include <benchmark/benchmark.h>

#include "fixtures/pair/registry.h"

namespace playbook {
namespace {

void Wrong(benchmark::State& state) {
  for (auto _ : state) {
  }
  state.counters["calls"] = 3;
}

void Right(benchmark::State& state) {
  for (auto _ : state) {
  }
  state.counters["calls"] = 1;
}

PLAYBOOK_PAIR({
    .id = "red_pair",
    .title = "The claim that is wrong",
    .summary = "evidence that cannot fail proves nothing",
    .iteration = "nothing",
    .wrong = {{.function = Wrong}},
    .right = {{.function = Right}},
    .control = {{.function = Right}},
    .verify =
        [] {
          return Verification{true, "nothing to compare"};
        },
    .evidence = {Reports("calls", {{Role::kWrong, Exactly(3)}, {Role::kRight, Exactly(1)}}),
                 Reports("calls", {{Role::kWrong, Exactly(4)}, {Role::kRight, Exactly(1)}}),
                 Reports("calls", {{Role::kWrong, AtLeast(1)}, {Role::kRight, AtLeast(1)}})},
});

}  // namespace
}  // namespace playbook
