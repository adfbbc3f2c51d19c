// SPDX-License-Identifier: Apache-2.0
// The few HDF5 notions that golden and result files need, with owners for every handle.
#pragma once

#include <hdf5.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace assay::golden::h5 {

/// An HDF5 call failed or an object is not what it should be. Says which object and why; the file
/// is added by whoever knows it.
class Failure : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Keeps HDF5 from printing its error stack, on this thread.
void silence();

/// Owns an HDF5 identifier.
class Handle {
 public:
  using Close = herr_t (*)(hid_t);
  Handle() = default;
  /// Throws Failure(what) where `id` is invalid.
  Handle(hid_t id, Close close, const std::string& what);
  Handle(Handle&& other) noexcept
      : id_(std::exchange(other.id_, -1)), close_(std::exchange(other.close_, nullptr)) {}
  Handle& operator=(Handle&& other) noexcept;
  ~Handle() { reset(); }
  void reset();
  hid_t get() const { return id_; }
  explicit operator bool() const { return id_ >= 0; }

 private:
  hid_t id_ = -1;
  Close close_ = nullptr;
};

/// Throws Failure(what) where an HDF5 call returned an error.
void check(herr_t status, const std::string& what);

/// Element of a numeric dataset, little-endian in the file and in every buffer here.
enum class Word : std::uint8_t { u8, u16, u32, u64, i64, f64 };
hid_t type_of(Word word);
std::size_t size_of(Word word);
/// Bytes of the value that unwritten and padded places hold: 0, and NaN for f64.
std::span<const std::byte> fill_of(Word word);

/// Attributes are strings (fixed length, UTF-8) or 64-bit integers; reading also takes
/// variable-length strings and integers of any width. Others read as "?".
using AttributeValue = std::variant<std::string, std::int64_t, std::uint64_t>;
using Attributes = std::map<std::string, AttributeValue>;
void write_attributes(hid_t object, const Attributes& attributes);
Attributes read_attributes(hid_t object, const std::string& path);
std::string to_text(const AttributeValue& value);
/// "NAME=VALUE\n" for every attribute, by name: what the manifest's attribute digest covers.
std::string attribute_lines(const Attributes& attributes);

/// Creation lists without times, so that equal contents give equal bytes.
Handle group_creation();
Handle dataset_creation();
Handle fixed_string(std::size_t size);

bool exists(hid_t file, const std::string& path);
Handle open_object(hid_t file, const std::string& path);

/// An open dataset. Rows are slices along the first dimension.
class Dataset {
 public:
  Dataset() = default;
  Dataset(hid_t file, const std::string& path);
  const std::vector<hsize_t>& dims() const { return dims_; }
  const std::string& path() const { return path_; }
  hid_t get() const { return dataset_.get(); }
  explicit operator bool() const { return static_cast<bool>(dataset_); }
  std::size_t element_size() const { return element_size_; }
  /// Elements of one row.
  std::uint64_t row_elements() const;

  /// Throws Failure unless elements are `word` and there are `rank` dimensions.
  void require(Word word, std::size_t rank) const;
  /// Throws Failure unless elements are unsigned integers of the width of `word`.
  void require_bits(Word word) const;
  /// Rows [first, first + count) as they lie in the file, without conversion.
  std::vector<std::byte> rows(std::uint64_t first, std::uint64_t count) const;
  /// The whole dataset as signed integers; any integer type will do.
  std::vector<std::int64_t> integers() const;
  /// Calls `take` with all bytes of the dataset in pieces, in order.
  void each_piece(const std::function<void(std::span<const std::byte>)>& take) const;

 private:
  std::string path_;
  Handle dataset_;
  Handle type_;
  std::vector<hsize_t> dims_;
  std::size_t element_size_ = 0;
};

/// Every group and dataset but the root, as absolute paths in the order of names.
struct Member {
  std::string path;
  bool is_dataset;
};
std::vector<Member> members(hid_t file);

}  // namespace assay::golden::h5
