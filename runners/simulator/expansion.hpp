// SPDX-License-Identifier: Apache-2.0
// Lanes of a tile that meet one value of their row, or one of their column.
#pragma once

#include <cstdint>

#include "runners/simulator/arithmetic.hpp"

namespace assay::simulator {

/// Which lane of the spread tile a lane meets.
enum class Spread : std::uint8_t {
  one_per_row,    ///< (row, 0)
  block_per_row,  ///< (row, col modulo 32 bytes)
  row,            ///< (0, col)
};

/// Executes `lane` over the valid region of operand 0. Operand `spread` is met as `how` says, the
/// other one (`full`, or -1 where there is none) lane by lane; inputs stand in the order of the
/// call.
Answer run_spread(const Request& request, Device& device, int full, int spread, Spread how,
                  Calculation lane, const Unit& unit);

}  // namespace assay::simulator
