#include "tools/measure/run_records.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "tools/measure/run_folder.h"
#include "tools/results/clean_text.h"
#include "tools/results/input_error.h"

namespace playbook {
namespace {

using nlohmann::json;

constexpr int kSchemaVersion = 1;

// Parses, checks the schema and turns every fault of the text into a message that names the file.
template <typename Take>
auto FromJson(const std::string& text, const std::string& name, Take take) {
  try {
    const json document = json::parse(text);
    const int version = document.at("schema_version").get<int>();
    if (version != kSchemaVersion) {
      throw InputError(fmt::format("{}: schema_version is {}, this playbook knows {}", name, version, kSchemaVersion));
    }
    return take(document);
  } catch (const json::exception& error) {
    throw InputError(fmt::format("{}: is not a record of a run: {}", name, CleanText(error.what())));
  }
}

std::string Text(const json& object, const char* key) {
  return CleanText(object.at(key).get<std::string>());
}

template <typename Number>
std::optional<Number> Maybe(const json& object, const char* key) {
  const auto found = object.find(key);
  if (found == object.end() || found->is_null()) {
    return std::nullopt;
  }
  return found->get<Number>();
}

PairDescription TakeDescription(const json& document) {
  PairDescription pair;
  pair.id = Text(document, "id");
  pair.kind = Text(document, "kind");
  pair.title = Text(document, "title");
  pair.summary = Text(document, "summary");
  pair.article = Text(document, "article");
  pair.published = Text(document, "published");
  pair.rules = document.at("rules").get<std::vector<int>>();
  pair.iteration = Text(document, "iteration");
  pair.figure = Text(document, "figure");
  pair.effect = Text(document.at("effect"), "claim");
  pair.at_least = document.at("effect").at("at_least").get<double>();
  for (const json& row : document.at("rows")) {
    pair.rows.push_back({Text(row, "row"), Text(row, "role"), row.at("headline").get<bool>(), Text(row, "clock")});
  }
  return pair;
}

Evidence TakeEvidence(const json& document) {
  Evidence evidence;
  evidence.compiler = Text(document, "compiler");
  evidence.verify_passed = document.at("verify").at("passed").get<bool>();
  evidence.verify_detail = Text(document.at("verify"), "detail");
  for (const json& one : document.at("claims")) {
    EvidenceClaim claim;
    claim.name = Text(one, "name");
    claim.strength = Text(one, "strength");
    claim.status = Text(one, "status");
    claim.reason = Text(one, "reason");
    claim.separates = one.at("separates").get<bool>();
    claim.words = Text(one, "words");
    for (const json& row : one.at("rows")) {
      claim.rows.push_back(
          {Text(row, "row"), row.at("value").get<std::int64_t>(), Text(row, "expected"), row.at("holds").get<bool>()});
    }
    evidence.claims.push_back(std::move(claim));
  }
  return evidence;
}

ProcessRecord TakeProcess(const json& document) {
  ProcessRecord record;
  record.round = document.at("round").get<int>();
  record.position = document.at("position").get<int>();
  record.started = Text(document, "started");
  record.wall_s = document.at("wall_s").get<double>();
  record.load_before = Maybe<double>(document, "load_before");
  record.steal_ticks = Maybe<std::int64_t>(document, "steal_ticks");
  if (const auto pressure = document.find("pressure"); pressure != document.end() && pressure->is_object()) {
    record.pressure_cpu_us = Maybe<std::int64_t>(*pressure, "cpu");
    record.pressure_io_us = Maybe<std::int64_t>(*pressure, "io");
    record.pressure_memory_us = Maybe<std::int64_t>(*pressure, "memory");
  }
  record.involuntary_switches = Maybe<std::int64_t>(document, "involuntary_switches").value_or(0);
  record.max_resident_kib = Maybe<std::int64_t>(document, "max_resident_kib").value_or(0);
  return record;
}

FailureRecord TakeFailure(const json& document) {
  return {Text(document, "stage"), Maybe<int>(document, "round").value_or(0), Text(document, "reason"),
          Text(document, "detail")};
}

}  // namespace

std::string PairDescription::Headline(std::string_view role) const {
  for (const RowDescription& row : rows) {
    if (row.headline && row.role == role) {
      return row.row;
    }
  }
  return {};
}

PairDescription ParseDescription(const std::string& text, const std::string& name) {
  return FromJson(text, name, TakeDescription);
}

PairDescription ReadDescription(const std::filesystem::path& path) {
  return ParseDescription(ReadWhole(path), path.string());
}

Evidence ReadEvidence(const std::filesystem::path& path) {
  return FromJson(ReadWhole(path), path.string(), TakeEvidence);
}

ProcessRecord ReadProcessRecord(const std::filesystem::path& path) {
  return FromJson(ReadWhole(path), path.string(), TakeProcess);
}

FailureRecord ReadFailure(const std::filesystem::path& path) {
  return FromJson(ReadWhole(path), path.string(), TakeFailure);
}

}  // namespace playbook
