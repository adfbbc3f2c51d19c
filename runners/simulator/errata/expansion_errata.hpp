// SPDX-License-Identifier: Apache-2.0
// Errata of rows and columns that are spread over a tile.
#pragma once

#include <cmath>
#include <csignal>
#include <cstdint>
#include <optional>

#include "runners/simulator/errata/reduction_errata.hpp"
#include "runners/simulator/reduction/expansion.hpp"
#include "runners/simulator/rules/expansion.hpp"

namespace assay::simulator::bends {

/// A2A3 counts rows in 8 bits where the width is fixed and whole.
template <Op op>
struct RowsInEightBits : Bend {
  using Bend::Bend;
  void region(const Request& request, const assay_operand& tile, Region,
              Region& worked) const override {
    const bool fixed = (tile.flags & ASSAY_DYNAMIC_VALID_COLS) == 0 && tile.valid_cols == tile.cols;
    if (op.is(request) && request.machine == Machine::a2a3 && fixed) worked.rows %= 256;
  }
};

/// Blocks follow each other without a gap.
template <Op op, Machine machine>
struct BlocksPacked : Bend {
  using Bend::Bend;
  void met(const Spreading& spreading, Place& place) const override {
    const bool here = op.is(spreading.request) && spreading.request.machine == machine;
    if (!here || spreading.how != Spread::block_per_row) return;
    const std::int64_t flat = spreading.lane.row * spreading.block + place.col;
    place = {flat / spreading.tile.cols, flat % spreading.tile.cols};
  }
};

/// Where A5 works on flat memory beside a wider operand anything may come out: here another pattern
/// behind the first row.
template <Op op>
struct FlatBesideWider : Bend {
  using Bend::Bend;
  std::uint64_t stored(const Written& element, std::uint64_t bits) const override {
    const Request& request = element.request;
    if (!op.is(request) || request.machine != Machine::a5 || element.place.row == 0) return bits;
    const assay_operand& dst = request[0];
    const bool flat = dst.valid_cols == dst.cols && dst.cols * size_of(dst.element) < 256;
    const bool wider = request[spread_order(request)->full].cols != dst.cols;
    return flat && wider ? bits ^ 1 : bits;
  }
};

/// A2A3 asserts against regions without rows or columns. E-TROWEXPAND-002
struct EmptyRowsRefused : Bend {
  using Bend::Bend;
  std::optional<Answer> instead(const Request& request) const override {
    if (request.op != "TROWEXPAND" || request.machine != Machine::a2a3) return std::nullopt;
    for (const assay_operand* tile : request.operands) {
      if (tile->valid_rows == 0 || tile->valid_cols == 0) {
        return Answer{ASSAY_REJECTED, "TROWEXPAND: a valid region is empty"};
      }
    }
    return std::nullopt;
  }
};

/// Whether a tile has a zero in its valid region.
inline bool holds_zero(const assay_operand& operand) {
  const Tile tile(operand);
  for (std::int64_t row = 0; row < operand.valid_rows; ++row) {
    for (std::int64_t col = 0; col < operand.valid_cols; ++col) {
      const std::uint64_t bits = tile.get(row, col);
      if (is_integer(operand.element) ? bits == 0 : value_of(operand.element, bits) == 0) {
        return true;
      }
    }
  }
  return false;
}

/// The CPU divides as its host does, unless a zero is asserted against before.
template <Op op>
struct DiesOfDivisor : Bend {
  using Bend::Bend;
  std::uint64_t compute(Calculation calculate, const Unit& unit, Inputs in) const override {
    const bool divides = unit.on_cpu() && op.is(*unit.request) && in.size() > 1;
    if (divides && is_trap(unit.element, in) && !holds_zero((*unit.request)[2])) {
      std::raise(SIGFPE);
    }
    return calculate(unit, in);
  }

 private:
  static bool is_trap(std::uint32_t element, Inputs in) {
    const int width = width_of(element);
    return is_signed_integer(element) && width >= 32 && sign_extended(element, in[1]) == -1 &&
           in[0] == 1ULL << (width - 1);
  }
};

/// The CPU asserts against zero divisors.
template <Op op>
struct AssertsSpreadDivisor : Bend {
  using Bend::Bend;
  std::optional<Answer> instead(const Request& request) const override {
    const bool refused = op.is(request) && !request.on_device() && holds_zero(request[2]);
    if (!refused) return std::nullopt;
    return Answer{ASSAY_REJECTED, "Divider: a zero"};
  }
};

/// A5 has one instruction for float that subtracts and takes the exponential.
template <Op op, bool swapped>
struct DifferenceUnrounded : Bend {
  using Bend::Bend;
  std::uint64_t compute(Calculation calculate, const Unit& unit, Inputs in) const override {
    const Request& request = *unit.request;
    const bool concerned = op.is(request) && unit.machine == Machine::a5 &&
                           unit.element == ASSAY_F32 &&
                           request.form.starts_with("swapped") == swapped;
    if (!concerned) return calculate(unit, in);
    const double power = value_of(ASSAY_F32, in[0]) - value_of(ASSAY_F32, in[1]);
    return encode(*float_format(ASSAY_F32), std::exp(static_cast<long double>(power)));
  }
};

}  // namespace assay::simulator::bends
