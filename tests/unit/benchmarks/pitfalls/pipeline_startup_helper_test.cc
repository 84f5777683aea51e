#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <unistd.h>

#include <fstream>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include "fixtures/inputs/bytecode.h"
#include "fixtures/workloads/byte_stream.h"
#include "fixtures/workloads/stdin_program.h"
#include "fixtures/workloads/upstream.h"

namespace playbook {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr std::int64_t kLooks = 5;
constexpr std::int64_t kEnded = std::numeric_limits<std::int64_t>::max();
const std::string kHelper = std::string(PLAYBOOK_BINARY_DIR) + "/helpers/pipeline_startup.helper";

std::string FaultOf(const std::vector<std::string>& command) {
  try {
    OutputOf(command);
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "no fault";
}

// How often the process has given up its processor by itself, which it does each time it looks whether we wait; kEnded
// once it has ended.
std::int64_t TimesLooked(pid_t process) {
  std::ifstream file("/proc/" + std::to_string(process) + "/status");
  std::int64_t switches = 0;
  for (std::string line; std::getline(file, line);) {
    const std::string key = "voluntary_ctxt_switches:";
    if (line.rfind("State:\tZ", 0) == 0) {
      return kEnded;
    }
    if (line.rfind(key, 0) == 0) {
      switches = std::stoll(line.substr(key.size()));
    }
  }
  return switches;
}

TEST(PipelineStartupHelperTest, SendsEachPieceAndTheEndOnlyToAReaderThatWaits) {
  Upstream upstream({kHelper, "write", "0", "6001", "0", "00"});
  upstream.Go();
  std::vector<std::vector<std::uint8_t>> pieces;
  while (pieces.empty() || !pieces.back().empty()) {
    // Busy and not asleep, until it has had every opportunity to send too early.
    const std::int64_t looked = TimesLooked(upstream.process());
    for (std::int64_t now = looked; now != kEnded && now < looked + kLooks; now = TimesLooked(upstream.process())) {
    }
    pollfd one = {.fd = upstream.descriptor(), .events = POLLIN, .revents = 0};
    ASSERT_EQ(poll(&one, 1, 0), 0) << "piece " << pieces.size() << " was there before it was read";
    std::vector<std::uint8_t> piece(16);
    const ssize_t got = read(upstream.descriptor(), piece.data(), piece.size());
    ASSERT_GE(got, 0);
    piece.resize(static_cast<std::size_t>(got));
    pieces.push_back(piece);
  }
  EXPECT_THAT(pieces, ElementsAre(ElementsAre(0x60, 0x01), ElementsAre(0x00), ElementsAre()));
  upstream.Finish();
}

TEST(PipelineStartupHelperTest, ReadsRunsAndReports) {
  const ReaderReport report = ParseReport(
      OutputOf({"/bin/sh", "-c", R"(printf '\140\001\140\000\122\140\001\140\037\363' | "$0" read)", kHelper}));
  EXPECT_EQ(report.input, FromHex(kReturnOneHex));
  EXPECT_THAT(report.returned, ElementsAre(1));
  EXPECT_GT(report.elapsed_ns, 0);
}

TEST(PipelineStartupHelperTest, CodeThatCannotRunIsAnError) {
  EXPECT_THAT(FaultOf({"/bin/sh", "-c", R"(printf '\376' | "$0" read)", kHelper}), HasSubstr("exit code 3"));
}

TEST(PipelineStartupHelperTest, GivesUpWhenItsReaderIsGone) {
  Upstream upstream({kHelper, "write", "0", "00"});
  // No Go: Finish closes the pipe on which it would have come.
  EXPECT_THROW(upstream.Finish(), std::runtime_error);
}

TEST(PipelineStartupHelperTest, RefusesWhatItDoesNotKnow) {
  EXPECT_THAT(FaultOf({kHelper}), HasSubstr("exit code 2"));
  EXPECT_THAT(FaultOf({kHelper, "write", "0"}), HasSubstr("exit code 2"));
  EXPECT_THAT(FaultOf({kHelper, "write", "soon", "00"}), HasSubstr("exit code 3"));
  EXPECT_THAT(FaultOf({kHelper, "write", "-1", "00"}), HasSubstr("exit code 3"));
  EXPECT_THAT(FaultOf({kHelper, "write", "0", "0g"}), HasSubstr("exit code 3"));
}

}  // namespace
}  // namespace playbook
