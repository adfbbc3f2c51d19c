// SPDX-License-Identifier: Apache-2.0
// Back from the C ABI's description of an operand to the reference's.
#pragma once

#include "reference/isa/types/tile.hpp"
#include "runners/backend.h"

namespace assay::runners {

/// The tile that describe_operand() described; of operands of kind ASSAY_TILE alone.
TileSpec described_tile(const assay_operand& operand);

}  // namespace assay::runners
