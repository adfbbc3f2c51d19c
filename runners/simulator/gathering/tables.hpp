// SPDX-License-Identifier: Apache-2.0
// Tables in global memory: entries by number, and what an index beyond the last one means.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "runners/simulator/core/walk.hpp"

namespace assay::simulator {

class Table {
 public:
  Table(const Request& request, const assay_operand& table, const Hooks& hooks);

  /// The entry of an index, which has no sign; nothing beyond the table, unless `mode` is Clamp or
  /// Wrap.
  std::optional<std::int64_t> entry(std::uint64_t index, std::string_view mode) const;
  /// Where the counterpart of an element in column `col` of a tile is; -1 where there is none.
  std::int64_t offset(std::int64_t entry, std::int64_t col) const;

  std::uint64_t get(std::int64_t offset) const;
  void set(std::int64_t offset, std::uint64_t bits);

 private:
  bool in_rows_;
  assay_operand memory_;
  std::int64_t rows_ = 0, cols_ = 0, room_ = 0;
  std::vector<std::int64_t> offsets_;  ///< row after row
};

/// The indices of a call, in a tile or in global memory.
class Indices {
 public:
  Indices(const Request& request, const assay_operand& indices);
  /// The index for an element of a tile: its own, or that of its row.
  std::uint64_t at(Place place) const;

 private:
  std::uint64_t in_tile(Place place) const;

  bool in_rows_;
  assay_operand memory_;
  std::int64_t room_;
  std::optional<Tile> tile_;
};

}  // namespace assay::simulator
