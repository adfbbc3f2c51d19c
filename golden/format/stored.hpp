// SPDX-License-Identifier: Apache-2.0
// Groups and datasets of a file that is read, whatever wrote it.
#pragma once

#include <H5Cpp.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "golden/hdf5/attributes.hpp"
#include "golden/hdf5/word.hpp"

namespace assay::golden::h5 {

bool exists(const H5::Group& file, const std::string& path);
/// Both throw Failure if `path` does not exist or is an object of another kind.
H5::Group open_group(const H5::Group& file, const std::string& path);
H5::DataSet open_dataset(const H5::Group& file, const std::string& path);

/// A dataset and what may be asked of it. Rows are slices along the first dimension.
class StoredDataset {
 public:
  /// Throws Failure where there is none at `path`, or its sizes cannot be (limits.hpp).
  StoredDataset(const H5::Group& file, const std::string& path);
  const std::vector<hsize_t>& dims() const { return dims_; }
  const std::string& path() const { return path_; }
  const H5::DataSet& dataset() const { return dataset_; }
  Attributes attributes() const;
  /// Elements of one row.
  std::uint64_t row_elements() const { return row_elements_; }
  std::uint64_t bytes() const { return dims_[0] * row_elements_ * element_size_; }
  /// Throws Failure where all of it is more than the file can hold: for what is read whole.
  void require_stored() const;

  /// Throws Failure unless elements are `word` and there are `rank` dimensions.
  void require(Word word, std::size_t rank) const;
  /// Throws Failure unless elements are unsigned integers of the width of `word`.
  void require_bits(Word word) const;
  /// Reads all of it, from where rows and pieces come from then on.
  void hold();
  /// Whether both are held and have the same bytes.
  bool holds_what(const StoredDataset& other) const;
  /// Rows [first, first + count) as they lie in the file, without conversion.
  std::vector<std::byte> rows(std::uint64_t first, std::uint64_t count) const;
  /// The whole dataset as signed integers; any integer type will do.
  std::vector<std::int64_t> integers() const;
  /// Calls `take` with all bytes of the dataset in pieces, in order.
  void each_piece(const std::function<void(std::span<const std::byte>)>& take) const;

 private:
  void read_rows(std::uint64_t first, std::uint64_t count, std::span<std::byte> out) const;

  std::string path_;
  H5::DataSet dataset_;
  H5::DataType type_;
  std::size_t element_size_;
  std::vector<hsize_t> dims_;
  std::uint64_t row_elements_ = 1;
  std::shared_ptr<const std::vector<std::byte>> held_;
};

/// Every group and dataset but the root, as absolute paths in the order of names.
struct Member {
  std::string path;
  bool is_dataset;
};
std::vector<Member> members(const H5::Group& file);
/// The same one by one. What `take` throws is thrown.
void each_member(const H5::Group& file, const std::function<void(const Member&)>& take);
/// True for a dataset at `path`, false for a group, nothing if there is neither.
std::optional<bool> is_dataset(const H5::Group& file, const std::string& path);

}  // namespace assay::golden::h5
