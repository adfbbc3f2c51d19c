// SPDX-License-Identifier: Apache-2.0
// Accumulators and biases.
#include "reference/ops/matmul/shared/product.hpp"
#include "reference/ops/matmul/shared/product_constraints.hpp"

namespace assay::ops {
namespace {

using namespace vocabulary;

constexpr const char* biases = "biasData";

Constraint one_row(const ProductPage& page, TargetSet refused) {
  return constraint(
             "biasData.rows", "biasData has one row",
             [](const Call& call) { return call.tile(biases).rows() == 1; },
             [](Call& call, Draw&) {
               TileSpec& tile = call.tile(biases);
               tile.type.rows = tile.valid_rows = 1;
             },
             [](Call& call, Draw& draw) { call.tile(biases).type.rows = draw.integer(2, 4); })
      .unchecked_on(all_but(refused))
      .from(page.page, "the bias is a single row");
}

Constraint a_bias_for_each_column(const ProductPage& page) {
  return constraint(
             "biasData.region", "the valid region of biasData is 1 x N",
             [](const Call& call) {
               const TileSpec& tile = call.tile(biases);
               return tile.valid_rows == 1 && tile.valid_cols == extents_of(call).n;
             },
             [](Call& call, Draw&) {
               TileSpec& tile = call.tile(biases);
               set_valid(tile, 1, extents_of(call).n);
               tile.type.dynamic_valid_cols = call.tile("bMatrix").type.dynamic_valid_cols;
             },
             [](Call& call, Draw& draw) {
               TileSpec& tile = call.tile(biases);
               tile.type.dynamic_valid_cols = true;
               const std::int64_t n = extents_of(call).n;
               const std::int64_t drawn =
                   draw.integer(1, std::max<std::int64_t>(tile.cols() - 1, 1));
               tile.valid_cols = drawn < n ? drawn : drawn + 1;
             })
      .at(launch)
      .unchecked_on(every_target)
      .from(page.page, "the formula: Bias(0, j) for each column");
}

}  // namespace

Constraints accumulator_like_result(const ProductPage& page) {
  return {one_tile_type("cInMatrix", page.c)
              .from(page.page, "the C++ call: one TileRes for both accumulators"),
          equal_region("cInMatrix", page.c, page.page, no_target)};
}

Constraints row_of_biases(const ProductPage& page, TargetSet refused) {
  const TargetSet free = all_but(refused);
  return {same_element(biases, page.c).unchecked_on(free).from(page.page, "type of the bias"),
          located_in(biases, {Location::bias})
              .unchecked_on(free)
              .from(page.page, "the bias lies in Bias"),
          plain_fractal(biases),
          one_row(page, refused),
          invariant(valid_within_shape(biases)).from("Tile class", "static valid bounds"),
          a_bias_for_each_column(page)};
}

Constraints layout_of_biases(const ProductPage& page, TargetSet checked) {
  Constraints list{invariant(nd_layout(biases))
                       .named("biasData.plain_layout")
                       .on(all_but(checked))
                       .from("MODEL 2", "unboxed rows")};
  if (!checked.empty()) {
    list.push_back(nd_layout(biases)
                       .on(checked)
                       .from(page.page, "the bias is row-major")
                       .implied("one row in columns is no whole block or box"));
  }
  return list;
}

}  // namespace assay::ops
