// Where in a run folder does what lie, and how does it get there whole?
//
// The one place that knows the names; docs/decisions/run-folder.md explains them. Everything is written beside its
// place, brought to the disk and renamed, so a file that is there is whole, and what is missing is what is still to do.
// Not for reading results.
//
//   const RunFolder folder("runs/first");
//   WriteWhole(folder.Plan(), ToJson(plan));
#ifndef TOOLS_MEASURE_RUN_FOLDER_H_
#define TOOLS_MEASURE_RUN_FOLDER_H_

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>

namespace playbook {

class RunFolder {
 public:
  using Path = std::filesystem::path;

  explicit RunFolder(Path folder) : folder_(std::move(folder)) {}

  const Path& folder() const { return folder_; }
  Path Plan() const { return folder_ / "plan.json"; }
  Path Description(const std::string& label, const std::string& id) const;
  Path Evidence(const std::string& label, const std::string& id) const;
  Path Calibration(const std::string& label, const std::string& id) const;
  Path CalibrationCost(const std::string& label, const std::string& id) const;
  Path Iterations(const std::string& id) const;
  Path Result(int round, const std::string& label, const std::string& id) const;
  Path Side(int round, const std::string& label, const std::string& id) const;
  Path Failure(const std::string& label, const std::string& id) const;
  Path Done() const { return folder_ / "done.json"; }
  Path Report() const { return folder_ / "report.md"; }

 private:
  Path folder_;
};

// The name under which a file is written before it is renamed to `path`.
std::filesystem::path PartOf(const std::filesystem::path& path);

// Makes the folder of a file, with those above it. Throws InputError.
void MakeFolderOf(const std::filesystem::path& path);

// Throws InputError, naming the file and the reason, if it cannot be written; nothing is left then.
void WriteWhole(const std::filesystem::path& path, std::string_view text);

// Throws InputError.
std::string ReadWhole(const std::filesystem::path& path);

// Removes what a killed run left under temporary names.
void RemoveParts(const std::filesystem::path& folder);

}  // namespace playbook

#endif  // TOOLS_MEASURE_RUN_FOLDER_H_
