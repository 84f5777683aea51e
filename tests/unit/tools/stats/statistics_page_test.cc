// Does docs/statistics.md say what the library computes?
//
// Its tables stand between <!-- computed: NAME --> and <!-- /computed --> and are made here; PLAYBOOK_UPDATE_GOLDEN=1
// writes them. A number in a sentence is computed here together with the words around it, and there may be no other.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "tools/stats/binomial_bound.h"
#include "tools/stats/mann_whitney.h"
#include "tools/stats/paired_ratio.h"
#include "tools/stats/rank_interval.h"
#include "tools/stats/ratio_tests.h"
#include "tools/stats/rounds_needed.h"
#include "tools/stats/sign_test.h"

namespace playbook {
namespace {

std::filesystem::path Page() {
  return std::filesystem::path(PLAYBOOK_SOURCE_DIR) / "docs" / "statistics.md";
}

std::string ReadPage() {
  std::ifstream file(Page(), std::ios::binary);
  EXPECT_TRUE(file) << Page() << " is not there";
  return {std::istreambuf_iterator<char>(file), {}};
}

std::string Row(const std::vector<std::string>& cells) {
  return fmt::format("| {} |\n", fmt::join(cells, " | "));
}

std::string Head(const std::vector<std::string>& cells) {
  return Row(cells) + "|" + [&cells] {
    std::string rule;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      rule += "---|";
    }
    return rule;
  }() + "\n";
}

// Three significant digits, without an exponent where that is as short.
std::string P(double p) {
  return p >= 0.001 ? fmt::format("{:.3f}", p) : fmt::format("{:.1e}", p);
}

std::string Percent(double fraction) {
  return fmt::format("{:.1f} %", 100 * fraction);
}

double LeastSignP(int n) {
  return TestSigns(std::vector<double>(static_cast<std::size_t>(n), 1.0), 0.0).p;
}

std::string Least() {
  std::string text = Head({"runs of each side", "least p of two files", "least p of rounds",
                           "level of the interval from the smallest to the largest round"});
  for (const int n : {1, 2, 3, 4, 5, 6, 8, 10}) {
    text += Row(
        {std::to_string(n), P(LeastRankSumP(n, n)), P(LeastSignP(n)), n < 2 ? "none" : Percent(WidestRanks(n).level)});
  }
  return text;
}

// The chance that two independent normal offsets of this spread differ by more than a factor.
double SessionsDiffer(double spread, double factor) {
  return std::erfc(std::log(factor) / (2 * spread));
}

std::string Sessions() {
  std::string text =
      Head({"spread of the sessions' medians", "two files of one program differ by more than 2 %", "by more than 5 %"});
  for (const double spread : {0.005, 0.01, 0.02, 0.03}) {
    text += Row({Percent(spread), Percent(SessionsDiffer(spread, 1.02)), Percent(SessionsDiffer(spread, 1.05))});
  }
  return text;
}

std::string Ranks() {
  std::string text =
      Head({"rounds", "95 % interval from .. to", "true level", "90 % interval from .. to", "true level"});
  for (const int n : {5, 6, 8, 10, 12, 16, 20, 30, 40}) {
    std::vector<std::string> cells = {std::to_string(n)};
    for (const double level : {kTableLevel, EquivalenceLevel(kTableLevel)}) {
      const auto ranks = SignTestRanks(n, level);
      cells.push_back(ranks ? fmt::format("{} .. {}", ranks->low, ranks->high) : "none");
      cells.push_back(ranks ? Percent(ranks->level) : "");
    }
    text += Row(cells);
  }
  return text;
}

const std::vector<double> kSpreads = {0.005, 0.01, 0.02, 0.05};

std::vector<std::string> SpreadHeads(const std::string& first) {
  std::vector<std::string> heads = {first};
  for (const double spread : kSpreads) {
    heads.push_back("spread " + Percent(spread));
  }
  return heads;
}

std::string Visible() {
  std::vector<std::string> heads = SpreadHeads("rounds");
  heads.insert(heads.begin() + 1, "visible effect in spreads");
  std::string text = Head(heads);
  for (const int n : {6, 10, 20, 40, 100}) {
    const double shift = VisibleShift(n, kTableLevel, kPower);
    std::vector<std::string> cells = {std::to_string(n), fmt::format("{:.2f}", shift)};
    for (const double spread : kSpreads) {
      cells.push_back(Percent(std::expm1(spread * shift)));
    }
    text += Row(cells);
  }
  return text;
}

std::string Needed() {
  std::string text = Head(SpreadHeads("to find"));
  const auto line = [&text](const std::string& what, const std::function<int(double)>& rounds) {
    std::vector<std::string> cells = {what};
    for (const double spread : kSpreads) {
      cells.push_back(std::to_string(rounds(spread)));
    }
    text += Row(cells);
  };
  for (const int percent : {10, 5, 2, 1}) {
    line(fmt::format("a difference of {} %", percent),
         [percent](double spread) { return RoundsToSee(std::log1p(percent / 100.0), spread, kTableLevel, kPower); });
  }
  line("that equal programs are equivalent",
       [](double spread) { return RoundsToCallEquivalent(0.0, spread, kDefaultMargin, kTableLevel, kPower); });
  line("anything, where the ratio is half the margin", [](double spread) {
    const double half = std::log1p(kDefaultMargin) / 2;
    return std::min(RoundsToSee(half, spread, kTableLevel, kPower),
                    RoundsToCallEquivalent(half, spread, kDefaultMargin, kTableLevel, kPower));
  });
  return text;
}

std::string Rows() {
  std::string text = Head({"rows", "chance of a false alarm, uncorrected", "level of each row's interval",
                           "rounds it takes", "repetitions it takes"});
  for (const int rows : {1, 5, 10, 20, 50, 100, 200}) {
    text += Row({std::to_string(rows), Percent(1 - std::pow(kTableLevel, rows)),
                 fmt::format("{:.3f} %", 100 * RowLevel(rows)), std::to_string(SmallestSample(RowLevel(rows))),
                 std::to_string(LeastRepetitions(RowLevel(rows)))});
  }
  return text;
}

std::string Alarms() {
  std::string text = Head({"comparisons", "most alarms that prove a rate below 5 %",
                           "most alarms that a true rate of 5 % explains", "bound of the rate after no alarm"});
  for (const int trials : {20, 59, 100, 200, 400, 1000}) {
    const auto proves = MostToProveRate(trials, 0.05, 0.95);
    text += Row({std::to_string(trials), proves ? std::to_string(*proves) : "none does",
                 std::to_string(MostExpected(trials, 0.05, 0.95)), Percent(RateBound(0, trials, 0.95))});
  }
  return text;
}

const std::map<std::string, std::string>& Tables() {
  static const std::map<std::string, std::string> tables = {
      {"least", Least()},   {"sessions", Sessions()}, {"ranks", Ranks()},  {"visible", Visible()},
      {"needed", Needed()}, {"rows", Rows()},         {"alarms", Alarms()}};
  return tables;
}

// The page with its tables made anew, and the names of the tables it holds.
struct Made {
  std::string text;
  std::multiset<std::string> names;
  std::string prose;  // sentences up to the sources: no tables, headings, code or names of files
};

Made MakeAgain(const std::string& page) {
  static const std::regex opening(R"(<!-- computed: (\w+) -->)");
  static const std::regex code(R"(`[^`]*`)");
  Made made;
  bool inside = false;
  bool recorded = false;  // a region that `playbook docs` makes of docs/results
  bool sources = false;
  std::istringstream stream(page);
  for (std::string line; std::getline(stream, line);) {
    std::smatch match;
    if (std::regex_match(line, match, opening)) {
      inside = true;
      made.names.insert(match[1]);
      const auto found = Tables().find(match[1]);
      made.text += line + "\n" + (found == Tables().end() ? "" : found->second);
      continue;
    }
    inside = inside && line != "<!-- /computed -->";
    if (inside) {
      continue;
    }
    made.text += line + "\n";
    recorded = recorded ? line != "<!-- end -->" : line.rfind("<!-- certificate: ", 0) == 0;
    sources = sources || line == "## Sources";
    if (!sources && !recorded && line.rfind('#', 0) != 0) {
      made.prose += std::regex_replace(line, code, "") + "\n";
    }
  }
  return made;
}

TEST(StatisticsPageTest, TablesAreWhatTheLibraryComputes) {
  const std::string page = ReadPage();
  const Made made = MakeAgain(page);
  std::multiset<std::string> names;
  for (const auto& [name, table] : Tables()) {
    names.insert(name);
  }
  EXPECT_EQ(made.names, names);
  if (const char* const update = std::getenv("PLAYBOOK_UPDATE_GOLDEN");
      update != nullptr && std::string(update) == "1") {
    std::ofstream(Page(), std::ios::binary) << made.text;
    return;
  }
  EXPECT_EQ(page, made.text) << "PLAYBOOK_UPDATE_GOLDEN=1 writes the tables of docs/statistics.md anew";
}

TEST(StatisticsPageTest, NumbersInSentencesAreComputed) {
  const double ways = 2 / LeastRankSumP(3, 3);
  const double level = 100 * kTableLevel;
  const double margin = 100 * kDefaultMargin;
  const std::vector<std::string> facts = {
      fmt::format("the {} times can fall", 3 + 3),
      fmt::format("there are {:.0f} ways to deal them to two sides", ways),
      fmt::format("In {:.0f} of them one side holds all the fast ones", ways * LeastRankSumP(3, 3)),
      fmt::format("p = {}, one time in ten", P(LeastRankSumP(3, 3))),
      fmt::format("An interval at {:.0f} % takes {} rounds or {} repetitions in each file", level,
                  SmallestSample(kTableLevel), LeastRepetitions(kTableLevel)),
      "a difference of 5 %, and a p with many zeros",  // the reader's own, in the heading as well
      fmt::format("with one a side the least p is {:.0f}", LeastRankSumP(1, 1)),
      "the interval leaves 1 out exactly where",
      "A ratio above 1 is worse",
      fmt::format("{:.0f} % unless another is given", margin),
      "it leaves 1 out and lies wholly inside",
      "it leaves 1 out and crosses",
      fmt::format("the {:.0f} % interval lies wholly inside the margin", 100 * EquivalenceLevel(kTableLevel)),
      fmt::format("may err in {:.0f} % of cases, and together they are the {:.0f} % interval", 100 - level,
                  100 * EquivalenceLevel(kTableLevel)),
      fmt::format("what n rounds find in {:.0f} % of tries", 100 * kPower),
      fmt::format("again in {:.0f} % of tries", 100 * kPower),
      fmt::format("are for a margin of {:.0f} %", margin),
      "half the margin away from 1: too near to 1 to be told",
      fmt::format("Every row at {:.0f} % is a chance of {:.0f} % to be wrong", level, 100 - level),
      "it is not 1, it lies beyond",
  };
  EXPECT_EQ(kLeastRounds, SmallestSample(kTableLevel));
  std::string prose = std::regex_replace(MakeAgain(ReadPage()).prose, std::regex(R"(\s+)"), " ");
  for (const std::string& fact : facts) {
    const std::size_t at = prose.find(fact);
    if (at == std::string::npos) {
      ADD_FAILURE() << "docs/statistics.md does not say \"" << fact << "\"";
    } else {
      prose.erase(at, fact.size());
    }
  }
  const std::size_t left = prose.find_first_of("0123456789");
  EXPECT_EQ(left, std::string::npos) << "docs/statistics.md says what nothing computes: "
                                     << prose.substr(left < 40 ? 0 : left - 40, 80);
}

// Sentences that hold a number in words.
TEST(StatisticsPageTest, SentencesWithoutDigitsHoldToo) {
  // "Half the effect costs four times the rounds."
  const double rounds = RoundsToSee(0.001, 0.01, kTableLevel, kPower);
  EXPECT_NEAR(RoundsToSee(0.0005, 0.01, kTableLevel, kPower) / rounds, 4.0, 0.02);
  // "About as much as to find a difference of the margin's size."
  for (const double spread : kSpreads) {
    const double see = RoundsToSee(std::log1p(kDefaultMargin), spread, kTableLevel, kPower);
    const double equivalent = RoundsToCallEquivalent(0.0, spread, kDefaultMargin, kTableLevel, kPower);
    EXPECT_NEAR(equivalent, see, std::max(2.0, 0.15 * see)) << spread;
  }
  // "The hardest ratio is half the margin away from 1", to within the difference between the two tests.
  const auto to_tell = [](double part) {
    const double edge = std::log1p(kDefaultMargin);
    return std::min(RoundsToSee(part * edge, 0.02, kTableLevel, kPower),
                    RoundsToCallEquivalent(part * edge, 0.02, kDefaultMargin, kTableLevel, kPower));
  };
  for (const double part : {0.01, 0.1, 0.25, 0.4, 0.6, 0.75, 1.0, 2.0}) {
    EXPECT_LT(to_tell(part), to_tell(0.5)) << part;
  }
}

}  // namespace
}  // namespace playbook
