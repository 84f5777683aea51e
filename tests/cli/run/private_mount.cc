#include "tests/cli/run/private_mount.h"

#include <gtest/gtest.h>
#include <sched.h>
#include <sys/mount.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <utility>

namespace playbook {
namespace {

std::string Refused(const std::string& what) {
  return what + " is not allowed here: " + std::strerror(errno);
}

// Once for the process: namespaces cannot be left again.
std::string EnterNamespaces() {
  if (geteuid() == 0) {
    if (unshare(CLONE_NEWNS) != 0) {
      return Refused("a mount namespace");
    }
  } else {
    const std::string user = std::to_string(geteuid());
    const std::string group = std::to_string(getegid());
    if (unshare(CLONE_NEWUSER | CLONE_NEWNS) != 0) {
      return Refused("a user namespace");
    }
    std::ofstream("/proc/self/setgroups") << "deny";
    std::ofstream("/proc/self/gid_map") << group << ' ' << group << " 1";
    std::ofstream("/proc/self/uid_map") << user << ' ' << user << " 1";
  }
  // Or else the mounts made here would be seen outside.
  return mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0 ? "" : Refused("a private mount");
}

}  // namespace

PrivateMount::PrivateMount(std::filesystem::path folder, const std::string& options, bool read_only)
    : folder_(std::move(folder)) {
  static const std::string refused = EnterNamespaces();
  reason_ = refused;
  if (reason_.empty() && mount("playbook", folder_.c_str(), "tmpfs", read_only ? MS_RDONLY : 0, options.c_str()) != 0) {
    reason_ = Refused("mounting a tmpfs");
  }
}

PrivateMount::~PrivateMount() {
  if (reason_.empty()) {
    umount2(folder_.c_str(), MNT_DETACH);
  }
}

void PrivateMount::Fill() const {
  std::ofstream file(folder_ / "filler", std::ios::binary);
  const std::array<char, 4096> page = {};
  while (file.write(page.data(), page.size()).flush()) {
  }
}

void PrivateMount::Grow(const std::string& options) const {
  ASSERT_EQ(mount("playbook", folder_.c_str(), "tmpfs", MS_REMOUNT, options.c_str()), 0) << std::strerror(errno);
}

}  // namespace playbook
