// SPDX-License-Identifier: Apache-2.0
// The manifest of a file: digests of its objects, and their verification.
#pragma once

#include <H5Cpp.h>

#include <map>
#include <optional>
#include <string>

#include "golden/format/stored.hpp"
#include "golden/tables/manifest_table.hpp"
#include "reference/support/name_set.hpp"

namespace assay::golden {

/// Digests of a dataset that are checked: the quick one alone, which files from before it have not,
/// or all.
enum class DigestsChecked { quick, all };

/// The problem with the bytes of a dataset or with attributes, or "".
std::string bytes_problem(const h5::StoredDataset& dataset, const ManifestEntry& entry,
                          DigestsChecked checked);
std::string attributes_problem(const std::string& path, const h5::Attributes& attributes,
                               const ManifestEntry& entry);
/// The problem with the entry of a group, which has no bytes, or "".
std::string group_problem(const std::string& path, const ManifestEntry& entry);

/// Checks what is read, each object once. A file that was made by hand has no manifest and is taken
/// as it is. One thread at a time.
class Digests {
 public:
  /// Opens the manifest of the file, which outlives the object, and checks the attributes of its
  /// root.
  void open(const H5::Group& file, const h5::Attributes& root);
  /// Bytes that the latest require() of `other` found right are not digested again where both
  /// manifests say the same of them: two files that are compared mostly have the same. `other`
  /// outlives the object.
  void read_beside(const Digests& other) { beside_ = &other; }
  /// Checks the group at `path` and everything below it; throws Failure with the first problem.
  void require(const H5::Group& file, const std::string& path);
  /// A dataset of the file, which is not opened and read again where the latest require() did.
  h5::StoredDataset stored(const H5::Group& file, const std::string& path) const;

  /// Whether the file has an object at `path`; one that the manifest does not list is none of it.
  bool has(const H5::Group& file, const std::string& path) const;
  /// Attributes of the group at `path`, from the latest require() where that read them.
  h5::Attributes attributes(const H5::Group& file, const std::string& path) const;

 private:
  /// A dataset, and the digests that its bytes were compared with.
  struct Opened {
    h5::StoredDataset dataset;
    std::string sha256;
    std::string xxh128;
  };

  void require_dataset(h5::StoredDataset dataset, const ManifestEntry& entry);
  bool is_known(const h5::StoredDataset& dataset, const ManifestEntry& entry) const;
  void require_attributes(const std::string& path, h5::Attributes attributes,
                          const ManifestEntry& entry);

  std::optional<ManifestTable> listed_;
  support::NameSet checked_;                          ///< groups
  std::map<std::string, Opened> open_;                ///< what the latest require() read
  std::map<std::string, h5::Attributes> attributes_;  ///< the same
  std::map<std::string, std::string> digests_;        ///< of attribute lines
  std::uint64_t held_ = 0;                            ///< bytes of it in memory
  const Digests* beside_ = nullptr;
};

}  // namespace assay::golden
