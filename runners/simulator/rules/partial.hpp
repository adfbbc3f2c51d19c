// SPDX-License-Identifier: Apache-2.0
// Rules of instructions that combine two tiles where both have an element, and copy one elsewhere.
#pragma once

#include <cstddef>

#include "runners/simulator/rules/tiles.hpp"

namespace assay::simulator {

constexpr bool is_partial_form(const Request& request) {
  return is_form(request, "plain", {ASSAY_TILE, ASSAY_TILE, ASSAY_TILE});
}

constexpr bool is_region_of(const assay_operand& tile, const assay_operand& dst) {
  return tile.valid_rows == dst.valid_rows && tile.valid_cols == dst.valid_cols;
}

/// One source has what dst has, and the other no more.
constexpr void partial_regions(Rules& rules, const assay_operand& dst, const assay_operand& first,
                               const assay_operand& second) {
  rules.launch(is_region_of(first, dst) || is_region_of(second, dst),
               "the valid region of a source must be that of dst");
  for (const assay_operand* source : {&first, &second}) {
    rules.launch(source->valid_rows <= dst.valid_rows && source->valid_cols <= dst.valid_cols,
                 "the valid region of a source must not exceed that of dst");
  }
}

constexpr void partial_rules(Rules& rules, const Request& request) {
  const assay_operand& dst = request[0];
  for (std::size_t i = 0; i < 3; ++i) vector_tile(rules, request, request[i]);
  rules.type(request.row->has(request.machine, dst.element), "this element type is not taken");
  rules.type(request[1].element == dst.element && request[2].element == dst.element,
             "one element type for all tiles");
  partial_regions(rules, dst, request[1], request[2]);
}

constexpr bool is_partial_search_form(const Request& request) {
  return is_form(request, "plain",
                 {ASSAY_TILE, ASSAY_TILE, ASSAY_TILE, ASSAY_TILE, ASSAY_TILE, ASSAY_TILE});
}

/// Values first, then their indices: dst, src0 and src1 of each.
constexpr void partial_search_rules(Rules& rules, const Request& request) {
  const std::uint32_t value = request[0].element, index = request[3].element;
  for (std::size_t i = 0; i < 6; ++i) vector_tile(rules, request, request[i]);
  rules.type(value == ASSAY_F16 || value == ASSAY_F32, "this element type is not taken");
  rules.type(one_of(index, {ASSAY_I32, ASSAY_U32}) ||
                 (value == ASSAY_F16 && one_of(index, {ASSAY_I16, ASSAY_U16})),
             "indices of half are of 16 or 32 bits, those of float of 32");
  for (std::size_t i = 1; i < 3; ++i) {
    rules.type(request[i].element == value, "one element type for all values");
    rules.type(request[i + 3].element == index, "one element type for all indices");
  }
  for (std::size_t i = 0; i < 3; ++i) same_region(rules, request[i + 3], request[i]);
  partial_regions(rules, request[0], request[1], request[2]);
}

}  // namespace assay::simulator
