// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/quantisation/parameters.hpp"

#include <utility>

#include "reference/ops/elementwise/elementwise.hpp"

namespace assay::ops {

using namespace vocabulary;

Constraints quantised_matrix(const std::string& operand, const std::string& page,
                             TargetSet refused) {
  return checked_tile(operand, {.page = page,
                                .in_vec = {.on = devices, .refused = no_target},
                                .row_major = {.on = every_target, .refused = refused}});
}

Constraints parameters_of_rows(const std::string& operand, const std::string& page,
                               TargetSet refused) {
  return {
      located_in(operand, {Location::vec})
          .unchecked_on(every_target)
          .from("decision 193", "parameter tiles lie in Vec"),
      invariant(unboxed(operand)).from("decision 193", "layouts of parameters"),
      plain_fractal(operand),
      invariant(valid_within_shape(operand)).from("Tile class", "static valid bounds"),
      equal_rows(operand, "dst", page, refused),
      invariant(non_empty(operand)).at(launch).from("decision 193", "a parameter for each row"),
  };
}

Constraints bounded_together(Constraints constraints) {
  for (Constraint& one : constraints) {
    one.invariant = one.invariant || one.name.ends_with(".valid_within_shape");
  }
  return constraints;
}

Scenario parameters_in(std::string name, std::string text, BLayout layout, std::int64_t cols,
                       std::int64_t valid_cols) {
  return {.name = std::move(name), .text = std::move(text), .apply = [=](Call& call, Draw&) {
            for (const char* operand : {"scale", "offset"}) {
              if (!call.form->has(operand)) continue;
              TileSpec& tile = call.tile(operand);
              tile.type.element = f32;
              tile.type.slayout = SLayout::none_box;
              tile.type.blayout = layout;
              tile.type.rows = call.tile("src").rows();
              tile.type.cols = cols;
              tile.type.dynamic_valid_rows = tile.type.dynamic_valid_cols = true;
              make_well_formed(tile.type);
              tile.valid_cols = valid_cols;
            }
          }};
}

}  // namespace assay::ops
