// SPDX-License-Identifier: Apache-2.0
#include "golden/h5.hpp"

#include <fmt/format.h>

#include <array>
#include <bit>
#include <limits>

namespace assay::golden::h5 {

static_assert(std::endian::native == std::endian::little, "buffers are little-endian");

void silence() { H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr); }

Handle::Handle(hid_t id, Close close, const std::string& what) : id_(id), close_(close) {
  if (id < 0) throw Failure(what);
}

Handle& Handle::operator=(Handle&& other) noexcept {
  if (this != &other) {
    reset();
    id_ = std::exchange(other.id_, -1);
    close_ = std::exchange(other.close_, nullptr);
  }
  return *this;
}

void Handle::reset() {
  if (id_ >= 0) close_(id_);
  id_ = -1;
}

void check(herr_t status, const std::string& what) {
  if (status < 0) throw Failure(what);
}

hid_t type_of(Word word) {
  switch (word) {
    case Word::u8:
      return H5T_STD_U8LE;
    case Word::u16:
      return H5T_STD_U16LE;
    case Word::u32:
      return H5T_STD_U32LE;
    case Word::u64:
      return H5T_STD_U64LE;
    case Word::i64:
      return H5T_STD_I64LE;
    case Word::f64:
      return H5T_IEEE_F64LE;
  }
  throw std::logic_error("unknown word");
}

std::size_t size_of(Word word) {
  constexpr std::array<std::size_t, 6> sizes{1, 2, 4, 8, 8, 8};
  return sizes.at(static_cast<std::size_t>(word));
}

std::span<const std::byte> fill_of(Word word) {
  static constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  static constexpr std::uint64_t zero = 0;
  if (word == Word::f64) return std::as_bytes(std::span(&nan, 1));
  return std::as_bytes(std::span(&zero, 1)).first(size_of(word));
}

Handle group_creation() {
  Handle list(H5Pcreate(H5P_GROUP_CREATE), H5Pclose, "a group cannot be described");
  H5Pset_obj_track_times(list.get(), false);
  // All attributes stay in the object header: an index for them would cost kilobytes a group.
  H5Pset_attr_phase_change(list.get(), 64, 0);
  return list;
}

Handle dataset_creation() {
  Handle list(H5Pcreate(H5P_DATASET_CREATE), H5Pclose, "a dataset cannot be described");
  H5Pset_obj_track_times(list.get(), false);
  return list;
}

Handle fixed_string(std::size_t size) {
  Handle type(H5Tcopy(H5T_C_S1), H5Tclose, "a string cannot be described");
  H5Tset_size(type.get(), size == 0 ? 1 : size);
  H5Tset_strpad(type.get(), H5T_STR_NULLPAD);
  H5Tset_cset(type.get(), H5T_CSET_UTF8);
  return type;
}

bool exists(hid_t file, const std::string& path) {
  // Every step has to be asked for: asking for a path below a missing group is an error.
  for (std::size_t end = path.find('/', 1);; end = path.find('/', end + 1)) {
    if (H5Lexists(file, path.substr(0, end).c_str(), H5P_DEFAULT) <= 0) return false;
    if (end == std::string::npos) return true;
  }
}

Handle open_object(hid_t file, const std::string& path) {
  if (path != "/" && !exists(file, path)) throw Failure(fmt::format("{} is missing", path));
  return Handle(H5Oopen(file, path.c_str(), H5P_DEFAULT), H5Oclose,
                fmt::format("{} is damaged", path));
}

Dataset::Dataset(hid_t file, const std::string& path) : path_(path) {
  dataset_ = open_object(file, path);
  if (H5Iget_type(dataset_.get()) != H5I_DATASET) {
    throw Failure(fmt::format("{} is not a dataset", path));
  }
  type_ = Handle(H5Dget_type(dataset_.get()), H5Tclose, path + " is damaged");
  element_size_ = H5Tget_size(type_.get());
  const Handle space(H5Dget_space(dataset_.get()), H5Sclose, path + " is damaged");
  const int rank = H5Sget_simple_extent_ndims(space.get());
  if (rank < 1) throw Failure(fmt::format("{} has no rows", path));
  dims_.resize(static_cast<std::size_t>(rank));
  check(H5Sget_simple_extent_dims(space.get(), dims_.data(), nullptr), path + " is damaged");
}

