#include "tools/results/file_kind.h"

#include <fmt/format.h>

#include <array>

namespace playbook {
namespace {

constexpr std::string_view kWriteJson = "write it with --benchmark_out=FILE --benchmark_out_format=json";

struct Signature {
  std::string_view bytes;
  std::string_view words;
};

using namespace std::string_view_literals;

// The first bytes of each: RFC 1952, RFC 8878, and the specifications of xz, bzip2, zip, ELF and Unicode's UTF-16.
constexpr std::array<Signature, 8> kSignatures = {{
    {"\x1f\x8b"sv, "is compressed (gzip); unpack it first"},
    {"\x28\xb5\x2f\xfd"sv, "is compressed (zstd); unpack it first"},
    {"\xfd\x37zXZ\0"sv, "is compressed (xz); unpack it first"},
    {"BZh"sv, "is compressed (bzip2); unpack it first"},
    {"PK\x03\x04"sv, "is compressed (zip); unpack it first"},
    {"\x7f\x45LF"sv,
     "is an executable, must be a result of it; run it with --benchmark_out=FILE "
     "--benchmark_out_format=json"},
    {"\xff\xfe"sv,
     "is UTF-16, must be UTF-8: some shells write that with >; write it with --benchmark_out=FILE "
     "--benchmark_out_format=json"},
    {"\xfe\xff"sv,
     "is UTF-16, must be UTF-8: some shells write that with >; write it with --benchmark_out=FILE "
     "--benchmark_out_format=json"},
}};

}  // namespace

std::string NoText(std::string_view head) {
  for (const Signature& signature : kSignatures) {
    if (head.substr(0, signature.bytes.size()) == signature.bytes) {
      return std::string(signature.words);
    }
  }
  return "";
}

std::string MistakenFor(std::string_view head) {
  if (head.substr(0, 3) == "\xEF\xBB\xBF") {
    head.remove_prefix(3);
  }
  const std::size_t first = head.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) {
    return "is empty; the filter matched no benchmark, or the process died before its first row";
  }
  if (head.find("name,iterations,real_time") != std::string_view::npos) {
    return fmt::format("is CSV, must be JSON; {}", kWriteJson);
  }
  if (head.find("Benchmark ") != std::string_view::npos || head.find("\n-----") != std::string_view::npos) {
    return fmt::format("is what the benchmark printed on the terminal, must be JSON; {}", kWriteJson);
  }
  const bool printable = head[first] >= ' ' && head[first] <= '~';
  return fmt::format("is not JSON, it begins with \"{}\" instead of \"{{\"; {}", printable ? head[first] : '?',
                     kWriteJson);
}

}  // namespace playbook
