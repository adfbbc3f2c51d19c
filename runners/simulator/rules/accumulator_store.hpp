// SPDX-License-Identifier: Apache-2.0
// The rules of what leaves an accumulator: through descriptors of columns, through one for all, and
// without any.
#pragma once

#include <cstdint>

#include "runners/simulator/rules/window.hpp"

namespace assay::simulator {

constexpr bool is_quantised_store_form(const Request& request) {
  return is_form(request, "plain", {ASSAY_GLOBAL, ASSAY_TILE, ASSAY_TILE}) ||
         is_form(request, "atomic", {ASSAY_GLOBAL, ASSAY_TILE, ASSAY_TILE});
}
constexpr std::string_view quantised_store_form(const Spelled& spelled) {
  return spelled.adds ? "atomic" : "plain";
}

/// Forms of accumulators without a row of descriptors.
constexpr bool is_accumulator_form(std::string_view form) {
  return form.starts_with("acc") || form.starts_with("scalar");
}

/// Types of stored accumulators: both generations have the first list, the second one more.
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

/// Types of accumulators moved to another tile; the CPU has what both generations have.
constexpr bool is_moved_pair(Machine machine, std::uint32_t from, std::uint32_t to) {
  if (machine == Machine::a5) return to != ASSAY_F32 && is_quantised_pair(machine, from, to);
  if (to == ASSAY_I8) return true;
  if (from != ASSAY_I32) return false;
  return to == ASSAY_U8 || to == ASSAY_F16 || (to == ASSAY_I16 && machine == Machine::a2a3);
}

/// Types of an accumulator without scaling: in global memory, and in another tile.
constexpr bool is_stored_as_it_is(std::uint32_t from, std::uint32_t to) {
  if (from == ASSAY_I32) return to == ASSAY_I32;
  return from == ASSAY_F32 && one_of(to, {ASSAY_F32, ASSAY_F16, ASSAY_BF16});
}
constexpr bool is_moved_as_it_is(Machine machine, std::uint32_t from, std::uint32_t to) {
  return is_stored_as_it_is(from, to) && (machine == Machine::a5 || to != from);
}

/// Where an accumulator goes, whatever it becomes there.
constexpr void drained_place_rules(Rules& rules, const Request& request) {
  const assay_operand &dst = request[0], &src = request[1];
  rules.tile(dst);
  accumulator_rules(rules, request, src);
  const bool vec = dst.location == ASSAY_VEC && request.machine == Machine::a5;
  rules.type(dst.location == ASSAY_MAT || vec || !request.on_device(),
             "accumulators go to Mat, and on a5 to Vec");
  // The page of TINSERT lists the layouts of both.
  const bool listed = request.on_device() && request.op.starts_with("TINSERT");
  rules.type(!listed || shape_of(src) == Shape::nz, "an accumulator must be NZ");
  rules.type(!listed || vec || shape_of(dst) == Shape::nz, "dst in Mat must be NZ");
  const bool more = listed && vec && (shape_of(dst) == Shape::nz || shape_of(dst) == Shape::dn);
  rules.covered(more || shape_of(dst) == (vec ? Shape::nd : Shape::nz),
                "dst is NZ in Mat, and in Vec ND or for insertions NZ and DN");
}

/// The same without descriptors of columns, where operand 2 may be one for all.
constexpr void drained_without_row_rules(Rules& rules, const Request& request) {
  const assay_operand &dst = request[0], &src = request[1];
  drained_place_rules(rules, request);
  const bool pair = request.form == "scalar"
                        ? is_moved_pair(request.machine, src.element, dst.element)
                        : is_moved_as_it_is(request.machine, src.element, dst.element);
  rules.type(pair || !request.on_device(), "no accumulator is converted to this type");
  rules.covered(pair, "no accumulator is converted to this type");
}

constexpr void drained_tile_rules(Rules& rules, const Request& request) {
  const assay_operand &dst = request[0], &src = request[1], &fp = request[2];
  drained_place_rules(rules, request);
  rules.type(!request.on_device() || fp.location == ASSAY_SCALING, "fp must be in Scaling");
  descriptor_rules(rules, fp, src);
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

/// The window of a call lies inside src, or inside dst.
constexpr void inside_source(Rules& rules, const Request& request) {
  const Corner corner = corner_of(request);
  const assay_operand &dst = request[0], &src = request[1];
  rules.launch(corner.row + dst.rows <= src.rows && corner.col + dst.cols <= src.cols,
               "the window must lie inside src");
}
constexpr void inside_destination(Rules& rules, const Request& request) {
  const Corner corner = corner_of(request);
  const assay_operand &dst = request[0], &src = request[1];
  rules.launch(corner.row + src.valid_rows <= dst.rows && corner.col + src.valid_cols <= dst.cols,
               "the window must lie inside dst");
}

constexpr void quantised_extraction_rules(Rules& rules, const Request& request) {
  drained_tile_rules(rules, request);
  inside_source(rules, request);
}

constexpr void quantised_insertion_rules(Rules& rules, const Request& request) {
  drained_tile_rules(rules, request);
  inside_destination(rules, request);
}

/// Windows of every kind of source.
constexpr void every_extraction_rules(Rules& rules, const Request& request) {
  if (request.form == "two") return two_window_rules(rules, request);
  if (!is_accumulator_form(request.form)) return extraction_rules(rules, request);
  drained_without_row_rules(rules, request);
  inside_source(rules, request);
}
constexpr void every_insertion_rules(Rules& rules, const Request& request) {
  if (!is_accumulator_form(request.form)) return insertion_rules(rules, request);
  drained_without_row_rules(rules, request);
  inside_destination(rules, request);
}

/// Rules at launch about the valid region of src and the view.
void drained_view_rules(Rules& rules, const Request& request);

constexpr bool is_added(std::uint32_t element) {
  return one_of(element, {ASSAY_I8, ASSAY_I16, ASSAY_I32, ASSAY_F16, ASSAY_BF16, ASSAY_F32});
}

/// `pair`: whether the accumulator becomes what dst has.
constexpr void accumulator_store_rules(Rules& rules, const Request& request, bool pair) {
  const assay_operand &dst = request[0], &src = request[1];
  rules.global(dst);
  accumulator_rules(rules, request, src);
  rules.type(pair, "no accumulator is converted to this type");
  rules.type(!request.form.ends_with("atomic") || is_added(dst.element),
             "no atomic addition of this element type");
  const bool image = dst.layout == ASSAY_NC1HWC0 && request.machine != Machine::a5;
  rules.type(dst.layout == ASSAY_ND || dst.layout == ASSAY_NZ || image,
             "dst must be ND or NZ, or but for a5 NC1HWC0");
  rules.covered(!image || dst.shape[4] * size_of(dst.element) == 32,
                "images have 32 bytes of channels in a block");
  rules.type(dst.layout != ASSAY_ND || src.rows <= 8192, "Rows must be in [1, 8192] for ND");
  if (!rules.types_alone()) drained_view_rules(rules, request);
}

constexpr void quantised_store_rules(Rules& rules, const Request& request) {
  const assay_operand &dst = request[0], &src = request[1];
  accumulator_store_rules(rules, request,
                          is_quantised_pair(request.machine, src.element, dst.element));
  descriptor_rules(rules, request[2], src);
}

constexpr void accumulator_rules_of_stores(Rules& rules, const Request& request) {
  const std::uint32_t to = request[0].element, from = request[1].element;
  accumulator_store_rules(rules, request,
                          request.form.starts_with("acc")
                              ? is_stored_as_it_is(from, to)
                              : is_quantised_pair(request.machine, from, to));
}

}  // namespace assay::simulator
