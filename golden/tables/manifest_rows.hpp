// SPDX-License-Identifier: Apache-2.0
// The manifest of a file in the making.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <map>
#include <string>

#include "golden/format/content_digest.hpp"
#include "golden/tables/table_rows.hpp"
#include "golden/tables/unnamed_file.hpp"

namespace assay::golden {

/// Entries by path. What is below a closed folder waits on the disk: 32 bytes of it stay in memory.
class ManifestRows {
 public:
  /// Entries are buffered in a file next to `target`.
  explicit ManifestRows(const std::filesystem::path& target);

  /// Once for each path, and not below a folder that is closed.
  void enter(const std::string& path, const ManifestEntry& entry);
  /// A folder of two names, as /signatures/s0012, with which no other name begins; others stay
  /// open.
  void close(const std::string& path);
  /// The table, by path; nothing is entered afterwards.
  const TableRows& rows();

 private:
  using Entries = std::map<std::string, ManifestEntry>;
  struct Closed {
    std::array<char, 20> folder{};
    std::uint32_t size = 0;   ///< bytes of its entries
    std::uint64_t place = 0;  ///< of them in waiting_
  };

  void take(const std::string& path, const ManifestEntry& entry);
  Entries entries_of(const Closed& closed) const;

  std::map<std::string, Entries> open_;  ///< by folder: the first two names of a path
  std::deque<Closed> closed_;
  UnnamedFile waiting_;
  TableRows rows_;
};

}  // namespace assay::golden
