// SPDX-License-Identifier: Apache-2.0
// Blocks of 32 values of a row, each in descending order with the indices of its values.
#pragma once

#include <cstdint>

#include "reference/isa/spec/result.hpp"

namespace assay::ops {

inline constexpr std::int64_t sorted_block = 32;

/// Where a NaN of a block comes.
enum class NanPlace : std::uint8_t {
  as_read,   ///< before or after all numbers (ValueOrder); of several there the order is open
  anywhere,  ///< a block with a NaN is left open
};

/// dst of TSORT32: the records of the valid elements of src.
ExpectedTile sorted_blocks(const Evaluation& inputs, NanPlace nans);

}  // namespace assay::ops
