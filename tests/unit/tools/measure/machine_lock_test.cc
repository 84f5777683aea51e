#include "tools/measure/machine_lock.h"

#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <system_error>

namespace playbook {
namespace {

namespace fs = std::filesystem;

class MachineLockTest : public testing::Test {
 protected:
  MachineLockTest() {
    std::string name = (fs::temp_directory_path() / "playbook_lock.XXXXXX").string();
    folder_ = mkdtemp(name.data());
  }
  ~MachineLockTest() override { fs::remove_all(folder_); }

  fs::path folder_;
};

TEST_F(MachineLockTest, IsHeldByOneAtATimeAndNamesTheHolder) {
  MachineLock first(folder_ / "lock");
  MachineLock second(folder_ / "lock");
  EXPECT_EQ(second.Holder(), "");
  EXPECT_TRUE(first.Try());
  EXPECT_FALSE(second.Try());
  EXPECT_EQ(second.Holder(), std::to_string(getpid()));
}

TEST_F(MachineLockTest, IsFreeOnceItsHolderIsGone) {
  { EXPECT_TRUE(MachineLock(folder_ / "lock").Try()); }
  EXPECT_TRUE(MachineLock(folder_ / "lock").Try());
}

TEST_F(MachineLockTest, MayBeTakenByEveryUser) {
  const mode_t before = umask(0077);
  { MachineLock lock(folder_ / "lock"); }
  umask(before);
  struct stat there = {};
  ASSERT_EQ(stat((folder_ / "lock").c_str(), &there), 0);
  EXPECT_EQ(there.st_mode & 0666U, 0666U);
}

TEST_F(MachineLockTest, NamesNoHolderWhereTheFileHoldsSomethingElse) {
  std::ofstream(folder_ / "lock") << "\x1b[2J rm -rf";
  EXPECT_EQ(MachineLock(folder_ / "lock").Holder(), "");
}

TEST_F(MachineLockTest, FollowsNoLink) {
  std::ofstream(folder_ / "precious") << "text";
  fs::create_symlink(folder_ / "precious", folder_ / "lock");
  EXPECT_THROW(MachineLock(folder_ / "lock"), std::system_error);
}

TEST_F(MachineLockTest, SaysWhereItCannotBeMade) {
  EXPECT_THROW(MachineLock(folder_ / "nowhere" / "lock"), std::system_error);
}

}  // namespace
}  // namespace playbook
