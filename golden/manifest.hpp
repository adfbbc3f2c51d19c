// SPDX-License-Identifier: Apache-2.0
// What a file says about its own objects, and whether they are still that.
#pragma once

#include <H5Cpp.h>

#include <map>
#include <set>
#include <string>

#include "golden/output_file.hpp"
#include "golden/stored.hpp"

namespace assay::golden {

/// The rows of /manifest by path. Throws Failure.
std::map<std::string, ManifestEntry> read_manifest(const H5::Group& file);

/// What is wrong with the bytes of a dataset or with attributes, or "".
std::string bytes_problem(const h5::StoredDataset& dataset, const ManifestEntry& entry);
std::string attributes_problem(const std::string& path, const h5::Attributes& attributes,
                               const ManifestEntry& entry);

/// Checks what is read, each object once. A file that was made by hand has no manifest and is taken
/// as it is. One thread at a time.
class Digests {
 public:
  /// Reads the manifest of the open file and checks the attributes of its root.
  void open(const H5::Group& file, const h5::Attributes& root);
  /// Checks the group at `path` and everything below it; throws Failure with the first problem.
  void require(const H5::Group& file, const std::string& path);

 private:
  std::map<std::string, ManifestEntry> listed_;
  std::set<std::string> checked_;
};

}  // namespace assay::golden
