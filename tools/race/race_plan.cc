#include "tools/race/race_plan.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <string_view>

#include "tools/measure/run_folder.h"
#include "tools/results/clean_text.h"
#include "tools/results/input_error.h"

namespace playbook {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

constexpr int kSchemaVersion = 1;

constexpr std::array<std::string_view, 5> kEndWords = {"rounds", "precision", "budget", "fault", "interrupted"};

template <typename Value>
ordered_json OrNull(const std::optional<Value>& value) {
  return value ? ordered_json(*value) : ordered_json();
}

template <typename Value>
std::optional<Value> Maybe(const json& object, const char* key) {
  const json& found = object.at(key);
  return found.is_null() ? std::nullopt : std::optional(found.get<Value>());
}

std::string Written(const ordered_json& document) {
  return document.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

template <typename Take>
auto Read(const std::filesystem::path& path, const char* what, Take take) {
  const std::string text = ReadWhole(path);
  try {
    const json document = json::parse(text);
    if (const int version = document.at("schema_version").get<int>(); version != kSchemaVersion) {
      throw InputError(
          fmt::format("{}: schema_version is {}, this playbook knows {}", path.string(), version, kSchemaVersion));
    }
    return take(document);
  } catch (const json::exception& error) {
    throw InputError(fmt::format("{}: is not {} of a race: {}", path.string(), what, CleanText(error.what())));
  }
}

ordered_json SideJson(const RacedSide& side) {
  return {{"label", side.label}, {"arguments", side.arguments}, {"variables", side.variables}};
}

RacedSide TakeSide(const json& side) {
  return {CleanText(side.at("label").get<std::string>()), side.at("arguments").get<std::vector<std::string>>(),
          side.at("variables").get<std::vector<std::string>>()};
}

ordered_json ProgramJson(const RacedProgram& program) {
  const auto side = [&program](std::size_t at) {
    return ordered_json{{"hash", program.hashes[at]}, {"control", Word(program.controls[at])}};
  };
  return {{"id", program.id}, {"base", side(0)}, {"contender", side(1)}};
}

RacedProgram TakeProgram(const json& json_of, const std::string& name) {
  RacedProgram program = {.id = CleanText(json_of.at("id").get<std::string>())};
  for (std::size_t at = 0; at < 2; ++at) {
    const json& side = json_of.at(at == 0 ? "base" : "contender");
    program.hashes[at] = side.at("hash").get<std::string>();
    program.controls[at] = ControlOf(side.at("control").get<std::string>(), name);
  }
  return program;
}

RacedRow TakeRow(const json& row, std::size_t programs, const std::string& name) {
  RacedRow raced = {.program = row.at("program").get<std::size_t>(),
                    .group = row.at("group").get<std::size_t>(),
                    .slice = row.at("slice").get<std::size_t>(),
                    .names = {row.at("base").get<std::string>(), row.at("contender").get<std::string>()},
                    .iterations = row.at("iterations").get<std::int64_t>()};
  if (raced.program >= programs) {
    throw InputError(fmt::format("{}: the row {} is of program {}, there are {}", name, CleanText(raced.names[0]),
                                 raced.program, programs));
  }
  return raced;
}

}  // namespace

std::string ToJson(const RacePlan& plan) {
  ordered_json programs = ordered_json::array();
  for (const RacedProgram& program : plan.programs) {
    programs.push_back(ProgramJson(program));
  }
  ordered_json rows = ordered_json::array();
  for (const RacedRow& row : plan.rows) {
    rows.push_back({{"base", row.names[0]},
                    {"contender", row.names[1]},
                    {"program", row.program},
                    {"slice", row.slice},
                    {"group", row.group},
                    {"iterations", row.iterations}});
  }
  ordered_json left_out = ordered_json::array();
  for (const LeftOutRow& row : plan.left_out) {
    left_out.push_back({{"base", row.names[0]}, {"contender", row.names[1]}, {"reason", row.reason}});
  }
  ordered_json asked = ordered_json::array();
  for (const RowNames& names : plan.asked) {
    asked.push_back({{"base", names.base}, {"contender", names.contender}});
  }
  return Written({
      {"schema_version", kSchemaVersion},
      {"started", plan.started},
      {"command", plan.command},
      // As text: a JSON reader may keep numbers as doubles, which hold 53 bits.
      {"seed", fmt::format("{}", plan.seed)},
      {"base", SideJson(plan.sides[0])},
      {"contender", SideJson(plan.sides[1])},
      {"programs", programs},
      {"rows", rows},
      {"asked", asked},
      {"rounds", OrNull(plan.rounds)},
      {"budget_s", OrNull(plan.budget_s)},
      {"precision", OrNull(plan.precision)},
      {"row_time_s", plan.row_time_s},
      {"timeout_s", plan.timeout_s},
      {"cpu", plan.cpu < 0 ? ordered_json() : ordered_json(plan.cpu)},
      {"all_rounds_s", plan.all_rounds_s},
      {"only_base", plan.only[0]},
      {"only_contender", plan.only[1]},
      {"left_out", left_out},
      {"notes", plan.notes},
  });
}

std::string ToJson(const RaceEnd& end) {
  return Written({{"schema_version", kSchemaVersion},
                  {"stopped_by", kEndWords[static_cast<std::size_t>(end.how)]},
                  {"finished", end.finished},
                  {"elapsed_s", end.elapsed_s},
                  {"fault", end.fault}});
}

RacePlan ReadRacePlan(const std::filesystem::path& path) {
  return Read(path, "the plan", [&path](const json& document) {
    RacePlan plan;
    plan.started = CleanText(document.at("started").get<std::string>());
    plan.command = CleanText(document.at("command").get<std::string>());
    try {
      plan.seed = std::stoull(document.at("seed").get<std::string>());
    } catch (const std::logic_error&) {
      throw InputError(fmt::format("{}: the seed is no number", path.string()));
    }
    plan.sides = {TakeSide(document.at("base")), TakeSide(document.at("contender"))};
    for (const json& program : document.at("programs")) {
      plan.programs.push_back(TakeProgram(program, path.string()));
    }
    for (const json& row : document.at("rows")) {
      plan.rows.push_back(TakeRow(row, plan.programs.size(), path.string()));
    }
    for (const json& names : document.at("asked")) {
      plan.asked.push_back({names.at("base").get<std::string>(), names.at("contender").get<std::string>()});
    }
    plan.rounds = Maybe<int>(document, "rounds");
    plan.budget_s = Maybe<double>(document, "budget_s");
    plan.precision = Maybe<double>(document, "precision");
    plan.row_time_s = document.at("row_time_s").get<double>();
    plan.timeout_s = document.at("timeout_s").get<double>();
    plan.cpu = Maybe<int>(document, "cpu").value_or(-1);
    plan.all_rounds_s = document.at("all_rounds_s").get<double>();
    plan.only = {document.at("only_base").get<std::vector<std::string>>(),
                 document.at("only_contender").get<std::vector<std::string>>()};
    for (const json& row : document.at("left_out")) {
      plan.left_out.push_back({{row.at("base").get<std::string>(), row.at("contender").get<std::string>()},
                               CleanText(row.at("reason").get<std::string>())});
    }
    for (const json& note : document.at("notes")) {
      plan.notes.push_back(CleanText(note.get<std::string>()));
    }
    return plan;
  });
}

RaceEnd ReadRaceEnd(const std::filesystem::path& path) {
  return Read(path, "the end", [&path](const json& document) {
    RaceEnd end;
    const std::string word = document.at("stopped_by").get<std::string>();
    std::size_t at = 0;
    while (at < kEndWords.size() && kEndWords[at] != word) {
      ++at;
    }
    if (at == kEndWords.size()) {
      throw InputError(fmt::format("{}: stopped_by is \"{}\", must be one of {}", path.string(), CleanText(word),
                                   fmt::join(kEndWords, ", ")));
    }
    end.how = static_cast<RaceEnd::How>(at);
    end.finished = CleanText(document.at("finished").get<std::string>());
    end.elapsed_s = document.at("elapsed_s").get<double>();
    end.fault = CleanText(document.at("fault").get<std::string>());
    return end;
  });
}

}  // namespace playbook
