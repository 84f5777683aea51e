// What is it that the user wants compared?
//
// A word of the command line is a result file, a run folder, one build of a run folder, a program, or the name of a
// build. Not for opening it.
//
//   const Operand base = ReadOperand("runs/first:gcc", BuildNames(root));  // kRunFolder, path "runs/first", build
//   "gcc"
#ifndef TOOLS_COMPARE_OPERAND_H_
#define TOOLS_COMPARE_OPERAND_H_

#include <filesystem>
#include <string>
#include <vector>

namespace playbook {

struct Operand {
  enum class Kind { kResultFile, kRunFolder, kProgram, kBuild };

  Kind kind = Kind::kResultFile;
  std::string given = {};           // clean for a terminal
  std::filesystem::path path = {};  // empty for kBuild
  std::string build = {};           // of a kRunFolder, empty where none was named; of a kBuild its name
};

// What lies in the file system goes before a build of that name. A folder is one of a run; a file is a program if it is
// executable and begins as one (ELF, "#!"), else a result. Throws InputError where it is none of these, with the
// nearest name.
Operand ReadOperand(const std::string& given, const std::vector<std::string>& builds);

// For messages: "a result file", "a run folder", "a program", "a build".
const char* Word(Operand::Kind kind);

}  // namespace playbook

#endif  // TOOLS_COMPARE_OPERAND_H_
