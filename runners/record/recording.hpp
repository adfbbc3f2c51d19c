// SPDX-License-Identifier: Apache-2.0
// Reads the folder that record.hpp writes (FORMAT.md).
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "runners/record/recorded_call.hpp"

namespace assay::runners {

/// What `assay record` adds to a recording when the kernel has ended.
inline constexpr const char* recording_facts = "recording.json";

/// Whether the folder has what a recording has.
bool is_recording(const std::filesystem::path& folder);

/// One recording.
class Recording {
 public:
  /// Opens it and checks its files. Throws UsageError where the folder is none, a file is foreign,
  /// of another version, or not as long as when the kernel ended.
  explicit Recording(const std::filesystem::path& folder);

  /// Every call, thread by thread in the order of calls. Stops when `take` returns false. Throws
  /// UsageError where a file is damaged or cut short.
  void read(const std::function<bool(RecordedCall)>& take) const;

  std::size_t threads() const;
  /// How the kernel ended, such as "exit 0" or "signal 11"; empty if that is not known.
  const std::string& ending() const { return ending_; }
  /// The signal that ended it.
  std::optional<int> signal() const { return signal_; }

 private:
  void read_facts();

  std::filesystem::path folder_;
  std::vector<std::filesystem::path> files_;
  std::string ending_;
  std::optional<int> signal_;
};

}  // namespace assay::runners
