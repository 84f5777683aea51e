// Do the snippets and tables in a document still say what their sources say?
//
// A document holds marked regions; everything between a marker and its end is made from a source:
//
//   <!-- snippet: benchmarks/pitfalls/dead_code.cc wrong -->      lines between "// [wrong]" and "// [/wrong]" of that
//   file
//   <!-- table: results/spine dead_code -->                       all rows of that pair in the run docs/results/spine
//   <!-- sides: results/spine -->                                 both sides of every pair in that run, build by build
//   <!-- verdicts: results/spine -->                              the verdicts of that run
//   <!-- disassembly: results/disassembly/dead_code.gcc.txt -->   that text file, below docs/
//   <!-- ladder: results/ladder.json -->                          that ladder, below docs/
//   <!-- certificate: results/certificate.json -->                what certifying found, below docs/
//   <!-- contents: pitfalls -->                                   the titles of all pages in that folder below docs/
//   <!-- end -->
//
// Markers stand alone on their line; those inside fenced blocks are text. Not for pages made as a whole.
//
//   const Renewed page = Renew(text, DocumentSources("/the/source/tree"));
#ifndef TOOLS_REPORT_DOCUMENTS_H_
#define TOOLS_REPORT_DOCUMENTS_H_

#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "tools/measure/run_data.h"

namespace playbook {

// Where regions come from: the root of a source tree. Keeps the runs that it has read.
class DocumentSources {
 public:
  // Writes what a file holds as a page has it.
  using FilePage = std::function<std::string(const std::filesystem::path&)>;
  // By the kind of region: "ladder", "certificate". Their libraries know of this one, not the other way round, so
  // whoever has pages with such regions brings them.
  using FilePages = std::map<std::string, FilePage, std::less<>>;

  explicit DocumentSources(std::filesystem::path root, FilePages file_pages = {})
      : root_(std::move(root)), file_pages_(std::move(file_pages)) {}

  // The text of a region, with its line ends. Throws InputError where the source is not there or the argument is wrong.
  std::string Make(std::string_view kind, const std::string& argument);

 private:
  std::string Snippet(const std::string& file, const std::string& name) const;
  std::string Disassembly(const std::string& file) const;
  std::string Contents(const std::string& folder) const;
  const RunData& Run(const std::string& folder);

  std::filesystem::path root_;
  FilePages file_pages_;
  std::map<std::string, RunData> runs_;
};

struct Renewed {
  std::string text = {};  // the whole document, with its regions made anew where they could be
  int regions = 0;
  std::vector<std::string> faults = {};  // "line 12: ..."; a region at fault is left as it was
};

Renewed Renew(const std::string& text, DocumentSources& sources);

// README.md and all .md files below docs/ but those below docs/results/, sorted; paths from the root on.
std::vector<std::filesystem::path> DocumentPaths(const std::filesystem::path& root);

// The first line in which two texts differ, from 1, for a message.
int FirstDifference(const std::string& one, const std::string& other);

}  // namespace playbook

#endif  // TOOLS_REPORT_DOCUMENTS_H_
