// SPDX-License-Identifier: Apache-2.0
// The rules of what leaves an accumulator through descriptors.
#pragma once

#include <cstdint>

#include "runners/simulator/rules/window.hpp"

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

constexpr bool is_quantised_move_form(const Request& request) {
  return is_form(request, "plain", {ASSAY_TILE, ASSAY_TILE, ASSAY_TILE});
}

/// What an accumulator becomes on the way to another tile; the CPU has what both generations have.
constexpr bool is_moved_pair(Machine machine, std::uint32_t from, std::uint32_t to) {
  if (machine == Machine::a5) return to != ASSAY_F32 && is_quantised_pair(machine, from, to);
  if (to == ASSAY_I8) return true;
  if (from != ASSAY_I32) return false;
  return to == ASSAY_U8 || to == ASSAY_F16 || (to == ASSAY_I16 && machine == Machine::a2a3);
}

constexpr void drained_tile_rules(Rules& rules, const Request& request) {
  const assay_operand &dst = request[0], &src = request[1], &fp = request[2];
  rules.tile(dst);
  accumulator_rules(rules, request, src);
  rules.type(!request.on_device() || fp.location == ASSAY_SCALING, "fp must be in Scaling");
  descriptor_rules(rules, fp, src);
  const bool vec = dst.location == ASSAY_VEC && request.machine == Machine::a5;
  rules.type(dst.location == ASSAY_MAT || vec || !request.on_device(),
             "accumulators go to Mat, and on a5 to Vec");
  rules.covered(shape_of(dst) == (vec ? Shape::nd : Shape::nz), "dst is NZ in Mat and ND in Vec");
  rules.covered(is_moved_pair(request.machine, src.element, dst.element),
                "no accumulator is converted to this type");
}

constexpr void quantised_move_rules(Rules& rules, const Request& request) {
  const assay_operand &dst = request[0], &src = request[1];
  drained_tile_rules(rules, request);
  rules.covered(dst.valid_rows == src.valid_rows && dst.valid_cols == src.valid_cols,
                "valid regions must be equal");
}

constexpr bool is_quantised_window_form(const Request& request) {
  return is_form(request, "plain",
                 {ASSAY_TILE, ASSAY_TILE, ASSAY_TILE, ASSAY_SCALAR, ASSAY_SCALAR});
}

/// The two indices of a call, which are behind three tiles.
constexpr Corner corner_behind_descriptors(const Request& request) {
  return {static_cast<std::int64_t>(request[3].scalar_bits & 0xFFFF),
          static_cast<std::int64_t>(request[4].scalar_bits & 0xFFFF)};
}

constexpr void quantised_extraction_rules(Rules& rules, const Request& request) {
  const assay_operand &dst = request[0], &src = request[1];
  drained_tile_rules(rules, request);
  const Corner corner = corner_behind_descriptors(request);
  rules.launch(corner.row + dst.rows <= src.rows && corner.col + dst.cols <= src.cols,
               "the window must lie inside src");
}

constexpr void quantised_insertion_rules(Rules& rules, const Request& request) {
  const assay_operand &dst = request[0], &src = request[1];
  drained_tile_rules(rules, request);
  const Corner corner = corner_behind_descriptors(request);
  rules.launch(corner.row + src.valid_rows <= dst.rows && corner.col + src.valid_cols <= dst.cols,
               "the window must lie inside dst");
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
