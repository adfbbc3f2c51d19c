// SPDX-License-Identifier: Apache-2.0
#include "runners/simulator/selection/selection_masks.hpp"

#include <algorithm>

namespace assay::simulator {

MaskWriter::MaskWriter(const Request& request, const Hooks& hooks)
    : output_(request, request[0], hooks),
      hooks_(&hooks),
      width_(width_of(request[0].element)),
      lanes_(request[0].cols * width_) {}

void MaskWriter::store(std::int64_t rows, std::int64_t words, const Bit& bit) {
  const std::int64_t held = std::min(words * width_, lanes_);
  for (std::int64_t row = 0; row < rows; ++row) {
    for (std::int64_t first = 0; first < held; first += width_) {
      std::uint64_t word = 0;
      for (std::int64_t place = 0; place < width_; ++place) {
        const std::uint64_t one = bit(row, hooks_->lane_in_byte(first + place)) ? 1 : 0;
        word |= one << place;
      }
      output_.put({row, first / width_}, word);
    }
  }
}

void MaskWriter::finish() { output_.finish(); }

MaskReader::MaskReader(const assay_operand& mask, const Hooks& hooks)
    : tile_(mask), hooks_(&hooks), width_(width_of(mask.element)) {}

bool MaskReader::bit(std::int64_t row, std::int64_t lane) const {
  const std::int64_t place = hooks_->lane_in_byte(lane);
  return ((tile_.get(row, place / width_) >> (place % width_)) & 1U) != 0;
}

bool MaskReader::bit_in_memory(std::int64_t byte, std::int64_t number) const {
  const std::int64_t size = width_ / 8;
  const std::int64_t cols = tile_.operand().cols;
  const std::int64_t element = byte / size;
  return ((tile_.get(element / cols, element % cols) >> (byte % size * 8 + number)) & 1U) != 0;
}

}  // namespace assay::simulator
