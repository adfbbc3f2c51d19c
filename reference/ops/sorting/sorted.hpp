// SPDX-License-Identifier: Apache-2.0
// Blocks of 32 values of a row, each in descending order with the indices of its values.
#pragma once

#include <cstdint>

#include "reference/isa/spec/result.hpp"

namespace assay::ops {

inline constexpr std::int64_t sorted_block = 32;

/// dst of TSORT32: the records of the valid elements of src. The block of a NaN is left open.
ExpectedTile sorted_blocks(const Evaluation& inputs);

}  // namespace assay::ops
