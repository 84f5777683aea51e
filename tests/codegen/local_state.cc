// A harness that is linked statically has its start and stop of the clock in the binary itself: here are two such.
// Nothing in this program runs a benchmark.
#include <benchmark/benchmark.h>

namespace benchmark {

void State::StartKeepRunning() {
  asm volatile("");
}

void State::FinishKeepRunning() {
  asm volatile("");
}

}  // namespace benchmark
