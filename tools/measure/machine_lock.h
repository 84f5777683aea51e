// Does another playbook measure on this machine?
//
// Two measurements at once measure each other. The lock is an flock(2) on one file a machine, so it is gone with its
// holder, however that ended. It binds only those who take it: other work on the machine is seen in the conditions that
// are recorded, not prevented.
//
//   MachineLock lock(LockPath());
//   if (!lock.Try()) { Say("process {} measures", lock.Holder()); }
#ifndef TOOLS_MEASURE_MACHINE_LOCK_H_
#define TOOLS_MEASURE_MACHINE_LOCK_H_

#include <filesystem>
#include <string>

namespace playbook {

// PLAYBOOK_LOCK where the environment sets it, else a file in /tmp: the one folder that every user of a machine may
// write to, and that a container has for itself.
std::filesystem::path LockPath();

class MachineLock {
 public:
  // Makes the file if need be. Throws std::system_error, naming it, if it cannot be opened.
  explicit MachineLock(std::filesystem::path path);
  ~MachineLock();
  MachineLock(const MachineLock&) = delete;
  MachineLock& operator=(const MachineLock&) = delete;

  // True if we hold it now.
  bool Try();

  // Who holds it, as the holder wrote it: a process id; empty where it could not.
  std::string Holder() const;

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
  int descriptor_ = -1;
  bool writable_ = false;
};

}  // namespace playbook

#endif  // TOOLS_MEASURE_MACHINE_LOCK_H_
