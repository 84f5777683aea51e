#include "tools/measure/file_hash.h"

#include <fmt/format.h>
#include <xxhash.h>

#include "tools/measure/run_folder.h"
#include "tools/results/input_error.h"

namespace playbook {

std::string HashOf(std::string_view bytes) {
  return fmt::format("{:016x}", XXH3_64bits(bytes.data(), bytes.size()));
}

std::string HashOfFile(const std::filesystem::path& path) {
  try {
    return HashOf(ReadWhole(path));
  } catch (const InputError&) {
    return "absent";
  }
}

}  // namespace playbook
