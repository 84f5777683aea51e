#include "tools/report/documents.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <set>
#include <sstream>
#include <system_error>

#include "tools/measure/run_folder.h"
#include "tools/report/chapter.h"
#include "tools/report/findings.h"
#include "tools/report/provenance.h"
#include "tools/report/row_table.h"
#include "tools/report/verdict_table.h"
#include "tools/results/input_error.h"

namespace playbook {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 8> kKinds = {"snippet",     "table",  "sides",       "verdicts",
                                                    "disassembly", "ladder", "certificate", "contents"};
constexpr std::string_view kEnd = "<!-- end -->";

std::vector<std::string> Lines(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) {
    lines.push_back(line);
  }
  return lines;
}

std::string_view Trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r");
  return first == std::string_view::npos ? std::string_view()
                                         : text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

struct Marker {
  std::string kind;
  std::string argument;
};

std::optional<Marker> MarkerIn(std::string_view line) {
  constexpr std::string_view kOpen = "<!-- ";
  constexpr std::string_view kClose = " -->";
  line = Trimmed(line);
  if (line.substr(0, kOpen.size()) != kOpen || line.size() < kOpen.size() + kClose.size() ||
      line.substr(line.size() - kClose.size()) != kClose) {
    return std::nullopt;
  }
  const std::string_view inside = line.substr(kOpen.size(), line.size() - kOpen.size() - kClose.size());
  const std::size_t colon = inside.find(": ");
  if (colon == std::string_view::npos) {
    return std::nullopt;
  }
  const std::string_view kind = inside.substr(0, colon);
  if (std::find(kKinds.begin(), kKinds.end(), kind) == kKinds.end()) {
    return std::nullopt;
  }
  return Marker{std::string(kind), std::string(Trimmed(inside.substr(colon + 2)))};
}

// "// [name]" or "# [name]" alone on its line gives "name"; "/name" ends it.
std::string RegionMark(std::string_view line) {
  line = Trimmed(line);
  for (const std::string_view comment : {"// [", "# ["}) {
    if (line.substr(0, comment.size()) == comment && line.back() == ']') {
      return std::string(line.substr(comment.size(), line.size() - comment.size() - 1));
    }
  }
  return {};
}

const char* FenceLanguage(const fs::path& file) {
  const std::string extension = file.extension().string();
  if (extension == ".cc" || extension == ".h") {
    return "cpp";
  }
  if (extension == ".json") {
    return "json";
  }
  return extension == ".cmake" || file.filename() == "CMakeLists.txt" ? "cmake" : "sh";
}

// Without the indentation that all lines share, and without the marks of other regions.
std::string Dedented(const std::vector<std::string>& lines) {
  std::size_t indent = std::numeric_limits<std::size_t>::max();
  for (const std::string& line : lines) {
    if (const std::size_t first = line.find_first_not_of(' '); first != std::string::npos) {
      indent = std::min(indent, first);
    }
  }
  std::string text;
  for (const std::string& line : lines) {
    text += (line.size() > indent ? line.substr(indent) : "") + "\n";
  }
  return text;
}

// Two words of an argument; the second empty where there is only one.
std::pair<std::string, std::string> Split(const std::string& argument) {
  const std::size_t space = argument.find(' ');
  return space == std::string::npos
             ? std::pair(argument, std::string())
             : std::pair(argument.substr(0, space), std::string(Trimmed(std::string_view(argument).substr(space))));
}

}  // namespace

std::string DocumentSources::Snippet(const std::string& file, const std::string& name) const {
  if (name.empty()) {
    throw InputError("a snippet takes a file and the name of a region in it");
  }
  std::vector<std::string> taken;
  int opened = 0;
  bool inside = false;
  for (const std::string& line : Lines(ReadWhole(root_ / file))) {
    const std::string mark = RegionMark(line);
    if (mark == name) {
      ++opened;
      inside = true;
    } else if (mark == "/" + name) {
      inside = false;
    } else if (inside && mark.empty()) {
      taken.push_back(line);
    }
  }
  if (opened != 1 || inside) {
    throw InputError(fmt::format("{} has {} regions [{}]{}, must have 1 that ends with [/{}]", file, opened, name,
                                 inside ? " and the last one does not end" : "", name));
  }
  return fmt::format("```{}\n{}```\n", FenceLanguage(file), Dedented(taken));
}

std::string DocumentSources::Disassembly(const std::string& file) const {
  std::string text = ReadWhole(root_ / "docs" / file);
  if (!text.empty() && text.back() != '\n') {
    text += '\n';
  }
  return "```asm\n" + text + "```\n";
}

