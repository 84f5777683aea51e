// Is this still the program that was measured?
//
// XXH3, 64 bits, over all bytes of a file or text: against accidents, not against an adversary.
//
//   plan.binaries["gcc/dead_code"] = HashOfFile(build.Benchmark("dead_code"));
#ifndef TOOLS_MEASURE_FILE_HASH_H_
#define TOOLS_MEASURE_FILE_HASH_H_

#include <filesystem>
#include <string>
#include <string_view>

namespace playbook {

// 16 hexadecimal digits.
std::string HashOf(std::string_view bytes);

// "absent" if the file cannot be read: a program that is gone is another one.
std::string HashOfFile(const std::filesystem::path& path);

}  // namespace playbook

#endif  // TOOLS_MEASURE_FILE_HASH_H_
