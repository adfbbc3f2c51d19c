// SPDX-License-Identifier: Apache-2.0
// The command lines that repeat cases of a run.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>

namespace assay::runners {

/// Writes reports::replay_command() for the backends of a run. A library of headers is named by its
/// folder, compiler and flags: such a line tests the headers as they are now, and not what was
/// compiled of them.
class ReplayLines {
 public:
  /// Of the run in a folder or journal; every backend by its text if there is no run.json, or if
  /// another version wrote it.
  explicit ReplayLines(const std::filesystem::path& run);

  /// `backend` is the text in a record.
  std::string line(std::string_view name, const std::string& backend) const;

 private:
  std::map<std::string, std::string> libraries_;  ///< options by text of the backend
};

}  // namespace assay::runners
