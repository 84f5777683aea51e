#include "tools/ladder/limits.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/unit/fixtures/host/fake_root.h"
#include "tests/unit/tools/ladder/fake_ladder.h"
#include "tools/results/input_error.h"

namespace playbook {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

std::string Refusal(const std::string& text) {
  try {
    ParseLadder(text, "a.json");
    return "none";
  } catch (const InputError& error) {
    return error.what();
  }
}

// The sound file, changed.
template <typename Change>
std::string Changed(Change change) {
  json file = json::parse(ToJson(FakeLadder()));
  change(file);
  return file.dump();
}

TEST(LimitsTest, ComeBackAsTheyWereKept) {
  Ladder kept = FakeLadder();
  SetRow(kept, "clang", "disk/fsync", std::numeric_limits<double>::quiet_NaN());
  for (LadderRow& row : kept.rungs[3].rows) {
    if (row.name == "disk/fsync") {
      row.series["gcc"].note = "ext4";
      row.series["clang"].skipped = "no disk";
    }
  }
  const Ladder read = ParseLadder(ToJson(kept), "a.json");
  EXPECT_EQ(ToJson(read), ToJson(kept));
  EXPECT_EQ(read.rounds, 6);
  EXPECT_EQ(read.machine, "some-cpu-2-cpus-12345678");
  EXPECT_EQ(read.builds.at(1).context.at("playbook.compiler"), "clang 1.0");
  EXPECT_EQ(read.At("disk/fsync").series.at("gcc").values, kept.At("disk/fsync").series.at("gcc").values);
  EXPECT_EQ(read.At("disk/fsync").series.at("gcc").note, "ext4");
  EXPECT_EQ(read.At("disk/fsync").series.at("clang").skipped, "no disk");
  EXPECT_EQ(read.At("disk/fsync").Value("clang").n, 0);
  EXPECT_EQ(read.At("call/alone").series.at("gcc").values, kept.At("call/alone").series.at("gcc").values);
  EXPECT_EQ(read.relations.size(), 2U);
  EXPECT_EQ(json::parse(ToJson(kept)).at("schema_version"), 2);
}

TEST(LimitsTest, RefuseWhatIsNoLimitsFile) {
  EXPECT_THAT(Refusal(""), StartsWith("a.json: is no limits file: "));
  EXPECT_THAT(Refusal("\xff\xfe{}"), StartsWith("a.json: is no limits file: "));
  EXPECT_THAT(Refusal("[1, 2]"), HasSubstr("it is no limits file; `playbook ladder --save` writes one"));
  EXPECT_THAT(Refusal("{\"benchmarks\": []}"), HasSubstr("it is no limits file"));
  const std::string sound = ToJson(FakeLadder());
  EXPECT_EQ(Refusal(sound), "none");
  for (const std::size_t part : {1U, 2U, 3U}) {
    EXPECT_THAT(Refusal(sound.substr(0, sound.size() * part / 4)), StartsWith("a.json: is no limits file: "));
  }
  EXPECT_THAT(Refusal(std::string(100'000, '[')), StartsWith("a.json: "));
}

TEST(LimitsTest, RefuseValuesThatCannotBe) {
  const auto value = [](json number) {
    return Changed([&](json& file) { file["rungs"][0]["rows"][0]["builds"]["gcc"]["values"][2] = number; });
  };
  EXPECT_EQ(Refusal(value(json())), "none") << "a round without a value";
  EXPECT_EQ(Refusal(value(0)), "a.json: the row call/whole under gcc has the value 0, must be above 0 and finite");
  EXPECT_THAT(Refusal(value(-3.5)), HasSubstr("has the value -3.5"));
  EXPECT_THAT(Refusal(value("fast")), StartsWith("a.json: is no limits file: "));
  EXPECT_THAT(Refusal(Changed([](json& file) { file["rungs"][0]["rows"][0]["builds"]["gcc"]["values"].erase(0); })),
              HasSubstr("has 5 values, must have one for each of 6 rounds"));
}

TEST(LimitsTest, RefuseASeriesThatContradictsItself) {
  const auto series = [](const auto& change) {
    return Changed([&](json& file) { change(file["rungs"][0]["rows"][0]["builds"]["gcc"]); });
  };
  const auto no_values = [](json& gcc) {
    gcc["values"] = json::array({json(), json(), json(), json(), json(), json()});
  };
  EXPECT_EQ(Refusal(series(no_values)),
            "a.json: the row call/whole under gcc has no value in 6 rounds, must have one, or the reason in skipped or "
            "failed");
  EXPECT_EQ(Refusal(series([&](json& gcc) {
              no_values(gcc);
              gcc["skipped"] = "no disk";
            })),
            "none");
  EXPECT_EQ(Refusal(series([](json& gcc) { gcc["skipped"] = "no disk"; })),
            "a.json: the row call/whole under gcc has 6 values and skipped \"no disk\", must have either");
}

TEST(LimitsTest, RefuseARelationWhoseSlackCannotBe) {
  for (const double slack : {-5.0, 1.5}) {
    EXPECT_THAT(Refusal(Changed([&](json& file) {
                  json& relations = file["rungs"].back()["relations"];
                  relations[0]["slack"] = slack;
                })),
                AllOf(StartsWith("a.json: the relation of call/whole to kernel/write has the slack "),
                      EndsWith(", must be from 0 to 1")))
        << slack;
  }
}

TEST(LimitsTest, RefuseATimeThatCannotBe) {
  EXPECT_EQ(Refusal(Changed([](json& file) { file["taken"] = "2024-02-29T23:59:60-12:30"; })), "none");
  for (const char* const taken : {"", "yesterday", "2026-01-31", "2026-02-30T12:00:00+01:00",
                                  "2026-13-01T12:00:00+01:00", "2026-01-31T24:00:00+01:00", "2026-01-31T12:60:00+01:00",
                                  "2026-01-31 12:00:00+01:00", "2026-01-31T12:00:00Z01:00"}) {
    EXPECT_EQ(Refusal(Changed([&](json& file) { file["taken"] = taken; })),
              std::string("a.json: taken is \"") + taken + "\", must be a time such as 2026-01-31T12:00:00+01:00");
  }
}

TEST(LimitsTest, RefuseWordsThatAreSaidOfTimesAndRates) {
  EXPECT_EQ(Refusal(Changed([](json& file) { file["rungs"][3]["rows"][1]["ruled_out"][0] = "no call was made"; })),
            "a.json: the rows call/whole and disk/synced both say \"no call was made\", but one is a time and one a "
            "rate");
  EXPECT_THAT(Refusal(Changed([](json& file) { file["rungs"][3]["rows"][1]["many"] = ""; })),
              HasSubstr("the row disk/synced has one \"synced write\", many \"\" and 1 in ruled_out"));
}

TEST(LimitsTest, RefuseTheOlderSchemaWhoseClaimsKnewOneRowEach) {
  EXPECT_EQ(Refusal(Changed([](json& file) { file["schema_version"] = 1; })),
            "a.json: describes itself in schema 1, must be 2: build and measure it anew");
}

TEST(LimitsTest, RefuseShapesThatCannotBe) {
  EXPECT_THAT(Refusal(Changed([](json& file) { file["builds"].push_back(file["builds"][0]); })),
              HasSubstr("it holds the build \"gcc\" twice"));
  EXPECT_THAT(Refusal(Changed([](json& file) { file["schema_version"] = 7; })), HasSubstr("schema 7"));
  EXPECT_THAT(Refusal(Changed([](json& file) { file["rounds"] = 0; })), HasSubstr("it has 0 rounds"));
  EXPECT_THAT(Refusal(Changed([](json& file) { file["rounds"] = 2'000'000'000; })), HasSubstr("must have from 1 to"));
  EXPECT_THAT(Refusal(Changed([](json& file) { file["builds"] = json::array(); })), HasSubstr("it holds no build"));
  EXPECT_THAT(Refusal(Changed([](json& file) { file["builds"][0]["name"] = "other"; })), StartsWith("a.json: "));
  EXPECT_THAT(Refusal(Changed([](json& file) { file["builds"][0]["context"] = {{"a", 1}}; })), StartsWith("a.json: "));
  EXPECT_THAT(Refusal(Changed([](json& file) { file["rungs"][1]["rows"] = 3; })), StartsWith("a.json: "));
  EXPECT_THAT(Refusal(Changed([](json& file) { file["rungs"][0]["rows"].erase(1); })), HasSubstr("call/loop"));
}

TEST(LimitsTest, CleanForeignText) {
  const Ladder ladder = ParseLadder(Changed([](json& file) { file["machine"] = "a\x1b]0;owned\x07"; }), "a.json");
  EXPECT_EQ(ladder.machine, "a?]0;owned?");
}

TEST(LimitsTest, AreReadFromAFileOrRefusedByName) {
  const FakeRoot folder;
  const std::string path = folder.path() + "/limits.json";
  EXPECT_THROW(
      {
        try {
          ReadLadder(path);
        } catch (const InputError& error) {
          EXPECT_EQ(error.what(), "cannot read the limits " + path + ": No such file or directory");
          throw;
        }
      },
      InputError);
  std::ofstream(path) << ToJson(FakeLadder());
  EXPECT_EQ(ReadLadder(path).rungs.size(), 4U);
}

TEST(MachineKeyTest, TellsMachinesApartAndHidesTheirId) {
  const FakeRoot root;
  const Machine machine = {.cpu_model = "Some (R) CPU @ 3.0GHz", .logical_cpus = 2};
  root.Write("/etc/machine-id", "0123456789abcdef0123456789abcdef\n");
  const std::string key = MachineKey(machine, root.path());
  EXPECT_THAT(key, StartsWith("some-r-cpu-3-0ghz-2-cpus-"));
  EXPECT_EQ(key, MachineKey(machine, root.path()));
  EXPECT_EQ(key.find("01234567"), std::string::npos);
  root.Write("/etc/machine-id", "fedcba9876543210fedcba9876543210\n");
  EXPECT_NE(key, MachineKey(machine, root.path()));
  EXPECT_THAT(MachineKey({}, "/nonexistent"), StartsWith("unknown-0-cpus-"));
  EXPECT_EQ(MachineKey({.cpu_model = "../../etc"}, root.path()).find('/'), std::string::npos);
}

class DefaultLimitsTest : public testing::Test {
 protected:
  void SetUp() override {
    for (const char* const name : {"XDG_DATA_HOME", "HOME"}) {
      const char* const value = getenv(name);
      before_[name == std::string("HOME") ? 1 : 0] = value == nullptr ? "" : value;
    }
  }
  void TearDown() override {
    setenv("HOME", before_[1].c_str(), 1);
    before_[0].empty() ? unsetenv("XDG_DATA_HOME") : setenv("XDG_DATA_HOME", before_[0].c_str(), 1);
  }
  std::string before_[2];
};

TEST_F(DefaultLimitsTest, LieInTheUsersDataFolder) {
  setenv("XDG_DATA_HOME", "/data", 1);
  EXPECT_EQ(DefaultLimits("key"), "/data/playbook/limits/key.json");
  setenv("XDG_DATA_HOME", "relative", 1);
  setenv("HOME", "/home/somebody", 1);
  EXPECT_EQ(DefaultLimits("key"), "/home/somebody/.local/share/playbook/limits/key.json");
  unsetenv("XDG_DATA_HOME");
  EXPECT_EQ(DefaultLimits("key"), "/home/somebody/.local/share/playbook/limits/key.json");
  unsetenv("HOME");
  EXPECT_THROW(DefaultLimits("key"), InputError);
}

}  // namespace
}  // namespace playbook
