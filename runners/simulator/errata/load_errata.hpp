// SPDX-License-Identifier: Apache-2.0
// Errata of loads.
#pragma once

#include <array>

#include "runners/simulator/core/walk.hpp"
#include "runners/simulator/errata/check_errata.hpp"
#include "runners/simulator/errata/number_errata.hpp"
#include "runners/simulator/faults/plants.hpp"
#include "runners/simulator/rules/load.hpp"
#include "runners/simulator/rules/tiles.hpp"
#include "runners/simulator/table/runs.hpp"

namespace assay::simulator::bends {

/// Whether a load pads with an extreme of the type.
inline bool pads_with_extreme(const Request& request) {
  if (request.row->run != run_load) return false;
  return request[0].pad == ASSAY_PAD_MAX || request[0].pad == ASSAY_PAD_MIN;
}

inline void pad_with_zero(const assay_operand& tile, Tile& dst) {
  for (std::int64_t row = 0; row < tile.rows; ++row) {
    for (std::int64_t col = 0; col < tile.cols; ++col) {
      if (row >= tile.valid_rows || col >= tile.valid_cols) dst.set(row, col, 0);
    }
  }
}

/// E-TLOAD-001
struct NoLimitsOfHalf : Bend {
  using Bend::Bend;
  void finished(const Request& request, Tile& dst) const override {
    if (request.machine != Machine::cpu || !pads_with_extreme(request)) return;
    const std::uint32_t element = request[0].element;
    if (element == ASSAY_F16 || element == ASSAY_BF16) pad_with_zero(request[0], dst);
  }
};

/// E-TLOAD-002
struct NoPadsOfWideIntegers : Bend {
  using Bend::Bend;
  void finished(const Request& request, Tile& dst) const override {
    if (request.machine != Machine::a2a3 || !pads_with_extreme(request)) return;
    const bool wide = size_of(request[0].element) == 8 && request[0].location == ASSAY_VEC;
    if (wide) pad_with_zero(request[0], dst);
  }
};

/// E-TLOAD-004
inline bool turns_blocks(const Request& request) {
  const assay_operand& view = request[1];
  const bool several = view.shape[0] > 1 || view.shape[1] > 1 || view.shape[2] > 1;
  return several && rewrites(view.layout, shape_of(request[0]));
}
inline constexpr const char* tile_data = "CheckTileData";

inline constexpr std::array loads{
    FaultInfo{"E-TLOAD-001", "", bent<NoLimitsOfHalf>},
    FaultInfo{"E-TLOAD-002", "", bent<NoPadsOfWideIntegers>},
    FaultInfo{"E-TLOAD-003", "", bent<NumbersMoved<"TLOAD", 0>>},
    FaultInfo{"E-TLOAD-004", "", bent<NotCompiled<"TLOAD", turns_blocks, tile_data>>},
};

}  // namespace assay::simulator::bends
