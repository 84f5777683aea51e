#include "tools/report/verdict_table.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <iostream>
#include <map>
#include <string_view>
#include <vector>

#include "tools/report/display_width.h"
#include "tools/report/escape.h"
#include "tools/report/table.h"

namespace playbook {
namespace {

constexpr int kUsualColumns = 100;

std::string Variable(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

std::string Coloured(const std::string& text, const char* code, const TerminalStyle& style) {
  return style.colour ? fmt::format("\x1b[{}m{}\x1b[0m", code, text) : text;
}

std::string VerdictText(const BuildFinding& finding) {
  return finding.failure.empty() ? Word(finding.effect.verdict) : "failed";
}

// Green: the run says what the pair says. Yellow: look at it. Red: something is broken.
const char* ColourOf(const BuildFinding& finding) {
  if (!finding.failure.empty()) {
    return "31";
  }
  switch (finding.effect.verdict) {
    case EffectVerdict::kShown:
    case EffectVerdict::kReadsLikeControl:
    case EffectVerdict::kEquivalent:
    case EffectVerdict::kNegligible:
      return "32";
    default:
      return "33";
  }
}

std::string EffectText(const EffectFinding& effect) {
  return effect.has_ratio ? effect.sides + " " + RatioText(effect.ratio) : "no ratio";
}

std::string RoundsText(const BuildFinding& finding) {
  const std::size_t rounds = finding.effect.has_ratio ? static_cast<std::size_t>(finding.effect.ratio.n)
                                                      : std::min(finding.wrong.sample.n, finding.right.sample.n);
  return fmt::format("{}", rounds);
}

struct Detail {
  std::string name;
  std::string text;
  bool failed = false;
};

// What is said of a pair beside its numbers. What all builds agree on is said once.
std::vector<Detail> DetailsOf(const PairFinding& pair) {
  std::vector<Detail> details;
  const auto add = [&](const char* name, auto text_of, auto failed) {
    bool same = true;
    for (const BuildFinding& build : pair.builds) {
      same = same && text_of(build) == text_of(pair.builds.front());
    }
    for (const BuildFinding& build : pair.builds) {
      if (const std::string text = text_of(build); !text.empty()) {
        details.push_back({name, same ? text : build.build.name + ": " + text, failed(build)});
      }
      if (same) {
        break;
      }
    }
  };
  add(
      "evidence", [](const BuildFinding& build) { return fmt::format("{}", fmt::join(build.evidence, "; ")); },
      [](const BuildFinding& build) { return build.evidence_failed; });
  add(
      "failure", [](const BuildFinding& build) { return build.failure; }, [](const BuildFinding&) { return true; });
  // Where there is a ratio the table has said all of it.
  add(
      "clock",
      [](const BuildFinding& build) {
        return build.effect.has_ratio || !build.failure.empty() ? std::string() : build.effect.reason;
      },
      [](const BuildFinding&) { return false; });
  for (const BuildRatio& ratio : pair.right_ratios) {
    if (ratio.ratio.n > 0) {
      details.push_back({"builds", fmt::format("right side, {}: {}", ratio.sides, RatioText(ratio.ratio))});
    }
  }
  if (!pair.pair.published.empty()) {
    details.push_back({"published", PublishedText(pair.pair)});
  }
  return details;
}

std::vector<RatioEstimate> EffectEstimates(const Findings& findings) {
  std::vector<RatioEstimate> estimates;
  for (const PairFinding& pair : findings.pairs) {
    for (const BuildFinding& build : pair.builds) {
      estimates.push_back(build.effect.ratio);
    }
  }
  return estimates;
}

std::vector<RatioEstimate> RatioEstimates(const Findings& findings) {
  std::vector<RatioEstimate> estimates;
  for (const PairFinding& pair : findings.pairs) {
    for (const BuildRatio& ratio : pair.right_ratios) {
      estimates.push_back(ratio.ratio);
    }
  }
  return estimates;
}

// What stands under the tables: the meaning of the intervals. Says it once where both tables mean the same.
std::vector<std::string> Legend(const RunData& run, const Findings& findings) {
  std::vector<std::string> lines;
  const std::string effects = LevelWords(EffectEstimates(findings), findings.effect_rows);
  const std::string ratios = LevelWords(RatioEstimates(findings), findings.ratio_rows);
  if (!effects.empty()) {
    lines.push_back("Effects: " + effects + ".");
  } else if (run.WholeRounds() < kLeastRounds) {
    lines.push_back(
        fmt::format("No interval: {} whole rounds, at least {} are needed.", run.WholeRounds(), kLeastRounds));
  }
  if (!ratios.empty()) {
    lines.push_back("Between builds: " + ratios + ".");
  }
  return lines;
}

Table EffectTable(const Findings& findings, const TerminalStyle& style, bool markdown) {
  Table table({{"pair"},
               {"build"},
               {"wrong", Table::Align::kRight},
               {"right", Table::Align::kRight},
               {"effect"},
               {"n", Table::Align::kRight},
               {"verdict"}});
  for (const PairFinding& pair : findings.pairs) {
    for (const BuildFinding& build : pair.builds) {
      const bool first = &build == &pair.builds.front();
      const std::string verdict = VerdictText(build);
      table.Add({markdown ? MarkdownCode(pair.id) : (first ? OneLine(pair.id) : ""),
                 markdown ? EscapeMarkdown(build.build.name) : OneLine(build.build.name), build.wrong.Text(),
                 build.right.Text(), EffectText(build.effect), RoundsText(build),
                 markdown ? verdict : Coloured(verdict, ColourOf(build), style)});
    }
  }
  return table;
}

void AddWrapped(std::string& out, const std::string& indent, const Detail& detail, const TerminalStyle& style) {
  constexpr int kNameColumns = 11;
  const int room = std::max(20, style.columns - static_cast<int>(indent.size()) - kNameColumns);
  bool first = true;
  for (const std::string& line : Wrap(OneLine(detail.text), room)) {
    out += indent + Pad(first ? detail.name : "", kNameColumns);
    out += (detail.failed ? Coloured(line, "31", style) : line) + "\n";
    first = false;
  }
}

// One block a build, for terminals too narrow for the table.
void AddStacked(std::string& out, const PairFinding& pair, const TerminalStyle& style) {
  for (const BuildFinding& build : pair.builds) {
    const std::string n = build.effect.has_ratio ? fmt::format(", n = {}", build.effect.ratio.n) : "";
    out += fmt::format("{} under {}: {}\n", OneLine(pair.id), OneLine(build.build.name),
                       Coloured(VerdictText(build), ColourOf(build), style));
    AddWrapped(out, "  ", {"wrong", build.wrong.Text()}, style);
    AddWrapped(out, "  ", {"right", build.right.Text()}, style);
    AddWrapped(out, "  ", {"effect", EffectText(build.effect) + n}, style);
  }
}

}  // namespace

TerminalStyle StyleOf(const std::ostream& stream) {
  TerminalStyle style = {.columns = 0};
  const bool terminal = stream.rdbuf() == std::cout.rdbuf() && isatty(STDOUT_FILENO) != 0 && Variable("TERM") != "dumb";
  style.colour = terminal && Variable("NO_COLOR").empty();
  const std::string asked = Variable("COLUMNS");
  std::from_chars(asked.data(), asked.data() + asked.size(), style.columns);
  winsize size = {};
  if (style.columns <= 0 && terminal && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0) {
    style.columns = size.ws_col;
  }
  if (style.columns <= 0) {
    style.columns = kUsualColumns;
  }
  return style;
}

std::string IncompleteWords(const RunData& run) {
  if (run.complete) {
    return {};
  }
  return fmt::format("{} of {} rounds are whole", run.WholeRounds(), run.plan.rounds);
}

std::string BusyWords(const RunData& run) {
  const std::optional<double> share = run.CpuWaitShare();
  if (!share || *share < kBusyShare) {
    return {};
  }
  return fmt::format(
      "during {:.0f} % of the measured time some process waited for a CPU; the times are those of a shared machine",
      std::min(*share, 1.0) * 100);
}

std::string TerminalVerdicts(const RunData& run, const Findings& findings, const TerminalStyle& style) {
  std::string out;
  if (const std::string incomplete = IncompleteWords(run); !incomplete.empty()) {
    out += Coloured("INCOMPLETE: " + incomplete, "33", style) + "\n\n";
  }
  if (const std::string busy = BusyWords(run); !busy.empty()) {
    for (const std::string& line : Wrap("BUSY: " + busy, style.columns)) {
      out += Coloured(line, "33", style) + "\n";
    }
    out += "\n";
  }
  const bool fits = EffectTable(findings, {.columns = style.columns}, false).Width() <= style.columns;
  if (fits) {
    out += EffectTable(findings, style, false).Terminal("") + "\n";
  }
  for (const PairFinding& pair : findings.pairs) {
    if (fits) {
      out += OneLine(pair.id) + "\n";
    } else {
      AddStacked(out, pair, style);
    }
    for (const Detail& detail : DetailsOf(pair)) {
      AddWrapped(out, "  ", detail, style);
    }
  }
  for (const std::string& line : Legend(run, findings)) {
    out += "\n" + fmt::format("{}", fmt::join(Wrap(line, style.columns), "\n"));
  }
  return out + "\n";
}

std::string MarkdownVerdicts(const RunData& run, const Findings& findings) {
  std::string out = EffectTable(findings, {}, true).Markdown() + "\n";
  Table proofs({{"pair"}, {"proof without a clock"}, {"why no ratio"}, {"between builds"}, {"published"}});
  for (const PairFinding& pair : findings.pairs) {
    std::map<std::string, std::string> cells;
    for (const Detail& detail : DetailsOf(pair)) {
      const std::string text = EscapeMarkdown(detail.text);
      std::string& cell = cells[detail.name == "failure" ? "evidence" : detail.name];
      cell += (cell.empty() ? "" : "; ") + (detail.failed ? "**" + text + "**" : text);
    }
    proofs.Add({MarkdownCode(pair.id), cells["evidence"], cells["clock"], cells["builds"], cells["published"]});
  }
  out += proofs.Markdown() + "\n";
  for (const std::string& line : Legend(run, findings)) {
    out += EscapeMarkdown(line) + "\n";
  }
  return out;
}

}  // namespace playbook
