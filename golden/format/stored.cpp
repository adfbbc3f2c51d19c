// SPDX-License-Identifier: Apache-2.0
#include "golden/format/stored.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <exception>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>

#include "golden/hdf5/failure.hpp"
#include "golden/hdf5/limits.hpp"

namespace assay::golden::h5 {
namespace {

std::vector<hsize_t> dims_of(const H5::DataSet& dataset, const std::string& path) {
  const H5::DataSpace space = dataset.getSpace();
  const int rank = space.getSimpleExtentNdims();
  if (rank < 1) throw Failure(fmt::format("{} has no rows", path));
  std::vector<hsize_t> dims(static_cast<std::size_t>(rank));
  space.getSimpleExtentDims(dims.data());
  return dims;
}

std::uint64_t file_size_of(const H5::DataSet& dataset) {
  std::error_code error;
  const std::uintmax_t size = std::filesystem::file_size(dataset.getFileName(), error);
  return error ? 0 : size;
}

std::string_view numpy_name(Word word) {
  constexpr std::array<std::string_view, 6> names{"uint8",  "uint16", "uint32",
                                                  "uint64", "int64",  "float64"};
  return names.at(static_cast<std::size_t>(word));
}

struct Visit {
  const std::function<void(const Member&)>& take;
  std::exception_ptr thrown = nullptr;
};

// Names come relative to the root. HDF5 is C and must not be thrown through.
int visited(H5::H5Object&, std::string name, const H5O_info_t* info, void* data) {
  auto& visit = *static_cast<Visit*>(data);
  try {
    if (name != ".") visit.take({"/" + std::move(name), info->type == H5O_TYPE_DATASET});
    return 0;
  } catch (...) {
    visit.thrown = std::current_exception();
    return 1;
  }
}

}  // namespace

bool exists(const H5::Group& file, const std::string& path) try {
  // Every step has to be asked for: asking for a path below a missing group is an error.
  for (std::size_t end = path.find('/', 1);; end = path.find('/', end + 1)) {
    if (!file.nameExists(path.substr(0, end))) return false;
    if (end == std::string::npos) return true;
  }
} catch (const H5::Exception&) {
  return false;
}

H5::Group open_group(const H5::Group& file, const std::string& path) {
  // Whether it is there is asked of those alone that do not open: to ask takes as long as to open.
  try {
    return file.openGroup(path);
  } catch (const H5::Exception&) {
    throw Failure(fmt::format("{} is {}", path, exists(file, path) ? "damaged" : "missing"));
  }
}

H5::DataSet open_dataset(const H5::Group& file, const std::string& path) {
  try {
    return file.openDataSet(path);
  } catch (const H5::Exception&) {
    if (!exists(file, path)) throw Failure(fmt::format("{} is missing", path));
    const bool other =
        attempt(path, "is damaged", [&] { return file.childObjType(path) != H5O_TYPE_DATASET; });
    throw Failure(fmt::format("{} is {}", path, other ? "not a dataset" : "damaged"));
  }
}

StoredDataset::StoredDataset(const H5::Group& file, const std::string& path)
    : path_(path),
      dataset_(open_dataset(file, path)),
      type_(attempt(path, "is damaged", [&] { return dataset_.getDataType(); })),
      element_size_(attempt(path, "is damaged", [&] { return type_.getSize(); })),
      dims_(attempt(path, "is damaged", [&] { return dims_of(dataset_, path); })) {
  const auto fits = [&](std::uint64_t factor, std::uint64_t& product, std::uint64_t most) {
    if (!__builtin_mul_overflow(product, factor, &product) && product <= most) return;
    throw Failure(fmt::format("{} is {} elements of {} bytes, which is too large", path,
                              fmt::join(dims_, " x "), element_size_));
  };
  std::uint64_t bytes = 1;
  fits(element_size_, bytes, most_row_bytes);
  for (std::size_t i = 1; i < dims_.size(); ++i) {
    fits(dims_[i], bytes, most_row_bytes);
    row_elements_ *= dims_[i];
  }
  fits(dims_[0], bytes, std::uint64_t{1} << 62U);
}

void StoredDataset::require_stored() const {
  // Deflate makes at most 1032 bytes of one.
  constexpr std::uint64_t most_inflated = 1032;
  const std::uint64_t stored = attempt(path_, "is damaged", [&] {
    return std::min<std::uint64_t>(dataset_.getStorageSize(), file_size_of(dataset_));
  });
  if (bytes() <= std::max(most_unstored_bytes, stored * most_inflated)) return;
  throw Failure(
      fmt::format("{} is {} bytes, of which {} are stored: too large", path_, bytes(), stored));
}

Attributes StoredDataset::attributes() const {
  H5::DataSet dataset(dataset_);
  return read_attributes(dataset, path_);
}

void StoredDataset::require(Word word, std::size_t rank) const {
  if (!attempt(path_, "is damaged", [&] { return type_ == type_of(word); })) {
    throw Failure(
        fmt::format("{} has elements of the wrong type; {} is needed", path_, numpy_name(word)));
  }
  if (dims_.size() != rank) {
    throw Failure(fmt::format("{} has {} dimensions instead of {}", path_, dims_.size(), rank));
  }
}

void StoredDataset::require_bits(Word word) const { require(word, dims_.size()); }

void StoredDataset::read_rows(std::uint64_t first, std::uint64_t count,
                              std::span<std::byte> out) const {
  std::vector<hsize_t> start(dims_.size(), 0);
  std::vector<hsize_t> block = dims_;
  start[0] = first;
  block[0] = count;
  const H5::DataSpace place = dataset_.getSpace();
  place.selectHyperslab(H5S_SELECT_SET, block.data(), start.data());
  const H5::DataSpace memory(static_cast<int>(block.size()), block.data());
  dataset_.read(out.data(), type_, memory, place);
}

std::vector<std::byte> StoredDataset::rows(std::uint64_t first, std::uint64_t count) const {
  if (first > dims_[0] || count > dims_[0] - first) {
    throw Failure(fmt::format("{} has {} rows, row {} is asked for", path_, dims_[0], first));
  }
  const std::uint64_t row_bytes = row_elements() * element_size_;
  if (held_) {
    const auto begin = held_->begin() + static_cast<std::ptrdiff_t>(first * row_bytes);
    return {begin, begin + static_cast<std::ptrdiff_t>(count * row_bytes)};
  }
  std::vector<std::byte> out(count * row_bytes);
  if (out.empty()) return out;
  attempt(path_, "cannot be read, the file is damaged", [&] { read_rows(first, count, out); });
  return out;
}

void StoredDataset::hold() {
  held_ = std::make_shared<const std::vector<std::byte>>(rows(0, dims_[0]));
}

bool StoredDataset::holds_what(const StoredDataset& other) const {
  return held_ && other.held_ && *held_ == *other.held_;
}

std::vector<std::int64_t> StoredDataset::integers() const {
  if (attempt(path_, "is damaged", [&] { return type_.getClass(); }) != H5T_INTEGER) {
    throw Failure(fmt::format("{} does not hold integers", path_));
  }
  require_stored();
  std::vector<std::int64_t> out(dims_[0] * row_elements());
  if (out.empty()) return out;
  attempt(path_, "cannot be read, the file is damaged",
          [&] { dataset_.read(out.data(), type_of(Word::i64)); });
  return out;
}

void StoredDataset::each_piece(const std::function<void(std::span<const std::byte>)>& take) const {
  if (held_) {
    if (!held_->empty()) take(*held_);
    return;
  }
  constexpr std::uint64_t piece_bytes = 16U << 20U;
  const std::uint64_t row_bytes = std::max<std::uint64_t>(1, row_elements() * element_size_);
  const std::uint64_t step = std::max<std::uint64_t>(1, piece_bytes / row_bytes);
  for (std::uint64_t row = 0; row < dims_[0]; row += step) {
    take(rows(row, std::min<std::uint64_t>(step, dims_[0] - row)));
  }
}

void each_member(const H5::Group& file, const std::function<void(const Member&)>& take) {
  Visit visit{take};
  attempt("its folders", "cannot be listed, the file is damaged", [&] {
    H5::Group root = file.openGroup("/");
    root.visit(H5_INDEX_NAME, H5_ITER_INC, visited, &visit, H5O_INFO_BASIC);
  });
  if (visit.thrown) std::rethrow_exception(visit.thrown);
}

std::vector<Member> members(const H5::Group& file) {
  std::vector<Member> out;
  each_member(file, [&](const Member& member) { out.push_back(member); });
  return out;
}

std::optional<bool> is_dataset(const H5::Group& file, const std::string& path) try {
  return file.childObjType(path) == H5O_TYPE_DATASET;
} catch (const H5::Exception&) {
  return std::nullopt;
}

}  // namespace assay::golden::h5
