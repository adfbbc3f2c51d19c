// SPDX-License-Identifier: Apache-2.0
// The rules of what leaves an accumulator through descriptors.
#pragma once

#include <cstdint>

#include "runners/simulator/rules/load.hpp"

namespace assay::simulator {

constexpr bool is_quantised_store_form(const Request& request) {
  return is_form(request, "plain", {ASSAY_GLOBAL, ASSAY_TILE, ASSAY_TILE});
}

/// What an accumulator is stored as: both generations have the first list, the second one more.
constexpr bool is_quantised_pair(Machine machine, std::uint32_t from, std::uint32_t to) {
  if (from != ASSAY_F32 && from != ASSAY_I32) return false;
  if (to == ASSAY_I8 || to == ASSAY_U8) return true;
  if (to == ASSAY_F16) return from == ASSAY_I32 || machine == Machine::a5;
  if (machine != Machine::a5) return false;
  return to == ASSAY_BF16 || (from == ASSAY_F32 && one_of(to, {ASSAY_HIF8, ASSAY_E4M3, ASSAY_F32}));
}

constexpr void accumulator_rules(Rules& rules, const Request& request, const assay_operand& src) {
  rules.tile(src);
  rules.type(!request.on_device() || src.location == ASSAY_ACC, "src must be an accumulator");
  rules.covered(src.location == ASSAY_ACC, "other sources are not simulated");
  rules.type(one_of(src.element, {ASSAY_I32, ASSAY_F32}), "an accumulator is int32_t or float");
  rules.covered(shape_of(src) == Shape::nz && src.fractal_size == 1024,
                "accumulators are NZ with boxes of 16 x 16");
  rules.type(src.cols <= 4095, "Cols must be in [1, 4095]");
}

constexpr void descriptor_rules(Rules& rules, const assay_operand& fp, const assay_operand& src) {
  rules.tile(fp);
  rules.covered(fp.location == ASSAY_SCALING && fp.element == ASSAY_U64 && fp.rows == 1,
                "descriptors are a row of 64 bits in Scaling");
  if (rules.types_alone()) return;
  rules.covered(fp.valid_cols >= src.valid_cols, "every column needs a descriptor");
}

/// What the valid region of src and the view have to do with each other, at launch.
void drained_view_rules(Rules& rules, const Request& request);

constexpr void quantised_store_rules(Rules& rules, const Request& request) {
  const assay_operand &dst = request[0], &src = request[1];
  rules.global(dst);
  accumulator_rules(rules, request, src);
  rules.type(is_quantised_pair(request.machine, src.element, dst.element),
             "no accumulator is converted to this type");
  rules.type(dst.layout == ASSAY_ND || dst.layout == ASSAY_NZ, "dst must be ND or NZ");
  rules.type(dst.layout != ASSAY_ND || src.rows <= 8192, "Rows must be in [1, 8192] for ND");
  descriptor_rules(rules, request[2], src);
  if (!rules.types_alone()) drained_view_rules(rules, request);
}

}  // namespace assay::simulator
