// SPDX-License-Identifier: Apache-2.0
#include "runners/simulator/selection_masks.hpp"

#include "runners/simulator/formats.hpp"

namespace assay::simulator {

Lanes lanes_of(const Device& device, const assay_operand& tile) {
  return {device.has(Fault::ignores_valid_rows) ? tile.rows : tile.valid_rows,
          device.has(Fault::ignores_valid_columns) ? tile.cols : tile.valid_cols};
}

std::uint64_t read_lane(const Device& device, const Tile& tile, const Lanes& lanes,
                        std::int64_t row, std::int64_t col) {
  const bool slips = device.has(Fault::reads_outside_valid) && col + 1 == lanes.cols &&
                     lanes.cols < tile.operand().cols;
  return device.moved(tile.operand().element, tile.get(row, slips ? col + 1 : col));
}

std::int64_t lane_in_byte(const Device& device, std::int64_t lane) {
  return device.has(Fault::mask_bits_reversed) ? lane - lane % 8 + (7 - lane % 8) : lane;
}

MaskWriter::MaskWriter(const assay_operand& mask, Device& device)
    : output_(mask, device),
      device_(&device),
      width_(width_of(mask.element)),
      lanes_(mask.cols * width_of(mask.element)) {}

void MaskWriter::clear() {
  const assay_operand& mask = output_.tile().operand();
  for (std::int64_t row = 0; row < mask.rows; ++row) {
    for (std::int64_t col = 0; col < mask.cols; ++col) output_.tile().set(row, col, 0);
  }
}

void MaskWriter::invert() {
  const assay_operand& mask = output_.tile().operand();
  for (std::int64_t row = 0; row < mask.valid_rows; ++row) {
    for (std::int64_t col = 0; col < mask.cols; ++col) {
      output_.tile().set(row, col, ~output_.tile().get(row, col));
    }
  }
}

void MaskWriter::store(std::int64_t rows, std::int64_t words, const Bit& bit) {
  const std::int64_t held = std::min(words * width_, lanes_);
  for (std::int64_t row = 0; row < rows; ++row) {
    for (std::int64_t first = 0; first < held; first += width_) {
      std::uint64_t word = 0;
      for (std::int64_t at = 0; at < width_; ++at) {
        const std::uint64_t one = bit(row, lane_in_byte(*device_, first + at)) ? 1 : 0;
        word |= one << at;
      }
      output_.put(row, first / width_, word);
    }
  }
}

void MaskWriter::finish() { output_.finish(); }

MaskReader::MaskReader(const assay_operand& mask, const Device& device)
    : tile_(mask, Device{}), device_(&device), width_(width_of(mask.element)) {}

bool MaskReader::bit(std::int64_t row, std::int64_t lane) const {
  const std::int64_t at = lane_in_byte(*device_, lane);
  return ((tile_.get(row, at / width_) >> (at % width_)) & 1U) != 0;
}

}  // namespace assay::simulator
