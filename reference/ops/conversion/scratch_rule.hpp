// SPDX-License-Identifier: Apache-2.0
// How much scratch memory wrapping conversions need.
#pragma once

#include <cstdint>

#include "reference/isa/constraint.hpp"

namespace assay::ops {

/// Bytes of `tmp` that a call needs: 0 but for float to int16 and half to int16 and int8 on A2A3,
/// where the result wraps. Source: the entry of the instruction, "tmp" of A2A3.
std::int64_t scratch_bytes(const Call& call);

/// `tmp` holds them.
Constraint enough_scratch();

}  // namespace assay::ops
