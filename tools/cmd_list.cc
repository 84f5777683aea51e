// `playbook list`: the pairs of a build, as their binaries describe themselves.
#include <fmt/format.h>
#include <fmt/ostream.h>
#include <stdlib.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

#include "tools/commands.h"
#include "tools/measure/builds.h"
#include "tools/measure/interrupts.h"
#include "tools/measure/process.h"
#include "tools/measure/run_folder.h"
#include "tools/measure/run_records.h"
#include "tools/report/escape.h"
#include "tools/report/table.h"
#include "tools/results/input_error.h"

namespace playbook {
namespace {

namespace fs = std::filesystem;

// A description is printed at once; a binary that takes longer hangs.
constexpr std::chrono::seconds kPatience{20};

class OutputFile {
 public:
  OutputFile() : path_((fs::temp_directory_path() / "playbook.list.XXXXXX").string()) {
    const int descriptor = mkstemp(path_.data());
    if (descriptor < 0) {
      throw InputError(fmt::format("cannot make a temporary file like {}", path_));
    }
    close(descriptor);
  }
  ~OutputFile() {
    std::error_code error;
    fs::remove(path_, error);
  }
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

// The default build: gcc where it is there, else the first that is.
std::optional<Build> DefaultBuild(const Root& root, std::string& fault) {
  std::optional<Build> build = FindBuild(root, "gcc", fault);
  for (const std::string& name : BuildNames(root)) {
    if (build) {
      break;
    }
    std::string other;
    build = FindBuildByName(root, name, other);
  }
  return build;
}

std::string RulesText(const std::vector<int>& rules) {
  return fmt::format("{}", fmt::join(rules, " "));
}

}  // namespace

int RunList(const Arguments& arguments, std::ostream& out, std::ostream& err) {
  std::string name;
  bool as_json = false;
  CLI::App app(
      "lists the pairs: kind, the article they come from, the rules of docs/method.md they break, and the claim",
      "list");
  app.add_option("--build", name, "the build to ask (default: gcc, or the first there is)");
  app.add_flag("--json", as_json, "everything that the pairs say of themselves");
  if (int ended = kOk; !Parse(app, arguments, out, err, ended)) {
    return ended;
  }
  std::string fault;
  const Root root = FindRoot(ThisExecutable());
  const std::optional<Build> build = name.empty() ? DefaultBuild(root, fault) : FindBuild(root, name, fault);
  if (!build) {
    fmt::print(err, "error: {}\n", fault);
    return kBadInput;
  }
  int code = kOk;
  Interrupts interrupts;
  Table table({{"pair"}, {"kind"}, {"article"}, {"rules"}, {"what goes wrong"}});
  nlohmann::ordered_json pairs = nlohmann::ordered_json::array();
  for (const std::string& id : PairIds(*build)) {
    const OutputFile output;
    const Finished finished = RunProcess(
        {.program = build->Benchmark(id), .arguments = {"--describe"}, .output = output.path(), .timeout = kPatience},
        interrupts);
    if (interrupts.Requested()) {
      return kInterrupted;
    }
    if (!finished.Succeeded()) {
      fmt::print(err, "error: {} {}\n", build->Benchmark(id).string(), finished.Words());
      code = kFailed;
      continue;
    }
    const std::string text = ReadWhole(output.path());
    const PairDescription pair = ParseDescription(text, build->Benchmark(id).string() + " --describe");
    pairs.push_back(nlohmann::ordered_json::parse(text));
    table.Add(
        {OneLine(pair.id), OneLine(pair.kind), OneLine(pair.article), RulesText(pair.rules), OneLine(pair.summary)});
  }
  if (as_json) {
    const nlohmann::ordered_json list = {{"schema_version", 1}, {"build", build->name}, {"pairs", std::move(pairs)}};
    out << list.dump(2) << "\n";
  } else {
    out << table.Terminal("");
  }
  return code;
}

}  // namespace playbook
