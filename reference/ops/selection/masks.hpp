// SPDX-License-Identifier: Apache-2.0
// Packed predicate masks: one bit for every lane, lane c of a row in bit c % 8 of byte c / 8 of
// that row of the mask tile. A mask element of more than 8 bits holds the same bytes, lowest first.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "reference/ops/per_element.hpp"

namespace assay::ops {

/// Elements of `type` that hold `lanes` bits.
std::int64_t mask_units(ElementType type, std::int64_t lanes);

/// Bit of a lane in the logical contents of a mask tile. False beyond the last column.
bool mask_bit(const TileSpec& mask, const ElementArray& contents, std::int64_t row,
              std::int64_t lane);

/// What a lane's bit is under one reading of the page.
using Predicate = std::function<bool(std::int64_t row, std::int64_t lane)>;

/// One legal reading of a mask to be written. The bits behind the last lane of a row are zeros, or
/// follow one of `tails`. A word follows one reading as a whole.
struct MaskReading {
  Predicate lanes;
  std::vector<Predicate> tails = {};
};

/// A mask to be written: `rows` rows of `lanes` lanes each; the promised reading comes first.
struct PackedMask {
  std::int64_t rows;
  std::int64_t lanes;
  std::vector<MaskReading> readings = {};
};

/// The words of a mask tile that hold lanes. The rest is unspecified, and so are words with more
/// than three legal patterns: only the last of a row can have so many.
ExpectedTile expected_mask(const TileSpec& out, const PackedMask& mask);

/// Any one of up to three distinct patterns, the first promised; left to the target where there are
/// more.
Acceptable one_of(const std::vector<std::uint64_t>& patterns);

}  // namespace assay::ops
