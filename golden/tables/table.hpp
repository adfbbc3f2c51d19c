// SPDX-License-Identifier: Apache-2.0
// Tables: one compound dataset of fixed-length strings and 64-bit numbers.
#pragma once

#include <H5Cpp.h>

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "golden/format/stored.hpp"
#include "golden/tables/text_column.hpp"

namespace assay::golden {

using Strings = std::vector<std::string>;
using Naturals = std::vector<std::uint64_t>;
using Integers = std::vector<std::int64_t>;
using Numbers = std::vector<double>;

/// The type of the cells of a column: texts, or 64-bit numbers.
enum class CellKind : std::uint8_t { text, natural, integer, number };
/// The stored type; `width` is the size of a text in bytes, with its terminating NUL.
H5::DataType type_of_cells(CellKind kind, std::size_t width);

struct Column {
  std::string name;
  std::variant<Strings, Naturals, Integers, Numbers> values;
};

/// Columns of equal length.
using Table = std::vector<Column>;

/// The type of a dataset that must be a table; throws Failure where it is none.
H5::CompType table_type(const h5::StoredDataset& stored);

/// A table in a file, whatever wrote it.
class TableReader {
 public:
  TableReader(const H5::Group& file, const std::string& path);
  std::uint64_t rows() const { return dataset_.dims()[0]; }
  bool has(const std::string& column) const;
  /// A column by name; throws Failure where it is missing or of another kind.
  Strings strings(const std::string& column) const;
  /// Calls `take` with the texts of a column, in order, none of which stays in memory.
  void each_text(const std::string& column,
                 const std::function<void(std::string_view)>& take) const;
  TextColumn texts(const std::string& column) const;
  WordColumn words(const std::string& column) const;
  Naturals naturals(const std::string& column) const;
  Integers integers(const std::string& column) const;
  Numbers numbers(const std::string& column) const;

 private:
  H5::DataType member(const std::string& column, H5T_class_t kind) const;
  template <typename T>
  std::vector<T> read(const std::string& column, H5T_class_t kind, h5::Word word) const;
  template <typename Texts>
  Texts read_texts(const std::string& column) const;
  void read_part(const std::string& column, const H5::DataType& type, hsize_t first, hsize_t count,
                 void* out) const;

  h5::StoredDataset dataset_;
  H5::CompType type_;
  std::map<std::string, unsigned> columns_;  ///< places in the type
};

}  // namespace assay::golden
