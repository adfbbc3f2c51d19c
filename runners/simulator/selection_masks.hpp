// SPDX-License-Identifier: Apache-2.0
// Masks of packed bits in tile memory, and the instructions that write and read them.
#pragma once

#include <cstdint>
#include <functional>

#include "runners/simulator/checks.hpp"
#include "runners/simulator/faults.hpp"
#include "runners/simulator/walk.hpp"

namespace assay::simulator {

Answer run_tcmp(const Request& request, Device& device);   ///< "plain"
Answer run_tcmps(const Request& request, Device& device);  ///< "scalar", "tile"
Answer run_tsel(const Request& request, Device& device);   ///< "plain"
Answer run_tsels(const Request& request, Device& device);  ///< "plain"

/// The lanes that a compare instruction works on.
struct Lanes {
  std::int64_t rows;
  std::int64_t cols;
};
Lanes lanes_of(const Device& device, const assay_operand& tile);

/// A lane of an input as this device reads it.
std::uint64_t read_lane(const Device& device, const Tile& tile, const Lanes& lanes,
                        std::int64_t row, std::int64_t col);

/// A mask being written, lane by lane; lane 0 of a row is the lowest bit of its first element.
class MaskWriter {
 public:
  MaskWriter(const assay_operand& mask, Device& device);

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
  Device* device_;
  int width_;
  std::int64_t lanes_;  ///< in a row of the tile
};

/// A mask being read.
class MaskReader {
 public:
  MaskReader(const assay_operand& mask, const Device& device);

  bool bit(std::int64_t row, std::int64_t lane) const;

 private:
  Tile tile_;
  const Device* device_;
  int width_;
};

/// The lane's position inside its byte, as this device counts.
std::int64_t lane_in_byte(const Device& device, std::int64_t lane);

}  // namespace assay::simulator
