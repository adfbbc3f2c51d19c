// SPDX-License-Identifier: Apache-2.0
// The cases of one signature on their way into a file: one growing dataset per operand and fact.
#pragma once

#include <cstdint>
#include <map>
#include <memory_resource>
#include <optional>
#include <string>
#include <vector>

#include "golden/container/rows.hpp"
#include "golden/golden.hpp"

namespace assay::golden {

/// Texts of varying length and number, kept in memory until the file is finished.
class TextRows {
 public:
  void put(std::uint64_t row, const ExpectedText& expected);
  void finish(OutputFile& file, const std::string& path, std::uint64_t rows);

 private:
  void skip_to(std::uint64_t row);

  std::vector<std::byte> bytes_;
  std::vector<std::uint64_t> offsets_{0};   // of readings in bytes_
  std::vector<std::int64_t> widths_;        // one per reading
  std::vector<std::uint64_t> readings_{0};  // of rows in widths_
  std::vector<std::int64_t> capacities_;    // one per row
};

/// Writes a small contiguous dataset in one go.
void write_block(OutputFile& file, const std::string& path, h5::Word word,
                 std::span<const std::byte> bytes);

class SignatureRows {
 public:
  /// `path` is /signatures/sNNNN; `first` gives the static types. Pending rows are kept in
  /// `memory`, which must outlive the object.
  SignatureRows(std::string path, const Call& first, std::pmr::memory_resource* memory);

  const Call& call() const { return call_; }
  std::uint64_t rows() const { return rows_; }
  /// Adds a case of this signature; throws std::invalid_argument where its contents do not fit its
  /// types.
  void put(const GoldenCase& golden);
  std::size_t pending() const;
  void flush(OutputFile& file);
  void finish(OutputFile& file);

 private:
  struct TileRows {
    RowDataset accept, value, low, high, exact;
    std::optional<RowDataset> shape;  // of results in global memory, which differ in size
  };

  void put_operand(const GoldenCase& golden, std::size_t operand);
  void put_global(std::size_t operand, const GlobalSpec& global, std::int64_t count);
  void put_tile(const std::string& name, const ExpectedTile& tile);
  RowDataset& contents(std::size_t operand);
  RowDataset& fact(std::size_t operand, const std::string& name, std::vector<hsize_t> row,
                   h5::Word word);
  TileRows tile_rows(const std::string& name, const ExpectedTile& tile) const;

  std::string path_;
  Call call_;
  std::pmr::memory_resource* memory_;
  std::uint64_t rows_ = 0;
  std::map<std::string, RowDataset> datasets_;  // inputs and run-time facts by path
  std::map<std::string, TileRows> tiles_;       // by result
  std::map<std::string, TextRows> texts_;
};

}  // namespace assay::golden
