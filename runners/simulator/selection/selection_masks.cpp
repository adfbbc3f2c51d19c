// SPDX-License-Identifier: Apache-2.0
#include "runners/simulator/selection/selection_masks.hpp"

#include <algorithm>

namespace assay::simulator {

MaskWriter::MaskWriter(const Request& request, const Seams& seams)
    : output_(request, request[0], seams),
      seams_(&seams),
      width_(width_of(request[0].element)),
      lanes_(request[0].cols * width_) {}

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
        const std::uint64_t one = bit(row, seams_->lane_in_byte(first + at)) ? 1 : 0;
        word |= one << at;
      }
      output_.put({row, first / width_}, word);
    }
  }
}

void MaskWriter::finish() { output_.finish(); }

MaskReader::MaskReader(const assay_operand& mask, const Seams& seams)
    : tile_(mask), seams_(&seams), width_(width_of(mask.element)) {}

bool MaskReader::bit(std::int64_t row, std::int64_t lane) const {
  const std::int64_t at = seams_->lane_in_byte(lane);
  return ((tile_.get(row, at / width_) >> (at % width_)) & 1U) != 0;
}

bool MaskReader::streamed_bit(std::int64_t number) const {
  const std::int64_t bytes = std::max<std::int64_t>(tile_.operand().valid_cols, 1);
  const std::int64_t byte = number / 8;
  return bit(byte / bytes, byte % bytes * width_ + number % 8);
}

}  // namespace assay::simulator
