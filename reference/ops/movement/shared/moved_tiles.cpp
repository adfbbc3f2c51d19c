// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/movement/shared/moved_tiles.hpp"

namespace assay::ops {

using namespace vocabulary;

Constraints moved_tile(const std::string& operand) {
  return {
      invariant(located_in(operand, {Location::vec})).from("MODEL 5", "vector tiles lie in Vec"),
      invariant(unboxed(operand)).from("MODEL 11", "boxed Vec tiles are open"),
      plain_fractal(operand),
      valid_within_shape(operand).from("Tile class", "static valid bounds"),
  };
}

Constraints scratch_like(const std::string& as) {
  return {
      invariant(same_element("tmp", as)).from("MODEL 11", "scratch of the type that is moved"),
      invariant(located_in("tmp", {Location::vec})).from("MODEL 5", "vector tiles lie in Vec"),
      invariant(nd_layout("tmp")).from("MODEL 11", "boxed Vec tiles are open"),
      plain_fractal("tmp"),
  };
}

}  // namespace assay::ops
