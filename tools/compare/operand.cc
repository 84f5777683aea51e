#include "tools/compare/operand.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <string_view>
#include <system_error>

#include "tools/measure/nearest.h"
#include "tools/report/escape.h"
#include "tools/results/clean_text.h"
#include "tools/results/input_error.h"

namespace playbook {
namespace {

namespace fs = std::filesystem;

bool IsFolder(const fs::path& path) {
  std::error_code error;
  return fs::is_directory(path, error);
}

bool Exists(const fs::path& path) {
  std::error_code error;
  return fs::exists(path, error);
}

bool IsProgram(const fs::path& path) {
  if (access(path.c_str(), X_OK) != 0) {
    return false;
  }
  std::ifstream file(path, std::ios::binary);
  std::array<char, 4> head = {};
  file.read(head.data(), head.size());
  const std::string_view begin(head.data(), static_cast<std::size_t>(file.gcount()));
  return begin ==
             "\x7f"
             "ELF" ||
         begin.starts_with("#!");
}

}  // namespace

Operand ReadOperand(const std::string& given, const std::vector<std::string>& builds) {
  Operand operand;
  operand.given = OneLine(CleanText(given));
  operand.path = given;
  if (IsFolder(operand.path)) {
    operand.kind = Operand::Kind::kRunFolder;
    return operand;
  }
  if (Exists(operand.path)) {
    operand.kind = IsProgram(operand.path) ? Operand::Kind::kProgram : Operand::Kind::kResultFile;
    return operand;
  }
  // A folder's name may hold a colon, a build's does not.
  if (const std::size_t colon = given.rfind(':'); colon != std::string::npos && IsFolder(given.substr(0, colon))) {
    operand.kind = Operand::Kind::kRunFolder;
    operand.path = given.substr(0, colon);
    operand.build = operand.given.substr(operand.given.rfind(':') + 1);
    return operand;
  }
  if (std::find(builds.begin(), builds.end(), given) != builds.end()) {
    operand.kind = Operand::Kind::kBuild;
    operand.path.clear();
    operand.build = given;
    return operand;
  }
  throw InputError(fmt::format("there is no file, folder or build \"{}\"{}", operand.given, DidYouMean(given, builds)));
}

const char* Word(Operand::Kind kind) {
  switch (kind) {
    case Operand::Kind::kResultFile:
      return "a result file";
    case Operand::Kind::kRunFolder:
      return "a run folder";
    case Operand::Kind::kProgram:
      return "a program";
    case Operand::Kind::kBuild:
      break;
  }
  return "a build";
}

}  // namespace playbook
