#include "tools/compare/library_version.h"

#include <array>
#include <charconv>
#include <optional>
#include <string_view>
#include <system_error>
#include <tuple>

#include "tools/compare/context_facts.h"

namespace playbook {
namespace {

bool ReadNumbers(std::string_view text, LibraryVersion& version) {
  if (text.starts_with('v')) {
    text.remove_prefix(1);
  }
  const std::array<int*, 3> parts = {&version.major, &version.minor, &version.patch};
  for (std::size_t part = 0; part < parts.size(); ++part) {
    const auto [stopped, error] = std::from_chars(text.data(), text.data() + text.size(), *parts[part]);
    if (error != std::errc()) {
      return false;
    }
    text.remove_prefix(static_cast<std::size_t>(stopped - text.data()));
    if (part + 1 < parts.size()) {
      if (!text.starts_with('.')) {
        return false;
      }
      text.remove_prefix(1);
    }
  }
  version.between = text.starts_with('-');
  // "v0.0.0" is what builds without git call themselves.
  return version.major > 0 && (text.empty() || version.between);
}

using Release = std::tuple<int, int, int>;

Release ReleaseOf(const LibraryVersion& version) {
  return {version.major, version.minor, version.patch};
}

// Whether the version has what the release `first` changed. `last` is the release before that one: what was built after
// it may have the change or not.
std::optional<bool> Has(const LibraryVersion& version, const Release& last, const Release& first) {
  if (version.kind == LibraryVersion::Kind::kUnknown || (version.between && ReleaseOf(version) == last)) {
    return std::nullopt;
  }
  return version.kind == LibraryVersion::Kind::kRecorded && ReleaseOf(version) >= first;
}

std::optional<bool> WallTime(const LibraryVersion& version) {
  return Has(version, {1, 8, 5}, {1, 9, 0});
}

std::optional<bool> PerThread(const LibraryVersion& version) {
  const std::optional<bool> ended = Has(version, {1, 9, 4}, {1, 9, 5});
  const std::optional<bool> began = WallTime(version);
  return ended && began ? std::optional(*began && !*ended) : std::nullopt;
}

bool Same(const LibraryVersion& one, const LibraryVersion& other,
          std::optional<bool> (*has)(const LibraryVersion& version)) {
  const std::optional<bool> left = has(one);
  const std::optional<bool> right = has(other);
  return left && right ? *left == *right : one.text == other.text;
}

}  // namespace

LibraryVersion ReadLibraryVersion(const std::map<std::string, std::string>& context) {
  LibraryVersion version;
  version.text = ContextValue(context, "library_version");
  if (!version.text.empty()) {
    if (ReadNumbers(version.text, version)) {
      version.kind = LibraryVersion::Kind::kRecorded;
    }
  } else if (context.empty()) {
    version.text = "unknown";
  } else {
    version.kind = LibraryVersion::Kind::kBefore184;
    version.text = "before 1.8.4";
  }
  return version;
}

bool SameTimes(const LibraryVersion& one, const LibraryVersion& other) {
  return Same(one, other, WallTime);
}

bool SameRates(const LibraryVersion& one, const LibraryVersion& other) {
  return Same(one, other, PerThread);
}

}  // namespace playbook
