// SPDX-License-Identifier: Apache-2.0
// Masks of packed bits in tile memory.
#pragma once

#include <cstdint>
#include <functional>

#include "runners/simulator/core/lanes.hpp"

namespace assay::simulator {

/// A mask being written, lane by lane; lane 0 of a row is the lowest bit of its first element.
class MaskWriter {
 public:
  MaskWriter(const Request& request, const Hooks& hooks);

  using Bit = std::function<bool(std::int64_t row, std::int64_t lane)>;

  /// Stores the first `words` elements of each of `rows` rows.
  void store(std::int64_t rows, std::int64_t words, const Bit& bit);
  void finish();

  int width() const { return width_; }

 private:
  Output output_;
  const Hooks* hooks_;
  int width_;
  std::int64_t lanes_;  ///< in a row of the tile
};

/// A mask being read.
class MaskReader {
 public:
  MaskReader(const assay_operand& mask, const Hooks& hooks);

  bool bit(std::int64_t row, std::int64_t lane) const;
  /// Bit of a byte of the mask's memory; clear where it has none.
  bool bit_in_memory(std::int64_t byte, std::int64_t number) const;

 private:
  Tile tile_;
  const Hooks* hooks_;
  int width_;
};

}  // namespace assay::simulator
