// SPDX-License-Identifier: Apache-2.0
// Faults of codes that become numbers.
#pragma once

#include <algorithm>
#include <cmath>

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

/// An integer code in another way; inputs are the number, its scale and its offset.
struct Quantised : FaultHook {
  using FaultHook::FaultHook;

 private:
  std::uint64_t stored(const Written& element, std::uint64_t bits) const override {
    const Request& request = element.request;
    if (request.row->run != run_quantisation || has_groups(request)) return bits;
    const auto number = [&](std::size_t input) {
      return value_of(ASSAY_F32, element.inputs[input]);
    };
    const double quotient = number(0) / number(1);
    if (std::isnan(quotient)) return bits;
    const bool with_sign = request[0].element == ASSAY_I8;
    const double least = with_sign ? -128 : 0, most = with_sign ? 127 : 255;
    return static_cast<std::uint64_t>(code(quotient, number(2), least, most)) & 0xFFU;
  }
  virtual std::int64_t code(double quotient, double offset, double least, double most) const = 0;
};

struct CodesCut : Quantised {
  using Quantised::Quantised;
  std::int64_t code(double quotient, double offset, double least, double most) const override {
    return static_cast<std::int64_t>(std::clamp(std::trunc(quotient) + offset, least, most));
  }
};

struct CodesWrap : Quantised {
  using Quantised::Quantised;
  std::int64_t code(double quotient, double offset, double, double) const override {
    constexpr double far = 1 << 30;
    return static_cast<std::int64_t>(std::nearbyint(std::clamp(quotient, -far, far)) + offset);
  }
};

struct OffsetBeforeRounding : Quantised {
  using Quantised::Quantised;
  std::int64_t code(double quotient, double offset, double least, double most) const override {
    return static_cast<std::int64_t>(std::clamp(std::nearbyint(quotient + offset), least, most));
  }
};

/// The exponent of a group without its last number.
struct LastOfGroupLost : FaultHook {
  using FaultHook::FaultHook;

 private:
  std::uint64_t stored(const Written& element, std::uint64_t bits) const override {
    const Request& request = element.request;
    if (request.row->run != run_quantisation || element.inputs.size() != group_size) return bits;
    const auto size = [&](std::uint64_t number) {
      return magnitude(*float_format(request[1].element), number);
    };
    std::uint64_t most = 0;
    for (const std::uint64_t number : element.inputs.first(group_size - 1)) {
      most = std::max(most, size(number));
    }
    const int shift = float_format(request[1].element)->fraction_bits;
    const std::uint64_t all = std::max(most, size(element.inputs.back()));
    return bits - ((all >> shift) - (most >> shift));
  }
};

}  // namespace assay::simulator::fault_hooks
