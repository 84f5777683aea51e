// Which version of Google Benchmark wrote a result, and did two versions mean the same by their numbers?
//
// Two changes made numbers of rows with several threads incomparable by a factor of the thread count: real times became
// wall time in 1.9.0 (they had been divided by the number of threads), and rates were per thread from 1.9.0 to 1.9.4
// (google/benchmark, release notes of v1.9.0 and v1.9.5). Rows of one thread mean the same in all versions. Not for
// what a version can do: only for what it writes.
//
//   const LibraryVersion version = ReadLibraryVersion(context);
//   SameTimes(version, other);  // whether real times of rows with several threads may be compared
#ifndef TOOLS_COMPARE_LIBRARY_VERSION_H_
#define TOOLS_COMPARE_LIBRARY_VERSION_H_

#include <map>
#include <string>

namespace playbook {

struct LibraryVersion {
  // kRecorded: the numbers below. kBefore184: the file does not say, as none did up to 1.8.3. kUnknown: there is no
  // context, or what stands there is no version.
  enum class Kind { kRecorded, kBefore184, kUnknown };

  Kind kind = Kind::kUnknown;
  int major = 0;
  int minor = 0;
  int patch = 0;
  bool between = false;   // built from commits after that release: "v1.9.4-93-g27fc2bf4"
  std::string text = {};  // "v1.9.4", "before 1.8.4", "unknown"
};

// Of "library_version": "v1.9.4", "1.9.0", "v1.9.4-93-g27fc2bf4".
LibraryVersion ReadLibraryVersion(const std::map<std::string, std::string>& context);

// A version that is unknown, or that lies between the last release before a change and the next, means the same as
// another only if their texts are the same.
bool SameTimes(const LibraryVersion& one, const LibraryVersion& other);
bool SameRates(const LibraryVersion& one, const LibraryVersion& other);

}  // namespace playbook

#endif  // TOOLS_COMPARE_LIBRARY_VERSION_H_
