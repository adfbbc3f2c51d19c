// SPDX-License-Identifier: Apache-2.0
// The folders that runs and sweeps write into.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>
#include <string>

#include "runners/call/arena.hpp"
#include "runners/run/merge_mark.hpp"

namespace assay::runners {

/// Backends that a run may have.
inline constexpr std::size_t most_backends = 8;

/// "results.h5", "results-2.h5", ...
std::string name_of_results(std::size_t backend);

/// The kind of command that makes the files of a folder.
enum class FolderUse { run, merge };

/// Throws UsageError where a merge into the folder was not finished, or where a run that claimed
/// it has not begun.
void require_begun(const std::filesystem::path& folder);

/// What a run has of its folder before it begins. The files of the run that it replaces are in a
/// folder inside meanwhile, so that they are not taken for the new one's if it is killed.
class FolderClaim {
 public:
  static constexpr const char* name = "run.unfinished";

  /// `above`: the innermost folder that existed before.
  FolderClaim(const std::filesystem::path& folder, std::filesystem::path above);
  FolderClaim(const FolderClaim&) = delete;
  FolderClaim& operator=(const FolderClaim&) = delete;
  /// Removes the folders that were made for a run that never began.
  ~FolderClaim();
  void begin();
  void put_back();

 private:
  std::filesystem::path folder_;
  std::filesystem::path above_;
  bool begun_ = false;
};

/// A folder with the files of one run.
class RunFolder {
 public:
  /// Makes the folder, or takes over one that is empty or holds, with `overwrite`, a finished
  /// run. A merge removes the files of that run; a run only claims the folder until begin(). An
  /// empty name means a fresh one under assay-runs. Throws UsageError for a folder with foreign
  /// files or with another run and for one that cannot be made or written, InfraError where the
  /// disk is at fault. A merge also takes over what a killed merge left, and says when it is done.
  explicit RunFolder(const std::string& wanted, bool overwrite = false,
                     FolderUse use = FolderUse::run);
  /// A folder that holds a run. Throws as require_begun(), and UsageError where no run is.
  static RunFolder existing(const std::string& name);

  /// Removes the files of the run that this one replaces.
  void begin() const;
  /// Leaves the folder as it was, if the run has not begun.
  void put_back() const;

  /// Every file that a merge makes is there.
  void merge_is_done() const { mark_->done(); }

  /// Removes what a killed process had not yet given its name. For the one process that writes the
  /// journal: another's files would be gone from under it.
  void remove_leftovers() const;

  const std::filesystem::path& path() const { return path_; }
  std::filesystem::path golden() const { return path_ / "golden.h5"; }
  /// The result file of a backend of the run, from 0.
  std::filesystem::path results(std::size_t backend = 0) const {
    return path_ / name_of_results(backend);
  }
  std::filesystem::path journal() const { return path_ / "journal.jsonl"; }
  std::filesystem::path junit() const { return path_ / "junit.xml"; }
  std::filesystem::path findings() const { return path_ / "findings.json"; }
  std::filesystem::path comparison() const { return path_ / "comparison.json"; }
  std::filesystem::path shrunk() const { return path_ / "shrunk.h5"; }
  std::filesystem::path manifest() const { return path_ / "run.json"; }
  std::filesystem::path spool() const { return path_ / "run.spool"; }
  std::filesystem::path summary() const { return path_ / "summary.json"; }
  std::filesystem::path table() const { return path_ / "cases.csv"; }
  std::filesystem::path names() const { return path_ / "cases.txt"; }
  /// The file of the cases that no name can draw.
  std::filesystem::path cases() const { return path_ / "cases.h5"; }
  std::filesystem::path html() const { return path_ / "report.html"; }

 private:
  RunFolder() = default;

  std::filesystem::path path_;
  std::shared_ptr<const FileDescriptor> lock_;  ///< of a new run, as long as it is written
  std::shared_ptr<MergeMark> mark_;             ///< of a merge
  std::shared_ptr<FolderClaim> claim_;          ///< of a new run
};

/// A new one under assay-runs. Throws as refuse_place().
std::filesystem::path fresh_folder();
/// Removes from a folder what a killed process had not yet given one of these names.
void remove_leftovers(const std::filesystem::path& folder, std::span<const char* const> names);

}  // namespace assay::runners
