// The function that is called, in a translation unit of its own: the caller's compiler cannot see what it does, so it
// can neither inline the call nor make a copy that needs none of the call's conventions.
#ifndef BENCHMARKS_LADDER_CALL_H_
#define BENCHMARKS_LADDER_CALL_H_

#include <cstdint>

namespace playbook {

// value + 1.
std::uint64_t NextAfter(std::uint64_t value);

}  // namespace playbook

#endif  // BENCHMARKS_LADDER_CALL_H_
