// SPDX-License-Identifier: Apache-2.0
// Rules of fills with one value.
#pragma once

#include <cstdint>

#include "runners/simulator/rules/tiles.hpp"

namespace assay::simulator {

inline constexpr std::int64_t most_blocks = 32767;

constexpr bool vec_element(Machine machine, std::uint32_t element) {
  if (one_of(element, {ASSAY_I32, ASSAY_I16, ASSAY_F16, ASSAY_F32})) return true;
  return machine == Machine::a5 && one_of(element, {ASSAY_U8, ASSAY_I8, ASSAY_U16, ASSAY_U32});
}

constexpr bool mat_element(Machine machine, std::uint32_t element) {
  if (machine == Machine::a2a3 && element == ASSAY_BF16) return true;
  return one_of(element, {ASSAY_I8, ASSAY_U8, ASSAY_I16, ASSAY_U16, ASSAY_I32, ASSAY_U32, ASSAY_F16,
                          ASSAY_F32});
}

constexpr bool is_fill_form(const Request& request) {
  return request.takes({ASSAY_TILE, ASSAY_SCALAR}) &&
         (request.form == "conv" || request.form == "tile");
}
constexpr std::string_view fill_form(const Spelled& spelled) {
  return (spelled.call[0].flags & ASSAY_CONV_TILE) != 0 ? "conv" : "tile";
}

constexpr void tile_fill_rules(Rules& rules, const Request& request) {
  const assay_operand& dst = request[0];
  rules.tile(dst);
  if (!request.on_device()) return;
  const bool vec = dst.location == ASSAY_VEC;
  rules.type(vec || dst.location == ASSAY_MAT, "dst must be in Vec or Mat");
  if (vec) {
    rules.type(vec_element(request.machine, dst.element), "dst has no element type of Vec fills");
    rules.type(dst.block_layout == ASSAY_ROW_MAJOR, "dst in Vec must be row-major");
    return;
  }
  rules.type(mat_element(request.machine, dst.element), "dst has no element type of Mat fills");
  if (rules.types_alone() || request.machine != Machine::a2a3) return;
  rules.range(dst.rows * dst.cols * size_of(dst.element) / 32, 1, most_blocks,
              "Rows * Cols * sizeof / 32 must be in [1, 32767]");
}

constexpr void conv_fill_rules(Rules& rules, const Request& request) {
  const assay_operand& dst = request[0];
  rules.conv_tile(dst);
  if (!request.on_device()) return;
  const bool deep = dst.layout == ASSAY_NDC1HWC0 || dst.layout == ASSAY_FRACTAL_Z_3D;
  rules.type(deep || dst.layout == ASSAY_NC1HWC0 || dst.layout == ASSAY_FRACTAL_Z,
             "a convolution tile must be NC1HWC0, NDC1HWC0, FRACTAL_Z or FRACTAL_Z_3D");
  rules.type(dst.location == ASSAY_MAT, "a convolution tile must be in Mat");
  rules.type(mat_element(request.machine, dst.element), "dst has no element type of Mat fills");
  if (rules.types_alone()) return;
  assay_operand counted = dst;
  const std::uint32_t counts = deep ? 5 : 4;
  if (counted.rank > counts) counted.rank = counts;
  rules.range(conv_elements(counted), 1, most_blocks,
              "the product of the dimensions before C0 must be in [1, 32767]");
}

constexpr void fill_rules(Rules& rules, const Request& request) {
  request.form == "conv" ? conv_fill_rules(rules, request) : tile_fill_rules(rules, request);
  scalar_becomes(rules, request[1], request[0].element);
}

}  // namespace assay::simulator
