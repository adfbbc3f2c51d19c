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

/// A folder with the files of one run.
class RunFolder {
 public:
  /// Makes the folder, or takes over one that is empty or holds, with `overwrite`, a finished
  /// run, whose files it removes. An empty name means a fresh one under assay-runs. Throws
  /// UsageError for a folder with foreign files or with another run and for one that cannot be made
  /// or written, InfraError where the disk is at fault. A merge also takes over what a killed merge
  /// left, and says when it is done.
  explicit RunFolder(const std::string& wanted, bool overwrite = false,
                     FolderUse use = FolderUse::run);
  /// Throws as the constructor does, and changes nothing: for what takes minutes before it makes
  /// its folder.
  static void require_usable(const std::string& wanted, bool overwrite);
  /// A folder that holds a run. Throws UsageError where none is, or half of a merged one.
  static RunFolder existing(const std::string& name);

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
};

/// A new one under assay-runs. Throws as refuse_place().
std::filesystem::path fresh_folder();
/// Removes from a folder what a killed process had not yet given one of these names.
void remove_leftovers(const std::filesystem::path& folder, std::span<const char* const> names);

}  // namespace assay::runners
