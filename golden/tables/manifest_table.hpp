// SPDX-License-Identifier: Apache-2.0
// The manifest of a file that is read, however many objects it lists.
#pragma once

#include <H5Cpp.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <vector>

#include "golden/format/stored.hpp"
#include "golden/tables/manifest_rows.hpp"

namespace assay::golden {

/// Rows come from the file as they are asked for; a few hundred kilobytes of it are in memory. One
/// thread at a time.
class ManifestTable {
 public:
  /// Throws h5::Failure where /manifest is missing or no manifest; `file` outlives the object.
  explicit ManifestTable(const H5::Group& file);

  std::uint64_t rows() const { return rows_; }
  /// The path of a row, good until the next call; throws h5::Failure where it cannot be read.
  std::string_view path(std::uint64_t row) const { return text(row, path_); }
  ManifestEntry entry(std::uint64_t row) const;
  /// The first row whose path is not less than `path`: writers put paths in order.
  std::uint64_t lower_bound(std::string_view path) const;
  std::optional<ManifestEntry> find(std::string_view path) const;

 private:
  struct Member {
    std::size_t offset = 0;
    std::size_t width = 0;
  };

  Member member(const char* name, H5T_class_t kind) const;
  std::optional<Member> member_if_any(const char* name, H5T_class_t kind) const;
  const std::byte* at(std::uint64_t row) const;
  std::string_view text(std::uint64_t row, const Member& column) const;

  h5::StoredDataset dataset_;
  H5::CompType type_;
  std::uint64_t rows_;
  Member path_, sha256_, bytes_, attributes_;
  std::optional<Member> xxh128_;  ///< files from before it have none
  mutable std::map<std::uint64_t, std::vector<std::byte>> blocks_;
};

}  // namespace assay::golden
