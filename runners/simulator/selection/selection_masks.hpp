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
  MaskWriter(const Request& request, const Seams& seams);

  using Bit = std::function<bool(std::int64_t row, std::int64_t lane)>;

  /// Stores the first `words` elements of each of `rows` rows.
  void store(std::int64_t rows, std::int64_t words, const Bit& bit);
  void clear();   ///< zeros all elements of the tile
  void invert();  ///< complements what an element held before, for the elements not stored
  void finish();

  Output& output() { return output_; }
  int width() const { return width_; }

 private:
  Output output_;
  const Seams* seams_;
  int width_;
  std::int64_t lanes_;  ///< in a row of the tile
};

/// A mask being read.
class MaskReader {
 public:
  MaskReader(const assay_operand& mask, const Seams& seams);

  bool bit(std::int64_t row, std::int64_t lane) const;
  /// On the CPU the mask of two tiles is one stream of bits over all rows; bytes follow each other
  /// over the valid columns of the mask tile.
  bool streamed_bit(std::int64_t number) const;

 private:
  Tile tile_;
  const Seams* seams_;
  int width_;
};

}  // namespace assay::simulator
