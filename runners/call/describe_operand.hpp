// SPDX-License-Identifier: Apache-2.0
// One operand as the C ABI describes it.
#pragma once

#include <cstdint>

#include "reference/isa/call/call.hpp"
#include "runners/backend.h"

namespace assay::runners {

/// Memory of a tile or of global memory.
struct MemoryNeed {
  std::uint64_t bytes = 0;       ///< of the tile, or of the whole allocation
  std::uint64_t data_shift = 0;  ///< bytes from there to the first element of the view
};
MemoryNeed memory_need(const OperandValue& value);

/// Everything but `name` and `data`, which the caller places.
assay_operand describe_operand(const Operand& operand, const OperandValue& value);

}  // namespace assay::runners
