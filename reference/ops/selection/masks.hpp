// SPDX-License-Identifier: Apache-2.0
// Packed predicate masks: one bit for every lane, lane c of a row in bit c % 8 of byte c / 8 of
// that row of the mask tile. A mask element of more than 8 bits holds the same bytes, lowest first.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "reference/isa/spec/expected.hpp"
#include "reference/isa/types/tile.hpp"

namespace assay::ops {

/// Elements of `type` that hold `lanes` bits.
std::int64_t mask_units(ElementType type, std::int64_t lanes);

/// Bit of a lane in the logical contents of a mask tile. False beyond the last column.
bool mask_bit(const TileSpec& mask, const ElementArray& contents, std::int64_t row,
              std::int64_t lane);

/// The value of a lane's bit.
using Predicate = std::function<bool(std::int64_t row, std::int64_t lane)>;

/// A mask to be written: `rows` rows of `lanes` lanes each.
struct PackedMask {
  std::int64_t rows;
  std::int64_t lanes;
  Predicate set;
};

/// The element of a mask at (row, col), lanes in their bits; nothing if it is left open.
using MaskElement = std::function<std::optional<std::uint64_t>(std::int64_t row, std::int64_t col)>;

/// The bits of all lanes that a mask element holds, zeros after the last one.
std::uint64_t mask_element(ElementType type, const PackedMask& mask, std::int64_t row,
                           std::int64_t col);

/// The elements of a mask tile that hold lanes: bits of lanes count, those after the last lane of a
/// row are free. The rest is unspecified.
ExpectedTile expected_mask(const TileSpec& out, const PackedMask& mask);
/// The same elements as `element` has them.
ExpectedTile expected_mask(const TileSpec& out, const PackedMask& mask, const MaskElement& element);

}  // namespace assay::ops
