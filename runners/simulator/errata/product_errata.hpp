// SPDX-License-Identifier: Apache-2.0
// Errata of matrix products.
#pragma once

#include <array>
#include <string_view>

#include "runners/simulator/errata/check_errata.hpp"
#include "runners/simulator/errata/general_checks.hpp"
#include "runners/simulator/faults/plants.hpp"
#include "runners/simulator/matrix/dot.hpp"
#include "runners/simulator/rules/product.hpp"

namespace assay::simulator::bends {

inline constexpr Words shapes_apart("must go together");

inline bool multiplies_small_floats(const Request& request) {
  const std::uint32_t left = request[operands_of_product(request).left].element;
  return left == ASSAY_HIF8 || small_products.has(left);
}

inline bool accumulates_in_place(const Request& request) { return request.form == "in_place"; }
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
    if (concerned && dot.request.form == "plain") dot.from_result = true;
  }
};

inline constexpr std::array product_errata{
    FaultInfo{"E-TGEMV-001", "", bent<NotChecked<"TGEMV", Machine::a2a3, shapes_apart>>},
    FaultInfo{"E-TGEMV-002", "", bent<NotChecked<"TGEMV", Machine::a5, shapes_apart>>},
    FaultInfo{"E-TGEMV-003", "", bent<NotCompiled<"TGEMV", multiplies_small_floats, few_types>>},
    FaultInfo{"E-TGEMV-004", "", bent<NotChecked<"TGEMV", Machine::cpu, "M must be">>},
    FaultInfo{"E-TGEMV-005", "", bent<NotChecked<"TGEMV", Machine::cpu, "K must be">>},
    FaultInfo{"E-TGEMV-006", "", bent<NotChecked<"TGEMV", Machine::cpu, "N must be">>},
    FaultInfo{"E-TGEMV-007", "", bent<NotChecked<"TGEMV", Machine::a2a3, "M must be">>},
    FaultInfo{"E-TGEMV-008", "", bent<NotChecked<"TGEMV", Machine::a5, "M must be">>},
    FaultInfo{"E-TGEMV_ACC-001", "", bent<NotChecked<"TGEMV_ACC", Machine::a2a3, shapes_apart>>},
    FaultInfo{"E-TGEMV_ACC-002", "", bent<NotChecked<"TGEMV_ACC", Machine::a5, shapes_apart>>},
    FaultInfo{"E-TGEMV_ACC-003", "",
              bent<NotCompiled<"TGEMV_ACC", multiplies_small_floats, few_types>>},
    FaultInfo{"E-TGEMV_ACC-004", "", bent<NotChecked<"TGEMV_ACC", Machine::cpu, "M must be">>},
    FaultInfo{"E-TGEMV_ACC-005", "", bent<NotChecked<"TGEMV_ACC", Machine::cpu, "K must be">>},
    FaultInfo{"E-TGEMV_ACC-006", "", bent<NotChecked<"TGEMV_ACC", Machine::cpu, "N must be">>},
    FaultInfo{"E-TGEMV_ACC-007", "", bent<NotChecked<"TGEMV_ACC", Machine::a2a3, "M must be">>},
    FaultInfo{"E-TGEMV_ACC-008", "", bent<AddsToResult<"TGEMV_ACC", Machine::a2a3>>},
    FaultInfo{"E-TGEMV_ACC-009", "", bent<AddsToResult<"TGEMV_ACC", Machine::a5>>},
    FaultInfo{"E-TGEMV_BIAS-001", "", bent<NotChecked<"TGEMV_BIAS", Machine::a2a3, shapes_apart>>},
    FaultInfo{"E-TGEMV_BIAS-002", "", bent<NotChecked<"TGEMV_BIAS", Machine::a5, shapes_apart>>},
    FaultInfo{"E-TGEMV_BIAS-003", "",
              bent<NotCompiled<"TGEMV_BIAS", multiplies_small_floats, few_types>>},
    FaultInfo{"E-TGEMV_BIAS-004", "", bent<NotChecked<"TGEMV_BIAS", Machine::cpu, "M must be">>},
    FaultInfo{"E-TGEMV_BIAS-005", "", bent<NotChecked<"TGEMV_BIAS", Machine::cpu, "K must be">>},
    FaultInfo{"E-TGEMV_BIAS-006", "", bent<NotChecked<"TGEMV_BIAS", Machine::cpu, "N must be">>},
    FaultInfo{"E-TGEMV_BIAS-007", "", bent<NotChecked<"TGEMV_BIAS", Machine::a2a3, "M must be">>},
    FaultInfo{"E-TMATMUL-001", "", bent<NotChecked<"TMATMUL", Machine::a2a3, shapes_apart>>},
    FaultInfo{"E-TMATMUL-002", "", bent<NotChecked<"TMATMUL", Machine::a5, shapes_apart>>},
    FaultInfo{"E-TMATMUL-003", "",
              bent<NotCompiled<"TMATMUL", multiplies_small_floats, few_types>>},
    FaultInfo{"E-TMATMUL_ACC-001", "",
              bent<NotChecked<"TMATMUL_ACC", Machine::a2a3, shapes_apart>>},
    FaultInfo{"E-TMATMUL_ACC-002", "", bent<NotChecked<"TMATMUL_ACC", Machine::a5, shapes_apart>>},
    FaultInfo{"E-TMATMUL_ACC-003", "",
              bent<NotCompiled<"TMATMUL_ACC", multiplies_small_floats, few_types>>},
    FaultInfo{"E-TMATMUL_ACC-004", "", bent<AddsToResult<"TMATMUL_ACC", Machine::a2a3>>},
    FaultInfo{"E-TMATMUL_ACC-005", "", bent<AddsToResult<"TMATMUL_ACC", Machine::a5>>},
    FaultInfo{"E-TMATMUL_ACC-006", "", bent<NotCompiled<"TMATMUL_ACC", accumulates_in_place>>},
    FaultInfo{"E-TMATMUL_ACC-007", "", bent<NotCompiled<"TMATMUL_ACC", has_phase>>},
    FaultInfo{"E-TMATMUL_BIAS-001", "",
              bent<NotChecked<"TMATMUL_BIAS", Machine::a2a3, shapes_apart>>},
    FaultInfo{"E-TMATMUL_BIAS-002", "",
              bent<NotChecked<"TMATMUL_BIAS", Machine::a5, shapes_apart>>},
    FaultInfo{"E-TMATMUL_BIAS-003", "",
              bent<NotCompiled<"TMATMUL_BIAS", multiplies_small_floats, few_types>>},
    FaultInfo{"E-TMATMUL_BIAS-004", "", bent<NotCompiled<"TMATMUL_BIAS", has_phase>>},
};

}  // namespace assay::simulator::bends
