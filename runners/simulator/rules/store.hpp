// SPDX-License-Identifier: Apache-2.0
// The rules of stores: which tiles go to which views of global memory.
#pragma once

#include <cstdint>

#include "runners/simulator/rules/accumulator_store.hpp"
#include "runners/simulator/rules/load.hpp"

namespace assay::simulator {

constexpr bool is_store_form(const Request& request) {
  const std::string_view form = request.form;
  if (request.takes({ASSAY_GLOBAL, ASSAY_TILE})) {
    return form == "tile" || form == "atomic" || form == "acc" || form == "acc_atomic";
  }
  return request.takes({ASSAY_GLOBAL, ASSAY_TILE, ASSAY_SCALAR}) &&
         (form == "scalar" || form == "scalar_atomic");
}
constexpr std::string_view store_form(const Spelled& spelled) {
  if (spelled.call.operands.size() > 2) return spelled.adds ? "scalar_atomic" : "scalar";
  if (spelled.call[1].location == ASSAY_ACC) return spelled.adds ? "acc_atomic" : "acc";
  return spelled.adds ? "atomic" : "tile";
}

constexpr void stored_pair_rules(Rules& rules, const Request& request) {
  const assay_operand &dst = request[0], &src = request[1];
  const Shape shape = shape_of(src);
  const bool same = same_layout(dst.layout, shape);
  const bool line = src.box_layout == ASSAY_NONE_BOX && (src.rows == 1 || src.cols == 1) &&
                    dst.layout <= ASSAY_DN;
  rules.type(same || line, "the layouts must match ND, DN or NZ");
  rules.covered(width_of(src.element) >= 8 || (same && shape == Shape::nd),
                "elements that share a byte are stored in rows alone");
  if (dst.layout == ASSAY_NZ) {
    rules.type(statically(dst, 3, 16) && statically(dst, 4, 32 / size_of(dst.element)),
               "dims 3 and 4 of an NZ view must be 16 and 32 bytes");
  }
  if (request.machine != Machine::a2a3) return;
  rules.type(size_of(src.element) < 8 || (same && dst.layout != ASSAY_NZ),
             "64-bit elements are stored from ND to ND or from DN to DN");
}

/// Rules at launch about the valid region of src and the view.
void store_view_rules(Rules& rules, const Request& request);

constexpr void stored_types(Rules& rules, const Request& request) {
  const assay_operand &dst = request[0], &src = request[1];
  rules.type(element_allowed(request.machine, src.element) && src.element != ASSAY_I4,
             "src has no element type of stores");
  rules.type(size_of(dst.element) == size_of(src.element) && dst.element != ASSAY_F64,
             "elements of the tile and of the view must have equal sizes");
  rules.covered(width_of(dst.element) == width_of(src.element), "4-bit and 8-bit do not mix here");
  if (!request.on_device()) {
    rules.covered(src.location == ASSAY_VEC || src.location == ASSAY_MAT,
                  "only stores of Vec and Mat are simulated");
    return;
  }
  const bool mat = src.location == ASSAY_MAT && request.machine == Machine::a2a3;
  rules.type(src.location == ASSAY_VEC || src.location == ASSAY_ACC || mat,
             "src must be in Vec or Acc, or on a2a3 in Mat");
  rules.covered(src.location != ASSAY_ACC, "stores of accumulators are not simulated");
}

constexpr void store_rules(Rules& rules, const Request& request) {
  if (is_accumulator_form(request.form)) return accumulator_rules_of_stores(rules, request);
  const assay_operand &dst = request[0], &src = request[1];
  rules.covered((src.flags & ASSAY_CONV_TILE) == 0, "convolution tiles are not stored here");
  if (rules.status() != ASSAY_DONE) return;
  rules.tile(src);
  rules.global(dst);
  stored_types(rules, request);
  rules.type(dst.layout <= ASSAY_NZ, "the view must be ND, DN or NZ");
  stored_pair_rules(rules, request);
  if (request.form == "atomic") {
    rules.type(is_added(dst.element), "no atomic addition of this element type");
    rules.type(dst.element == src.element, "sums have one element type");
  }
  if (!rules.types_alone()) store_view_rules(rules, request);
}

}  // namespace assay::simulator
