// SPDX-License-Identifier: Apache-2.0
// The accuracy profile that a run was judged with.
#pragma once

#include <filesystem>
#include <string>

namespace assay::runners {

struct RecordedAccuracy {
  std::string file;    ///< empty: the built-in profile alone
  std::string digest;  ///< of accuracy_source() at that time; empty if no file says so
  std::string lost;    ///< why it is not available any more, as a sentence; empty if it is

  /// "FILE" or "the built-in accuracy profile".
  std::string name() const;
  /// Whether this file over the built-in profile is the profile that it was.
  bool is(const std::string& other) const;
};

/// `run` is the folder of a run or its journal; of a journal without run.json the built-in profile.
/// Throws UsageError where run.json is not as it was written.
RecordedAccuracy recorded_accuracy(const std::filesystem::path& run);

}  // namespace assay::runners
