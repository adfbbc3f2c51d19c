// SPDX-License-Identifier: Apache-2.0
// Bytes that wait for the end of a file which is being made.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

namespace assay::golden {

/// Bytes that grow at their end and are read from anywhere. The first mebibyte stays in memory;
/// more goes to a file without a name, which whatever ends the process takes along. Throws
/// h5::Failure with the reason in words.
class UnnamedFile {
 public:
  /// `folder` is where the file would be.
  explicit UnnamedFile(std::filesystem::path folder) : folder_(std::move(folder)) {}
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

  std::filesystem::path folder_;
  int descriptor_ = -1;
  std::uint64_t written_ = 0;
  std::vector<std::byte> waiting_;  ///< behind what is written
};

}  // namespace assay::golden
