// SPDX-License-Identifier: Apache-2.0
// Merges that a signal or a full disk ended: the next one starts over in their folder.
#pragma once

#include <filesystem>

#include "runners/call/arena.hpp"

namespace assay::runners {

/// A file in the folder that a merge writes, from before its first other file until done(). A
/// process that finds it and gets its lock may remove all that a merge made there.
class MergeMark {
 public:
  static constexpr const char* name = "merge.unfinished";

  /// Throws UsageError where another merge writes the folder, InfraError where nothing can be
  /// written there.
  explicit MergeMark(const std::filesystem::path& folder);
  void done();

 private:
  std::filesystem::path path_;
  FileDescriptor file_;
};

/// Throws UsageError where a merge into the folder has not come to its end.
void require_no_merge(const std::filesystem::path& folder);

}  // namespace assay::runners
