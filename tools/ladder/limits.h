// Where is this machine's ladder kept, and how is it read back?
//
// One JSON file, schema in docs/decisions/limits-file.md. It names no host, user or folder, so it can be sent to
// somebody. What is read may have been made by anybody: it is checked, and its text is cleaned.
//
//   WriteWhole(DefaultLimits(), ToJson(ladder));
//   const Ladder ladder = ReadLadder(DefaultLimits());
#ifndef TOOLS_LADDER_LIMITS_H_
#define TOOLS_LADDER_LIMITS_H_

#include <filesystem>
#include <string>

#include "fixtures/host/machine.h"
#include "tools/ladder/ladder.h"

namespace playbook {

std::string ToJson(const Ladder& ladder);

// Throws InputError, naming the file, if it cannot be read or is no limits file.
Ladder ReadLadder(const std::filesystem::path& path);
// The same of text that is called `name` in messages.
Ladder ParseLadder(const std::string& text, const std::string& name);

// "intel-xeon-2-cpus-1f3a5c7e": what tells this machine from another whose home folder may be the same one. The digits
// are a hash of /etc/machine-id below root, which must not be given away itself (machine-id(5)).
std::string MachineKey(const Machine& machine, const std::string& root = "");

// $XDG_DATA_HOME/playbook/limits/<key>.json; ~/.local/share where that variable is not set to an absolute path, as the
// XDG Base Directory Specification has it. Throws InputError where neither it nor HOME is set.
std::filesystem::path DefaultLimits(const std::string& machine_key);

}  // namespace playbook

#endif  // TOOLS_LADDER_LIMITS_H_
