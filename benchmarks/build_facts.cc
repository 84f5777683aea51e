#include "benchmarks/build_facts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <utility>

namespace playbook {
namespace {

#ifdef __has_feature
#define PLAYBOOK_HAS_FEATURE(name) __has_feature(name)
#else
#define PLAYBOOK_HAS_FEATURE(name) 0
#endif

const char* YesNo(bool yes) {
  return yes ? "yes" : "no";
}

// A build without a preset, or of no type, says so.
std::string OrNone(std::string text) {
  return text.empty() ? "none" : std::move(text);
}

std::string Compiler() {
#if defined(__clang__)
  return fmt::format("clang {}.{}.{}", __clang_major__, __clang_minor__, __clang_patchlevel__);
#elif defined(__GNUC__)
  return fmt::format("gcc {}.{}.{}", __GNUC__, __GNUC_MINOR__, __GNUC_PATCHLEVEL__);
#else
  return "unknown";
#endif
}

std::string Target() {
#if defined(__x86_64__)
  return "x86-64";
#elif defined(__aarch64__)
  return "aarch64";
#else
  return "unknown";
#endif
}

// What the compiler may use without asking the processor at run time.
std::string VectorInstructions() {
  std::vector<std::string> found;
#ifdef __SSE2__
  found.emplace_back("sse2");
#endif
#ifdef __SSE4_2__
  found.emplace_back("sse4.2");
#endif
#ifdef __AVX__
  found.emplace_back("avx");
#endif
#ifdef __AVX2__
  found.emplace_back("avx2");
#endif
#ifdef __FMA__
  found.emplace_back("fma");
#endif
#ifdef __AVX512F__
  found.emplace_back("avx512f");
#endif
#ifdef __ARM_NEON
  found.emplace_back("neon");
#endif
#ifdef __ARM_FEATURE_SVE
  found.emplace_back("sve");
#endif
  return found.empty() ? "none" : fmt::format("{}", fmt::join(found, " "));
}

std::string Sanitizers() {
  std::vector<std::string> found;
#if defined(__SANITIZE_ADDRESS__) || PLAYBOOK_HAS_FEATURE(address_sanitizer)
  found.emplace_back("address");
#endif
#if defined(__SANITIZE_THREAD__) || PLAYBOOK_HAS_FEATURE(thread_sanitizer)
  found.emplace_back("thread");
#endif
#if PLAYBOOK_HAS_FEATURE(memory_sanitizer)
  found.emplace_back("memory");
#endif
#if defined(__clang__)
#if PLAYBOOK_HAS_FEATURE(undefined_behavior_sanitizer)
  found.emplace_back("undefined");
#endif
#else
  // gcc has no macro for this one; its flag is all there is.
  const std::string flags = PLAYBOOK_FLAGS;
  const std::size_t sanitize = flags.find("-fsanitize=");
  if (sanitize != std::string::npos && flags.find("undefined", sanitize) < flags.find(' ', sanitize)) {
    found.emplace_back("undefined");
  }
#endif
  return found.empty() ? "none" : fmt::format("{}", fmt::join(found, " "));
}

}  // namespace

Facts BuildFacts() {
#ifdef NDEBUG
  constexpr bool kNdebug = true;
#else
  constexpr bool kNdebug = false;
#endif
#ifdef __OPTIMIZE__
  constexpr bool kOptimized = true;
#else
  constexpr bool kOptimized = false;
#endif
#ifdef _GLIBCXX_ASSERTIONS
  constexpr bool kLibraryAssertions = true;
#else
  constexpr bool kLibraryAssertions = false;
#endif
#ifdef _FORTIFY_SOURCE
  constexpr int kFortify = _FORTIFY_SOURCE;
#else
  constexpr int kFortify = 0;
#endif
#ifdef __FAST_MATH__
  constexpr bool kFastMath = true;
#else
  constexpr bool kFastMath = false;
#endif
  return {
      {"compiler", Compiler()},
      {"compiler_version", __VERSION__},
      {"compiler_name", PLAYBOOK_CXX_NAME},
      {"target", Target()},
      {"preset", OrNone(PLAYBOOK_PRESET)},
      {"flags", OrNone(WithoutFolders(PLAYBOOK_FLAGS))},
      {"build_type", OrNone(PLAYBOOK_BUILD_TYPE)},
      {"ndebug", YesNo(kNdebug)},
      {"optimized", YesNo(kOptimized)},
      {"vector_instructions", VectorInstructions()},
      {"sanitizers", Sanitizers()},
      {"library_assertions", YesNo(kLibraryAssertions)},
      {"fortify_source", fmt::format("{}", kFortify)},
      {"fast_math", YesNo(kFastMath)},
  };
}

std::string WithoutFolders(const std::string& flags) {
  std::string result;
  for (std::size_t start = 0; start < flags.size();) {
    const std::size_t end = std::min(flags.find(' ', start), flags.size());
    const std::string word = flags.substr(start, end - start);
    const std::size_t slash = word.find('/');
    result += result.empty() ? "" : " ";
    result += slash == std::string::npos ? word : word.substr(0, slash) + word.substr(word.rfind('/') + 1);
    start = end + 1;
  }
  return result;
}

}  // namespace playbook
