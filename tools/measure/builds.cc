#include "tools/measure/builds.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <system_error>

#include "tools/measure/nearest.h"

namespace playbook {
namespace {

namespace fs = std::filesystem;

bool IsProgram(const fs::path& path) {
  std::error_code error;
  return fs::is_regular_file(path, error) && access(path.c_str(), X_OK) == 0;
}

std::string Environment(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

// The folder level that the presets put between the root and a build: empty where no compiler was chosen.
std::string ChosenCompiler(const std::string& preset) {
  if (preset.find('/') != std::string::npos) {
    return "";
  }
  const std::string family = preset.substr(0, preset.find('-'));
  if (family == "gcc") {
    return Environment("PLAYBOOK_GCC");
  }
  return family == "clang" ? Environment("PLAYBOOK_CLANG") : "";
}

// A line to add to a message; empty for a name that cannot be a preset's.
std::string HowToBuild(const Root& root, const std::string& name, Wanted wanted) {
  const std::size_t slash = name.rfind('/');
  const std::string preset = slash == std::string::npos ? name : name.substr(slash + 1);
  if (const std::string family = preset.substr(0, preset.find('-')); family != "gcc" && family != "clang") {
    return "";
  }
  // The ladder is built when it is asked for, and not with everything that pairs need.
  const std::string target = wanted == Wanted::kTheLadder ? fmt::format(" --target benchmark_{}", kLadderBinary) : "";
  if (root.installed) {
    const std::string build = target.empty() ? "" : fmt::format("cmake --build build/{}{} && ", name, target);
    return fmt::format("\ninstall it from the source tree with: {}cmake --install build/{}", build, name);
  }
  std::string variable;
  if (slash != std::string::npos) {
    variable = fmt::format("PLAYBOOK_{}={} ", preset.rfind("gcc", 0) == 0 ? "GCC" : "CLANG", name.substr(0, slash));
  }
  return fmt::format("\nbuild it with: {0}cmake --preset {1} && {0}cmake --build --preset {1}{2}", variable, preset,
                     target);
}

void AppendNames(const fs::path& root, const fs::path& below, int depth, std::vector<std::string>& names) {
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(root / below, error)) {
    if (!entry.is_directory(error)) {
      continue;
    }
    const fs::path name = below / entry.path().filename();
    if (fs::is_directory(entry.path() / "benchmarks", error)) {
      names.push_back(name.string());
    } else if (depth > 1) {
      AppendNames(root, name, depth - 1, names);
    }
  }
}

}  // namespace

fs::path ThisExecutable() {
  return fs::read_symlink("/proc/self/exe");
}

Root FindRoot(const fs::path& executable) {
  if (const std::string chosen = Environment("PLAYBOOK_BUILD_ROOT"); !chosen.empty()) {
    return {fs::absolute(chosen).lexically_normal(), false};
  }
  const fs::path folder = executable.parent_path();
  std::error_code error;
  const fs::path installed = folder.parent_path() / "libexec" / "playbook";
  if (!fs::is_directory(folder / "benchmarks", error) && fs::is_directory(installed, error)) {
    return {installed, true};
  }
  fs::path above = folder.parent_path();
  for (int level = 0; level < 2; ++level, above = above.parent_path()) {
    if (above.filename() == "build") {
      return {above, false};
    }
  }
  return {folder.parent_path(), false};
}

std::optional<Build> FindBuildByName(const Root& root, const std::string& name, std::string& fault, Wanted wanted) {
  const Build build = {.name = name, .label = Label(name), .folder = root.folder / name};
  std::error_code error;
  if (name.empty() || !fs::is_directory(build.folder, error)) {
    const std::vector<std::string> names = BuildNames(root);
    fault = fmt::format("there is no build \"{}\" in {}{}\nbuilds there: {}{}", name, root.folder.string(),
                        DidYouMean(name, names), names.empty() ? "none" : fmt::format("{}", fmt::join(names, ", ")),
                        HowToBuild(root, name, wanted));
    return std::nullopt;
  }
  const bool pairs = wanted == Wanted::kPairs;
  if (pairs ? PairIds(build).empty() : !IsProgram(build.Benchmark(kLadderBinary))) {
    fault = fmt::format("the build \"{}\" in {} holds no {}{}", name, root.folder.string(),
                        pairs ? "benchmark: it is configured but not built" : "ladder", HowToBuild(root, name, wanted));
    return std::nullopt;
  }
  return build;
}

std::optional<Build> FindBuild(const Root& root, const std::string& typed, std::string& fault, Wanted wanted) {
  const std::string compiler = root.installed ? "" : ChosenCompiler(typed);
  return FindBuildByName(root, compiler.empty() ? typed : compiler + "/" + typed, fault, wanted);
}

std::vector<std::string> BuildNames(const Root& root) {
  std::vector<std::string> names;
  AppendNames(root.folder, "", 2, names);
  std::sort(names.begin(), names.end());
  return names;
}

std::vector<std::string> PairIds(const Build& build) {
  std::vector<std::string> ids;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(build.folder / "benchmarks", error)) {
    const std::string name = entry.path().filename().string();
    // A dot marks what is not a pair of its own: a variant, or a file that a linker is writing.
    if (name.find('.') == std::string::npos && name != kLadderBinary && IsProgram(entry.path())) {
      ids.push_back(name);
    }
  }
  std::sort(ids.begin(), ids.end());
  return ids;
}

std::string Label(std::string_view name) {
  std::string label(name);
  for (char& one : label) {
    const bool plain = (one >= 'A' && one <= 'Z') || (one >= 'a' && one <= 'z') || (one >= '0' && one <= '9') ||
                       one == '+' || one == '_' || one == '-';
    if (!plain) {
      one = '_';
    }
  }
  return label;
}

}  // namespace playbook
