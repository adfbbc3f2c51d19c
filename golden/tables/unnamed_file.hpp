// SPDX-License-Identifier: Apache-2.0
// Bytes that wait for the end of a file which is being made.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "reference/support/atomic_file.hpp"

namespace assay::golden {

/// Opens a file without a name: its descriptor, or -1 and errno.
int open_unnamed(const std::filesystem::path& folder);

/// Bytes that grow at their end and are read from anywhere. The first mebibyte stays in memory;
/// more goes to a file without a name, which whatever ends the process takes along. Where a file
/// system has no such files it is a support::TemporaryFile of the target. Throws h5::Failure with
/// the reason in words.
class UnnamedFile {
 public:
  using Open = int (*)(const std::filesystem::path& folder);

  /// `target` is the file that is being made; the unnamed file is in the same folder.
  explicit UnnamedFile(std::filesystem::path target, Open open = open_unnamed)
      : target_(std::move(target)), open_(open) {}
  UnnamedFile(const UnnamedFile&) = delete;
  UnnamedFile& operator=(const UnnamedFile&) = delete;
  ~UnnamedFile();

  std::uint64_t size() const { return written_ + waiting_.size(); }
  void append(std::span<const std::byte> bytes);
  /// Fills `out` from `offset` on; all of it must have been appended.
  void read(std::uint64_t offset, std::span<std::byte> out) const;

 private:
  void make();
  void write_waiting();

  std::filesystem::path target_;
  Open open_;
  std::optional<support::TemporaryFile> named_;
  int descriptor_ = -1;
  std::uint64_t written_ = 0;
  std::vector<std::byte> waiting_;  ///< follows what is already written
};

}  // namespace assay::golden
