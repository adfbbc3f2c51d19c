// SPDX-License-Identifier: Apache-2.0
// Known conversions of 8-bit floats in the CPU headers: the casts of their own types, which TCVT
// uses. For errata; the promise does not use them.
#pragma once

#include <cstdint>

#include "reference/ops/conversion/matrix.hpp"
#include "reference/ops/per_element.hpp"

namespace assay::ops {

/// Whether one side is e4m3, e5m2 or HiFloat8.
bool has_small_float(const Pair& pair);

/// float to e4m3 and e5m2: the first digits alone; the exponent modulo its range. Nothing is said
/// of numbers so small that the digits are shifted by more than a word.
Acceptable cast_to_fp8(const Pair& pair, std::uint64_t bits);
/// e4m3 and e5m2 to float: every code but 0 is a number, the greatest exponent one as any other.
Acceptable cast_from_fp8(const Pair& pair, std::uint64_t bits);

/// float and half to HiFloat8: the nearest number of the table, the lower one of two, the greatest
/// finite one beyond.
Acceptable cast_to_hif8(const Pair& pair, std::uint64_t bits);
/// HiFloat8 to float: the table gives the codes 0x08 to 0x0F steps of 1/32, and 0x10 to 0x1F steps
/// of 1/8 from 2 on.
Acceptable cast_from_hif8(const Pair& pair, std::uint64_t bits);

}  // namespace assay::ops
