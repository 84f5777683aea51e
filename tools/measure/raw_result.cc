#include "tools/measure/raw_result.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "tools/results/input_error.h"
#include "tools/results/result_file.h"

namespace playbook {
namespace {

// Replaces the first string value of a key. The harness writes its own context keys before any custom one.
void ReplaceValue(std::string& text, const std::string& key, std::string_view value) {
  std::size_t at = text.find("\"" + key + "\"");
  if (at == std::string::npos) {
    return;
  }
  at = text.find_first_not_of(" \t\r\n", at + key.size() + 2);
  if (at == std::string::npos || text[at] != ':') {
    return;
  }
  at = text.find_first_not_of(" \t\r\n", at + 1);
  if (at == std::string::npos || text[at] != '"') {
    return;
  }
  std::size_t end = at + 1;
  while (end < text.size() && text[end] != '"') {
    end += text[end] == '\\' ? 2 : 1;
  }
  if (end < text.size()) {
    text.replace(at + 1, end - at - 1, value);
  }
}

}  // namespace

Outline ReadOutline(const std::string& text) {
  Outline outline;
  try {
    const nlohmann::json json = nlohmann::json::parse(text);
    if (const int version = json.at("schema_version").get<int>(); version != 1) {
      throw InputError(fmt::format("describes itself in schema {}, this playbook knows 1", version));
    }
    outline.id = json.at("id").get<std::string>();
    for (const nlohmann::json& row : json.at("rows")) {
      outline.rows.push_back({row.at("row").get<std::string>(), row.at("clock").get<std::string>() == "manual"});
    }
  } catch (const nlohmann::json::exception& error) {
    throw InputError(fmt::format("does not describe itself as a pair: {}", error.what()));
  }
  if (outline.rows.empty()) {
    throw InputError("describes a pair without rows");
  }
  return outline;
}

Outline ReadOutline(const std::string& text, const std::string& id) {
  Outline outline = ReadOutline(text);
  if (outline.id != id) {
    throw InputError(fmt::format("describes the pair \"{}\", must be \"{}\"", outline.id, id));
  }
  return outline;
}

std::string EscapedForFilter(std::string_view name) {
  std::string escaped;
  for (const char one : name) {
    if (std::string_view("\\^$.|?*+()[]{}").find(one) != std::string_view::npos) {
      escaped += '\\';
    }
    escaped += one;
  }
  return escaped;
}

std::string Scrubbed(std::string text, std::string_view executable) {
  ReplaceValue(text, "host_name", "");
  ReplaceValue(text, "executable", executable);
  return text;
}

std::string FaultOf(const std::string& text, const ExpectedRows& expected) {
  ResultFile result;
  try {
    result = ParseResult(text, "its result");
  } catch (const InputError& error) {
    return error.what();
  }
  if (!result.failed.empty()) {
    const ResultRow& row = result.failed.front();
    return fmt::format("the row {} reported an error: {}", row.name, row.message);
  }
  std::map<std::string, int> repetitions;
  for (const ResultRow& row : result.rows) {
    const auto wanted = expected.iterations.find(row.name);
    if (wanted == expected.iterations.end()) {
      continue;
    }
    if (wanted->second != 0 && row.iterations != wanted->second) {
      return fmt::format("the row {} ran {} iterations, must run {}", row.name, row.iterations, wanted->second);
    }
    if (!(row.real_time_ns >= 0)) {
      return fmt::format("the row {} reports a time of {} ns, must be at least 0", row.name, row.real_time_ns);
    }
    ++repetitions[row.name];
  }
  for (const auto& [name, count] : expected.iterations) {
    if (repetitions[name] != expected.repetitions) {
      return fmt::format("the row {} is there {} times, must be there {} times", name, repetitions[name],
                         expected.repetitions);
    }
  }
  return "";
}

std::map<std::string, double> TimesPerIteration(const std::string& text) {
  std::map<std::string, double> times_ns;
  for (const ResultRow& row : ParseResult(text, "the result").rows) {
    times_ns.emplace(row.name, row.real_time_ns);
  }
  return times_ns;
}

}  // namespace playbook
