// Benchmark functions whose machine code is known: what matters is written as assembly, which every compiler keeps.
#ifndef TESTS_CODEGEN_CASES_H_
#define TESTS_CODEGEN_CASES_H_

#include <benchmark/benchmark.h>

namespace playbook {

void ThreeMultiplies(benchmark::State& state);       // and others before and behind the loop
void NothingAtAll(benchmark::State& state);          // an empty body
void MultipliesInCallee(benchmark::State& state);    // two in a function, one more in one that it ends by calling
void LoopInHelper(benchmark::State& state);          // two, in the loop of another function
void OldStyleLoop(benchmark::State& state);          // two, in while (state.KeepRunning())
void MultipliesInSwitch(benchmark::State& state);    // one in each of eight cases
void MultipliesOnColdPath(benchmark::State& state);  // one hot, one on a way out of line that comes back
void InnerLoops(benchmark::State& state);        // one that loads 2 x 16 bytes, one that loads 4, one that only stores
void PackedAdds(benchmark::State& state);        // two paddd, a pxor and a paddd behind the loop
void TwoLoops(benchmark::State& state);          // one multiply in each of two inner loops
void ReadsKnownDatum(benchmark::State& state);   // reads a variable with a name
void StoresKnownDatum(benchmark::State& state);  // writes a 7 to it
void NoClock(benchmark::State& state);           // never loops over its state
void Throws(benchmark::State& state);            // one multiply, and a call that never comes back in the loop

extern void (*const kLambda)(benchmark::State&);  // two, in a lambda

}  // namespace playbook

#endif  // TESTS_CODEGEN_CASES_H_
