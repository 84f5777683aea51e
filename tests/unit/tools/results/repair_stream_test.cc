#include "tools/results/repair_stream.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <random>
#include <streambuf>
#include <string>

#include "tests/unit/tools/results/read_text.h"

namespace playbook {
namespace {

using ::testing::HasSubstr;

// What the stream hands on of one root.
std::string Handed(const std::string& text, Reading reading, ReadReport& report) {
  std::istringstream input(text);
  RepairStream stream(input, reading, report);
  std::string handed;
  EXPECT_TRUE(stream.NextRoot());
  while (stream.Peek() != '\0') {
    handed += stream.Take();
  }
  return handed;
}

TEST(RepairStreamTest, HandsSoundTextOnAsItIs) {
  const std::string sound = R"( {"context": {"a": [true, null, -1.5e+3, "x\u00e9\\"]}, "benchmarks": [{"name": "b"}]})";
  ReadReport report;
  EXPECT_EQ(Handed(sound + "\n", Reading::kWhole, report), sound.substr(1));
  EXPECT_EQ(RepairsOf(report), 0);
}

TEST(RepairStreamTest, SaysAtWhichByteOfTheFileItIsWhateverWasMended) {
  std::istringstream input("\n{\"a\": nan \"b\": 1,000\n}");
  ReadReport report;
  RepairStream stream(input, Reading::kWhole, report);
  ASSERT_TRUE(stream.NextRoot());
  EXPECT_EQ(stream.Tell(), 1U);
  std::string first;
  while (stream.Peek() != '"' || stream.Tell() < 5) {
    first += stream.Take();
  }
  EXPECT_EQ(first, "{\"a\": NaN ,");
  std::string rest;
  std::size_t at_b = 0;
  while (stream.Peek() != '\0') {
    at_b = stream.Peek() == 'b' ? stream.Tell() : at_b;
    rest += stream.Take();
  }
  EXPECT_EQ(rest, "\"b\": 1000\n}");
  EXPECT_EQ(at_b, 12U);
  EXPECT_EQ(stream.Tell(), 23U);
}

// All repairs, moved byte by byte over the place where the buffer is filled anew.
TEST(RepairStreamTest, MendsAcrossTheEndOfItsBuffer) {
  const std::string tricky =
      "\"a\\q\x01\": -nan(ind)  \"iterations\": 1,234,\n\"max_bytes_used\": 1.000 \"x\": 1,5e+02,\"y\": true}\nnoise "
      "{\n,{\"name\": \"c\"},";
  constexpr std::size_t kFilled = 256 * 1024 - 4096;
  const std::string head = R"({"benchmarks": [{"name": "b", "label": ")";
  const std::string more(20'000, 'm');  // else the first filling is the whole file
  for (std::size_t shift = 0; shift < tricky.size() + 16; ++shift) {
    const std::string pad(kFilled - head.size() - shift, 'p');
    const Collected read =
        Read(head + pad + "\"," + tricky + "{\"name\": \"d\", \"label\": \"" + more + "\"}]}", Reading::kSalvage);
    ASSERT_EQ(read.rows.size(), 3U) << shift;
    const ResultRow& row = read.rows[0];
    EXPECT_EQ(row.label.size(), pad.size()) << shift;
    EXPECT_EQ(row.iterations, 1234) << shift;
    EXPECT_TRUE(std::isnan(row.counters.at("a\\q\x01").value)) << shift;
    EXPECT_EQ(row.counters.at("max_bytes_used").exact, 1000) << shift;
    EXPECT_EQ(row.counters.at("x").value, 150) << shift;
    EXPECT_EQ(read.rows[2].name, "d") << shift;
    EXPECT_EQ(RepairsOf(read.report), 9) << shift;  // escape, control, word, 2 commas, 2 groups, decimal, noise
  }
}

TEST(RepairStreamTest, LeavesOutNoiseLongerThanItsBuffer) {
  const Collected read =
      Read(R"({"benchmarks": [)" + std::string(1'000'000, 'x') + "\n" + R"({"name": "a"}]})", Reading::kSalvage);
  EXPECT_EQ(read.rows.size(), 1U);
  EXPECT_EQ(read.report.Times(Repair::kNoise), 1);
}

TEST(RepairStreamTest, RefusesTextsThatWouldFillTheMemory) {
  EXPECT_THAT(Fault(R"({"benchmarks": [{"name": ")" + std::string(1'100'000, 'x') + "\"}]}"),
              HasSubstr("holds a text of more than 1048576 bytes at byte 25"));
  EXPECT_THAT(Fault("{\"a\": " + std::string(2'200'000, '[')), HasSubstr("nests deeper than 2097152 levels"));
}

// Makes rows without end, and counts.
class Endless : public std::streambuf {
 public:
  explicit Endless(std::int64_t rows) : rows_(rows) {}
  std::int64_t bytes() const { return bytes_; }

 private:
  int_type underflow() override {
    if (done_) {
      return traits_type::eof();
    }
    text_ = made_ == 0 ? R"({"benchmarks": [)" : ",";
    text_ += R"({"name": "row", "real_time": 1.5, "counter": 2})";
    done_ = ++made_ == rows_;
    text_ += done_ ? "]}" : "";
    bytes_ += static_cast<std::int64_t>(text_.size());
    setg(text_.data(), text_.data(), text_.data() + text_.size());
    return traits_type::to_int_type(text_[0]);
  }

  std::int64_t rows_;
  std::int64_t made_ = 0;
  std::int64_t bytes_ = 0;
  bool done_ = false;
  std::string text_;
};

TEST(RepairStreamTest, DeliversRowsWhileTheFileIsStillBeingRead) {
  constexpr std::int64_t kRows = 100'000;
  struct Sink : ResultSink {
    explicit Sink(const Endless& endless) : source(endless) {}
    void OnContext(const std::string& /*key*/, const std::string& /*value*/) override {}
    void OnRow(const ResultRow& /*row*/) override {
      ++rows;
      furthest_ahead = std::max(furthest_ahead, source.bytes() - rows * 47);
    }
    const Endless& source;
    std::int64_t rows = 0;
    std::int64_t furthest_ahead = 0;
  };
  Endless endless(kRows);
  std::istream stream(&endless);
  Sink sink(endless);
  ReadResult(stream, "a.json", sink);
  EXPECT_EQ(sink.rows, kRows);
  EXPECT_LT(sink.furthest_ahead, 400'000);  // a buffer, not the 4.8 MB of the whole
}

TEST(RepairStreamTest, ReadsEveryDoubleThatTheHarnessWritesExactly) {
  std::mt19937_64 bits(1);
  std::string rows;
  std::vector<double> wanted;
  while (wanted.size() < 20'000) {
    const std::uint64_t pattern = bits();
    double value = 0;
    std::memcpy(&value, &pattern, sizeof(value));
    if (std::isfinite(value)) {
      rows += fmt::format("{}{{\"name\": \"a\", \"x\": {:.16e}}}", wanted.empty() ? "" : ",", value);
      wanted.push_back(value);
    }
  }
  const Collected read = Read(Document(rows));
  ASSERT_EQ(read.rows.size(), wanted.size());
  for (std::size_t index = 0; index < wanted.size(); ++index) {
    ASSERT_EQ(read.rows[index].counters.at("x").value, wanted[index]);
  }
}

}  // namespace
}  // namespace playbook
