// SPDX-License-Identifier: Apache-2.0
// The folder a run writes into, and its journal.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "runners/arena.hpp"

namespace assay::runners {

/// A folder with the files of one run.
class RunFolder {
 public:
  /// Makes the folder, or takes over one that is empty or that a run has made before. An empty name
  /// means a fresh one under assay-runs. Throws UsageError for a folder with foreign files,
  /// InfraError where it cannot be made or written.
  explicit RunFolder(const std::string& wanted);

  const std::filesystem::path& path() const { return path_; }
  std::filesystem::path golden() const { return path_ / "golden.h5"; }
  std::filesystem::path results() const { return path_ / "results.h5"; }
  std::filesystem::path journal() const { return path_ / "journal.jsonl"; }
  std::filesystem::path junit() const { return path_ / "junit.xml"; }
  std::filesystem::path findings() const { return path_ / "findings.json"; }
  std::filesystem::path html() const { return path_ / "report.html"; }

 private:
  std::filesystem::path path_;
};

/// One JSON object a line; a line is in the file when append() returns. Throws InfraError and
/// leaves whole lines only.
class Journal {
 public:
  explicit Journal(std::filesystem::path path);
  void append(std::string_view line);

 private:
  std::filesystem::path path_;
  FileDescriptor file_;
  off_t size_ = 0;
};

}  // namespace assay::runners
