#include "tools/ladder/limits.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <system_error>

#include "fixtures/host/system_files.h"
#include "tools/measure/file_hash.h"
#include "tools/results/clean_text.h"
#include "tools/results/input_error.h"

namespace playbook {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using nlohmann::ordered_json;

constexpr const char* kKind = "playbook limits";
// A ladder of 100 rows, 4 builds and 100 rounds is below a megabyte. What is larger is something else.
constexpr std::uintmax_t kLargestFile = 64U << 20U;
constexpr int kMostRounds = 100'000;

ordered_json ValuesJson(const std::vector<double>& values) {
  ordered_json json_values = ordered_json::array();
  for (const double value : values) {
    json_values.push_back(std::isfinite(value) ? ordered_json(value) : ordered_json());
  }
  return json_values;
}

ordered_json RowJson(const LadderRow& row) {
  ordered_json json_row = {{"row", row.name},
                           {"figure", row.is_rate ? "bytes_per_second" : "time"},
                           {"counts", row.counts},
                           {"part", row.part},
                           {"yardstick", row.yardstick},
                           {"sweep", row.sweep},
                           {"value", row.value},
                           {"one", row.one},
                           {"many", row.many},
                           {"ruled_out", row.ruled_out},
                           {"builds", ordered_json::object()}};
  for (const auto& [build, series] : row.series) {
    json_row["builds"][build] = {{"values", ValuesJson(series.values)},
                                 {"note", series.note},
                                 {"skipped", series.skipped},
                                 {"failed", series.failed}};
  }
  return json_row;
}

std::string CleanAt(const json& from, const char* key) {
  return CleanText(from.at(key).get<std::string>());
}

void ReadSeries(const json& from, const std::string& where, int rounds, LadderSeries& series) {
  for (const json& value : from.at("values")) {
    const double number = value.is_null() ? std::numeric_limits<double>::quiet_NaN() : value.get<double>();
    if (number <= 0 || std::isinf(number)) {
      throw InputError(fmt::format("{} has the value {}, must be above 0 and finite", where, number));
    }
    series.values.push_back(number);
  }
  if (series.values.size() != static_cast<std::size_t>(rounds)) {
    throw InputError(
        fmt::format("{} has {} values, must have one for each of {} rounds", where, series.values.size(), rounds));
  }
  series.note = CleanAt(from, "note");
  series.skipped = CleanAt(from, "skipped");
  series.failed = CleanAt(from, "failed");
  const auto values = std::count_if(series.values.begin(), series.values.end(), [](double one) { return one > 0; });
  if (values > 0 && !series.skipped.empty()) {
    throw InputError(
        fmt::format("{} has {} values and skipped \"{}\", must have either", where, values, series.skipped));
  }
  if (values == 0 && series.skipped.empty() && series.failed.empty()) {
    throw InputError(
        fmt::format("{} has no value in {} rounds, must have one, or the reason in skipped or failed", where, rounds));
  }
}

// What LocalTime of plan.h writes: "2026-01-31T12:00:00+01:00".
bool IsLocalTime(const std::string& text) {
  const std::string shape = "dddd-dd-ddTdd:dd:ddsdd:dd";
  if (text.size() != shape.size()) {
    return false;
  }
  for (std::size_t i = 0; i < shape.size(); ++i) {
    const bool digit = text[i] >= '0' && text[i] <= '9';
    const bool sign = text[i] == '+' || text[i] == '-';
    if (shape[i] == 'd' ? !digit : shape[i] == 's' ? !sign : text[i] != shape[i]) {
      return false;
    }
  }
  const auto number = [&text](std::size_t at, std::size_t digits) { return std::stoi(text.substr(at, digits)); };
  const std::chrono::year_month_day day{std::chrono::year(number(0, 4)),
                                        std::chrono::month(static_cast<unsigned>(number(5, 2))),
                                        std::chrono::day(static_cast<unsigned>(number(8, 2)))};
  // A leap second is the sixtieth.
  return day.ok() && number(11, 2) < 24 && number(14, 2) < 60 && number(17, 2) <= 60 && number(20, 2) < 24 &&
         number(23, 2) < 60;
}

void ReadValues(const json& from, Ladder& ladder) {
  for (const json& build : from.at("builds")) {
    const std::string name = CleanAt(build, "name");
    if (std::any_of(ladder.builds.begin(), ladder.builds.end(),
                    [&](const auto& other) { return other.name == name; })) {
      throw InputError(fmt::format("it holds the build \"{}\" twice", name));
    }
    LadderBuild& one = ladder.builds.emplace_back(LadderBuild{.name = name});
    for (const auto& [key, value] : build.at("context").items()) {
      one.context[CleanText(key)] = CleanText(value.get<std::string>());
    }
  }
  if (ladder.builds.empty()) {
    throw InputError("it holds no build");
  }
  for (std::size_t rung = 0; rung < ladder.rungs.size(); ++rung) {
    const json& rows = from.at("rungs").at(rung).at("rows");
    for (std::size_t row = 0; row < rows.size(); ++row) {
      LadderRow& read = ladder.rungs[rung].rows[row];
      for (const LadderBuild& build : ladder.builds) {
        ReadSeries(rows.at(row).at("builds").at(build.name), fmt::format("the row {} under {}", read.name, build.name),
                   ladder.rounds, read.series[build.name]);
      }
    }
  }
}

std::string Slug(const std::string& text) {
  std::string slug;
  for (const char one : text) {
    const bool plain = (one >= 'a' && one <= 'z') || (one >= '0' && one <= '9');
    const bool upper = one >= 'A' && one <= 'Z';
    if (plain || upper) {
      slug += upper ? static_cast<char>(one - 'A' + 'a') : one;
    } else if (!slug.empty() && slug.back() != '-') {
      slug += '-';
    }
  }
  constexpr std::size_t kLongest = 40;
  slug.resize(std::min(slug.size(), kLongest));
  while (!slug.empty() && slug.back() == '-') {
    slug.pop_back();
  }
  return slug.empty() ? "unknown" : slug;
}

}  // namespace

