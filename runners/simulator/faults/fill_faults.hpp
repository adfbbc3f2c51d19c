// SPDX-License-Identifier: Apache-2.0
// Faults of fills, of pads, and of scalars on their way into elements.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "runners/simulator/core/formats.hpp"
#include "runners/simulator/core/walk.hpp"
#include "runners/simulator/elementwise/arithmetic.hpp"
#include "runners/simulator/faults/fault_hook.hpp"
#include "runners/simulator/movement/movement.hpp"
#include "runners/simulator/rules/scalar.hpp"
#include "runners/simulator/table/runs.hpp"

namespace assay::simulator::fault_hooks {

inline bool is_fill(const Request& request) { return request.row->run == run_fill; }
inline bool is_with_scalar(const Request& request) { return request.row->run == run_with_scalar; }

// ---- scalars ----

struct ScalarTruncated : FaultHook {
  using FaultHook::FaultHook;
  std::uint64_t scalar(const Request&, const assay_operand& given, std::uint32_t element,
                       std::uint64_t bits) const override {
    return convert(given.element, given.scalar_bits, element, Rounding::toward_zero).value_or(bits);
  }
};

struct ScalarThroughDouble : FaultHook {
  using FaultHook::FaultHook;
  std::uint64_t scalar(const Request& request, const assay_operand& given, std::uint32_t element,
                       std::uint64_t bits) const override {
    if (is_fill(request) || !is_integer(element) || width_of(element) != 64) return bits;
    const auto number = convert(given.element, given.scalar_bits, ASSAY_F64);
    return number ? convert(ASSAY_F64, *number, element).value_or(bits) : bits;
  }
};

/// A unit that takes the scalar as it came works on floats, and rounds the result alone.
struct ScalarUnrounded : FaultHook {
  using FaultHook::FaultHook;
  std::uint64_t compute(Calculation calculate, const Unit& unit, Inputs in) const override {
    const Request& request = *unit.request;
    if (!is_with_scalar(request)) return calculate(unit, in);
    const std::size_t index = scalar_arrangement(request)->scalar;
    const assay_operand& given = request[index];
    if (given.element == unit.element || !float_format(unit.element) ||
        !float_format(given.element)) {
      return calculate(unit, in);
    }
    Unit wide = unit;
    wide.element = ASSAY_F32;
    std::vector<std::uint64_t> widened;
    for (const std::uint64_t bits : in) {
      widened.push_back(*convert(unit.element, bits, ASSAY_F32));
    }
    widened[index - 1] = *convert(given.element, given.scalar_bits, ASSAY_F32);
    return *convert(ASSAY_F32, calculate(wide, widened), unit.element);
  }
};

struct DivisionReversed : FaultHook {
  using FaultHook::FaultHook;
  std::uint64_t compute(Calculation calculate, const Unit& unit, Inputs in) const override {
    if (!is_with_scalar(*unit.request)) return calculate(unit, in);
    std::vector<std::uint64_t> exchanged(in.begin(), in.end());
    std::swap(exchanged[0], exchanged[1]);
    return calculate(unit, exchanged);
  }
};

struct OffByOneUlp : FaultHook {
  using FaultHook::FaultHook;
  std::uint64_t rounded(std::uint32_t element, std::uint64_t bits) const override {
    const FloatFormat format = *float_format(element);
    return is_nan(format, bits) || is_infinite(format, bits) ? bits : bits + 1;
  }
  std::uint64_t scalar(const Request& request, const assay_operand& given, std::uint32_t element,
                       std::uint64_t bits) const override {
    const bool inexact = is_fill(request) && float_format(element) &&
                         !converts_exactly(given.element, given.scalar_bits, element);
    return inexact ? bits + 1 : bits;
  }
};

// ---- fills ----

struct MatFillsValidOnly : FaultHook {
  using FaultHook::FaultHook;
  void filled(const Request& request, const assay_operand& tile, Region& region) const override {
    if (request.on_device() && tile.location == ASSAY_MAT) region = valid_region_of(tile);
  }
};

struct LastBlockUnwritten : FaultHook {
  using FaultHook::FaultHook;
  void filled(const Request&, const assay_operand& tile, Region& region) const override {
    region.cols -= std::min<std::int64_t>(region.cols, 32 / size_of(tile.element));
  }
};

struct BlockFilled : FaultHook {
  using FaultHook::FaultHook;
  void filled(const Request&, const assay_operand& tile, Region& region) const override {
    const std::int64_t block = 32 / size_of(tile.element);
    region.cols = std::min((region.cols + block - 1) / block * block, tile.cols);
  }
};

// ---- pads ----

struct PadsExchanged : FaultHook {
  using FaultHook::FaultHook;
  void padded(const assay_operand& tile, Padding& pad) const override {
    if (tile.pad == ASSAY_PAD_MAX) pad.pattern = pad_pattern(tile.element, ASSAY_PAD_MIN, 0);
    if (tile.pad == ASSAY_PAD_MIN) pad.pattern = pad_pattern(tile.element, ASSAY_PAD_MAX, 0);
  }
};

/// The pad is put there last, and one column too early.
struct PadOverlaps : FaultHook {
  using FaultHook::FaultHook;
  void finished(const Request& request, Tile& dst) const override {
    if (request.row->run != run_load || request[0].pad == ASSAY_PAD_NULL) return;
    const assay_operand& tile = request[0];
    if (tile.valid_cols < 2 || tile.valid_cols == tile.cols) return;
    const std::uint64_t pad = pad_pattern(tile.element, tile.pad, tile.pad_bits);
    for (std::int64_t row = 0; row < tile.valid_rows; ++row) dst.set(row, tile.valid_cols - 1, pad);
  }
};

struct UnsignedPadsAsSigned : FaultHook {
  using FaultHook::FaultHook;
  void padded(const assay_operand& tile, Padding& pad) const override {
    const bool is_unsigned = is_integer(tile.element) && !is_signed_integer(tile.element);
    if (is_unsigned && tile.pad == ASSAY_PAD_MAX) pad.pattern >>= 1U;
  }
};

}  // namespace assay::simulator::fault_hooks
