// `playbook explain`: the core of a chapter, on the terminal.
#include <fmt/format.h>
#include <fmt/ostream.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

#include "tools/commands.h"
#include "tools/measure/builds.h"
#include "tools/measure/nearest.h"
#include "tools/measure/run_folder.h"
#include "tools/report/chapter.h"
#include "tools/report/verdict_table.h"

namespace playbook {
namespace {

namespace fs = std::filesystem;

constexpr std::array<const char*, 3> kCore = {"The claim", "Proof without a clock", "The fix and its price"};

std::vector<std::string> ChapterIds(const fs::path& book) {
  std::vector<std::string> ids;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(book / "pitfalls", error)) {
    if (entry.path().extension() == ".md") {
      ids.push_back(entry.path().stem().string());
    }
  }
  std::sort(ids.begin(), ids.end());
  return ids;
}

}  // namespace

int RunExplain(const Arguments& arguments, std::ostream& out, std::ostream& err) {
  std::string id;
  CLI::App app("prints the core of a pair's chapter: the claim, the proof, the fix, and the command to run it",
               "explain");
  app.add_option("ID", id, "the pair, see playbook list")->required();
  if (int ended = kOk; !Parse(app, arguments, out, err, ended)) {
    return ended;
  }
  const std::optional<fs::path> book = FindBook(ThisExecutable());
  if (!book) {
    fmt::print(err,
               "error: the chapters are not here: there is no docs/pitfalls above {} or above this folder, and no "
               "share/playbook/docs beside the program\n",
               ThisExecutable().string());
    return kBadInput;
  }
  const std::vector<std::string> ids = ChapterIds(*book);
  if (std::find(ids.begin(), ids.end(), id) == ids.end()) {
    fmt::print(err, "error: there is no pair \"{}\"{}\nthe pairs are: {}\n", id, DidYouMean(id, ids),
               fmt::join(ids, ", "));
    return kUsage;
  }
  const Chapter chapter = ParseChapter(ReadWhole(*book / "pitfalls" / (id + ".md")));
  const int columns = std::min(StyleOf(out).columns, 100);
  fmt::print(out, "{}: {}\n", id, chapter.title);
  for (const char* const heading : kCore) {
    fmt::print(out, "\n{}\n\n{}", heading, ForTerminal(chapter.Section(heading), columns));
  }
  out << "\nRun it\n\n";
  for (const std::string& command : chapter.Commands("Run it")) {
    fmt::print(out, "    {}\n", command);
  }
  fmt::print(out, "\nThe whole chapter: docs/pitfalls/{}.md\n", id);
  return kOk;
}

}  // namespace playbook
