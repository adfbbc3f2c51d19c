// SPDX-License-Identifier: Apache-2.0
#include "golden/tables/table.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "golden/hdf5/failure.hpp"

namespace assay::golden {
namespace {

const char* plural_of(H5T_class_t kind) {
  if (kind == H5T_STRING) return "fixed-length strings";
  return kind == H5T_INTEGER ? "integers" : "floating-point numbers";
}

}  // namespace

H5::DataType type_of_cells(CellKind kind, std::size_t width) {
  switch (kind) {
    case CellKind::text:
      return h5::fixed_string(width);
    case CellKind::integer:
      return h5::type_of(h5::Word::i64);
    case CellKind::number:
      return h5::type_of(h5::Word::f64);
    default:
      return h5::type_of(h5::Word::u64);
  }
}

H5::CompType table_type(const h5::StoredDataset& stored) {
  return h5::attempt(stored.path(), "is damaged", [&] {
    if (stored.dataset().getTypeClass() != H5T_COMPOUND || stored.dims().size() != 1) {
      throw h5::Failure(fmt::format("{} is not a table", stored.path()));
    }
    return H5::CompType(stored.dataset());
  });
}

TableReader::TableReader(const H5::Group& file, const std::string& path)
    : dataset_(file, path), type_(table_type(dataset_)) {
  dataset_.require_stored();
  h5::attempt(path, "is damaged", [&] {
    const auto count = static_cast<unsigned>(type_.getNmembers());
    for (unsigned i = 0; i < count; ++i) columns_.emplace(type_.getMemberName(i), i);
  });
}

bool TableReader::has(const std::string& column) const { return columns_.contains(column); }

H5::DataType TableReader::member(const std::string& column, H5T_class_t kind) const {
  const auto found = columns_.find(column);
  if (found == columns_.end()) {
    throw h5::Failure(fmt::format("{} has no column {}", dataset_.path(), column));
  }
  return h5::attempt(dataset_.path(), "is damaged", [&, place = found->second] {
    const H5::DataType type = type_.getMemberDataType(place);
    if (type.getClass() != kind || (kind == H5T_STRING && type.isVariableStr())) {
      throw h5::Failure(fmt::format("column {} of {} does not hold {}", column, dataset_.path(),
                                    plural_of(kind)));
    }
    return type;
  });
}

// Some rows of one column alone, as `type`.
void TableReader::read_part(const std::string& column, const H5::DataType& type, hsize_t first,
                            hsize_t count, void* out) const {
  try {
    if (count == 0) return;
    const H5::CompType row(type.getSize());
    row.insertMember(column, 0, type);
    const H5::DataSpace place = dataset_.dataset().getSpace();
    place.selectHyperslab(H5S_SELECT_SET, &count, &first);
    dataset_.dataset().read(out, row, H5::DataSpace(1, &count), place);
  } catch (const H5::Exception&) {
    throw h5::Failure(fmt::format("column {} of {} cannot be read", column, dataset_.path()));
  }
}

// A few mebibytes at a time.
void TableReader::each_text(const std::string& column,
                            const std::function<void(std::string_view)>& take) const {
  const H5::DataType type = member(column, H5T_STRING);
  const std::size_t width = type.getSize();
  const hsize_t step = std::max<hsize_t>(1, (hsize_t{4} << 20U) / width);
  std::string bytes;
  for (hsize_t first = 0; first < rows(); first += step) {
    const hsize_t count = std::min<hsize_t>(step, rows() - first);
    bytes.assign(count * width, '\0');
    read_part(column, type, first, count, bytes.data());
    for (std::size_t i = 0; i < count; ++i) {
      const std::string_view text = std::string_view(bytes).substr(i * width, width);
      take(text.substr(0, text.find('\0')));
    }
  }
}

template <typename Texts>
Texts TableReader::read_texts(const std::string& column) const {
  Texts out;
  out.reserve(rows());
  each_text(column,
            [&](std::string_view text) { out.push_back(typename Texts::value_type(text)); });
  return out;
}

Strings TableReader::strings(const std::string& column) const {
  return read_texts<Strings>(column);
}
TextColumn TableReader::texts(const std::string& column) const {
  return read_texts<TextColumn>(column);
}
WordColumn TableReader::words(const std::string& column) const {
  return read_texts<WordColumn>(column);
}

template <typename T>
std::vector<T> TableReader::read(const std::string& column, H5T_class_t kind, h5::Word word) const {
  member(column, kind);
  std::vector<T> out(rows());
  read_part(column, h5::type_of(word), 0, rows(), out.data());
  return out;
}

Naturals TableReader::naturals(const std::string& column) const {
  return read<std::uint64_t>(column, H5T_INTEGER, h5::Word::u64);
}
Integers TableReader::integers(const std::string& column) const {
  return read<std::int64_t>(column, H5T_INTEGER, h5::Word::i64);
}
Numbers TableReader::numbers(const std::string& column) const {
  return read<double>(column, H5T_FLOAT, h5::Word::f64);
}

}  // namespace assay::golden
