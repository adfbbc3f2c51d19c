// SPDX-License-Identifier: Apache-2.0
// Scales of a matrix lie where its address says.
//
// A case says where src lies as a scalar that is set before the call, and shows the memory of dst
// through an operand `storage`: its bytes from address 0 on (decision 142).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "reference/isa/call/contents.hpp"
#include "reference/ops/tile_constraints.hpp"

namespace assay::ops {

/// The address of src in its memory, in bytes; it is set before the call.
inline const Operand src_address{"srcAddress", Role::input, OperandKind::scalar, true};

/// Where dst is bound, in bytes: that address, shifted right by SHIFT_MX_ADDR.
std::int64_t scale_address_of(const Call& call, const ChosenReadings& readings);

/// src is in the memory whose scales are in that of dst.
Constraint scaled_memory();
/// The address of src is a multiple of 512; src and dst end in their memories.
Constraint address_with_scales();

/// Tiles at the end of both memories, a row or a column that fills its memory.
std::vector<Scenario> scale_scenarios();

/// Bytes hardly ever make a zero or an infinity of a wider float: some elements that dst shows
/// become one. For Form::admit.
void show_special_numbers(const Call& call, std::vector<ElementArray>& contents);

std::vector<Ambiguity> scale_address_ambiguities();
std::vector<Erratum> scale_address_errata();

}  // namespace assay::ops
