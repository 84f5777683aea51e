#include "tools/race/certificate.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <utility>

#include "tools/measure/run_folder.h"
#include "tools/report/table.h"
#include "tools/results/input_error.h"
#include "tools/stats/binomial_bound.h"
#include "tools/stats/paired_ratio.h"

namespace playbook {
namespace {

constexpr int kCertificateSchemaVersion = 1;

using Align = Table::Align;

std::string Holds(bool holds) {
  return holds ? "yes" : "NO";
}

// JsonOf writes null for what is no number.
double NumberIn(const nlohmann::json& value) {
  return value.is_null() ? std::numeric_limits<double>::quiet_NaN() : value.get<double>();
}

std::string SelfTable(const Certificate& certificate) {
  Table table({{"against itself", Align::kLeft},
               {"comparisons", Align::kRight},
               {"slower or faster", Align::kRight},
               {"at most", Align::kRight},
               {"interval leaves 1 out", Align::kRight},
               {"at most", Align::kRight},
               {"level allows", Align::kRight},
               {"holds", Align::kLeft}});
  for (const SelfTally& tally : certificate.self) {
    table.Add({tally.condition, fmt::format("{}", tally.comparisons), fmt::format("{}", tally.beyond),
               fmt::format("{}", tally.beyond_allowed), fmt::format("{}", tally.alarms),
               fmt::format("{}", tally.alarms_allowed), fmt::format("{:.2g} %", tally.alarm_rate * 100),
               Holds(tally.Holds())});
  }
  return table.Markdown();
}

std::string SlowdownTable(const Certificate& certificate) {
  Table table({{"more work", Align::kRight},
               {"within", Align::kRight},
               {"comparisons", Align::kRight},
               {"found", Align::kRight},
               {"at least", Align::kRight},
               {"share found, at least (95 %)", Align::kRight},
               {"median ratio", Align::kRight},
               {"median time", Align::kRight},
               {"longest", Align::kRight},
               {"holds", Align::kLeft}});
  for (const SlowdownTally& tally : certificate.slowdowns) {
    // The lower end of the share that is found is one less the upper end of the share that is missed.
    const double least =
        tally.comparisons == 0 ? 0 : 1 - RateBound(tally.comparisons - tally.found, tally.comparisons, kTableLevel);
    table.Add({fmt::format("{:g} %", tally.percent), fmt::format("{:g} s", tally.budget_s),
               fmt::format("{}", tally.comparisons), fmt::format("{}", tally.found),
               fmt::format("{}", tally.least_needed), fmt::format("{:.0f} %", least * 100),
               fmt::format("{:.4f}", tally.median_ratio), fmt::format("{:.1f} s", tally.median_s),
               fmt::format("{:.1f} s", tally.longest_s), Holds(tally.Holds())});
  }
  return table.Markdown();
}

}  // namespace

bool Certificate::Holds() const {
  bool holds = true;
  for (const SelfTally& tally : self) {
    holds = holds && tally.Holds();
  }
  for (const SlowdownTally& tally : slowdowns) {
    holds = holds && tally.Holds();
  }
  return holds;
}

std::string MarkdownOf(const Certificate& certificate) {
  return fmt::format(
      "{}; {}; {}; iterations set by: {}; a row is timed for {:g} s a process\n\n"
      "The same program on both sides, {} rounds a comparison. Slower and faster are beyond the margin of 2 %; as many "
      "as are allowed prove a rate below 5 %. The interval is that of one row by itself.\n\n{}\n"
      "The same program with more work on one side. Found: the interval lies above 1.\n\n{}\n"
      "The smallest change of a row that is found in {:.0f} of 100 comparisons, from the rounds of the first "
      "line.\n\n{}",
      certificate.started, certificate.machine, certificate.program, certificate.control, certificate.row_time_s,
      certificate.rounds, SelfTable(certificate), SlowdownTable(certificate), kSelfShare * 100,
      VisibleEffects(certificate.visible, true));
}

std::string JsonOf(const Certificate& certificate) {
  using nlohmann::ordered_json;
  const auto number = [](double value) { return std::isfinite(value) ? ordered_json(value) : ordered_json(); };
  ordered_json self = ordered_json::array();
  for (const SelfTally& tally : certificate.self) {
    self.push_back({{"condition", tally.condition},
                    {"comparisons", tally.comparisons},
                    {"beyond", tally.beyond},
                    {"beyond_allowed", tally.beyond_allowed},
                    {"alarms", tally.alarms},
                    {"alarms_allowed", tally.alarms_allowed},
                    {"alarm_rate_allowed", tally.alarm_rate},
                    {"seconds", tally.seconds},
                    {"holds", tally.Holds()}});
  }
  ordered_json slowdowns = ordered_json::array();
  for (const SlowdownTally& tally : certificate.slowdowns) {
    slowdowns.push_back({{"percent", tally.percent},
                         {"budget_s", tally.budget_s},
                         {"comparisons", tally.comparisons},
                         {"found", tally.found},
                         {"least_needed", tally.least_needed},
                         {"median_ratio", number(tally.median_ratio)},
                         {"median_s", number(tally.median_s)},
                         {"longest_s", number(tally.longest_s)},
                         {"holds", tally.Holds()}});
  }
  ordered_json visible = ordered_json::array();
  for (const SelfSubject& subject : certificate.visible) {
    ordered_json sizes = ordered_json::array();
    for (const SelfRow& row : subject.rows) {
      sizes.push_back({{"rounds", row.rounds},
                       {"visible", number(row.visible)},
                       {"visible_if_normal", number(row.visible_if_normal)}});
    }
    visible.push_back({{"row", subject.name}, {"round_spread", number(subject.spread)}, {"by_rounds", sizes}});
  }
  const ordered_json document = {{"schema_version", kCertificateSchemaVersion},
                                 {"started", certificate.started},
                                 {"machine", certificate.machine},
                                 {"program", certificate.program},
                                 {"control", certificate.control},
                                 {"rounds", certificate.rounds},
                                 {"row_time_s", certificate.row_time_s},
                                 {"against_itself", self},
                                 {"slowdowns", slowdowns},
                                 {"visible", visible},
                                 {"holds", certificate.Holds()}};
  return document.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

Certificate ReadCertificate(const std::filesystem::path& path) {
  using nlohmann::json;
  const std::string text = ReadWhole(path);
  try {
    const json document = json::parse(text);
    if (const int version = document.at("schema_version"); version != kCertificateSchemaVersion) {
      throw InputError(
          fmt::format("{} has schema_version {}, must be {}", path.string(), version, kCertificateSchemaVersion));
    }
    Certificate certificate = {.started = document.at("started"),
                               .machine = document.at("machine"),
                               .program = document.at("program"),
                               .control = document.at("control"),
                               .rounds = document.at("rounds"),
                               .row_time_s = document.at("row_time_s")};
    for (const json& one : document.at("against_itself")) {
      certificate.self.push_back({.condition = one.at("condition"),
                                  .comparisons = one.at("comparisons"),
                                  .beyond = one.at("beyond"),
                                  .beyond_allowed = one.at("beyond_allowed"),
                                  .alarms = one.at("alarms"),
                                  .alarms_allowed = one.at("alarms_allowed"),
                                  .alarm_rate = one.at("alarm_rate_allowed"),
                                  .seconds = one.at("seconds")});
    }
    for (const json& one : document.at("slowdowns")) {
      certificate.slowdowns.push_back({.percent = one.at("percent"),
                                       .budget_s = one.at("budget_s"),
                                       .comparisons = one.at("comparisons"),
                                       .found = one.at("found"),
                                       .least_needed = one.at("least_needed"),
                                       .median_s = NumberIn(one.at("median_s")),
                                       .longest_s = NumberIn(one.at("longest_s")),
                                       .median_ratio = NumberIn(one.at("median_ratio"))});
    }
    for (const json& one : document.at("visible")) {
      SelfSubject subject = {.name = one.at("row"), .spread = NumberIn(one.at("round_spread"))};
      for (const json& size : one.at("by_rounds")) {
        subject.rows.push_back({.rounds = size.at("rounds"),
                                .visible = NumberIn(size.at("visible")),
                                .visible_if_normal = NumberIn(size.at("visible_if_normal"))});
      }
      certificate.visible.push_back(std::move(subject));
    }
    return certificate;
  } catch (const json::exception& error) {
    throw InputError(fmt::format("{} is no certificate: {}", path.string(), error.what()));
  }
}

}  // namespace playbook
