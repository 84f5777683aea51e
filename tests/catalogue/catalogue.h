// What pairs are there, as sources, chapters and binaries, and what do the binaries say of themselves?
//
// Read from disk whenever the tests are listed, so that nobody edits a list when a pair is added. Not for judging
// anything: the tests do that.
//
//   const Catalogue catalogue = ReadCatalogue(PLAYBOOK_SOURCE_DIR, PLAYBOOK_BINARY_DIR);
#ifndef TESTS_CATALOGUE_CATALOGUE_H_
#define TESTS_CATALOGUE_CATALOGUE_H_

#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

namespace playbook {

struct Catalogue {
  std::set<std::string> sources = {};     // stems of benchmarks/pitfalls/<id>.cc
  std::set<std::string> chapters = {};    // stems of docs/pitfalls/<id>.md
  std::set<std::string> benchmarks = {};  // files of <build>/benchmarks; the ladder, which is no pair, left out
  std::set<std::string> evidence = {};    // files of <build>/evidence
};

Catalogue ReadCatalogue(const std::filesystem::path& source_folder, const std::filesystem::path& build_folder);

// What is amiss between the sets, a sentence each; empty when all are the same and not empty.
std::vector<std::string> Faults(const Catalogue& catalogue);

// What a program did.
struct Outcome {
  bool exited = false;  // by itself, in time
  int code = 0;
  std::string words = {};  // "exited with code 3", "was ended by signal 11 ..."
  std::string out = {};
  std::string err = {};
};

// Runs a program in a folder's company: what it writes is kept there while it runs. Each test has a folder of its own.
Outcome RunProgram(const std::filesystem::path& program, const std::vector<std::string>& arguments);

// A folder of this process and object, gone with it.
class OwnFolder {
 public:
  OwnFolder();
  ~OwnFolder();
  OwnFolder(const OwnFolder&) = delete;
  OwnFolder& operator=(const OwnFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

// What benchmarks/<id> --describe says; a discarded value where it says nothing that can be read.
nlohmann::json DescriptionOf(const std::string& id);

}  // namespace playbook

#endif  // TESTS_CATALOGUE_CATALOGUE_H_
