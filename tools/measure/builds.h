// Which builds are there to be measured, and which pairs does a build hold?
//
// Builds lie under one root: build/ of the source tree, or libexec/playbook/ of an installed one. `playbook` finds the
// root from its own place, so it can be called from anywhere. Not for building anything: what is missing is named with
// the command that builds it.
//
//   const Root root = FindRoot(ThisExecutable());
//   std::string fault;
//   const std::optional<Build> gcc = FindBuild(root, "gcc", fault);
#ifndef TOOLS_MEASURE_BUILDS_H_
#define TOOLS_MEASURE_BUILDS_H_

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace playbook {

// The one program in benchmarks/ that is no pair: all rungs of the ladder.
inline constexpr const char* kLadderBinary = "ladder";

struct Root {
  std::filesystem::path folder = {};
  bool installed = false;
};

struct Build {
  std::string name = {};              // its folder below the root: "gcc", "clang++-19/clang"
  std::string label = {};             // the name as part of a file name
  std::filesystem::path folder = {};  // holds benchmarks/, evidence/ and helpers/

  std::filesystem::path Benchmark(const std::string& id) const { return folder / "benchmarks" / id; }
  std::filesystem::path Evidence(const std::string& id) const { return folder / "evidence" / id; }
};

// The file of the running program, links resolved. Throws std::system_error without /proc.
std::filesystem::path ThisExecutable();

// The root that belongs to a playbook: PLAYBOOK_BUILD_ROOT where the environment sets it; else libexec/playbook/ beside
// the bin/ it lies in; else the nearest folder called "build" up to two above it (a compiler chosen by PLAYBOOK_GCC or
// PLAYBOOK_CLANG has a folder level of its own); else the folder above it.
Root FindRoot(const std::filesystem::path& executable);

// The build a user means by a preset's name. PLAYBOOK_GCC and PLAYBOOK_CLANG choose the folder as they do in the
// presets: with PLAYBOOK_CLANG=clang++-19, "clang-o3" is the build clang++-19/clang-o3. Empty, with the reason and what
// to do about it in `fault`, if it is not there or holds no pair, or not the ladder.
enum class Wanted { kPairs, kTheLadder };
std::optional<Build> FindBuild(const Root& root, const std::string& typed, std::string& fault,
                               Wanted wanted = Wanted::kPairs);

// The same for a name as a run folder keeps it, which no environment variable changes.
std::optional<Build> FindBuildByName(const Root& root, const std::string& name, std::string& fault,
                                     Wanted wanted = Wanted::kPairs);

// Names of the builds below the root that hold pairs, sorted.
std::vector<std::string> BuildNames(const Root& root);

// Ids of a build's pairs, sorted: the programs in benchmarks/ but for the ladder.
std::vector<std::string> PairIds(const Build& build);

// The name with every character outside [A-Za-z0-9+_-] replaced by '_'.
std::string Label(std::string_view name);

}  // namespace playbook

#endif  // TOOLS_MEASURE_BUILDS_H_
