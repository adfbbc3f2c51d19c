// SPDX-License-Identifier: Apache-2.0
// Errata of instructions with a scalar.
#pragma once

#include <array>
#include <csignal>
#include <cstdint>

#include "runners/simulator/core/formats.hpp"
#include "runners/simulator/elementwise/arithmetic.hpp"
#include "runners/simulator/errata/reduction_errata.hpp"
#include "runners/simulator/faults/bend.hpp"
#include "runners/simulator/faults/fill_faults.hpp"
#include "runners/simulator/tile_scalar/tile_scalar.hpp"

namespace assay::simulator::bends {

// ---- what is computed ----

/// E-TDIVS-002, E-TFMODS-001, E-TREMS-003: the host divides integers as C++ does.
struct HostDivides : Bend {
  using Bend::Bend;
  std::uint64_t compute(Calculation calculate, const Unit& unit, Inputs in) const override {
    const bool divides =
        calculate == integer_quotient || calculate == integer_fmod || calculate == integer_modulo;
    const bool dies = unit.on_cpu() && divides && traps(*unit.request, unit.element, in);
    if (dies && compiles(*unit.request)) std::raise(SIGFPE);
    return calculate(unit, in);
  }

 private:
  /// Another erratum keeps a remainder with a scratch tile of another type from being compiled.
  static bool compiles(const Request& request) {
    return request.op != "TREMS" || is_same_tile_type(request[3], request[0]);
  }
  /// Remainders look for a zero first.
  static bool traps(const Request& request, std::uint32_t element, Inputs in) {
    if (sign_extended(element, in[1]) == 0) return request.op == "TDIVS";
    const int width = width_of(element);
    return is_signed_integer(element) && width >= 32 && sign_extended(element, in[1]) == -1 &&
           sign_extended(element, in[0] << 1) == 0 && sign_extended(element, in[0]) < 0;
  }
};

/// A quotient of floats by TDIVS on A2A3 whose tile, operand `tile`, is the result as well.
inline bool divides_upon(const Unit& unit, std::size_t tile) {
  const Request& request = *unit.request;
  const bool concerned = request.op == "TDIVS" && request.machine == Machine::a2a3 &&
                         !is_integer(unit.element) && request[tile].kind == ASSAY_TILE;
  return concerned && request[tile].data == request[0].data;
}

/// E-TDIVS-007
struct ScalarOverItself : Bend {
  using Bend::Bend;
  std::uint64_t compute(Calculation calculate, const Unit& unit, Inputs in) const override {
    if (!divides_upon(unit, 2)) return calculate(unit, in);
    return calculate(unit, std::array{in[0], in[0]});
  }
};

/// E-TDIVS-008
struct TimesReciprocal : Bend {
  using Bend::Bend;
  std::uint64_t compute(Calculation calculate, const Unit& unit, Inputs in) const override {
    if (!divides_upon(unit, 1)) return calculate(unit, in);
    const std::uint64_t one = encode(*float_format(unit.element), 1.0L);
    const std::uint64_t reciprocal = calculate(unit, std::array{one, in[1]});
    return float_product(unit, std::array{in[0], reciprocal});
  }
};

/// E-TSUBS-002
struct ScalarNegatedAsFloat : Bend {
  using Bend::Bend;
  std::uint64_t compute(Calculation calculate, const Unit& unit, Inputs in) const override {
    if (calculate != integer_less_scalar || unit.machine != Machine::a2a3) {
      return calculate(unit, in);
    }
    const std::uint64_t summands[] = {in[0], negated_as_float(unit.element, in[1])};
    return integer_sum(unit, summands);
  }
};

/// E-TPOWS-001
struct PowersAsDouble : Bend {
  using Bend::Bend;
  std::uint64_t compute(Calculation calculate, const Unit& unit, Inputs in) const override {
    const bool concerned = calculate == integer_power_by_scalar && unit.on_cpu();
    return concerned ? power_as_double(unit.element, in) : calculate(unit, in);
  }
};

/// E-TSHLS-003
struct CarryKeepsSign : Bend {
  using Bend::Bend;
  std::uint64_t compute(Calculation calculate, const Unit& unit, Inputs in) const override {
    const std::uint64_t bits = calculate(unit, in);
    const std::uint64_t amount = in.size() > 1 ? in[1] & 63U : 0;
    const bool concerned = calculate == shifted_left_by_scalar && unit.machine == Machine::a5 &&
                           width_of(unit.element) == 64 && amount < 32;
    if (!concerned) return bits;
    const auto low = static_cast<std::int32_t>(in[0] & 0xFFFFFFFFU);
    const std::int64_t carry = std::int64_t{low} >> (32 - amount);
    return bits | static_cast<std::uint64_t>(carry) << 32U;
  }
};

/// E-TREMS-002: signs are not corrected from column 64 on.
struct SignsOfOneMask : Bend {
  using Bend::Bend;
  std::uint64_t stored(const Written& element, std::uint64_t bits) const override {
    const Request& request = element.request;
    const bool concerned = is_with_scalar(request) && request.machine == Machine::a2a3 &&
                           element.place.col >= 64 && (request.row->integer == integer_modulo);
    if (!concerned) return bits;
    const std::uint32_t type = request[0].element;
    const Unit unit{request.machine, type, false, &request, this};
    const std::uint64_t in[] = {element.inputs[0], passed(request, *this, request[2], type)};
    return is_integer(type) ? integer_fmod(unit, in) : float_fmod(unit, in);
  }
};

// ---- what a scalar reaches ----

/// Whether A2A3 fills a run of elements instead of the region.
inline bool is_short_run(const assay_operand& tile) {
  return (tile.flags & ASSAY_DYNAMIC_VALID_COLS) == 0 && tile.valid_cols < tile.cols;
}
/// What an element has once the scalar was to be there; `region` has the valid region of the tile.
inline std::uint64_t expanded(const assay_operand& tile, const assay_operand& region, Place place,
                              std::uint64_t scalar) {
  const std::int64_t run = region.valid_rows * region.valid_cols;
  const bool missed = region.valid_cols < tile.cols &&
                      (tile.flags & ASSAY_DYNAMIC_VALID_COLS) == 0 &&
                      place.row * tile.cols + place.col >= run;
  return missed ? in_row_major(tile, place.row * tile.cols + place.col) : scalar;
}

/// E-TANDS-001, E-TORS-001, E-TXORS-001
struct ShortExpansion : Bend {
  using Bend::Bend;
  std::uint64_t stored(const Written& element, std::uint64_t bits) const override {
    const Request& request = element.request;
    if (!is_with_scalar(request) || request.machine != Machine::a2a3) return bits;
    const Calculation logic = request.row->integer;
    const bool exclusive = logic == logic_xor;
    if (logic != logic_and && logic != logic_or && !exclusive) return bits;
    const std::uint64_t scalar = passed(request, *this, request[2], request[0].element);
    const std::uint64_t src = element.inputs[0];
    // Of dst more than the region may be written: the other byte of a pair.
    const std::uint64_t in_dst = expanded(request[0], request[1], element.place, scalar);
    if (exclusive) {
      return (src | expanded(request[3], request[3], element.place, scalar)) & ~(src & in_dst);
    }
    return logic == logic_and ? src & in_dst : src | in_dst;
  }
};

/// E-TEXPANDS-001
struct RunFilled : Bend {
  using Bend::Bend;
  std::uint64_t stored(const Written& element, std::uint64_t bits) const override {
    const Request& request = element.request;
    return concerns(request) ? expanded(request[0], request[0], element.place, bits) : bits;
  }
  void finished(const Request& request, Tile& dst) const override {
    if (!concerns(request) || !is_short_run(request[0])) return;
    const assay_operand& tile = request[0];
    for (std::int64_t place = 0; place < tile.valid_rows * tile.valid_cols; ++place) {
      dst.set(place / tile.cols, place % tile.cols, dst.get(0, 0));
    }
  }

