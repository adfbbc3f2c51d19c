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

/// The CPU asserts against zero divisors, and where that is off divides as the host does.
template <Op op>
struct DiesOfDivisor : Bend {
  using Bend::Bend;
  bool executes(const Request& request) const override {
    if (op.is(request) && !request.on_device() && is_trap(request)) std::raise(SIGFPE);
    return true;
  }

 protected:
  static bool holds(const assay_operand& operand, std::uint64_t wanted, bool zero) {
    const Tile tile(operand);
    for (std::int64_t row = 0; row < operand.valid_rows; ++row) {
      for (std::int64_t col = 0; col < operand.valid_cols; ++col) {
        const std::uint64_t bits = tile.get(row, col);
        const bool none =
            is_integer(operand.element) ? bits == 0 : value_of(operand.element, bits) == 0;
        if (zero ? none : bits == wanted) return true;
      }
    }
    return false;
  }

 private:
  static bool is_trap(const Request& request) {
    if (holds(request[2], 0, true)) return true;
    const int width = width_of(request[0].element);
    if (!is_signed_integer(request[0].element) || width < 32) return false;
    const std::uint64_t ones = width == 64 ? ~0ULL : (1ULL << width) - 1;
    return holds(request[1], 1ULL << (width - 1), false) && holds(request[2], ones, false);
  }
};

template <Op op>
struct AssertsSpreadDivisor : DiesOfDivisor<op> {
  using DiesOfDivisor<op>::DiesOfDivisor;
  bool executes(const Request&) const override { return true; }
  std::optional<Answer> instead(const Request& request) const override {
    const bool refused = op.is(request) && !request.on_device() && this->holds(request[2], 0, true);
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
