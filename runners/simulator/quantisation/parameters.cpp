// SPDX-License-Identifier: Apache-2.0
#include "runners/simulator/quantisation/parameters.hpp"

#include <algorithm>

#include "runners/simulator/reduction/expansion.hpp"

namespace assay::simulator {

std::uint64_t parameter_at(const Request& request, const Hooks& hooks, const Tile& tile,
                           Place lane) {
  const assay_operand& operand = tile.operand();
  Place place{lane.row, std::min(lane.col, operand.valid_cols - 1)};
  hooks.met({Spread::one_per_row, 8, lane, request, operand}, place);
  return hooks.moved(ASSAY_F32, tile.get(place.row, place.col));
}

}  // namespace assay::simulator
