#include "tools/report/markdown_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "tools/report/escape.h"
#include "tools/report/findings.h"
#include "tools/report/provenance.h"
#include "tools/report/row_table.h"
#include "tools/report/table.h"
#include "tools/report/verdict_table.h"
#include "tools/stats/sample.h"
#include "tools/units/units.h"

namespace playbook {
namespace {

void AddHead(const RunData& run, std::string& out) {
  out += "# Measured by playbook\n\n";
  if (const std::string incomplete = IncompleteWords(run); !incomplete.empty()) {
    out += fmt::format("**INCOMPLETE: {}.** `playbook run --resume` with this folder finishes it.\n\n", incomplete);
  }
  if (const std::string busy = BusyWords(run); !busy.empty()) {
    out += fmt::format("**BUSY: {}.** When they were disturbed is told under \"Conditions during the run\".\n\n", busy);
  }
  out += ProvenanceLine(run) + "\n";
  out += "Begun " + EscapeMarkdown(run.plan.started) + " by " + MarkdownCode(run.plan.command) + ".\n\n";
}

std::string StatusText(const EvidenceClaim& claim) {
  std::string text = claim.Failed() ? "**fails**" : EscapeMarkdown(claim.status);
  if (claim.status == "holds" && !claim.separates) {
    text += ", does not tell wrong from right";
  }
  return claim.reason.empty() ? text : text + ": " + EscapeMarkdown(claim.reason);
}

void AddEvidence(const RunData& run, const std::string& id, std::string& out) {
  Table claims({{"claim"}, {"build"}, {"found"}, {"strength"}, {"status"}});
  Table values({{"claim"}, {"build"}, {"row"}, {"value", Table::Align::kRight}, {"expected"}});
  std::string verify;
  for (const PlannedBuild& build : run.plan.builds) {
    const std::optional<Evidence>& evidence = run.Of(build.label, id).evidence;
    if (!evidence) {
      verify += fmt::format("- {}: no evidence was taken\n", EscapeMarkdown(build.name));
      continue;
    }
    verify +=
        fmt::format("- {}: the output {}: {}\n", EscapeMarkdown(build.name),
                    evidence->verify_passed ? "is right" : "**is wrong**", EscapeMarkdown(evidence->verify_detail));
    for (const EvidenceClaim& claim : evidence->claims) {
      claims.Add({EscapeMarkdown(claim.name), EscapeMarkdown(build.name), EscapeMarkdown(claim.words),
                  EscapeMarkdown(claim.strength), StatusText(claim)});
      for (const EvidenceRow& row : claim.rows) {
        const std::string expected = EscapeMarkdown(row.expected);
        values.Add({EscapeMarkdown(claim.name), EscapeMarkdown(build.name), MarkdownCode(row.row), Count(row.value),
                    row.holds ? expected : expected + ", **not so**"});
      }
    }
  }
  out += "Evidence, taken without a clock:\n\n" + verify;
  if (!claims.empty()) {
    out += "\n" + claims.Markdown();
  }
  if (!values.empty()) {
    out += "\n" + values.Markdown();
  }
  out += "\n";
}

void AddPair(const RunData& run, const PairFinding& finding, std::string& out) {
  const PairDescription& pair = finding.pair;
  out +=
      fmt::format("## {}{}\n\n", MarkdownCode(finding.id), pair.title.empty() ? "" : ": " + EscapeMarkdown(pair.title));
  if (!pair.summary.empty()) {
    out += fmt::format("A {}: {}.", EscapeMarkdown(pair.kind == "no_gain" ? "piece of advice without gain" : pair.kind),
                       EscapeMarkdown(pair.summary));
    if (!pair.published.empty()) {
      out += fmt::format(" Published: {}.", EscapeMarkdown(PublishedText(pair)));
    }
    out += "\n\n";
  }
  for (const BuildFinding& build : finding.builds) {
    if (!build.failure.empty()) {
      const std::string& detail = run.Of(build.build.label, finding.id).failure->detail;
      out += fmt::format("- {}: **{}**{}\n", EscapeMarkdown(build.build.name), EscapeMarkdown(build.failure),
                         detail.empty() ? "" : " " + MarkdownCode(detail));
      continue;
    }
    out += fmt::format("- {}: **{}**: {}\n", EscapeMarkdown(build.build.name), Word(build.effect.verdict),
                       EscapeMarkdown(build.effect.reason));
    for (const std::string& warning : build.effect.ratio.warnings) {
      out += "  - " + EscapeMarkdown(warning) + "\n";
    }
  }
  out += "\n" + RowTable(run, finding.id) + "\n";
  AddEvidence(run, finding.id, out);
}

template <typename Get>
std::string RangeOf(const std::vector<ProcessRecord>& records, Get get, const char* unit) {
  std::vector<double> values;
  for (const ProcessRecord& record : records) {
    if (const std::optional<double> value = get(record)) {
      values.push_back(*value);
    }
  }
  if (values.empty()) {
    return "unknown";
  }
  const Sample sample = Summarise(values);
  return fmt::format("{:.3g} ({:.3g} .. {:.3g}){}", sample.median, sample.low, sample.high, unit);
}

void AddConditions(const RunData& run, std::string& out) {
  Table table({{"pair"},
               {"build"},
               {"processes", Table::Align::kRight},
               {"wall time", Table::Align::kRight},
               {"load before", Table::Align::kRight},
               {"stolen ticks", Table::Align::kRight},
               {"waiting for a CPU", Table::Align::kRight},
               {"waiting for a disk", Table::Align::kRight},
               {"interrupted", Table::Align::kRight},
               {"memory at most", Table::Align::kRight}});
  const auto number = [](auto value) {
    return value ? std::optional<double>(static_cast<double>(*value)) : std::nullopt;
  };
  const auto milliseconds = [](const std::optional<std::int64_t>& us) {
    return us ? std::optional<double>(static_cast<double>(*us) / 1000) : std::nullopt;
  };
  for (const std::string& id : run.plan.pairs) {
    for (const PlannedBuild& build : run.plan.builds) {
      const std::vector<ProcessRecord>& records = run.Of(build.label, id).processes;
      std::int64_t resident_kib = 0;
      for (const ProcessRecord& record : records) {
        resident_kib = std::max(resident_kib, record.max_resident_kib);
      }
      using R = const ProcessRecord&;
      table.Add({MarkdownCode(id), EscapeMarkdown(build.name), fmt::format("{}", records.size()),
                 RangeOf(
                     records, [](R one) { return std::optional(one.wall_s); }, " s"),
                 RangeOf(
                     records, [](R one) { return one.load_before; }, ""),
                 RangeOf(
                     records, [&](R one) { return number(one.steal_ticks); }, ""),
                 RangeOf(
                     records, [&](R one) { return milliseconds(one.pressure_cpu_us); }, " ms"),
                 RangeOf(
                     records, [&](R one) { return milliseconds(one.pressure_io_us); }, " ms"),
                 RangeOf(
                     records, [](R one) { return std::optional(static_cast<double>(one.involuntary_switches)); }, ""),
                 records.empty() ? "unknown" : Bytes(resident_kib * 1024)});
    }
  }
  out +=
      "## Conditions during the run\n\nMedian (and range) of the processes. Load counts all that ran or wanted to run "
      "on "
      "the machine; stolen ticks (of 10 ms mostly) went to other machines on the same host.\n\n" +
      table.Markdown() + "\n";
}

void AddNotes(const RunData& run, std::string& out) {
  std::vector<std::string> notes;
  for (const std::string& note : run.plan.notes) {
    notes.push_back(note);
  }
  for (const std::string& warning : run.warnings) {
    notes.push_back("warning: " + warning);
  }
  for (const std::string& id : run.plan.pairs) {
    for (const PlannedBuild& build : run.plan.builds) {
      for (const auto& [row, series] : run.Of(build.label, id).rows) {
        for (const std::string& error : series.errors) {
          notes.push_back(fmt::format("{} under {} failed: {}", row, build.name, error));
        }
      }
    }
  }
  if (notes.empty()) {
    return;
  }
  out += "## Notes\n\n";
  for (const std::string& note : notes) {
    out += "- " + EscapeMarkdown(note) + "\n";
  }
}

}  // namespace

std::string MarkdownReport(const RunData& run) {
  const Findings findings = FindAll(run);
  std::string out;
  AddHead(run, out);
  out += "## Verdicts\n\n" + MarkdownVerdicts(run, findings) + "\n";
  for (const PairFinding& finding : findings.pairs) {
    AddPair(run, finding, out);
  }
  out += "## Provenance\n\nWhat differs between the builds stands first, in bold.\n\n" + ProvenanceTable(run) + "\n";
  AddConditions(run, out);
  AddNotes(run, out);
  return out.substr(0, out.find_last_not_of('\n') + 1) + "\n";
}

}  // namespace playbook
