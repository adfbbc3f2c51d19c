// SPDX-License-Identifier: Apache-2.0
#include "golden/table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace assay::golden {
namespace {

std::size_t width_of(const Column& column) {
  const auto* strings = std::get_if<Strings>(&column.values);
  if (strings == nullptr) return sizeof(std::uint64_t);
  std::size_t width = 1;
  for (const std::string& text : *strings) width = std::max(width, text.size());
  return width;
}

h5::Handle type_for(const Column& column, std::size_t width) {
  if (std::holds_alternative<Strings>(column.values)) return h5::fixed_string(width);
  hid_t type = H5T_STD_U64LE;
  if (std::holds_alternative<Integers>(column.values)) type = H5T_STD_I64LE;
  if (std::holds_alternative<Numbers>(column.values)) type = H5T_IEEE_F64LE;
  return h5::Handle(H5Tcopy(type), H5Tclose, "a column cannot be described");
}

void copy_value(const Column& column, std::size_t row, std::byte* out) {
  std::visit(
      [&](const auto& values) {
        const auto& value = values[row];
        if constexpr (std::is_same_v<std::decay_t<decltype(value)>, std::string>) {
          std::memcpy(out, value.data(), value.size());
        } else {
          std::memcpy(out, &value, sizeof value);
        }
      },
      column.values);
}

}  // namespace

PackedTable pack(const Table& table) {
  std::vector<std::size_t> offsets;
  std::size_t row_bytes = 0;
  for (const Column& column : table) {
    offsets.push_back(row_bytes);
    row_bytes += width_of(column);
  }
  PackedTable out;
  out.rows = std::visit([](const auto& values) { return values.size(); }, table.at(0).values);
  out.type = h5::Handle(H5Tcreate(H5T_COMPOUND, row_bytes), H5Tclose, "a table has no type");
  out.bytes.resize(out.rows * row_bytes);
  for (std::size_t i = 0; i < table.size(); ++i) {
    const h5::Handle type = type_for(table[i], width_of(table[i]));
    h5::check(H5Tinsert(out.type.get(), table[i].name.c_str(), offsets[i], type.get()),
              "a column cannot be described");
    for (std::size_t row = 0; row < out.rows; ++row) {
      copy_value(table[i], row, &out.bytes[row * row_bytes + offsets[i]]);
    }
  }
  return out;
}

TableReader::TableReader(hid_t file, const std::string& path) : dataset_(file, path) {
  type_ = h5::Handle(H5Dget_type(dataset_.get()), H5Tclose, path + " is damaged");
  if (H5Tget_class(type_.get()) != H5T_COMPOUND || dataset_.dims().size() != 1) {
    throw h5::Failure(fmt::format("{} is not a table", path));
  }
}

bool TableReader::has(const std::string& column) const {
  return H5Tget_member_index(type_.get(), column.c_str()) >= 0;
}

hid_t TableReader::member(const std::string& column, H5T_class_t kind) const {
  const int index = H5Tget_member_index(type_.get(), column.c_str());
  if (index < 0) throw h5::Failure(fmt::format("{} has no column {}", dataset_.path(), column));
  const auto position = static_cast<unsigned>(index);
  const hid_t type = H5Tget_member_type(type_.get(), position);
  if (H5Tget_member_class(type_.get(), position) != kind ||
      (kind == H5T_STRING && H5Tis_variable_str(type) > 0)) {
    H5Tclose(type);
    throw h5::Failure(fmt::format("column {} of {} does not hold {}", column, dataset_.path(),
                                  kind == H5T_STRING    ? "fixed-length strings"
                                  : kind == H5T_INTEGER ? "integers"
                                                        : "floating-point numbers"));
  }
  return type;
}

Strings TableReader::strings(const std::string& column) const {
  const std::string what = fmt::format("column {} of {} cannot be read", column, dataset_.path());
  const h5::Handle type(member(column, H5T_STRING), H5Tclose, what);
  const std::size_t width = H5Tget_size(type.get());
  const h5::Handle row(H5Tcreate(H5T_COMPOUND, width), H5Tclose, what);
  h5::check(H5Tinsert(row.get(), column.c_str(), 0, type.get()), what);
  std::string bytes(rows() * width, '\0');
  if (rows() != 0) {
    h5::check(H5Dread(dataset_.get(), row.get(), H5S_ALL, H5S_ALL, H5P_DEFAULT, bytes.data()),
              what);
  }
  Strings out;
  out.reserve(rows());
  for (std::size_t i = 0; i < rows(); ++i) {
    const std::string_view text = std::string_view(bytes).substr(i * width, width);
    out.emplace_back(text.substr(0, text.find('\0')));
  }
  return out;
}

template <typename T>
std::vector<T> TableReader::read(const std::string& column, H5T_class_t kind, hid_t type) const {
  const std::string what = fmt::format("column {} of {} cannot be read", column, dataset_.path());
  const h5::Handle stored(member(column, kind), H5Tclose, what);
  const h5::Handle row(H5Tcreate(H5T_COMPOUND, sizeof(T)), H5Tclose, what);
  h5::check(H5Tinsert(row.get(), column.c_str(), 0, type), what);
  std::vector<T> out(rows());
  if (!out.empty()) {
    h5::check(H5Dread(dataset_.get(), row.get(), H5S_ALL, H5S_ALL, H5P_DEFAULT, out.data()), what);
  }
  return out;
}

Naturals TableReader::naturals(const std::string& column) const {
  return read<std::uint64_t>(column, H5T_INTEGER, H5T_STD_U64LE);
}
Integers TableReader::integers(const std::string& column) const {
  return read<std::int64_t>(column, H5T_INTEGER, H5T_STD_I64LE);
}
Numbers TableReader::numbers(const std::string& column) const {
  return read<double>(column, H5T_FLOAT, H5T_IEEE_F64LE);
}

}  // namespace assay::golden
