#include "tools/compare/provenance_difference.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tools/compare/context_facts.h"
#include "tools/compare/library_version.h"
#include "tools/compare/measured.h"

namespace playbook {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

const Context kOurs = {
    {"num_cpus", "2"},         {"library_build_type", "debug"},     {"playbook.compiler", "gcc 12.2.0"},
    {"playbook.flags", "-O2"}, {"playbook.commit", "e84958694195"}, {"playbook.cpu_model", "Imaginary 9000"}};

Context With(Context context, const std::string& key, const std::string& value) {
  context[key] = value;
  return context;
}

LibraryVersion Version(const std::string& text) {
  return ReadLibraryVersion({{"library_version", text}});
}

TEST(ProvenanceDifferenceTest, SaysThatNothingDiffers) {
  const ProvenanceDifference found = CompareProvenance(kOurs, kOurs, {});
  EXPECT_THAT(found.differences, IsEmpty());
  EXPECT_THAT(found.refusals, IsEmpty());
  EXPECT_THAT(found.statements, ElementsAre("nothing that both sides record differs"));
}

TEST(ProvenanceDifferenceTest, NamesTheOnlyFactorThatDiffers) {
  const Context other =
      With(With(kOurs, "playbook.compiler", "clang 14.0.6"), "playbook.compiler_version", "Debian Clang 14.0.6");
  const ProvenanceDifference found = CompareProvenance(With(kOurs, "playbook.compiler_version", "12.2.0"), other, {});
  ASSERT_THAT(found.differences, SizeIs(2));
  EXPECT_EQ(found.differences[0].key, "compiler");
  EXPECT_EQ(found.differences[0].base, "gcc 12.2.0");
  EXPECT_EQ(found.differences[0].contender, "clang 14.0.6");
  EXPECT_THAT(found.factors, ElementsAre("compiler"));
  EXPECT_THAT(found.statements, ElementsAre("of what both sides record, only the compiler differs"));
}

TEST(ProvenanceDifferenceTest, SaysThatTheCauseOfTwoFactorsCannotBeTold) {
  const Context other = With(With(kOurs, "playbook.flags", "-O3"), "playbook.compiler", "clang 14.0.6");
  const ProvenanceDifference found = CompareProvenance(kOurs, other, {});
  EXPECT_THAT(found.factors, ElementsAre("compiler", "flags"));
  EXPECT_THAT(found.statements,
              ElementsAre("compiler and flags differ: which of them makes a difference in time cannot be told"));
  EXPECT_THAT(found.refusals, IsEmpty());
}

TEST(ProvenanceDifferenceTest, CountsACustomKeyAsAFactorOfItsOwn) {
  const ProvenanceDifference found =
      CompareProvenance(With(kOurs, "data_set", "small"), With(kOurs, "data_set", "large"), {});
  EXPECT_THAT(found.factors, ElementsAre("data_set"));
}

TEST(ProvenanceDifferenceTest, LeavesOutWhatEveryProcessHasAnew) {
  const auto of = [](const char* value) {
    Context context = kOurs;
    for (const char* key : {"date", "mhz_per_cpu", "load_avg.0", "playbook.clock_step_ns", "playbook.pair",
                            "executable", "playbook.preset"}) {
      context[key] = value;
    }
    return context;
  };
  EXPECT_THAT(CompareProvenance(of("0.1"), of("0.2"), {}).differences, IsEmpty());
}

TEST(ProvenanceDifferenceTest, SaysWhatOnlyOneSideRecords) {
  const ProvenanceDifference found = CompareProvenance({{"num_cpus", "2"}}, kOurs, {});
  EXPECT_THAT(found.one_sided, ElementsAre("code", "compiler", "flags", "benchmark library"));
  EXPECT_THAT(found.statements, Contains("recorded on one side only: code, compiler, flags and benchmark library"));
}

TEST(ProvenanceDifferenceTest, SaysThatNeitherSideRecordsItsBuild) {
  EXPECT_THAT(
      CompareProvenance({{"num_cpus", "2"}}, {{"num_cpus", "2"}}, {}).statements,
      ElementsAre("neither side records its compiler and flags: whether more than the code differs is not known"));
}

TEST(ProvenanceDifferenceTest, WarnsOfChangedSourcesAndOfABusyMachine) {
  const Context busy = With(With(kOurs, "playbook.dirty", "yes"), "load_avg.0", "2.5");
  const ProvenanceDifference found = CompareProvenance(kOurs, busy, {});
  EXPECT_THAT(found.statements,
              Contains("the contender was built from changed sources: its commit does not say what was measured"));
  EXPECT_THAT(found.statements, Contains("the machine was busy when the contender began: load 2.5 on 2 CPUs"));
}

TEST(ProvenanceDifferenceTest, RefusesAnotherHost) {
  const ProvenanceDifference found =
      CompareProvenance(With(kOurs, "host_name", "alpha"), With(kOurs, "host_name", "beta"), {});
  EXPECT_THAT(found.refusals, ElementsAre("the base was measured on the host alpha, the contender on beta: a ratio "
                                          "would be one of machines"));
}

TEST(ProvenanceDifferenceTest, RefusesAnotherMachineWhereNoHostIsNamed) {
  const ProvenanceDifference found = CompareProvenance(kOurs, With(kOurs, "playbook.cpu_model", "Imaginary 9001"), {});
  EXPECT_THAT(found.refusals, ElementsAre("the base was measured on another machine than the contender: cpu_model is "
                                          "Imaginary 9000 and Imaginary 9001"));
  // One host with another number of processors is a difference, and no other machine.
  EXPECT_THAT(
      CompareProvenance(With(kOurs, "host_name", "alpha"), With(With(kOurs, "host_name", "alpha"), "num_cpus", "4"), {})
          .refusals,
      IsEmpty());
}

TEST(ProvenanceDifferenceTest, RefusesADryRun) {
  EXPECT_THAT(CompareProvenance(kOurs, With(kOurs, "dry_run", "true"), {}).refusals,
              ElementsAre("the contender is a dry run: one iteration of each row measures nothing"));
}

TEST(ProvenanceDifferenceTest, RefusesTimesOfThreadsAcrossTheirChange) {
  const Context old = With(kOurs, "library_version", "v1.8.4");
  const Context later = With(kOurs, "library_version", "v1.9.0");
  EXPECT_THAT(CompareProvenance(old, later, {.times = true}).refusals, ElementsAre(HasSubstr("wall time")));
  EXPECT_THAT(CompareProvenance(old, later, {.times = true, .rates = true}).refusals, SizeIs(2));
  EXPECT_THAT(CompareProvenance(old, later, {}).refusals, IsEmpty());
  EXPECT_THAT(CompareProvenance(old, later, {}).factors, ElementsAre("benchmark library"));
  // A file that does not say is older than 1.8.4.
  EXPECT_THAT(CompareProvenance(kOurs, later, {.times = true}).refusals, ElementsAre(HasSubstr("before 1.8.4")));
}

TEST(LibraryVersionTest, ReadsWhatFilesSay) {
  const LibraryVersion version = Version("v1.9.4-93-g27fc2bf4");
  EXPECT_EQ(version.kind, LibraryVersion::Kind::kRecorded);
  EXPECT_EQ(version.minor, 9);
  EXPECT_EQ(version.patch, 4);
  EXPECT_TRUE(version.between);
  EXPECT_EQ(Version("1.8.4").kind, LibraryVersion::Kind::kRecorded);
  for (const char* text : {"v0.0.0", "HEAD", "v1.9", "1.9.x", "1.9.4rc"}) {
    EXPECT_EQ(Version(text).kind, LibraryVersion::Kind::kUnknown) << text;
  }
  EXPECT_EQ(ReadLibraryVersion({{"num_cpus", "2"}}).kind, LibraryVersion::Kind::kBefore184);
  EXPECT_EQ(ReadLibraryVersion({}).kind, LibraryVersion::Kind::kUnknown);
}

TEST(LibraryVersionTest, KnowsWhenTimesOfThreadsChanged) {
  EXPECT_FALSE(SameTimes(Version("v1.8.5"), Version("v1.9.0")));
  EXPECT_FALSE(SameTimes(ReadLibraryVersion({{"num_cpus", "2"}}), Version("v1.9.5")));
  EXPECT_TRUE(SameTimes(Version("v1.9.0"), Version("v1.9.5")));
  EXPECT_TRUE(SameTimes(Version("v1.8.4"), ReadLibraryVersion({{"num_cpus", "2"}})));
}

TEST(LibraryVersionTest, KnowsWhenRatesOfThreadsChangedTwice) {
  EXPECT_FALSE(SameRates(Version("v1.8.5"), Version("v1.9.0")));
  EXPECT_FALSE(SameRates(Version("v1.9.4"), Version("v1.9.5")));
  EXPECT_TRUE(SameRates(Version("v1.8.5"), Version("v1.9.5")));
  EXPECT_TRUE(SameRates(Version("v1.9.0"), Version("v1.9.4")));
}

TEST(LibraryVersionTest, BelievesNothingOfVersionsBetween) {
  EXPECT_FALSE(SameTimes(Version("v1.8.5-12-gabcdef01"), Version("v1.9.0")));
  EXPECT_FALSE(SameTimes(Version("v1.8.5-12-gabcdef01"), Version("v1.8.4")));
  EXPECT_TRUE(SameTimes(Version("v1.8.5-12-gabcdef01"), Version("v1.8.5-12-gabcdef01")));
  EXPECT_TRUE(SameTimes(Version("v1.8.4-12-gabcdef01"), Version("v1.8.4")));
  EXPECT_FALSE(SameRates(Version("v1.9.4-93-g27fc2bf4"), Version("v1.9.5")));
  EXPECT_FALSE(SameTimes(Version("HEAD"), Version("v1.9.0")));
  EXPECT_TRUE(SameTimes(Version("HEAD"), Version("HEAD")));
}

TEST(ContextFactsTest, KeepsTheFirstValueOfAMomentAndMarksOtherDifferences) {
  Context context;
  for (const char* value : {"1", "2"}) {
    MergeContext(context, "date", value);
    MergeContext(context, "load_avg.0", value);
    MergeContext(context, "num_cpus", value);
    MergeContext(context, "kernel", "6.1");
  }
  EXPECT_EQ(
      context,
      (Context{{"date", "1"}, {"load_avg.0", "1"}, {"num_cpus", std::string(kDiffersWithin)}, {"kernel", "6.1"}}));
  EXPECT_EQ(ContextValue(context, "kernel"), "6.1");
  EXPECT_EQ(ContextValue(context, "no such key"), "");
}

TEST(ContextFactsTest, KnowsWhatBelongsToWhichFactor) {
  EXPECT_EQ(FactorOf("playbook.flags"), "flags");
  EXPECT_EQ(FactorOf("caches.0.size"), "machine");
  EXPECT_EQ(FactorOf("data_set"), "data_set");
  EXPECT_EQ(FactorOf("date"), "");
}

}  // namespace
}  // namespace playbook
