// A small ladder with made-up values for tests.
#ifndef TESTS_UNIT_TOOLS_LADDER_FAKE_LADDER_H_
#define TESTS_UNIT_TOOLS_LADDER_FAKE_LADDER_H_

#include <string>
#include <vector>

#include "tests/unit/tools/ladder/fake_description.h"
#include "tools/ladder/ladder.h"

namespace playbook {

// Round r of n has the value times 1 + r / 100.
inline std::vector<double> Around(double value, int rounds) {
  std::vector<double> values;
  for (int round = 0; round < rounds; ++round) {
    values.push_back(value * (1 + 0.01 * round));
  }
  return values;
}

inline void SetRow(Ladder& ladder, const std::string& build, const std::string& name, double value) {
  for (LadderRung& rung : ladder.rungs) {
    for (LadderRow& row : rung.rows) {
      if (row.name == name) {
        row.series[build].values = Around(value, ladder.rounds);
      }
    }
  }
}

// Under gcc and clang; clang's calls take half as long. Derived.
inline Ladder FakeLadder(int rounds = 6) {
  Ladder ladder = ReadDescription(FakeDescription());
  ladder.taken = "2026-01-31T12:00:00+01:00";
  ladder.machine = "some-cpu-2-cpus-12345678";
  ladder.command = "playbook ladder";
  ladder.rounds = rounds;
  for (const std::string name : {"gcc", "clang"}) {
    ladder.builds.push_back({name,
                             {{"playbook.compiler", name + " 1.0"},
                              {"playbook.flags", "-O2"},
                              {"playbook.cpu_model", "Some CPU"},
                              {"playbook.usable_cpus", "2"},
                              {"playbook.kernel", "Linux 6"},
                              {"playbook.scratch_file_system", "ext4"}}});
    const double call_ns = name == "gcc" ? 2 : 1;
    SetRow(ladder, name, "call/whole", call_ns);
    SetRow(ladder, name, "call/loop", call_ns / 4);
    SetRow(ladder, name, "kernel/write", 100);
    SetRow(ladder, name, "read/bytes:1024", 1);
    SetRow(ladder, name, "read/bytes:2048", 40);
    SetRow(ladder, name, "read/bytes:4096", 80);
    SetRow(ladder, name, "read/bytes:8192", 84);
    SetRow(ladder, name, "disk/fsync", 166'000);
    SetRow(ladder, name, "disk/synced", 1.7e9);
    SetRow(ladder, name, "disk/memory", 5e9);
  }
  Derive(ladder);
  return ladder;
}

// Rates at 16 MiB up to 5.25 GB/s, at 256 MiB up to 1.785 GB/s.
inline Ladder LadderWithWorkingSets() {
  Ladder ladder = FakeLadder();
  for (LadderRow& row : ladder.rungs[3].rows) {
    row.value = row.name == "disk/memory" ? 16 << 20 : row.name == "disk/synced" ? 256 << 20 : 0;
  }
  return ladder;
}

}  // namespace playbook

#endif  // TESTS_UNIT_TOOLS_LADDER_FAKE_LADDER_H_
