// SPDX-License-Identifier: Apache-2.0
// The least that storing cases can cost: write() of their bytes, which no format does without.
#pragma once

#include <filesystem>
#include <span>
#include <string>

#include "golden/golden.hpp"

namespace assay::bench {

/// A file of every array of cases, one after the other.
class RawFile {
 public:
  /// Throws std::runtime_error where the file cannot be made.
  explicit RawFile(std::filesystem::path path);
  RawFile(const RawFile&) = delete;
  RawFile& operator=(const RawFile&) = delete;
  ~RawFile();  ///< removes the file

  /// Throws std::runtime_error where the disk is full.
  void add(std::span<const golden::GoldenCase> cases);
  void close();  ///< once the bytes are on the disk

 private:
  std::filesystem::path path_;
  int file_;
};

/// Bytes of every array of a case.
double raw_bytes(const golden::GoldenCase& golden);

/// SHA-256 of every array of cases, which a golden file stores next to them.
std::string digest(std::span<const golden::GoldenCase> cases);

}  // namespace assay::bench
