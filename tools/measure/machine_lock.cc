#include "tools/measure/machine_lock.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <system_error>
#include <utility>

namespace playbook {

std::filesystem::path LockPath() {
  const char* const chosen = std::getenv("PLAYBOOK_LOCK");
  return chosen == nullptr || *chosen == '\0' ? "/tmp/playbook.measuring.lock" : chosen;
}

MachineLock::MachineLock(std::filesystem::path path) : path_(std::move(path)) {
  // Another user's file in a sticky folder may not be opened for creation (fs.protected_regular), nor perhaps for
  // writing; flock needs neither.
  constexpr int kFlags = O_CLOEXEC | O_NOFOLLOW;
  descriptor_ = open(path_.c_str(), O_RDWR | kFlags);
  writable_ = descriptor_ >= 0;
  if (descriptor_ < 0 && errno == ENOENT) {
    descriptor_ = open(path_.c_str(), O_RDWR | O_CREAT | kFlags, 0666);
    writable_ = descriptor_ >= 0;
    if (writable_) {
      // Whatever our umask: the next user must be able to name themselves. Without it they can still lock.
      (void)fchmod(descriptor_, 0666);
    }
  } else if (descriptor_ < 0) {
    descriptor_ = open(path_.c_str(), O_RDONLY | kFlags);
  }
  if (descriptor_ < 0) {
    throw std::system_error(errno, std::generic_category(),
                            fmt::format("cannot open the lock {} (PLAYBOOK_LOCK names another)", path_.string()));
  }
}

MachineLock::~MachineLock() {
  close(descriptor_);
}

bool MachineLock::Try() {
  if (flock(descriptor_, LOCK_EX | LOCK_NB) != 0) {
    if (errno == EWOULDBLOCK) {
      return false;
    }
    throw std::system_error(errno, std::generic_category(), fmt::format("cannot lock {}", path_.string()));
  }
  if (writable_) {
    const std::string holder = fmt::format("{}\n", getpid());
    // Only a courtesy to those who wait.
    (void)!ftruncate(descriptor_, 0);
    (void)!pwrite(descriptor_, holder.data(), holder.size(), 0);
  }
  return true;
}

std::string MachineLock::Holder() const {
  std::array<char, 16> text = {};
  const ssize_t size = pread(descriptor_, text.data(), text.size(), 0);
  const auto digits_end = std::find_if(text.begin(), text.begin() + std::max<ssize_t>(size, 0),
                                       [](char one) { return one < '0' || one > '9'; });
  return {text.begin(), digits_end};
}

}  // namespace playbook
