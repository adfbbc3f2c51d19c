// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/tile_constraints.hpp"

namespace assay::ops {
namespace {

using namespace vocabulary;

/// Targets outside the set.
TargetSet unchecked(TargetSet enforced) {
  TargetSet rest;
  for (const Target target : all_targets) {
    if (!enforced.contains(target)) rest = rest.with(target);
  }
  return rest;
}

}  // namespace

Constraints vector_tile(const std::string& operand, const std::string& page, TargetSet enforced) {
  const TargetSet rest = unchecked(enforced);
  return {
      located_in(operand, {Location::vec}).unchecked_on(rest).from(page, "tiles lie in Vec"),
      row_major(operand).unchecked_on(rest).from(page, "tiles are row-major"),
      invariant(unboxed(operand)).from("MODEL 11", "boxed row-major Vec tiles are open"),
      plain_fractal(operand),
      valid_within_shape(operand).from("Tile class", "static valid bounds"),
  };
}

Constraint equal_valid_region(const std::string& operand, const std::string& as,
                              const std::string& page, TargetSet enforced) {
  return same_valid_region(operand, as)
      .at(Stage::launch)
      .unchecked_on(unchecked(enforced))
      .from(page, "run time: equal valid rows and columns");
}

}  // namespace assay::ops
