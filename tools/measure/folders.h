// Can the folders that a run needs be used?
//
// Asked before anything long begins. A yes is no promise: a disk can fill up later, and the writers notice that. Each
// function throws InputError with the reason and what to do about it.
//
//   CheckScratch("/tmp");
//   MakeRunFolder("runs/first");
#ifndef TOOLS_MEASURE_FOLDERS_H_
#define TOOLS_MEASURE_FOLDERS_H_

#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>

namespace playbook {

// What the scratch folder must have free: the largest file that a pair writes is some 50 MB.
inline constexpr std::uint64_t kScratchBytes = std::uint64_t{64} << 20U;

// How the user chooses the scratch folder, for messages: with an option that most commands have, or without.
inline constexpr const char* kScratchByOption = "choose another with --scratch DIR or TMPDIR";
inline constexpr const char* kScratchByVariable = "choose another with TMPDIR";

// Writes, reads back and removes a small file. Room is asked for by writing where that is cheap and by the file
// system's own word for the rest.
void CheckScratch(const std::filesystem::path& folder, std::uint64_t needed_bytes = kScratchBytes,
                  const char* hint = kScratchByOption);

// Whether a file that is to be written after long work can be. What is there under that name must be a regular file,
// since it is replaced: no device, and no link to nothing. Its folder must be there and is written to; a name that was
// mistyped makes no folders.
void CheckWritable(const std::filesystem::path& file);

// Makes the folder, which must not exist or be empty; its parent must exist and be writable. Returns whether it was
// made, so that the maker can take it away again.
bool MakeRunFolder(const std::filesystem::path& folder);

// "runs/2026-01-31T12-00-00" and the suffix, for a run that started then, with a number behind it if two begin in the
// same second. Makes the folder runs where we are. `started` is of LocalTime (plan.h).
std::filesystem::path FolderAfterTime(const std::string& started, const std::string& suffix);

// Takes a folder that was made for a run away again, unless something was measured.
class MadeFolder {
 public:
  MadeFolder(std::filesystem::path folder, bool made) : folder_(std::move(folder)), made_(made) {}
  ~MadeFolder();
  MadeFolder(const MadeFolder&) = delete;
  MadeFolder& operator=(const MadeFolder&) = delete;
  void Keep() { made_ = false; }

 private:
  std::filesystem::path folder_;
  bool made_;
};

// True if the file system of the folder has no room for even a small file: what to look at when a child's output is
// cut.
bool IsFull(const std::filesystem::path& folder);

// A folder of one run in the scratch folder: whatever a benchmark that is ended leaves there is gone with it. The seed
// tells it from those of other runs. One that is left by the same run, killed, is emptied.
class ScratchOfRun {
 public:
  ScratchOfRun(const std::filesystem::path& scratch, std::uint64_t seed, const char* hint = kScratchByOption);
  ~ScratchOfRun();
  ScratchOfRun(const ScratchOfRun&) = delete;
  ScratchOfRun& operator=(const ScratchOfRun&) = delete;

  const std::filesystem::path& folder() const { return folder_; }
  // Removes what is in it.
  void Empty() const;

 private:
  std::filesystem::path folder_;
};

}  // namespace playbook

#endif  // TOOLS_MEASURE_FOLDERS_H_
