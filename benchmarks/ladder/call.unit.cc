#include "benchmarks/ladder/call.h"

namespace playbook {

std::uint64_t NextAfter(std::uint64_t value) {
  return value + 1;
}

}  // namespace playbook
