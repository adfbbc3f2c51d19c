// SPDX-License-Identifier: Apache-2.0
// Faults of codes that become numbers.
#pragma once

#include "runners/simulator/core/formats.hpp"
#include "runners/simulator/faults/fault_hook.hpp"
#include "runners/simulator/reduction/expansion.hpp"
#include "runners/simulator/table/quantisation.hpp"

namespace assay::simulator::fault_hooks {

/// A number from a code in another way; inputs are the code as float, its offset and its scale.
struct Dequantised : FaultHook {
  using FaultHook::FaultHook;

 private:
  std::uint64_t stored(const Written& element, std::uint64_t bits) const override {
    if (element.request.row->run != run_dequantisation) return bits;
    const auto number = [&](std::size_t input) -> long double {
      return value_of(ASSAY_F32, element.inputs[input]);
    };
    return encode(*float_format(ASSAY_F32), dequantised(number(0), number(1), number(2)));
  }
  virtual long double dequantised(long double code, long double offset,
                                  long double scale) const = 0;
};

struct DequantisedAtOnce : Dequantised {
  using Dequantised::Dequantised;
  long double dequantised(long double code, long double offset, long double scale) const override {
    return (code - offset) * scale;
  }
};

struct OffsetAfterScale : Dequantised {
  using Dequantised::Dequantised;
  long double dequantised(long double code, long double offset, long double scale) const override {
    return static_cast<float>(code * scale) - offset;
  }
};

struct ParametersPacked : FaultHook {
  using FaultHook::FaultHook;
  void met(const Spreading& spreading, Place& place) const override {
    const assay_operand& tile = spreading.tile;
    if (spreading.request.row->run != run_dequantisation) return;
    if (tile.block_layout == ASSAY_ROW_MAJOR)
      place = {place.row / tile.cols, place.row % tile.cols};
  }
};

}  // namespace assay::simulator::fault_hooks
