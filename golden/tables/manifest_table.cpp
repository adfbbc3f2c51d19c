// SPDX-License-Identifier: Apache-2.0
#include "golden/tables/manifest_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "golden/hdf5/failure.hpp"
#include "golden/tables/table.hpp"

namespace assay::golden {
namespace {

constexpr std::uint64_t block_rows = 256;
constexpr std::size_t most_blocks = 32;

}  // namespace

ManifestTable::ManifestTable(const H5::Group& file)
    : dataset_(file, "/manifest"),
      type_(table_type(dataset_)),
      rows_(dataset_.dims()[0]),
      path_(member("path", H5T_STRING)),
      sha256_(member("sha256", H5T_STRING)),
      bytes_(member("bytes", H5T_INTEGER)),
      attributes_(member("attributes", H5T_STRING)),
      xxh128_(member_if_any("xxh128", H5T_STRING)) {
  dataset_.require_stored();
}

ManifestTable::Member ManifestTable::member(const char* name, H5T_class_t kind) const {
  const std::optional<Member> found = member_if_any(name, kind);
  if (!found) throw h5::Failure(fmt::format("{} of /manifest is missing", name));
  return *found;
}

std::optional<ManifestTable::Member> ManifestTable::member_if_any(const char* name,
                                                                  H5T_class_t kind) const {
  return h5::attempt("/manifest", "is damaged", [&]() -> std::optional<Member> {
    for (int i = 0; i < type_.getNmembers(); ++i) {
      const auto number = static_cast<unsigned>(i);
      if (type_.getMemberName(number) != name) continue;
      const H5::DataType type = type_.getMemberDataType(number);
      const bool fits =
          type.getClass() == kind &&
          (kind == H5T_STRING ? !type.isVariableStr() : type == h5::type_of(h5::Word::u64));
      if (!fits) throw h5::Failure(fmt::format("{} of /manifest holds something else", name));
      return Member{type_.getMemberOffset(number), type.getSize()};
    }
    return std::nullopt;
  });
}

const std::byte* ManifestTable::at(std::uint64_t row) const {
  const std::uint64_t block = row / block_rows;
  auto found = blocks_.find(block);
  if (found == blocks_.end()) {
    if (blocks_.size() == most_blocks) blocks_.clear();
    const std::uint64_t first = block * block_rows;
    found = blocks_.emplace(block, dataset_.rows(first, std::min(block_rows, rows_ - first))).first;
  }
  return found->second.data() + row % block_rows * type_.getSize();
}

std::string_view ManifestTable::text(std::uint64_t row, const Member& column) const {
  const auto* const begin = reinterpret_cast<const char*>(at(row) + column.offset);
  return {begin, ::strnlen(begin, column.width)};
}

ManifestEntry ManifestTable::entry(std::uint64_t row) const {
  ManifestEntry out;
  out.sha256 = text(row, sha256_);
  out.attributes = text(row, attributes_);
  if (xxh128_) out.xxh128 = text(row, *xxh128_);
  std::memcpy(&out.bytes, at(row) + bytes_.offset, sizeof out.bytes);
  return out;
}

std::uint64_t ManifestTable::lower_bound(std::string_view wanted) const {
  std::uint64_t first = 0;
  for (std::uint64_t count = rows_; count > 0;) {
    const std::uint64_t half = count / 2;
    if (path(first + half) < wanted) {
      first += half + 1;
      count -= half + 1;
    } else {
      count = half;
    }
  }
  return first;
}

std::optional<ManifestEntry> ManifestTable::find(std::string_view wanted) const {
  const std::uint64_t row = lower_bound(wanted);
  if (row == rows_ || path(row) != wanted) return std::nullopt;
  return entry(row);
}

}  // namespace assay::golden
