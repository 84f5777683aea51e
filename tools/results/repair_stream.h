// How does a JSON parser get past what result files have wrong with them?
//
// A stream in front of the parser. It looks ahead over the bytes, hands out the sound stretches as they lie in its
// buffer, and puts something else in place of what the parser would die on: docs/decisions/result-reader.md lists it
// all. Each repair is counted. What cannot be mended is handed on, so the parser says what is wrong with it. Not for
// JSON in general: it knows what a Google Benchmark result looks like.
//
//   RepairStream stream(file, Reading::kSalvage, report);
//   while (stream.NextRoot()) { rapidjson::Reader().Parse<rapidjson::kParseStopWhenDoneFlag>(stream, handler); }
//   if (stream.CutOff()) { report.interrupted.push_back(...); }
#ifndef TOOLS_RESULTS_REPAIR_STREAM_H_
#define TOOLS_RESULTS_REPAIR_STREAM_H_

#include <cstddef>
#include <istream>
#include <memory>
#include <string>
#include <string_view>

#include "tools/results/read_report.h"

namespace playbook {

// kWhole: one result, complete, with nothing around it; repairs that lose nothing are made. For files that were just
// written. kSalvage: also cut-off results, several in one file, and lines of other output around and within them. For
// files that somebody has.
enum class Reading { kWhole, kSalvage };

class RepairStream {
 public:
  // RapidJSON's stream concept. After the end of a root, Peek gives '\0' until the next one is begun.
  using Ch = char;

  RepairStream(std::istream& stream, Reading reading, ReadReport& report);
  RepairStream(const RepairStream&) = delete;
  RepairStream& operator=(const RepairStream&) = delete;

  // The first bytes as they are, at most 4 KiB, for telling formats apart. Before the first root only.
  std::string_view Head() const;
  // Goes to the next root object and says whether there is one. kWhole: to whatever is not blank.
  bool NextRoot();

  // The file, or in the midst of this root another result began: the root lacks its end.
  bool CutOff() const { return cut_off_; }
  // Why the stream gave up, or empty: what it holds would not fit in memory.
  const std::string& fault() const { return fault_; }

  Ch Peek() const { return *current_; }
  // Called for each byte by large functions, into which gcc would not put it.
  [[gnu::always_inline]] Ch Take() {
    const Ch taken = *current_++;
    if (current_ == segment_end_) {
      Advance();
    }
    return taken;
  }
  std::size_t Tell() const;  // the byte of the file

  // Demanded by the concept for parsing in place, which is not done here.
  Ch* PutBegin() { return nullptr; }
  void Put(Ch /*unused*/) {}
  void Flush() {}
  std::size_t PutEnd(Ch* /*unused*/) { return 0; }

 private:
  // What the grammar allows next.
  enum class Expect { kKeyOrEnd, kKey, kColon, kValue, kValueOrEnd, kAfterValue };

  [[gnu::noinline]] void Advance();
  void Refill();
  void End();
  // Each looks on from `at`, a place in the buffer, and returns where to go on, or nullptr after a Mend.
  void Scan();
  const char* ScanString(const char* at, const char* stop);
  const char* ScanStructure(const char* at);
  const char* ScanNumber(const char* at);
  const char* ScanWord(const char* at);
  const char* ScanNoise(const char* at);
  const char* OpenOrClose(const char* at);
  // Ends the sound stretch at `at`, puts the patch there and goes on at `next`.
  const char* Mend(const char* at, std::string_view patch, const char* next, Repair repair);
  const char* TryRespell(const char* at);
  void EndValue() { expect_ = Expect::kAfterValue; }

  bool InObject() const { return !open_.empty() && open_.back() == '{'; }
  bool AmongRows() const { return rows_ && open_.size() == 2; }
  static bool BeginsRow(const char* at);
  std::string Key() const;
  bool SkipToResult();

  std::istream& stream_;
  bool salvage_;
  ReadReport& report_;

  std::unique_ptr<char[]> buffer_;  // not cleared, which small files would feel
  std::size_t size_ = 0;            // filled
  std::size_t scan_ = 0;            // looked at so far
  std::size_t before_ = 0;          // bytes of the file before the buffer
  bool file_ended_ = false;

  const char* current_ = nullptr;  // the stretch that is handed out
  const char* segment_end_ = nullptr;
  const char* sound_end_ = nullptr;  // of the stretch found by Scan
  std::string patch_;
  bool patch_is_next_ = false;

  std::string open_;  // brackets
  Expect expect_ = Expect::kValue;
  bool in_string_ = false;
  bool string_is_key_ = false;
  bool in_noise_ = false;
  bool comma_ = false;  // the last thing was one
  bool rows_ = false;   // within the list "benchmarks"
  bool root_ended_ = true;
  bool first_root_ = true;
  bool cut_off_ = false;
  std::size_t string_begin_ = 0;  // in the file
  std::size_t key_begin_ = 0;     // in the buffer
  std::size_t key_end_ = 0;
  std::string key_before_;  // its part that has left the buffer
  std::string fault_;
};

}  // namespace playbook

#endif  // TOOLS_RESULTS_REPAIR_STREAM_H_
