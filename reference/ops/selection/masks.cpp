// SPDX-License-Identifier: Apache-2.0
// Packing and reading of predicate masks.
#include "reference/ops/selection/masks.hpp"

#include <algorithm>

namespace assay::ops {
namespace {

/// The lanes of one word of a row.
struct Word {
  std::int64_t row;
  std::int64_t first;  ///< lane in the lowest bit
  std::int64_t lanes;  ///< how many lanes of the row are in it
  std::int64_t bits;
};

std::uint64_t bits_from(const Word& word, const Predicate& predicate, std::int64_t from,
                        std::int64_t to) {
  std::uint64_t bits = 0;
  for (std::int64_t bit = from; bit < to; ++bit) {
    if (predicate(word.row, word.first + bit)) bits |= std::uint64_t{1} << bit;
  }
  return bits;
}

std::vector<std::uint64_t> patterns_of(const Word& word, const PackedMask& mask) {
  std::vector<std::uint64_t> patterns;
  for (const MaskReading& reading : mask.readings) {
    const std::uint64_t lanes = bits_from(word, reading.lanes, 0, word.lanes);
    patterns.push_back(lanes);
    for (const Predicate& tail : reading.tails) {
      patterns.push_back(lanes | bits_from(word, tail, word.lanes, word.bits));
    }
  }
  return patterns;
}

}  // namespace

std::int64_t mask_units(ElementType type, std::int64_t lanes) {
  return (lanes + bits_of(type) - 1) / bits_of(type);
}

bool mask_bit(const TileSpec& mask, const ElementArray& contents, std::int64_t row,
              std::int64_t lane) {
  const std::int64_t bits = bits_of(mask.type.element);
  const std::int64_t col = lane / bits;
  if (row >= mask.rows() || col >= mask.cols()) return false;
  return (contents[row * mask.cols() + col] >> (lane % bits) & 1) != 0;
}

Acceptable one_of(const std::vector<std::uint64_t>& patterns) {
  std::vector<std::uint64_t> distinct;
  for (const std::uint64_t pattern : patterns) {
    if (std::ranges::find(distinct, pattern) == distinct.end()) distinct.push_back(pattern);
  }
  if (distinct.size() == 1) return exactly(distinct[0]);
  if (distinct.size() == 2) return either(distinct[0], distinct[1]);
  if (distinct.size() == 3) return either(distinct[0], distinct[1], distinct[2]);
  return left_to_target(patterns.front());
}

ExpectedTile expected_mask(const TileSpec& out, const PackedMask& mask) {
  const ElementType type = out.type.element;
  ExpectedTile expected(type, out.rows(), out.cols());
  const std::int64_t bits = bits_of(type);
  const std::int64_t words = std::min(mask_units(type, mask.lanes), out.cols());
  for (std::int64_t row = 0; row < std::min(mask.rows, out.rows()); ++row) {
    for (std::int64_t col = 0; col < words; ++col) {
      const std::int64_t lanes = std::min(bits, mask.lanes - col * bits);
      const Acceptable word = one_of(patterns_of({row, col * bits, lanes, bits}, mask));
      if (word.accept == Accept::target_defined) continue;
      const std::int64_t index = expected.at(row, col);
      expected.set_exact(index, word.value);
      expected.set_accept(index, word.accept);
      expected.low.set(index, word.low);
      expected.high.set(index, word.high);
    }
  }
  return expected;
}

}  // namespace assay::ops
