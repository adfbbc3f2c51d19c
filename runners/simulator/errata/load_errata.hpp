// SPDX-License-Identifier: Apache-2.0
// Errata of loads.
#pragma once

#include "runners/simulator/core/walk.hpp"
#include "runners/simulator/faults/bend.hpp"
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

/// Another pattern stands for the number of an element of another type. E-TLOAD-003
struct NumbersConverted : Bend {
  using Bend::Bend;
  void finished(const Request& request, Tile& dst) const override {
    if (request.machine != Machine::cpu || request.row->run != run_load) return;
    const std::uint32_t to = request[0].element, from = request[1].element;
    if (from == to || (is_integer(from) && is_integer(to))) return;
    for (std::int64_t row = 0; row < request[0].valid_rows; ++row) {
      for (std::int64_t col = 0; col < request[0].valid_cols; ++col) {
        dst.set(row, col, dst.get(row, col) ^ 1U);
      }
    }
  }
};

}  // namespace assay::simulator::bends
