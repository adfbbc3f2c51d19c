// SPDX-License-Identifier: Apache-2.0
// The stored cases of one signature.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "golden/format/stored.hpp"
#include "golden/golden.hpp"
#include "golden/tables/manifest.hpp"

namespace assay::golden {

class SignatureReader {
 public:
  /// Opens /signatures/sNNNN of a file that outlives the object, and checks that every dataset of
  /// it has the same number of rows. Throws h5::Failure.
  /// What `digests` has just checked is not read again.
  SignatureReader(const H5::Group& file, std::string path, const OpLookup& ops,
                  const Digests& digests);

  std::uint64_t rows() const { return rows_; }
  const Form& form() const { return *prototype_.form; }
  Call call(std::uint64_t row) const;
  std::vector<ElementArray> before(std::uint64_t row) const;
  std::vector<Expected> expected(std::uint64_t row) const;

 private:
  struct OperandColumns {
    h5::StoredDataset contents;
    std::vector<std::int64_t> valid{}, shape{}, stride{}, base{}, count{};
  };
  struct TileColumns {
    h5::StoredDataset accept, value;
    std::optional<h5::StoredDataset> low, high, exact;
    ElementType element = ElementType::u8;
    std::int64_t rows = 0, cols = 0;
    std::vector<std::int64_t> shape{};  // of results in global memory
  };
  struct TextColumns {
    std::vector<std::byte> bytes;
    std::vector<std::int64_t> offsets, width, readings, capacity;
  };

  h5::StoredDataset stored(const std::string& path) const { return digests_.stored(file_, path); }
  void open_operand(std::size_t operand);
  std::vector<std::int64_t> fact(const std::string& operand, const char* name,
                                 std::size_t per_row) const;
  h5::StoredDataset part(const std::string& result, const char* name) const;
  std::optional<h5::StoredDataset> optional_part(const std::string& result, const char* name) const;
  void open_result(const std::string& result);
  void open_text(const std::string& result, const std::string& path);
  void open_tile(const std::string& result);
  ElementArray elements(const h5::StoredDataset& dataset, ElementType type, std::uint64_t row,
                        std::int64_t count) const;
  void require_shape(const std::string& result, const TileColumns& columns,
                     const std::array<std::int64_t, 2>& shape, std::uint64_t row) const;
  ExpectedTile tile(const std::string& result, std::uint64_t row) const;
  ExpectedText text(const std::string& result, const TextColumns& columns, std::uint64_t row) const;

  const H5::Group& file_;
  const Digests& digests_;
  std::string path_;
  Call prototype_;
  std::uint64_t rows_ = 0;
  std::vector<OperandColumns> operands_;
  std::map<std::string, TileColumns> tiles_;
  std::map<std::string, TextColumns> texts_;
};

}  // namespace assay::golden
