// `playbook docs`: are the snippets and tables of the book those of the sources?
#include <fmt/format.h>
#include <fmt/ostream.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "tools/commands.h"
#include "tools/ladder/ladder_table.h"
#include "tools/ladder/limits.h"
#include "tools/measure/builds.h"
#include "tools/measure/run_folder.h"
#include "tools/race/certificate.h"
#include "tools/report/chapter.h"
#include "tools/report/documents.h"

namespace playbook {

int RunDocs(const Arguments& arguments, std::ostream& out, std::ostream& err) {
  bool write = false;
  std::string root;
  CLI::App app("checks the marked regions of README.md, CONTRIBUTING.md and docs/ against their sources", "docs");
  app.add_flag("--write", write, "make them anew instead");
  app.add_option("--root", root, "the source tree (default: the one this program was built in, or is called in)");
  if (int ended = kOk; !Parse(app, arguments, out, err, ended)) {
    return ended;
  }
  if (root.empty()) {
    const std::optional<std::filesystem::path> book = FindBook(ThisExecutable());
    root = book ? book->parent_path().string() : ".";
  }
  const std::vector<std::filesystem::path> pages = DocumentPaths(root);
  if (pages.empty()) {
    fmt::print(err,
               "error: {} holds no document: no README.md and no docs/*.md; name the source tree with --root DIR\n",
               root);
    return kBadInput;
  }
  using Path = std::filesystem::path;
  DocumentSources sources(
      root, {{"ladder", [](const Path& file) { return LadderText(ReadLadder(file), LadderForm::kMarkdown); }},
             {"certificate", [](const Path& file) { return MarkdownOf(ReadCertificate(file)); }}});
  int code = kOk;
  int regions = 0;
  int differing = 0;
  for (const std::filesystem::path& page : pages) {
    const std::string text = ReadWhole(root / page);
    const Renewed renewed = Renew(text, sources);
    regions += renewed.regions;
    for (const std::string& fault : renewed.faults) {
      fmt::print(err, "error: {}, {}\n", page.string(), fault);
      code = kFailed;
    }
    if (renewed.text == text) {
      continue;
    }
    ++differing;
    if (write) {
      WriteWhole(root / page, renewed.text);
      fmt::print(out, "written: {}\n", page.string());
    } else {
      fmt::print(out, "differs from its sources: {}, from line {} on\n", page.string(),
                 FirstDifference(text, renewed.text));
      code = kFailed;
    }
  }
  fmt::print(out, "{} documents, {} regions, {} {}\n", pages.size(), regions, differing,
             write ? "written" : "that differ");
  if (!write && differing > 0) {
    fmt::print(err, "error: make them anew with: playbook docs --write\n");
  }
  return code;
}

}  // namespace playbook