std::string ToJson(const Ladder& ladder) {
  ordered_json file = {{"schema_version", kLadderSchema}, {"kind", kKind},
                       {"taken", ladder.taken},           {"machine", ladder.machine},
                       {"command", ladder.command},       {"rounds", ladder.rounds},
                       {"builds", ordered_json::array()}, {"rungs", ordered_json::array()}};
  for (const LadderBuild& build : ladder.builds) {
    file["builds"].push_back({{"name", build.name}, {"context", build.context}});
  }
  for (const LadderRung& rung : ladder.rungs) {
    ordered_json rows = ordered_json::array();
    ordered_json differences = ordered_json::array();
    for (const LadderRow& row : rung.rows) {
      if (row.IsDerived()) {
        differences.push_back({{"row", row.name}, {"of", row.of}, {"minus", row.minus}, {"counts", row.counts}});
      } else {
        rows.push_back(RowJson(row));
      }
    }
    file["rungs"].push_back({{"id", rung.id},
                             {"title", rung.title},
                             {"published", rung.published},
                             {"rows", rows},
                             {"differences", differences},
                             {"relations", ordered_json::array()}});
  }
  // They belong to no rung any more; one place is as good as another.
  for (const LadderRelation& one : ladder.relations) {
    file["rungs"].back()["relations"].push_back(
        {{"row", one.row}, {"at_most", one.at_most}, {"why", one.why}, {"slack", one.slack}});
  }
  return file.dump(1, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

Ladder ParseLadder(const std::string& text, const std::string& name) {
  try {
    const json file = json::parse(text);
    if (!file.is_object() || file.value("kind", "") != kKind) {
      throw InputError("it is no limits file; `playbook ladder --save` writes one");
    }
    Ladder ladder = ReadDescription(text);
    ladder.taken = CleanAt(file, "taken");
    if (!IsLocalTime(ladder.taken)) {
      throw InputError(fmt::format("taken is \"{}\", must be a time such as 2026-01-31T12:00:00+01:00", ladder.taken));
    }
    ladder.machine = CleanAt(file, "machine");
    ladder.command = CleanAt(file, "command");
    ladder.rounds = file.at("rounds").get<int>();
    if (ladder.rounds < 1 || ladder.rounds > kMostRounds) {
      throw InputError(fmt::format("it has {} rounds, must have from 1 to {}", ladder.rounds, kMostRounds));
    }
    ReadValues(file, ladder);
    Derive(ladder);
    return ladder;
  } catch (const json::exception& error) {
    throw InputError(fmt::format("{}: is no limits file: {}", name, CleanText(error.what())));
  } catch (const InputError& error) {
    throw InputError(fmt::format("{}: {}", name, error.what()));
  }
}

Ladder ReadLadder(const fs::path& path) {
  std::error_code error;
  const std::uintmax_t size = fs::file_size(path, error);
  if (!error && size > kLargestFile) {
    throw InputError(fmt::format("{}: is no limits file: {} bytes, at most {}", path.string(), size, kLargestFile));
  }
  std::ifstream file(path, std::ios::binary);
  if (error || !file) {
    throw InputError(fmt::format("cannot read the limits {}: {}", path.string(),
                                 error ? error.message() : std::generic_category().message(errno)));
  }
  return ParseLadder({std::istreambuf_iterator<char>(file), {}}, path.string());
}

std::string MachineKey(const Machine& machine, const std::string& root) {
  const std::string id = ReadSystemLine(root, "/etc/machine-id").value_or("");
  constexpr std::size_t kDigits = 8;
  return fmt::format("{}-{}-cpus-{}", Slug(machine.cpu_model), machine.logical_cpus,
                     HashOf("playbook limits of " + id).substr(0, kDigits));
}

fs::path DefaultLimits(const std::string& machine_key) {
  const auto variable = [](const char* name) {
    const char* const value = std::getenv(name);
    return fs::path(value == nullptr ? "" : value);
  };
  fs::path data = variable("XDG_DATA_HOME");
  if (!data.is_absolute()) {
    const fs::path home = variable("HOME");
    if (!home.is_absolute()) {
      throw InputError("neither XDG_DATA_HOME nor HOME names a folder for the limits; name a file with --save FILE");
    }
    data = home / ".local" / "share";
  }
  return data / "playbook" / "limits" / (machine_key + ".json");
}

}  // namespace playbook