std::string DocumentSources::Contents(const std::string& folder) const {
  std::set<fs::path> pages;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(root_ / "docs" / folder, error)) {
    if (entry.path().extension() == ".md") {
      pages.insert(entry.path().filename());
    }
  }
  if (pages.empty()) {
    throw InputError(fmt::format("docs/{} holds no page", folder));
  }
  std::string rows;
  for (const fs::path& page : pages) {
    rows += fmt::format("| [{}]({}/{}) | {} |\n", page.stem().string(), folder, page.string(),
                        ParseChapter(ReadWhole(root_ / "docs" / folder / page)).title);
  }
  return "\n| chapter | |\n|---|---|\n" + rows + "\n";
}

const RunData& DocumentSources::Run(const std::string& folder) {
  const auto known = runs_.find(folder);
  return known != runs_.end() ? known->second : runs_.emplace(folder, LoadRun(root_ / "docs" / folder)).first->second;
}

std::string DocumentSources::Make(std::string_view kind, const std::string& argument) {
  const auto [source, name] = Split(argument);
  if (kind == "snippet") {
    return Snippet(source, name);
  }
  if (kind == "disassembly") {
    return Disassembly(source);
  }
  if (kind == "contents") {
    return Contents(source);
  }
  if (kind == "ladder" || kind == "certificate") {
    const auto page = file_pages_.find(kind);
    if (page == file_pages_.end()) {
      throw InputError(fmt::format("the region {} is not written here; use playbook docs", kind));
    }
    return "\n" + page->second(root_ / "docs" / source) + "\n";
  }
  const RunData& run = Run(source);
  if (kind == "verdicts") {
    return "\n" + MarkdownVerdicts(run, FindAll(run)) + "\n" + ProvenanceLine(run) + "\n";
  }
  if (kind == "sides") {
    return "\n" + SidesTable(run) + "\n" + ProvenanceLine(run) + "\n";
  }
  if (std::find(run.plan.pairs.begin(), run.plan.pairs.end(), name) == run.plan.pairs.end()) {
    throw InputError(
        fmt::format("docs/{} has no pair \"{}\"; its pairs are: {}", source, name, fmt::join(run.plan.pairs, ", ")));
  }
  return "\n" + RowTable(run, name) + "\n" + ProvenanceLine(run) + "\n";
}

Renewed Renew(const std::string& text, DocumentSources& sources) {
  Renewed renewed;
  const std::vector<std::string> lines = Lines(text);
  std::string fence;
  for (std::size_t at = 0; at < lines.size(); ++at) {
    const std::string& line = lines[at];
    renewed.text += line + "\n";
    const std::string_view trimmed = Trimmed(line);
    if (trimmed.substr(0, 3) == "```") {
      fence = fence.empty() ? "```" : "";
      continue;
    }
    if (!fence.empty()) {
      continue;
    }
    if (trimmed == kEnd) {
      renewed.faults.push_back(fmt::format("line {}: an end without a region; the kinds of region are: {}", at + 1,
                                           fmt::join(kKinds, ", ")));
      continue;
    }
    const std::optional<Marker> marker = MarkerIn(line);
    if (!marker) {
      continue;
    }
    std::size_t end = at + 1;
    while (end < lines.size() && Trimmed(lines[end]) != kEnd && !MarkerIn(lines[end])) {
      ++end;
    }
    if (end == lines.size() || Trimmed(lines[end]) != kEnd) {
      renewed.faults.push_back(fmt::format("line {}: the region has no {}", at + 1, kEnd));
      continue;
    }
    ++renewed.regions;
    try {
      renewed.text += sources.Make(marker->kind, marker->argument);
    } catch (const InputError& error) {
      renewed.faults.push_back(fmt::format("line {}: {}", at + 1, error.what()));
      for (std::size_t kept = at + 1; kept < end; ++kept) {
        renewed.text += lines[kept] + "\n";
      }
    }
    renewed.text += lines[end] + "\n";
    at = end;
  }
  return renewed;
}

std::vector<fs::path> DocumentPaths(const fs::path& root) {
  std::vector<fs::path> paths;
  std::error_code error;
  for (const char* const page : {"README.md", "CONTRIBUTING.md"}) {
    if (fs::exists(root / page, error)) {
      paths.emplace_back(page);
    }
  }
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(root / "docs", error)) {
    const fs::path path = entry.path().lexically_relative(root);
    const bool result = path.string().rfind("docs/results/", 0) == 0;
    if (entry.is_regular_file(error) && path.extension() == ".md" && !result) {
      paths.push_back(path);
    }
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

int FirstDifference(const std::string& one, const std::string& other) {
  const std::size_t length = std::min(one.size(), other.size());
  std::size_t at = 0;
  while (at < length && one[at] == other[at]) {
    ++at;
  }
  return 1 + static_cast<int>(std::count(one.begin(), one.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
}

}  // namespace playbook
