// What do the files of a run folder say that are not raw results?
//
// The description of a pair, its evidence, what is kept beside each process, and why a pair was given up; the schema is
// in docs/decisions/run-folder.md. Not for the plan (plan.h), and not for whole runs (run_data.h).
//
//   const PairDescription pair = ReadDescription(folder.Description("gcc", "dead_code"));
//   for (const EvidenceClaim& claim : ReadEvidence(path).claims) { Print(claim.words); }
#ifndef TOOLS_MEASURE_RUN_RECORDS_H_
#define TOOLS_MEASURE_RUN_RECORDS_H_

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace playbook {

struct RowDescription {
  std::string row = {};
  std::string role = {};  // "wrong", "costly", "right", "control"
  bool headline = false;
  std::string clock = {};
};

// The words are those of fixtures/pair/pair.h.
struct PairDescription {
  std::string id = {};
  std::string kind = {};
  std::string title = {};
  std::string summary = {};
  std::string article = {};
  std::string published = {};
  std::vector<int> rules = {};
  std::string iteration = {};
  std::string figure = {};  // "time", "bytes_per_second", "items_per_second"
  std::string effect = {};  // the claim
  double at_least = 1.0;
  std::vector<RowDescription> rows = {};

  // The headline row of a role; empty where the pair has none.
  std::string Headline(std::string_view role) const;
};

struct EvidenceRow {
  std::string row = {};
  std::int64_t value = 0;
  std::string expected = {};
  bool holds = false;
};

struct EvidenceClaim {
  std::string name = {};
  std::string strength = {};  // "asserted", "observed"
  std::string status = {};    // "holds", "fails", "skipped", "observed"
  std::string reason = {};
  bool separates = false;
  std::string words = {};
  std::vector<EvidenceRow> rows = {};

  // Asserted, and fails or does not tell wrong from right.
  bool Failed() const { return status == "fails" || (status == "holds" && !separates); }
};

struct Evidence {
  std::string compiler = {};
  bool verify_passed = false;
  std::string verify_detail = {};
  std::vector<EvidenceClaim> claims = {};
};

// One process of one round.
struct ProcessRecord {
  int round = 0;
  int position = 0;  // in the round's order, from 1
  std::string started = {};
  double wall_s = 0;
  std::optional<double> load_before = {};
  std::optional<std::int64_t> steal_ticks = {};
  std::optional<std::int64_t> pressure_cpu_us = {};
  std::optional<std::int64_t> pressure_io_us = {};
  std::optional<std::int64_t> pressure_memory_us = {};
  std::int64_t involuntary_switches = 0;
  std::int64_t max_resident_kib = 0;
};

struct FailureRecord {
  std::string stage = {};  // "describe", "evidence", "calibrate", "round"
  int round = 0;           // 0 before the rounds
  std::string reason = {};
  std::string detail = {};
};

// Each throws InputError, naming the file, where it cannot be read, is no such record, or has another schema_version.
// All text is cleaned of control characters.
PairDescription ReadDescription(const std::filesystem::path& path);
PairDescription ParseDescription(const std::string& text, const std::string& name);
Evidence ReadEvidence(const std::filesystem::path& path);
ProcessRecord ReadProcessRecord(const std::filesystem::path& path);
FailureRecord ReadFailure(const std::filesystem::path& path);

}  // namespace playbook

#endif  // TOOLS_MEASURE_RUN_RECORDS_H_
