#include "benchmarks/provenance.h"

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "benchmarks/build_facts.h"
#include "fixtures/host/clock.h"
#include "fixtures/host/container.h"
#include "fixtures/host/file_system.h"
#include "fixtures/host/machine.h"
#include "fixtures/host/runtime.h"
#include "fixtures/host/scratch.h"
#include "fixtures/inputs/checksum.h"

namespace playbook {

// Written at build time by tools/cmake/write_commit.cmake.
extern const char* const kCommit;
extern const char* const kDirty;

namespace {

std::string OrUnknown(std::string text) {
  return text.empty() ? "unknown" : std::move(text);
}

std::string OrUnknown(std::uint64_t number) {
  return number == 0 ? "unknown" : fmt::format("{}", number);
}

Facts MachineFacts() {
  const Machine machine = ReadMachine();
  const ContainerLimits limits = ReadContainerLimits();
  const ClockFacts clock = MeasureClock();
  return {
      {"kernel", OrUnknown(machine.kernel)},
      {"cpu_model", OrUnknown(machine.cpu_model)},
      {"logical_cpus", OrUnknown(machine.logical_cpus)},
      {"usable_cpus", OrUnknown(machine.usable_cpus)},
      {"virtual_machine", machine.virtual_machine ? "yes" : "no"},
      {"caches", CacheWords(machine)},
      {"huge_pages", OrUnknown(machine.huge_pages)},
      {"control_groups", Word(limits.control_groups)},
      {"container_cpus", limits.cpus ? fmt::format("{}", *limits.cpus) : "no limit"},
      {"container_memory_bytes", limits.memory_bytes ? fmt::format("{}", *limits.memory_bytes) : "no limit"},
      {"clock_source", OrUnknown(machine.clock_source)},
      // Measured anew by each process; tools/measure/run_data.h tells such keys from the others by "clock_..._ns".
      {"clock_step_ns", fmt::format("{:.3g}", clock.step_ns)},
      {"clock_read_ns", fmt::format("{:.3g}", clock.read_ns)},
      {"clock_harness_ns", fmt::format("{:.3g}", clock.harness_ns)},
  };
}

void Add(const Facts& facts) {
  for (const auto& [key, value] : facts) {
    benchmark::AddCustomContext("playbook." + key, Printable(value));
  }
}

}  // namespace

std::string Printable(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](char c) { return c < ' ' || c > '~'; }, '?');
  return text;
}

void AddProvenance(const Program& program) {
  const FileSystem scratch = FileSystemOf(ScratchFolder());
  Add({{program.kind, program.id},
       {"describe_hash", fmt::format("{:016x}", Checksum(program.description))},
       {"commit", kCommit},
       {"dirty", kDirty}});
  Add(BuildFacts());
  Add({{"standard_library", StandardLibrary()}, {"libc", LibraryC()}, {"allocator", Allocator()}});
  Add(MachineFacts());
  Add({{"scratch_file_system", scratch.name}, {"scratch_ram_disk", scratch.ram_disk ? "yes" : "no"}});
}

}  // namespace playbook
