// A small file system that only this process sees, for tests of disks that are full or read-only
//
// A tmpfs in a mount namespace of our own; that needs the root user or a kernel that lets others make user namespaces.
// Where neither is so, reason() says why, and the test is to be skipped. Gone with the object.
//
//   const PrivateMount mount(tree.folder() / "scratch", "size=4m", false);
//   if (!mount.reason().empty()) { GTEST_SKIP() << mount.reason(); }
#ifndef TESTS_CLI_RUN_PRIVATE_MOUNT_H_
#define TESTS_CLI_RUN_PRIVATE_MOUNT_H_

#include <filesystem>
#include <string>

namespace playbook {

class PrivateMount {
 public:
  // Over a folder that exists. The options are those of tmpfs(5).
  PrivateMount(std::filesystem::path folder, const std::string& options, bool read_only);
  ~PrivateMount();
  PrivateMount(const PrivateMount&) = delete;
  PrivateMount& operator=(const PrivateMount&) = delete;

  const std::string& reason() const { return reason_; }

  // Writes a file that leaves no room.
  void Fill() const;
  // Changes the options.
  void Grow(const std::string& options) const;

 private:
  std::filesystem::path folder_;
  std::string reason_;
};

}  // namespace playbook

#endif  // TESTS_CLI_RUN_PRIVATE_MOUNT_H_
