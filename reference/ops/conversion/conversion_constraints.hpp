// SPDX-License-Identifier: Apache-2.0
// Constraints that only conversions have.
#pragma once

#include <cstdint>
#include <string>

#include "reference/isa/spec/constraint.hpp"

namespace assay::ops {

/// The target converts the element type of src to that of dst. The lists are the table of
/// the page, which names no check.
Constraint known_pair();

/// A row of packed elements has whole blocks of 32 bytes, which the Tile class does not require.
Constraint whole_rows(const std::string& operand);

/// Bytes of `tmp` that a call needs: 0, except for float to int16 and half to int16 and int8 on
/// A2A3, if the result wraps. Source: the formulas of the page.
std::int64_t scratch_bytes(const Call& call);

/// `tmp` holds them.
Constraint enough_scratch();

}  // namespace assay::ops
