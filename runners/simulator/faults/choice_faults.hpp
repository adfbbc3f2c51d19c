// SPDX-License-Identifier: Apache-2.0
// Machines that read the manual in another way, where it leaves one: all of them conform but the
// last, which does not read it in one way.
#pragma once

#include <algorithm>
#include <vector>

#include "runners/simulator/core/formats.hpp"
#include "runners/simulator/elementwise/arithmetic.hpp"
#include "runners/simulator/faults/fault_hook.hpp"
#include "runners/simulator/table/runs.hpp"

namespace assay::simulator::fault_hooks {

/// Subnormal operands and results of what lanes compute are zeros of their sign.
struct SubnormalsAreZero : FaultHook {
  using FaultHook::FaultHook;

  std::uint64_t compute(Calculation calculate, const Unit& unit, Inputs in) const override {
    const Request& request = *unit.request;
    const auto run = request.row->run;
    if (run == run_row_copy || run == run_column_copy) return calculate(unit, in);
    // Half may be scaled and added to float.
    const bool widens = run == run_scaled_addition;
    std::vector<std::uint64_t> flushed;
    for (std::size_t i = 0; i < in.size(); ++i) {
      flushed.push_back(zero_for_tiny(widens && i < 2 ? request[1].element : unit.element, in[i]));
    }
    return zero_for_tiny(unit.element, calculate(unit, flushed));
  }
  std::uint64_t argument(std::uint32_t element, std::uint64_t bits) const override {
    return zero_for_tiny(element, bits);
  }
  std::uint64_t rounded(std::uint32_t element, std::uint64_t bits) const override {
    return zero_for_tiny(element, bits);
  }
  double worth(const Request&, std::uint32_t element, std::uint64_t bits,
               double value) const override {
    return zero_for_tiny(element, bits) == bits ? value : value * 0;
  }

 protected:
  /// Formats of 8 bits and less are widened before anything is computed.
  static std::uint64_t zero_for_tiny(std::uint32_t element, std::uint64_t bits) {
    const std::optional<FloatFormat> format = float_format(element);
    if (!format || (element != ASSAY_F16 && element != ASSAY_BF16 && element != ASSAY_F32)) {
      return bits;
    }
    return is_subnormal(*format, bits) ? bits - magnitude(*format, bits) : bits;
  }
};

/// Columns of boxes of an accumulator lie as far apart as its valid rows need.
struct AccumulatorsPacked : FaultHook {
  using FaultHook::FaultHook;

  void route(const assay_operand& tile, Route& route) const override {
    if (tile.location != ASSAY_ACC || !route.boxes_down) return;
    const std::int64_t height = route.box.rows;
    route.strip = (tile.valid_rows + height - 1) / height * height * route.box.cols;
  }
};

/// A minimum or maximum is NaN where an operand is.
struct NanPropagated : FaultHook {
  using FaultHook::FaultHook;

  std::uint64_t compute(Calculation calculate, const Unit& unit, Inputs in) const override {
    if (calculate == float_maximum || calculate == float_minimum) {
      const FloatFormat format = *float_format(unit.element);
      if (std::ranges::any_of(in, [&](std::uint64_t bits) { return is_nan(format, bits); })) {
        return quiet_nan(format);
      }
    }
    return calculate(unit, in);
  }
};

/// Flushes subnormal numbers, but only in calls with an odd number of valid columns.
struct SubnormalsByShape final : SubnormalsAreZero {
  using SubnormalsAreZero::SubnormalsAreZero;

  std::uint64_t compute(Calculation calculate, const Unit& unit, Inputs in) const override {
    const bool odd = (*unit.request)[0].valid_cols % 2 != 0;
    return odd ? SubnormalsAreZero::compute(calculate, unit, in) : calculate(unit, in);
  }
};

}  // namespace assay::simulator::fault_hooks
