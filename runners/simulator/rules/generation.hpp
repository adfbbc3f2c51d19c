// SPDX-License-Identifier: Apache-2.0
// Rules of instructions that make a tile from a few numbers.
#pragma once

#include <string_view>

#include "runners/simulator/rules/tiles.hpp"

namespace assay::simulator {

/// An attribute, or what an instruction takes where a program does not say it.
constexpr std::string_view attribute_or(const Request& request, std::string_view name,
                                        std::string_view usual) {
  const std::string_view value = request.attribute(name);
  return value.empty() ? usual : value;
}

// ---- triangles ----

inline constexpr std::string_view triangle_side = "isUpperOrLower";

constexpr bool is_triangle_form(const Request& request) {
  return is_form(request, "plain", {ASSAY_TILE, ASSAY_SCALAR});
}

constexpr void triangle_rules(Rules& rules, const Request& request) {
  const assay_operand& dst = request[0];
  vector_tile(rules, request, dst);
  rules.covered(dst.box_layout == ASSAY_NONE_BOX, "boxes are not cut by a diagonal");
  rules.type(request.row->has(request.machine, dst.element),
             "dst has no element type of triangles");
  rules.type(request[1].element == ASSAY_I32, "the diagonal is an int");
  const std::string_view side = attribute_or(request, triangle_side, "0");
  rules.type(side == "0" || side == "1", "isUpperOrLower must be 0 or 1");
}

}  // namespace assay::simulator
