// SPDX-License-Identifier: Apache-2.0
// A golden or result file in the making: groups, datasets, tables, and the manifest over them.
#pragma once

#include <H5Cpp.h>

#include <filesystem>
#include <map>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "golden/golden.hpp"
#include "golden/hdf5/atomic_file.hpp"
#include "golden/hdf5/attributes.hpp"
#include "golden/tables/manifest_rows.hpp"
#include "golden/tables/table.hpp"
#include "golden/tables/table_rows.hpp"

namespace assay::golden {

/// The root attributes that say where a file comes from, and back. Throws Failure.
h5::Attributes root_attributes(const Provenance& provenance, const std::string& schema);
Provenance provenance_of(const h5::Attributes& root);

class OutputFile {
 public:
  OutputFile(const std::filesystem::path& path, const h5::Attributes& root);

  const H5::H5File& file() const { return file_.file(); }
  /// The open group that holds the object at `path`, and the name of the object in it; good until
  /// the next call. To follow a path from the root costs HDF5 more than to create what it names.
  struct Place {
    const H5::Group& group;
    std::string name;
  };
  Place place(const std::string& path);
  void require_written() const { file_.require_written(); }
  /// How datasets are made: in one piece, or in chunks whose shape and fill value the caller sets
  /// each time. A list of its own for every dataset costs as much as what is in it.
  const H5::DSetCreatPropList& contiguous() const { return contiguous_; }
  const H5::DSetCreatPropList& chunked() const { return chunked_; }
  h5::AttributeWriter& attributes() { return attributes_; }
  /// Creates a group (parents first) unless it is there.
  void group(const std::string& path, const h5::Attributes& attributes = {});
  void table(const std::string& path, const Table& table);
  void table(const std::string& path, const TableRows& table);
  /// A dataset of `rows` rows of `type`, written in one piece, with its description.
  void block(const std::string& path, const H5::DataType& type, std::uint64_t rows,
             std::span<const std::byte> bytes, h5::Attributes attributes = {});
  /// The digest of attributes in the manifest, cached: a few of them recur often.
  const std::string& digest_of(const h5::Attributes& attributes);
  /// The group at `path` is neither made again nor is anything put below it; what the file
  /// remembers of it can go.
  void close(const std::string& path);
  /// Lets HDF5 forget what it remembers of the file; see AtomicFile::reopen.
  void reopen();
  /// The path of the final file; temporary data is kept next to it.
  const std::filesystem::path& path() const { return path_; }
  /// Enters a dataset that other code has written.
  void enter(const std::string& path, const ManifestEntry& entry);
  /// Writes the manifest and puts the file in its place.
  void finish();

 private:
  const H5::Group& innermost() const;
  h5::Attributes table_attributes(const std::string& path, std::span<const std::string> columns);

  std::filesystem::path path_;
  AtomicFile file_;
  H5::ObjCreatPropList group_creation_{H5P_GROUP_CREATE};
  H5::DSetCreatPropList contiguous_;
  H5::DSetCreatPropList chunked_;
  h5::AttributeWriter attributes_;
  std::vector<std::pair<std::string, H5::Group>> open_;  ///< groups, each within the one before
  std::map<std::string, std::string> digests_;           ///< by attribute lines
  std::set<std::string> groups_;                         ///< that were made and not closed
  ManifestRows manifest_;
};

/// Runs a step of writing; a Failure becomes "cannot write KIND PATH: REASON".
template <typename Step>
void writing(const std::string& kind, const std::filesystem::path& path, Step&& step) {
  try {
    h5::silence();
    step();
  } catch (const h5::Failure& failure) {
    throw FileError("cannot write " + kind + " " + path.string() + ": " + failure.what());
  } catch (const H5::Exception& refusal) {
    throw FileError("cannot write " + kind + " " + path.string() + ": HDF5 refuses it, " +
                    refusal.getDetailMsg());
  }
}

}  // namespace assay::golden
