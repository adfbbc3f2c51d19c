// SPDX-License-Identifier: Apache-2.0
// Scales of a matrix lie where its address says.
//
// A case says where src lies as a scalar that is set before the call, and shows the memory of dst
// through an operand `storage`: its bytes from address 0 on (decision 142).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "reference/ops/tile_constraints.hpp"

namespace assay::ops {

/// The address of src in its memory, in bytes; it is set before the call.
inline const Operand src_address{"srcAddress", Role::input, OperandKind::scalar, true};

/// Where dst is bound, in bytes: that address, shifted right by SHIFT_MX_ADDR.
std::int64_t scale_address_of(const Call& call);

/// src lies in the memory whose scales lie in that of dst.
Constraint scaled_memory();
/// The address of src is a multiple of 512; src and dst end in their memories.
Constraint address_with_scales();

/// Tiles at the end of both memories.
Scenario last_scales();

std::vector<Ambiguity> scale_address_ambiguities();
std::vector<Erratum> scale_address_errata();

}  // namespace assay::ops
