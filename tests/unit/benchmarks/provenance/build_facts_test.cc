#include "benchmarks/build_facts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "benchmarks/provenance.h"

namespace playbook {
namespace {

using ::testing::IsEmpty;
using ::testing::Not;

TEST(BuildFactsTest, HaveOneValueForEachKey) {
  std::set<std::string> keys;
  for (const auto& [key, value] : BuildFacts()) {
    EXPECT_TRUE(keys.insert(key).second) << key;
    EXPECT_THAT(value, Not(IsEmpty())) << key;
  }
  EXPECT_THAT(keys, Not(IsEmpty()));
}

TEST(BuildFactsTest, KeepFlagsButNotTheFoldersInThem) {
  EXPECT_EQ(WithoutFolders("-O2 -g -std=c++20"), "-O2 -g -std=c++20");
  EXPECT_EQ(WithoutFolders("-I/home/somebody/include -O2"), "-Iinclude -O2");
  EXPECT_EQ(WithoutFolders("--sysroot=/opt/sdk/arm -isystem /usr/x/y"), "--sysroot=arm -isystem y");
  EXPECT_EQ(WithoutFolders(""), "");
}

TEST(PrintableTest, ReplacesWhatIsNotPrintableAscii) {
  EXPECT_EQ(Printable("AMD EPYC~"), "AMD EPYC~");
  EXPECT_EQ(Printable("a\tb\nc\x7f"), "a?b?c?");
  EXPECT_EQ(Printable("caf\xc3\xa9"), "caf??");
  EXPECT_EQ(Printable(std::string("a\0b", 3)), "a?b");
  EXPECT_EQ(Printable(""), "");
}

}  // namespace
}  // namespace playbook
