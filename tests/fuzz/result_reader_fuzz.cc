// Does any input make the reader crash, hang, or break its word?
//
// Both ways of reading are tried on each input. libFuzzer calls the function with what it makes up
// (docs/decisions/result-reader.md says how to run it); the ordinary test beside it calls it with the inputs kept in
// tests/data/fuzz, under every compiler.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "tests/fuzz/result_reader_check.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string broken = playbook::BrokenPromise(std::string(reinterpret_cast<const char*>(data), size));
  if (!broken.empty()) {
    std::fprintf(stderr, "%s\n", broken.c_str());
    std::abort();
  }
  return 0;
}
