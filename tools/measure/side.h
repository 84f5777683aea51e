// What is kept beside a raw result, since it has no place for it?
//
// The order of the processes and the conditions under which each ran: docs/decisions/run-folder.md.
//
//   const Conditions before = ReadConditions();
//   ...
//   WriteWhole(folder.Side(3, "gcc", "dead_code"), ToJson(Side{...}));
#ifndef TOOLS_MEASURE_SIDE_H_
#define TOOLS_MEASURE_SIDE_H_

#include <cstddef>
#include <cstdint>
#include <string>

#include "fixtures/host/conditions.h"
#include "tools/measure/process.h"

namespace playbook {

struct Side {
  std::string build = {};
  std::string id = {};
  int round = 0;
  std::size_t position = 0;  // within the round, from 1
  std::int64_t started = 0;  // seconds since 1970
  std::int64_t finished_at = 0;
  Conditions before = {};
  Conditions after = {};
  Finished finished = {};
};

std::string ToJson(const Side& side);

}  // namespace playbook

#endif  // TOOLS_MEASURE_SIDE_H_
