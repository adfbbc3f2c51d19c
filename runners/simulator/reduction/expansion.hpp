// SPDX-License-Identifier: Apache-2.0
// Lanes of a tile that meet one value of their row, or one of their column.
#pragma once

#include <cstdint>

#include "runners/simulator/elementwise/arithmetic.hpp"

namespace assay::simulator {

/// Which lane of the spread tile a lane meets.
enum class Spread : std::uint8_t {
  one_per_row,    ///< (row, 0)
  block_per_row,  ///< (row, col modulo 32 bytes)
  row,            ///< (0, col)
};

/// A lane that meets a lane of the spread tile.
struct Spreading {
  Spread how;
  std::int64_t block;  ///< elements in 32 bytes of the spread tile
  Place lane;
  const Request& request;
  const assay_operand& tile;  ///< the spread one
};

/// How a call works on the region of its first operand.
struct SpreadTiles {
  int full;    ///< the operand that is met lane by lane, or -1 where there is none
  int spread;  ///< the operand that is met as `how` says
  Spread how;
};

/// Executes `calculate` over the valid region of operand 0; inputs are in the order of the call.
void run_spread(const SpreadTiles& tiles, Calculation calculate, const Unit& unit);

}  // namespace assay::simulator