std::uint64_t Dataset::row_elements() const {
  std::uint64_t product = 1;
  for (std::size_t i = 1; i < dims_.size(); ++i) product *= dims_[i];
  return product;
}

void Dataset::require(Word word, std::size_t rank) const {
  if (H5Tequal(type_.get(), type_of(word)) <= 0) {
    throw Failure(fmt::format("{} has elements of the wrong type", path_));
  }
  if (dims_.size() != rank) {
    throw Failure(fmt::format("{} has {} dimensions instead of {}", path_, dims_.size(), rank));
  }
}

void Dataset::require_bits(Word word) const { require(word, dims_.size()); }

std::vector<std::byte> Dataset::rows(std::uint64_t first, std::uint64_t count) const {
  if (first + count > dims_[0]) {
    throw Failure(fmt::format("{} has {} rows, row {} is asked for", path_, dims_[0], first));
  }
  std::vector<std::byte> out(count * row_elements() * element_size_);
  if (out.empty()) return out;
  std::vector<hsize_t> start(dims_.size(), 0);
  std::vector<hsize_t> block = dims_;
  start[0] = first;
  block[0] = count;
  const Handle space(H5Dget_space(dataset_.get()), H5Sclose, path_ + " is damaged");
  check(H5Sselect_hyperslab(space.get(), H5S_SELECT_SET, start.data(), nullptr, block.data(),
                            nullptr),
        path_ + " is damaged");
  const Handle memory(H5Screate_simple(static_cast<int>(block.size()), block.data(), nullptr),
                      H5Sclose, path_ + " is damaged");
  check(H5Dread(dataset_.get(), type_.get(), memory.get(), space.get(), H5P_DEFAULT, out.data()),
        path_ + " cannot be read, the file is damaged");
  return out;
}

std::vector<std::int64_t> Dataset::integers() const {
  if (H5Tget_class(type_.get()) != H5T_INTEGER) {
    throw Failure(fmt::format("{} does not hold integers", path_));
  }
  std::vector<std::int64_t> out(dims_[0] * row_elements());
  if (out.empty()) return out;
  check(H5Dread(dataset_.get(), H5T_STD_I64LE, H5S_ALL, H5S_ALL, H5P_DEFAULT, out.data()),
        path_ + " cannot be read, the file is damaged");
  return out;
}

void Dataset::each_piece(const std::function<void(std::span<const std::byte>)>& take) const {
  constexpr std::uint64_t piece_bytes = 16U << 20U;
  const std::uint64_t row_bytes = std::max<std::uint64_t>(1, row_elements() * element_size_);
  const std::uint64_t step = std::max<std::uint64_t>(1, piece_bytes / row_bytes);
  for (std::uint64_t row = 0; row < dims_[0]; row += step) {
    take(rows(row, std::min<std::uint64_t>(step, dims_[0] - row)));
  }
}

namespace {

// 1.10 calls it H5O_info_t; the callback gets names relative to the root.
herr_t collect(hid_t, const char* name, const H5O_info_t* info, void* data) {
  if (std::string_view(name) != ".") {
    static_cast<std::vector<Member>*>(data)->push_back(
        {std::string("/") + name, info->type == H5O_TYPE_DATASET});
  }
  return 0;
}

}  // namespace

std::vector<Member> members(hid_t file) {
  std::vector<Member> out;
  check(H5Ovisit2(file, H5_INDEX_NAME, H5_ITER_INC, collect, &out, H5O_INFO_BASIC),
        "its folders cannot be listed, the file is damaged");
  return out;
}

}  // namespace assay::golden::h5
