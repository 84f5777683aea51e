#include "tools/results/result_file.h"

#include <fmt/format.h>
#include <rapidjson/error/en.h>
#include <rapidjson/reader.h>

#include <array>
#include <fstream>
#include <utility>

#include "tools/results/result_handler.h"

namespace playbook {
namespace {

// Full precision, since the default is off by some units in the last place; iterative, since a hostile file may nest
// deeper than the stack.
constexpr unsigned kFlags =
    rapidjson::kParseNanAndInfFlag | rapidjson::kParseFullPrecisionFlag | rapidjson::kParseIterativeFlag;

constexpr const char* kWriteJson = "write it with --benchmark_out=FILE --benchmark_out_format=json";

bool StartsWith(std::string_view text, std::string_view prefix) {
  return text.substr(0, prefix.size()) == prefix;
}

// RapidJSON's stream concept over any std::istream, seekable or not.
class ByteStream {
 public:
  using Ch = char;

  explicit ByteStream(std::istream& stream) : stream_(stream) { Fill(); }

  // The first bytes, at most one buffer, for telling formats apart before anything is taken.
  std::string_view Head() const { return {buffer_.data(), size_}; }
  bool AtEnd() const { return next_ == size_; }

  Ch Peek() const { return AtEnd() ? '\0' : buffer_[next_]; }
  Ch Take() {
    if (AtEnd()) {
      return '\0';
    }
    const Ch taken = buffer_[next_++];
    if (next_ == size_) {
      before_ += size_;
      Fill();
    }
    return taken;
  }
  std::size_t Tell() const { return before_ + next_; }

  // Demanded by the concept for parsing in place, which is not done here.
  Ch* PutBegin() { return nullptr; }
  void Put(Ch /*unused*/) {}
  void Flush() {}
  std::size_t PutEnd(Ch* /*unused*/) { return 0; }

 private:
  void Fill() {
    stream_.read(buffer_.data(), static_cast<std::streamsize>(buffer_.size()));
    size_ = static_cast<std::size_t>(stream_.gcount());
    next_ = 0;
  }

  std::istream& stream_;
  std::array<char, 64 * 1024> buffer_ = {};  // where larger buffers stop paying for read(2)
  std::size_t size_ = 0;
  std::size_t next_ = 0;
  std::size_t before_ = 0;
};

// Throws where the beginning shows that this is no JSON. Returns the number of bytes to skip.
std::size_t CheckHead(std::string_view head, const std::string& name) {
  const std::size_t mark = StartsWith(head, "\xEF\xBB\xBF") ? 3 : 0;
  const std::size_t first = head.find_first_not_of(" \t\r\n", mark);
  if (first == std::string::npos) {
    throw InputError(
        fmt::format("{}: is empty; the filter matched no benchmark, or the process died before its first row", name));
  }
  if (StartsWith(head, "\x1f\x8b")) {
    throw InputError(fmt::format("{}: is compressed (gzip); unpack it first", name));
  }
  if (head[first] == '{') {
    return mark;
  }
  if (head.find("name,iterations,real_time") != std::string::npos) {
    throw InputError(fmt::format("{}: is CSV, must be JSON; {}", name, kWriteJson));
  }
  if (head.find("Benchmark ") != std::string::npos || head.find("\n-----") != std::string::npos) {
    throw InputError(
        fmt::format("{}: is what the benchmark printed on the terminal, must be JSON; {}", name, kWriteJson));
  }
  const bool printable = head[first] >= ' ' && head[first] <= '~';
  throw InputError(fmt::format("{}: is not JSON, it begins with \"{}\" instead of \"{{\"; {}", name,
                               printable ? head[first] : '?', kWriteJson));
}

std::string Fault(const rapidjson::ParseResult& result, const ResultHandler& handler, const std::string& name,
                  bool at_end) {
  if (result.Code() == rapidjson::kParseErrorTermination) {
    return fmt::format("{}: {}", name, handler.fault());
  }
  if (result.Code() == rapidjson::kParseErrorDocumentRootNotSingular) {
    return fmt::format(
        "{}: something follows the result at byte {}; several results in one file cannot be read, "
        "keep one file a process",
        name, result.Offset());
  }
  if (at_end) {
    return fmt::format(
        "{}: ends at byte {}, {}: the process that wrote it was killed or the disk was full; run it again", name,
        result.Offset(), handler.Position());
  }
  return fmt::format("{}: is broken JSON at byte {}, {}: {}", name, result.Offset(), handler.Position(),
                     rapidjson::GetParseError_En(result.Code()));
}

class FileSink : public ResultSink {
 public:
  void OnContext(const std::string& key, const std::string& value) override { file.context.emplace(key, value); }
  void OnRow(ResultRow row) override {
    switch (row.kind) {
      case ResultRow::Kind::kValue:
        file.rows.push_back(std::move(row));
        break;
      case ResultRow::Kind::kAggregate:
        file.aggregates.push_back(std::move(row));
        break;
      case ResultRow::Kind::kError:
      case ResultRow::Kind::kSkipped:
        file.failed.push_back(std::move(row));
        break;
    }
  }

  ResultFile file;
};

}  // namespace

void ReadResult(std::istream& stream, const std::string& name, ResultSink& sink) {
  ByteStream bytes(stream);
  for (std::size_t skip = CheckHead(bytes.Head(), name); skip > 0; --skip) {
    bytes.Take();
  }
  ResultHandler handler(sink);
  rapidjson::Reader reader;
  const rapidjson::ParseResult result = reader.Parse<kFlags>(bytes, handler);
  if (result.IsError()) {
    throw InputError(Fault(result, handler, name, bytes.AtEnd()));
  }
  handler.Finish(name);
}

ResultFile LoadResultFile(const std::filesystem::path& path) {
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) {
    throw InputError(fmt::format("{}: is a folder, must be a file", path.string()));
  }
  std::ifstream stream(path, std::ios::binary);
  if (!stream) {
    throw InputError(fmt::format("{}: cannot be opened; does it exist, and may you read it?", path.string()));
  }
  FileSink sink;
  ReadResult(stream, path.string(), sink);
  return std::move(sink.file);
}

}  // namespace playbook
