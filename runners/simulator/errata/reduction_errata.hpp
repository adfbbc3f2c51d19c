// SPDX-License-Identifier: Apache-2.0
// Errata of reductions of rows and columns.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string_view>

#include "runners/simulator/core/formats.hpp"
#include "runners/simulator/core/walk.hpp"
#include "runners/simulator/faults/bend.hpp"
#include "runners/simulator/reduction/reduction.hpp"
#include "runners/simulator/rules/reduction.hpp"

namespace assay::simulator::bends {

/// The instruction that an erratum is about, as an argument of a template.
template <std::size_t size>
struct Op {
  char text[size];
  // NOLINTNEXTLINE(google-explicit-constructor): so that a literal will do
  constexpr Op(const char (&literal)[size]) { std::copy_n(literal, size, text); }
  bool is(const Request& request) const { return request.row->op == std::string_view(text); }
};

inline constexpr std::int64_t register_lanes = 64;  ///< of 8 bytes

/// A5 works on the first 64 columns of 8-byte elements.
template <Op op>
struct OneRegister : Bend {
  using Bend::Bend;
  void region(const Request& request, const assay_operand& tile, Region,
              Region& worked) const override {
    const bool short_of = request.machine == Machine::a5 && size_of(tile.element) == 8;
    if (op.is(request) && short_of && request.form == "plain") {
      worked.cols = std::min(worked.cols, register_lanes);
    }
  }
};

/// The CPU counts valid columns in 16 bits.
template <Op op>
struct CountsIn16Bits : Bend {
  using Bend::Bend;
  void region(const Request& request, const assay_operand&, Region, Region& worked) const override {
    if (request.machine == Machine::cpu && op.is(request)) worked.cols &= 0xFFFF;
  }
};

/// The CPU replaces its candidate where a comparison is true.
template <Op op>
struct ExtremeScanned : Bend {
  using Bend::Bend;
  std::uint64_t compute(Calculation calculate, const Unit& unit, Inputs in) const override {
    const bool picks = calculate == greatest_number || calculate == smallest_number;
    if (!picks || !unit.on_cpu() || !op.is(*unit.request)) return calculate(unit, in);
    const double a = value_of(unit.element, in[0]), b = value_of(unit.element, in[1]);
    return (calculate == greatest_number ? a < b : b < a) ? in[1] : in[0];
  }
};

/// The CPU begins its results without asking for rows.
template <Op op>
struct BegunWithoutRows : Bend {
  using Bend::Bend;
  void ends(const Request& request) const override {
    if (!op.is(request) || request.on_device()) return;
    const assay_operand &dst = request[0], &src = request[1];
    if (src.valid_rows != 0) return;
    Tile out(dst);
    const Tile in(src);
    for (std::int64_t col = 0; col < src.valid_cols; ++col) {
      out.set(0, col, start(request, in, col));
    }
  }

 private:
  static std::uint64_t start(const Request& request, const Tile& in, std::int64_t col) {
    const std::uint32_t from = request[1].element, to = request[0].element;
    if (request.op == "TCOLSUM") return 0;
    if (request.op == "TCOLPROD") return is_integer(to) ? 1 : encode(*float_format(to), 1.0L);
    return from == to ? in.get(0, col) : convert(from, in.get(0, col), to).value_or(0);
  }
};

/// The two halves of 8-byte elements are added apart.
struct HalvesAddedApart : Bend {
  using Bend::Bend;
  std::uint64_t compute(Calculation calculate, const Unit& unit, Inputs in) const override {
    const bool bites =
        unit.machine == Machine::a5 && width_of(unit.element) == 64 && folds_pairs(*unit.request);
    if (!bites) return calculate(unit, in);
    constexpr std::uint64_t low = 0xFFFFFFFF;
    return ((in[0] + in[1]) & low) | ((in[0] & ~low) + (in[1] & ~low));
  }
};

/// E-TPAIRREDUCESUM-001 to 003: whole pairs alone, and on A5 those of all rows in one. What was
/// there before is gone when results are written, so that this computes instead.
template <Machine machine, bool packed>
struct WholePairsAlone : Bend {
  using Bend::Bend;
  bool executes(const Request& request) const override {
    const auto full = [&](std::size_t index) {
      const assay_operand& tile = request[index];
      return (tile.flags & ASSAY_DYNAMIC_VALID_COLS) == 0 && tile.valid_cols == tile.cols;
    };
    if (request.op != "TPAIRREDUCESUM" || request.machine != machine) return true;
    if ((machine == Machine::a5 && full(0) && full(1)) != packed) return true;
    Tile dst(request[0]);
    const Tile src(request[1]);
    const std::uint32_t element = request[0].element;
    const std::int64_t pairs = request[0].valid_cols / 2;
    for (std::int64_t row = 0; row < request[0].valid_rows; ++row) {
      for (std::int64_t pair = 0; pair < pairs; ++pair) {
        const long double sum =
            static_cast<long double>(value_of(element, src.get(row, 2 * pair))) +
            static_cast<long double>(value_of(element, src.get(row, 2 * pair + 1)));
        const std::int64_t place = row * pairs + pair;
        const std::uint64_t bits = encode(*float_format(element), sum);
        if (packed) {
          dst.set(place / request[0].cols, place % request[0].cols, bits);
        } else {
          dst.set(row, pair, bits);
        }
      }
    }
    return false;
  }
};

}  // namespace assay::simulator::bends
