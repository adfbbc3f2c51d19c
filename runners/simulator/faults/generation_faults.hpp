// SPDX-License-Identifier: Apache-2.0
// Faults of instructions that make a tile from a few numbers.
#pragma once

#include "runners/simulator/faults/fault_hook.hpp"
#include "runners/simulator/rules/generation.hpp"
#include "runners/simulator/table/runs.hpp"

namespace assay::simulator::fault_hooks {

// ---- triangles ----

inline bool is_triangle(const Request& request) { return request.row->run == run_triangle; }

struct DiagonalLost : FaultHook {
  using FaultHook::FaultHook;
  std::uint64_t stored(const Written& element, std::uint64_t bits) const override {
    const Request& request = element.request;
    if (!is_triangle(request)) return bits;
    const auto diagonal = static_cast<std::int32_t>(request[1].scalar_bits);
    return element.place.col - element.place.row == diagonal ? 0 : bits;
  }
};

struct DiagonalFromCorner : FaultHook {
  using FaultHook::FaultHook;
  std::uint64_t scalar(const Request& request, const assay_operand&, std::uint32_t,
                       std::uint64_t bits) const override {
    return is_triangle(request) && static_cast<std::int32_t>(bits) < 0 ? 0 : bits;
  }
};

}  // namespace assay::simulator::fault_hooks
