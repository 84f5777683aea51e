#include "tools/results/result_file.h"

#include <fmt/format.h>

#include <fstream>
#include <sstream>
#include <utility>

#include "tools/results/clean_text.h"
#include "tools/results/file_kind.h"
#include "tools/results/rapidjson_parser.h"
#include "tools/results/result_handler.h"

namespace playbook {
namespace {

// Full precision, since the default is off by some units in the last place; iterative, since a hostile file may nest
// deeper than the stack.
constexpr unsigned kParserFlags = rapidjson::kParseNanAndInfFlag | rapidjson::kParseFullPrecisionFlag |
                                  rapidjson::kParseIterativeFlag | rapidjson::kParseTrailingCommasFlag |
                                  rapidjson::kParseStopWhenDoneFlag;

class ResultReading {
 public:
  ResultReading(std::istream& stream, const std::string& name, ResultSink& sink, Reading reading)
      : input_(stream),
        name_(CleanText(name)),
        whole_(reading == Reading::kWhole),
        stream_(stream, reading, report_),
        handler_(sink, report_) {}

  ReadReport Run() {
    const std::string head(stream_.Head());
    CheckHead(head);
    bool any_rows = false;
    bool any_root = false;
    while (stream_.NextRoot()) {
      if (whole_ && any_root) {
        Refuse(
            fmt::format("something follows the result at byte {}; several results in one file cannot be read here, "
                        "keep one file a process",
                        stream_.Tell()));
      }
      any_root = true;
      ReadRoot();
      any_rows = any_rows || handler_.HasRows();
    }
    if (input_.bad()) {
      Refuse(fmt::format("cannot be read to its end, only {} bytes of it; is the disk in order?", stream_.Tell()));
    }
    if (!report_.Whole() && report_.rows == 0) {
      throw InputError(report_.interrupted.front());
    }
    if (!any_root) {
      Refuse(MistakenFor(head));
    }
    if (!any_rows) {
      Refuse(
          "is JSON but not a Google Benchmark result, it has no list \"benchmarks\"; such a file is written by "
          "--benchmark_out=FILE --benchmark_out_format=json");
    }
    return std::move(report_);
  }

 private:
  [[noreturn]] void Refuse(const std::string& words) const { throw InputError(fmt::format("{}: {}", name_, words)); }

  // Throws where the beginning shows that there is no JSON to find.
  void CheckHead(const std::string& head) const {
    if (const std::string words = NoText(head); !words.empty()) {
      Refuse(words);
    }
    const std::size_t mark = head.compare(0, 3, "\xEF\xBB\xBF") == 0 ? 3 : 0;
    const std::size_t first = head.find_first_not_of(" \t\r\n", mark);
    if (whole_ && (first == std::string::npos || head[first] != '{')) {
      Refuse(MistakenFor(head));
    }
  }

  void ReadRoot() {
    handler_.StartRoot();
    rapidjson::Reader reader;
    const rapidjson::ParseResult result = reader.Parse<kParserFlags>(stream_, handler_);
    if (!result.IsError()) {
      return;
    }
    if (result.Code() == rapidjson::kParseErrorTermination) {
      Refuse(handler_.fault());
    }
    if (!stream_.fault().empty()) {
      Refuse(stream_.fault());
    }
    if (!stream_.CutOff()) {
      Refuse(fmt::format("is broken JSON at byte {}, {}: {}", result.Offset(), handler_.Position(),
                         rapidjson::GetParseError_En(result.Code())));
    }
    const std::string words =
        fmt::format("{}: ends at byte {}, {}: the process that wrote it was killed or the disk was full; run it again",
                    name_, stream_.Tell(), handler_.Position());
    if (whole_) {
      throw InputError(words);
    }
    report_.interrupted.push_back(words);
  }

  std::istream& input_;
  std::string name_;
  bool whole_;
  ReadReport report_;
  RepairStream stream_;
  ResultHandler handler_;
};

class LoadingSink : public ResultSink {
 public:
  void OnResult() override { results.emplace_back(); }
  void OnContext(const std::string& key, const std::string& value) override {
    results.back().context.emplace(key, value);
  }
  void OnRow(const ResultRow& row) override {
    ResultFile& file = results.back();
    switch (row.kind) {
      case ResultRow::Kind::kValue:
        file.rows.push_back(row);
        break;
      case ResultRow::Kind::kAggregate:
        file.aggregates.push_back(row);
        break;
      case ResultRow::Kind::kError:
      case ResultRow::Kind::kSkipped:
        file.failed.push_back(row);
        break;
    }
  }

  std::vector<ResultFile> results;
};

}  // namespace

ReadReport ReadResult(std::istream& stream, const std::string& name, ResultSink& sink, Reading reading) {
  return ResultReading(stream, name, sink, reading).Run();
}

LoadedResults LoadResults(const std::filesystem::path& path, Reading reading) {
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) {
    throw InputError(fmt::format("{}: is a folder, must be a file", CleanText(path.string())));
  }
  std::ifstream stream(path, std::ios::binary);
  if (!stream) {
    throw InputError(
        fmt::format("{}: cannot be opened; does it exist, and may you read it?", CleanText(path.string())));
  }
  LoadingSink sink;
  ReadReport report = ReadResult(stream, path.string(), sink, reading);
  return {std::move(sink.results), std::move(report)};
}

ResultFile LoadResultFile(const std::filesystem::path& path) {
  return std::move(LoadResults(path, Reading::kWhole).results.front());
}

ResultFile ParseResult(const std::string& text, const std::string& name) {
  std::istringstream stream(text);
  LoadingSink sink;
  ReadResult(stream, name, sink, Reading::kWhole);
  return std::move(sink.results.front());
}

}  // namespace playbook
