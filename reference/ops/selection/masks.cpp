// SPDX-License-Identifier: Apache-2.0
// Packing and reading of predicate masks.
#include "reference/ops/selection/masks.hpp"

#include <algorithm>

namespace assay::ops {
namespace {

std::int64_t lanes_in(ElementType type, const PackedMask& mask, std::int64_t col) {
  return std::min<std::int64_t>(bits_of(type), mask.lanes - col * bits_of(type));
}

void expect_element(ExpectedTile& expected, std::int64_t index, std::int64_t lanes,
                    std::optional<std::uint64_t> element) {
  const ElementType type = expected.value.type();
  const std::uint64_t all = mask_of(type);
  if (!element) {
    expected.set_accept(index, Accept::target_defined);
  } else if (lanes == bits_of(type)) {
    expected.set_exact(index, *element);
  } else {
    expected.set_some_bits(index, *element, ~(all << lanes) & all);
  }
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

std::uint64_t mask_element(ElementType type, const PackedMask& mask, std::int64_t row,
                           std::int64_t col) {
  std::uint64_t element = 0;
  for (std::int64_t bit = 0; bit < lanes_in(type, mask, col); ++bit) {
    if (mask.set(row, col * bits_of(type) + bit)) element |= std::uint64_t{1} << bit;
  }
  return element;
}

ExpectedTile expected_mask(const TileSpec& out, const PackedMask& mask) {
  return expected_mask(out, mask, [&](std::int64_t row, std::int64_t col) {
    return mask_element(out.type.element, mask, row, col);
  });
}

ExpectedTile expected_mask(const TileSpec& out, const PackedMask& mask,
                           const MaskElement& element) {
  const ElementType type = out.type.element;
  ExpectedTile expected(type, out.rows(), out.cols());
  const std::int64_t elements = std::min(mask_units(type, mask.lanes), out.cols());
  for (std::int64_t row = 0; row < std::min(mask.rows, out.rows()); ++row) {
    for (std::int64_t col = 0; col < elements; ++col) {
      expect_element(expected, expected.at(row, col), lanes_in(type, mask, col), element(row, col));
    }
  }
  return expected;
}

}  // namespace assay::ops
