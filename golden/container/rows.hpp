// SPDX-License-Identifier: Apache-2.0
// A dataset that grows by rows and is written in large pieces.
#pragma once

#include <cstdint>
#include <memory_resource>
#include <span>
#include <string>
#include <vector>

#include "golden/container/output_file.hpp"
#include "golden/format/content_digest.hpp"
#include "golden/hdf5/word.hpp"
#include "reference/isa/call/contents.hpp"

namespace assay::golden {

/// Unsigned word that holds one element: 4-bit elements get a byte each.
h5::Word word_of(ElementType type);

/// Elements as they are stored, one word each, appended to `out`; and back.
void unpack_elements(const ElementArray& elements, std::vector<std::byte>& out);
ElementArray pack_elements(ElementType type, std::span<const std::byte> words);

/// Bytes that grow by whole rows: a plain copy each, and nothing is cleared first.
class PendingBytes {
 public:
  explicit PendingBytes(std::pmr::memory_resource* memory) : bytes_(memory) {}

  bool empty() const { return bytes_.empty(); }
  std::size_t size() const { return bytes_.size(); }
  std::span<const std::byte> all() const { return bytes_; }
  void reserve(std::size_t size) { bytes_.reserve(size); }
  void append(std::span<const std::byte> bytes);
  /// `word` again and again, `bytes` bytes of it.
  void append_fill(std::span<const std::byte> word, std::size_t bytes);
  /// Gives the memory back.
  void release();
  std::pmr::memory_resource* memory() const { return bytes_.get_allocator().resource(); }

 private:
  template <typename T>
  struct Uncleared : std::pmr::polymorphic_allocator<T> {
    using std::pmr::polymorphic_allocator<T>::polymorphic_allocator;
    template <typename Other>
    struct rebind {  // NOLINT(readability-identifier-naming): of every allocator
      using other = Uncleared<Other>;
    };
    void construct(T*) noexcept {}
  };

  std::vector<std::byte, Uncleared<std::byte>> bytes_;
};

/// Shape and type of a growing dataset. `row` is the shape of one row (empty: one element).
struct RowLayout {
  std::string path;
  h5::Word word = h5::Word::u8;
  std::vector<hsize_t> row;
  bool ragged = false;    ///< `row` is {0}; rows differ in length and are padded to the longest
  bool chunked = true;    ///< else kept in memory and written contiguously at finish()
  bool optional = false;  ///< chunked alone: not in the file where no row has more than fill
  h5::Attributes attributes;
};

/// Rows that were never put, and the padding of ragged rows, read as the word's fill value. Chunks
/// of one value throughout take no room in the file if the first rows had no other value.
class RowDataset {
 public:
  /// Pending rows are kept in `memory`, which must outlive the object.
  explicit RowDataset(RowLayout layout,
                      std::pmr::memory_resource* memory = std::pmr::get_default_resource());

  /// Rows must come in rising order; those in between are filled.
  void put(std::uint64_t row, std::span<const std::byte> bytes);
  template <typename T>
  void put_values(std::uint64_t row, std::span<const T> values) {
    put(row, std::as_bytes(values));
  }
  void put_elements(std::uint64_t row, const ElementArray& elements);
  /// Ragged rows become at least `words` words wide, whatever is put.
  void widen(std::size_t words);
  /// Bytes waiting in memory for flush().
  std::size_t pending() const { return layout_.chunked ? bytes_.size() : 0; }
  /// Fills up to `rows` rows and writes what is pending.
  void flush(OutputFile& file, std::uint64_t rows);
  /// The same, once and last: writes everything and enters the dataset in the manifest.
  void finish(OutputFile& file, std::uint64_t rows);

 private:
  std::size_t row_bytes() const;
  bool is_blank() const { return layout_.optional && !created_ && bytes_.empty(); }
  bool is_uniform(std::span<const std::byte> bytes) const;
  void square_pending();
  void write_pending(OutputFile& file);
  H5::DataSet create(OutputFile& file, std::uint64_t rows);
  H5::DataSet open(OutputFile& file) const;
  void choose_chunks(std::uint64_t rows, const H5::DSetCreatPropList& creation);
  void choose_stored();
  void digest_skipped();
  std::vector<hsize_t> dims_of(std::uint64_t rows) const;
  void write_rows(const H5::DataSet& dataset);
  void write_chunk(const H5::DataSet& dataset, std::uint64_t row, std::span<const std::byte> bytes);
  void write_slab(const H5::DataSet& dataset, std::uint64_t row, std::span<const std::byte> bytes);

  RowLayout layout_;
  PendingBytes bytes_;                // pending rows, one after the other
  std::vector<std::size_t> lengths_;  // of the pending rows, in bytes
  std::size_t widest_ = 0;            // bytes that widen() asked for
  std::uint64_t written_ = 0;         // rows in the file
  bool created_ = false;
  std::vector<hsize_t> chunk_;     // shape of a chunk
  std::vector<std::byte> stored_;  // one word: what chunks that are not in the file read as
  bool digest_stale_ = false;      // rows in the file grew wider after they were digested
  ContentDigest digest_;
};

}  // namespace assay::golden
