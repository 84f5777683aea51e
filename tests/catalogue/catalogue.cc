#include "tests/catalogue/catalogue.h"

#include <fmt/format.h>
#include <stdlib.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <fstream>
#include <iterator>
#include <sstream>
#include <system_error>

#include "tools/measure/interrupts.h"
#include "tools/measure/process.h"

namespace playbook {
namespace {

namespace fs = std::filesystem;

// The slowest single program, one iteration of every row under a sanitizer, takes a minute or two on a busy machine.
constexpr std::chrono::minutes kTimeout{10};

std::set<std::string> Names(const fs::path& folder, const std::string& extension) {
  std::set<std::string> names;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
    const fs::path name = entry.path().filename();
    // Second files of a pair (id.unit.cc, id.helper.cc, id.variant-x.cc) have a dot in their stem.
    if (entry.is_regular_file() && name.extension() == extension &&
        name.stem().string().find('.') == std::string::npos) {
      names.insert(name.stem());
    }
  }
  return names;
}

std::string Contents(const fs::path& path) {
  const std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

void Compare(const std::set<std::string>& sources, const std::set<std::string>& others, const std::string& missing,
             const std::string& stray, std::vector<std::string>& faults) {
  std::vector<std::string> only;
  std::set_difference(sources.begin(), sources.end(), others.begin(), others.end(), std::back_inserter(only));
  for (const std::string& id : only) {
    faults.push_back(fmt::format(fmt::runtime(missing), id));
  }
  only.clear();
  std::set_difference(others.begin(), others.end(), sources.begin(), sources.end(), std::back_inserter(only));
  for (const std::string& id : only) {
    faults.push_back(fmt::format(fmt::runtime(stray), id));
  }
}

}  // namespace

Catalogue ReadCatalogue(const fs::path& source_folder, const fs::path& build_folder) {
  Catalogue catalogue = {.sources = Names(source_folder / "benchmarks" / "pitfalls", ".cc"),
                         .chapters = Names(source_folder / "docs" / "pitfalls", ".md"),
                         .benchmarks = Names(build_folder / "benchmarks", ""),
                         .evidence = Names(build_folder / "evidence", "")};
  catalogue.benchmarks.erase("ladder");
  return catalogue;
}

std::vector<std::string> Faults(const Catalogue& catalogue) {
  std::vector<std::string> faults;
  if (catalogue.sources.empty()) {
    faults.emplace_back("benchmarks/pitfalls holds no pair");
  }
  Compare(catalogue.sources, catalogue.chapters, "the pair {0} has no chapter docs/pitfalls/{0}.md",
          "the chapter docs/pitfalls/{0}.md has no pair benchmarks/pitfalls/{0}.cc", faults);
  Compare(catalogue.sources, catalogue.benchmarks,
          "the pair {0} has no binary benchmarks/{0}; build the target run_set",
          "the binary benchmarks/{0} has no source; remove it if its pair is gone", faults);
  Compare(catalogue.sources, catalogue.evidence, "the pair {0} has no binary evidence/{0}; build the target run_set",
          "the binary evidence/{0} has no source; remove it if its pair is gone", faults);
  return faults;
}

OwnFolder::OwnFolder() {
  std::string made = (fs::temp_directory_path() / "playbook_test.XXXXXX").string();
  if (mkdtemp(made.data()) == nullptr) {
    throw std::system_error(errno, std::generic_category(), made);
  }
  path_ = made;
}

OwnFolder::~OwnFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

Outcome RunProgram(const fs::path& program, const std::vector<std::string>& arguments) {
  const OwnFolder folder;
  Interrupts interrupts;
  const Finished finished = RunProcess({.program = program,
                                        .arguments = arguments,
                                        .output = folder.path() / "out",
                                        .errors = folder.path() / "err",
                                        .timeout = kTimeout},
                                       interrupts);
  return {.exited = finished.how == Finished::How::kExited,
          .code = finished.code,
          .words = finished.Words(),
          .out = Contents(folder.path() / "out"),
          .err = Contents(folder.path() / "err")};
}

nlohmann::json DescriptionOf(const std::string& id) {
  const Outcome outcome = RunProgram(fs::path(PLAYBOOK_BINARY_DIR) / "benchmarks" / id, {"--describe"});
  return nlohmann::json::parse(outcome.out, nullptr, false);
}

}  // namespace playbook
