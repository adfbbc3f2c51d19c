// SPDX-License-Identifier: Apache-2.0
// Errata of matrix products.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <string_view>

#include "runners/simulator/core/walk.hpp"
#include "runners/simulator/errata/check_errata.hpp"
#include "runners/simulator/errata/general_checks.hpp"
#include "runners/simulator/faults/plants.hpp"
#include "runners/simulator/matrix/dot.hpp"
#include "runners/simulator/rules/product.hpp"

namespace assay::simulator::bends {

inline constexpr Words shapes_apart("must go together");
inline constexpr Words scales_typed("scales must be e8m0");
inline constexpr Words scales_placed("scales must be in");
inline constexpr Words scales_laid("scales must have");

inline bool accumulates_in_place(const Request& request) {
  return request.form.ends_with("in_place");
}
inline bool has_phase(const Request& request) {
  const std::string_view phase = request.attribute("AccPhase");
  return !phase.empty() && phase != "none";
}

/// Devices that add to what the result holds.
template <Op op, Machine machine>
struct AddsToResult : Bend {
  using Bend::Bend;
  void multiplied(Dot& dot) const override {
    const bool concerned = dot.request.machine == machine && op.is(dot.request);
    const bool apart = !accumulates_in_place(dot.request);
    if (concerned && apart && accumulates(dot.request)) dot.from_result = true;
  }
};

inline bool is_factor(std::uint32_t element) {
  return small_products.has(element) || packed_products.has(element) || element == ASSAY_E8M0;
}

constexpr bool is_packed(const Request& request) {
  return width_of(request[operands_of_product(request).left].element) == 4;
}

/// A form of a product of the CPU.
template <Op op, Words form, bool packed>
bool is_on_cpu(const Request& request) {
  return !request.on_device() && op.is(request) && request.form == form.text &&
         is_packed(request) == packed;
}

/// A CPU to which every code of a small float is a number.
template <Op op, Words form, bool packed = false>
struct CodesAreNumbers : Bend {
  using Bend::Bend;
  double worth(const Request& request, std::uint32_t element, std::uint64_t bits,
               double value) const override {
    if (!is_on_cpu<op, form, packed>(request) || !is_factor(element)) return value;
    if (element == ASSAY_E8M0) return std::ldexp(1.0, static_cast<int>(bits) - 127);
    if (std::isfinite(value)) return value;
    const std::uint64_t code = bits & 0x7F;
    const double size =
        element == ASSAY_E4M3 ? 480 : std::ldexp(4 + static_cast<double>(code & 3U), 16 - 2);
    return (bits & 0x80) != 0 ? -size : size;
  }
};

/// A CPU that finds packed factors in boxes of 32.
template <Op op, Words form>
struct ShortBoxes : CodesAreNumbers<op, form, true> {
  using CodesAreNumbers<op, form, true>::CodesAreNumbers;
  void factors(const Request& request, Route& route) const override {
    constexpr std::int64_t block = 32, long_block = 64;
    if (!is_on_cpu<op, form, true>(request)) return;
    std::int64_t& length = route.elements_down ? route.box.rows : route.box.cols;
    if (length != long_block) return;
    length = block;
    route.line = block;
    route.strip = route.boxes_down ? route.rows * route.box.cols : route.cols * route.box.rows;
  }
};

inline constexpr std::array product_errata{
    FaultInfo{"E-TGEMV-001", "", bent<NotChecked<"TGEMV", Machine::a2a3, shapes_apart>>},
    FaultInfo{"E-TGEMV-002", "", bent<NotChecked<"TGEMV", Machine::a5, shapes_apart>>},
    FaultInfo{"E-TGEMV-004", "", bent<NotChecked<"TGEMV", Machine::cpu, "M must be">>},
    FaultInfo{"E-TGEMV-005", "", bent<NotChecked<"TGEMV", Machine::cpu, "K must be">>},
    FaultInfo{"E-TGEMV-006", "", bent<NotChecked<"TGEMV", Machine::cpu, "N must be">>},
    FaultInfo{"E-TGEMV-007", "", bent<NotChecked<"TGEMV", Machine::a2a3, "M must be">>},
    FaultInfo{"E-TGEMV-008", "", bent<NotChecked<"TGEMV", Machine::a5, "M must be">>},
    FaultInfo{"E-TGEMV_ACC-001", "", bent<NotChecked<"TGEMV_ACC", Machine::a2a3, shapes_apart>>},
    FaultInfo{"E-TGEMV_ACC-002", "", bent<NotChecked<"TGEMV_ACC", Machine::a5, shapes_apart>>},
    FaultInfo{"E-TGEMV_ACC-004", "", bent<NotChecked<"TGEMV_ACC", Machine::cpu, "M must be">>},
    FaultInfo{"E-TGEMV_ACC-005", "", bent<NotChecked<"TGEMV_ACC", Machine::cpu, "K must be">>},
    FaultInfo{"E-TGEMV_ACC-006", "", bent<NotChecked<"TGEMV_ACC", Machine::cpu, "N must be">>},
    FaultInfo{"E-TGEMV_ACC-007", "", bent<NotChecked<"TGEMV_ACC", Machine::a2a3, "M must be">>},
    FaultInfo{"E-TGEMV_ACC-008", "", bent<AddsToResult<"TGEMV_ACC", Machine::a2a3>>},
    FaultInfo{"E-TGEMV_ACC-009", "", bent<AddsToResult<"TGEMV_ACC", Machine::a5>>},
    FaultInfo{"E-TGEMV_BIAS-001", "", bent<NotChecked<"TGEMV_BIAS", Machine::a2a3, shapes_apart>>},
    FaultInfo{"E-TGEMV_BIAS-002", "", bent<NotChecked<"TGEMV_BIAS", Machine::a5, shapes_apart>>},
    FaultInfo{"E-TGEMV_BIAS-004", "", bent<NotChecked<"TGEMV_BIAS", Machine::cpu, "M must be">>},
    FaultInfo{"E-TGEMV_BIAS-005", "", bent<NotChecked<"TGEMV_BIAS", Machine::cpu, "K must be">>},
    FaultInfo{"E-TGEMV_BIAS-006", "", bent<NotChecked<"TGEMV_BIAS", Machine::cpu, "N must be">>},
    FaultInfo{"E-TGEMV_BIAS-007", "", bent<NotChecked<"TGEMV_BIAS", Machine::a2a3, "M must be">>},
    FaultInfo{"E-TMATMUL-001", "", bent<NotChecked<"TMATMUL", Machine::a2a3, shapes_apart>>},
    FaultInfo{"E-TMATMUL-002", "", bent<NotChecked<"TMATMUL", Machine::a5, shapes_apart>>},
    FaultInfo{"E-TMATMUL_ACC-001", "",
              bent<NotChecked<"TMATMUL_ACC", Machine::a2a3, shapes_apart>>},
    FaultInfo{"E-TMATMUL_ACC-002", "", bent<NotChecked<"TMATMUL_ACC", Machine::a5, shapes_apart>>},
    FaultInfo{"E-TMATMUL_ACC-004", "", bent<AddsToResult<"TMATMUL_ACC", Machine::a2a3>>},
    FaultInfo{"E-TMATMUL_ACC-005", "", bent<AddsToResult<"TMATMUL_ACC", Machine::a5>>},
    FaultInfo{"E-TMATMUL_ACC-006", "", bent<NotCompiled<"TMATMUL_ACC", accumulates_in_place>>},
    FaultInfo{"E-TMATMUL_ACC-007", "", bent<NotCompiled<"TMATMUL_ACC", has_phase>>},
    FaultInfo{"E-TMATMUL_BIAS-001", "",
              bent<NotChecked<"TMATMUL_BIAS", Machine::a2a3, shapes_apart>>},
    FaultInfo{"E-TMATMUL_BIAS-002", "",
              bent<NotChecked<"TMATMUL_BIAS", Machine::a5, shapes_apart>>},
    FaultInfo{"E-TMATMUL_BIAS-004", "", bent<NotCompiled<"TMATMUL_BIAS", has_phase>>},
    FaultInfo{"E-TMATMUL_MX-001", "", bent<NotChecked<"TMATMUL_MX", Machine::a5, scales_typed>>},
    FaultInfo{"E-TMATMUL_MX-002", "", bent<NotChecked<"TMATMUL_MX", Machine::a5, scales_placed>>},
    FaultInfo{"E-TMATMUL_MX-003", "", bent<NotChecked<"TMATMUL_MX", Machine::a5, scales_laid>>},
    FaultInfo{"E-TMATMUL_MX-004", "", bent<NotChecked<"TMATMUL_MX", Machine::a5, shapes_apart>>},
    FaultInfo{"E-TMATMUL_MX-005", "", bent<AddsToResult<"TMATMUL_MX", Machine::a5>>},
    FaultInfo{"E-TMATMUL_MX-006", "", bent<CodesAreNumbers<"TMATMUL_MX", "plain">>},
    FaultInfo{"E-TMATMUL_MX-007", "", bent<CodesAreNumbers<"TMATMUL_MX", "acc">>},
    FaultInfo{"E-TMATMUL_MX-008", "", bent<CodesAreNumbers<"TMATMUL_MX", "bias">>},
    FaultInfo{"E-TMATMUL_MX-009", "", bent<ShortBoxes<"TMATMUL_MX", "plain">>},
    FaultInfo{"E-TMATMUL_MX-010", "", bent<ShortBoxes<"TMATMUL_MX", "acc">>},
    FaultInfo{"E-TMATMUL_MX-011", "", bent<ShortBoxes<"TMATMUL_MX", "bias">>},
    FaultInfo{"E-TGEMV_MX-001", "", bent<NotChecked<"TGEMV_MX", Machine::a5, scales_typed>>},
    FaultInfo{"E-TGEMV_MX-002", "", bent<NotChecked<"TGEMV_MX", Machine::a5, scales_placed>>},
    FaultInfo{"E-TGEMV_MX-003", "", bent<NotChecked<"TGEMV_MX", Machine::a5, scales_laid>>},
    FaultInfo{"E-TGEMV_MX-004", "", bent<AddsToResult<"TGEMV_MX", Machine::a5>>},
    FaultInfo{"E-TGEMV_MX-005", "", bent<CodesAreNumbers<"TGEMV_MX", "plain">>},
    FaultInfo{"E-TGEMV_MX-006", "", bent<CodesAreNumbers<"TGEMV_MX", "acc">>},
    FaultInfo{"E-TGEMV_MX-007", "", bent<CodesAreNumbers<"TGEMV_MX", "bias">>},
    FaultInfo{"E-TGEMV_MX-008", "", bent<ShortBoxes<"TGEMV_MX", "plain">>},
    FaultInfo{"E-TGEMV_MX-009", "", bent<ShortBoxes<"TGEMV_MX", "acc">>},
    FaultInfo{"E-TGEMV_MX-010", "", bent<ShortBoxes<"TGEMV_MX", "bias">>},
};

}  // namespace assay::simulator::bends
