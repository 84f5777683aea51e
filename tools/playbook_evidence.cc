// What do the evidence binaries of this build say?
//
//   playbook_evidence [ID...] [--text] [--playbook_scratch=DIR]
//
// Runs each binary of the folder evidence/ beside this program, one after the other, and prints one JSON array of what
// they print; with --text a line for each claim. Exit code 0, 1 if an evidence fails or a binary does not end as it
// should, 2 for usage, 3 where there is nothing to run or no folder to work in.
#include <fmt/format.h>
#include <stdlib.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <system_error>
#include <vector>

#include "tools/measure/builds.h"
#include "tools/measure/interrupts.h"
#include "tools/measure/nearest.h"
#include "tools/measure/process.h"
#include "tools/results/clean_text.h"

namespace playbook {
namespace {

using nlohmann::ordered_json;
namespace fs = std::filesystem;

// A binary under a sanitizer on a busy machine takes a minute or two; one that takes more hangs.
constexpr std::chrono::minutes kTimeout{15};

std::vector<std::string> IdsIn(const fs::path& folder) {
  std::vector<std::string> ids;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
    if (entry.is_regular_file() && access(entry.path().c_str(), X_OK) == 0) {
      ids.push_back(entry.path().filename());
    }
  }
  std::sort(ids.begin(), ids.end());
  return ids;
}

std::string Contents(const fs::path& path) {
  const std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

// A folder for what the binaries print; gone with this object.
class Workplace {
 public:
  Workplace() {
    std::string made = (fs::temp_directory_path() / "playbook_evidence.XXXXXX").string();
    if (mkdtemp(made.data()) == nullptr) {
      throw std::system_error(errno, std::generic_category(), fmt::format("no folder can be made as {}", made));
    }
    path_ = made;
  }
  ~Workplace() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  Workplace(const Workplace&) = delete;
  Workplace& operator=(const Workplace&) = delete;

  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

struct Evidence {
  ordered_json said = {};
  bool passes = false;
};

Evidence Take(const fs::path& binary, const std::vector<std::string>& arguments, const fs::path& workplace,
              Interrupts& interrupts) {
  const fs::path output = workplace / "out";
  const fs::path errors = workplace / "err";
  const Finished finished = RunProcess(
      {.program = binary, .arguments = arguments, .output = output, .errors = errors, .timeout = kTimeout}, interrupts);
  Evidence evidence = {.said = ordered_json::parse(Contents(output), nullptr, false), .passes = finished.Succeeded()};
  if (evidence.said.is_discarded()) {
    evidence.said = {{"schema_version", 1},
                     {"id", binary.filename()},
                     {"error", fmt::format("{}: {}", finished.Words(), LastLines(Contents(errors), 5))}};
    evidence.passes = false;
  }
  return evidence;
}

std::string Line(const std::string& status, const std::string& words, const std::string& reason) {
  return fmt::format("  {:<9} {}{}{}\n", status, words, words.empty() || reason.empty() ? "" : ": ", reason);
}

void PrintText(const ordered_json& said) {
  std::string text = fmt::format("{} ({})\n", said.at("id").get<std::string>(), said.value("compiler", "no evidence"));
  if (said.contains("error")) {
    text += Line("broken", "", said.at("error"));
  }
  if (said.contains("verify")) {
    text += Line(said.at("verify").at("passed") ? "verified" : "differs", "", said.at("verify").at("detail"));
  }
  for (const ordered_json& claim : said.value("claims", ordered_json::array())) {
    const std::string words = claim.at("words");
    text += Line(claim.at("status"), words.empty() ? claim.at("name").get<std::string>() : words, claim.at("reason"));
  }
  fmt::print("{}", CleanText(text));
}

int Usage(const std::string& fault) {
  fmt::print(stderr, "error: {}\nusage: playbook_evidence [ID...] [--text] [--playbook_scratch=DIR]\n", fault);
  return 2;
}

int Run(const std::vector<std::string>& arguments) {
  const fs::path folder = ThisExecutable().parent_path() / "evidence";
  const std::vector<std::string> ids = IdsIn(folder);
  if (ids.empty()) {
    fmt::print(stderr, "error: {} holds no evidence binary; build the target run_set\n", folder.string());
    return 3;
  }
  std::vector<std::string> wanted;
  std::vector<std::string> handed_on;
  bool as_text = false;
  for (const std::string& argument : arguments) {
    if (argument == "--text") {
      as_text = true;
    } else if (argument.rfind("--playbook_scratch=", 0) == 0) {
      handed_on.push_back(argument);
    } else if (argument.rfind('-', 0) == 0) {
      return Usage(fmt::format("there is no option \"{}\"", argument));
    } else if (std::find(ids.begin(), ids.end(), argument) == ids.end()) {
      return Usage(fmt::format("there is no pair \"{}\"{}\nthe pairs are: {}", argument, DidYouMean(argument, ids),
                               fmt::join(ids, ", ")));
    } else {
      wanted.push_back(argument);
    }
  }
  const Workplace workplace;
  Interrupts interrupts;
  ordered_json all = ordered_json::array();
  bool passes = true;
  for (const std::string& id : wanted.empty() ? ids : wanted) {
    Evidence evidence = Take(folder / id, handed_on, workplace.path(), interrupts);
    if (interrupts.Requested()) {
      return 130;  // 128 + SIGINT, as shells report it
    }
    passes = passes && evidence.passes;
    if (as_text) {
      PrintText(evidence.said);
    }
    all.push_back(std::move(evidence.said));
  }
  if (!as_text) {
    fmt::print("{}\n", all.dump(2));
  }
  return passes ? 0 : 1;
}

}  // namespace
}  // namespace playbook

int main(int argc, char** argv) {
  try {
    return playbook::Run(std::vector<std::string>(argv + 1, argv + argc));
  } catch (const std::exception& error) {
    fmt::print(stderr, "error: {}\n", error.what());
    return 3;
  }
}
