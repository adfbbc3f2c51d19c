// SPDX-License-Identifier: Apache-2.0
// Divisors of zero, and a CPU simulator that asserts against them.
#pragma once

#include <optional>

#include "runners/simulator/core/formats.hpp"
#include "runners/simulator/core/walk.hpp"
#include "runners/simulator/elementwise/arithmetic.hpp"
#include "runners/simulator/faults/fault_hook.hpp"
#include "runners/simulator/table/runs.hpp"

namespace assay::simulator::fault_hooks {

/// Whether `holds` for the patterns of two tiles at some place of the valid region.
template <typename Holds>
bool meets(const Request& request, std::size_t first, std::size_t second, const Holds& holds) {
  const Tile above(request[first]), below(request[second]);
  for (std::int64_t row = 0; row < request[0].valid_rows; ++row) {
    for (std::int64_t col = 0; col < request[0].valid_cols; ++col) {
      if (holds(above.get(row, col), below.get(row, col))) return true;
    }
  }
  return false;
}

inline bool is_zero(std::uint32_t element, std::uint64_t bits) {
  return is_integer(element) ? bits == 0 : value_of(element, bits) == 0;
}

inline bool has_zero(const Request& request, std::size_t divisor) {
  const std::uint32_t element = request[divisor].element;
  return meets(request, divisor, divisor,
               [&](std::uint64_t, std::uint64_t bits) { return is_zero(element, bits); });
}

inline Answer asserted() { return {ASSAY_REJECTED, "Divider: a zero"}; }

/// A CPU simulator in a debug build: remainders and reciprocals of tiles.
struct AssertsZeroDivisors : FaultHook {
  using FaultHook::FaultHook;
  std::optional<Answer> instead(const Request& request) const override {
    if (request.machine != Machine::cpu) return std::nullopt;
    const Calculation integer = request.row->integer;
    const bool remainder = integer == integer_fmod || integer == integer_modulo;
    if (!remainder && integer != integer_reciprocal) return std::nullopt;
    const std::size_t divisor = remainder ? 2 : 1;
    const bool asserts = request[divisor].kind == ASSAY_TILE && has_zero(request, divisor);
    return asserts ? std::optional(asserted()) : std::nullopt;
  }
};

}  // namespace assay::simulator::fault_hooks
