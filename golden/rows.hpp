// SPDX-License-Identifier: Apache-2.0
// A dataset that grows by rows and is written in large pieces.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "golden/digest.hpp"
#include "golden/h5.hpp"
#include "golden/output_file.hpp"
#include "reference/isa/contents.hpp"

namespace assay::golden {

/// Unsigned word that holds one element: 4-bit elements get a byte each.
h5::Word word_of(ElementType type);

/// Elements as they are stored, one word each, appended to `out`; and back.
void unpack_elements(const ElementArray& elements, std::vector<std::byte>& out);
ElementArray pack_elements(ElementType type, std::span<const std::byte> words);

/// Shape and type of a growing dataset. `row` is the shape of one row (empty: one element).
struct RowLayout {
  std::string path;
  h5::Word word = h5::Word::u8;
  std::vector<hsize_t> row;
  bool ragged = false;  ///< `row` is {0}; rows differ in length and are padded to the longest
  bool chunked = true;  ///< else kept in memory and written contiguously at finish()
  h5::Attributes attributes;
};

/// Rows that nobody put, and the padding of ragged rows, read as the word's fill value.
class RowDataset {
 public:
  explicit RowDataset(RowLayout layout);

  /// Rows must come in rising order; those in between are filled.
  void put(std::uint64_t row, std::span<const std::byte> bytes);
  template <typename T>
  void put_values(std::uint64_t row, std::span<const T> values) {
    put(row, std::as_bytes(values));
  }
  /// Bytes waiting in memory for flush().
  std::size_t pending() const { return layout_.chunked ? bytes_.size() : 0; }
  /// Fills up to `rows` rows and writes what is pending.
  void flush(OutputFile& file, std::uint64_t rows);
  /// The same, once and last: writes everything and enters the dataset in the manifest.
  void finish(OutputFile& file, std::uint64_t rows);

 private:
  std::size_t row_bytes() const;
  void square_pending();
  void write_pending(OutputFile& file);
  void create(OutputFile& file, std::uint64_t rows);
  void extend(hid_t dataset, std::uint64_t rows);
  bool all_fill() const;

  RowLayout layout_;
  std::vector<std::byte> bytes_;      // pending rows, one after the other
  std::vector<std::size_t> lengths_;  // of the pending rows, in bytes
  std::uint64_t written_ = 0;         // rows in the file
  bool created_ = false;
  bool digest_stale_ = false;  // rows in the file grew wider after they were digested
  Sha256 digest_;
};

}  // namespace assay::golden