 private:
  static bool concerns(const Request& request) {
    return is_fill(request) && request.machine == Machine::a2a3 && request.form == "tile" &&
           request[0].location == ASSAY_VEC;
  }
};

/// E-TEXPANDS-002, E-TEXPANDS-003: bytes are written in pairs.
struct SignSpilled : Bend {
  using Bend::Bend;
  void finished(const Request& request, Tile& dst) const override {
    const assay_operand& tile = request[0];
    const bool concerned = is_fill(request) && request.on_device() && tile.element == ASSAY_I8 &&
                           (request.form == "conv" || tile.location == ASSAY_MAT);
    if (!concerned || (dst.get(0, 0) & 0x80U) == 0) return;
    auto* bytes = static_cast<std::uint8_t*>(tile.data);
    const std::int64_t count = request.form == "conv" ? conv_elements(tile) : tile.rows * tile.cols;
    for (std::int64_t i = 1; i < count; i += 2) bytes[i] = 0xFF;
  }
};

/// E-TEXPANDS-004
struct HostFillsValidRegion : Bend {
  using Bend::Bend;
  void filled(const Request& request, const assay_operand& tile, Region& region) const override {
    if (!request.on_device() && tile.location == ASSAY_MAT) region = valid_region_of(tile);
  }
};

// ---- what is refused ----

/// E-TSHLS-002, E-TSHRS-002
struct SquaresAlone : Bend {
  using Bend::Bend;
  std::optional<Answer> instead(const Request& request) const override {
    const bool shifts =
        is_with_scalar(request) && (request.row->integer == shifted_left_by_scalar ||
                                    request.row->integer == shifted_right_by_scalar);
    const bool concerned = shifts && request.machine == Machine::a2a3 &&
                           request[0].valid_rows != request[1].valid_cols;
    if (!concerned) return std::nullopt;
    return Answer{ASSAY_REJECTED, "valid rows of dst and valid columns of src must be equal"};
  }
};

/// E-TAXPY-003: the host multiplies half by half before it widens.
struct ProductThroughHalf : Bend {
  using Bend::Bend;
  std::uint64_t compute(Calculation calculate, const Unit& unit, Inputs in) const override {
    const Request& request = *unit.request;
    const bool concerned = request.row->run == run_scaled_addition && unit.on_cpu() &&
                           request[0].element == ASSAY_F32 && request[1].element == ASSAY_F16;
    if (!concerned) return calculate(unit, in);
    Unit source = unit;
    source.element = ASSAY_F16;
    const std::uint64_t product = float_product(source, in.first(2));
    return float_sum(unit, std::array{*convert(ASSAY_F16, product, ASSAY_F32), in[2]});
  }
};

/// The scalar replaces an element of the tile where it is strictly better.
template <Op op>
struct TileStays : Bend {
  using Bend::Bend;
  std::uint64_t compute(Calculation calculate, const Unit& unit, Inputs in) const override {
    if (!op.is(*unit.request) || !unit.on_cpu()) return calculate(unit, in);
    if (calculate != float_maximum && calculate != float_minimum) return calculate(unit, in);
    const double a = value_of(unit.element, in[0]), b = value_of(unit.element, in[1]);
    return (calculate == float_maximum ? a < b : b < a) ? in[1] : in[0];
  }
};

}  // namespace assay::simulator::bends
