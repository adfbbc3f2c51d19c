// SPDX-License-Identifier: Apache-2.0
// Tiles of scales: one for each row or column and 32 elements of K.
#include <algorithm>
#include <iterator>
#include <tuple>
#include <utility>

#include "reference/ops/matmul/shared/product.hpp"
#include "reference/ops/matmul/shared/product_constraints.hpp"

namespace assay::ops {
namespace {

using namespace vocabulary;

/// The scales of one input.
struct ScaledSide {
  std::string scales, of;
  Location location;
  TileLayout layout;
  bool left;

  /// Rows and columns of scales for such an input.
  std::pair<std::int64_t, std::int64_t> grid(std::int64_t rows, std::int64_t cols) const {
    return left ? std::pair{rows, groups_of(cols)} : std::pair{groups_of(rows), cols};
  }
  /// The type that the shape of the input requires.
  TileType wanted(const Call& call) const {
    TileType type = call.tile(scales).type;
    std::tie(type.rows, type.cols) = grid(call.tile(of).rows(), call.tile(of).cols());
    make_well_formed(type);
    return type;
  }
  std::pair<std::int64_t, std::int64_t> region(const Call& call) const {
    const auto [m, n, k] = extents_of(call);
    return left ? grid(m, k) : grid(k, n);
  }
};

const ScaledSide left_side{"aScaleMatrix", "aMatrix", Location::scale_left, TileLayout::ZZ, true};
const ScaledSide right_side{"bScaleMatrix", "bMatrix", Location::scale_right, TileLayout::NN,
                            false};

/// The tag of boxes of 16 x 2 or 2 x 16.
Constraint fractal(const ScaledSide& side) {
  const std::string& scales = side.scales;
  return invariant(constraint(
      scales + ".fractal", "SFractalSize of " + scales + " is 32",
      [=](const Call& call) { return call.tile(scales).type.fractal == 32; },
      [=](Call& call, Draw&) {
        call.tile(scales).type.fractal = 32;
        make_well_formed(call.tile(scales).type);
      }));
}

Constraint shape(const ScaledSide& side, const ProductPage& page) {
  const std::string& scales = side.scales;
  return constraint(
             scales + ".shape",
             scales + (side.left ? " has the Rows of aMatrix and a column for 32 of its Cols"
                                 : " has the Cols of bMatrix and a row for 32 of its Rows"),
             [=](const Call& call) {
               const TileType wanted = side.wanted(call);
               return call.tile(scales).rows() == wanted.rows &&
                      call.tile(scales).cols() == wanted.cols;
             },
             [=](Call& call, Draw&) { call.tile(scales).type = side.wanted(call); },
             [=](Call& call, Draw& draw) {
               TileType& type = call.tile(scales).type;
               (draw.integer(0, 1) == 0 ? type.rows : type.cols) += 16;
               make_well_formed(type);
             })
      .unchecked_on(all_but(shapes_refused(page)))
      .from(page.page, "A5: legality of scales; examples of the shapes");
}

Constraint region(const ScaledSide& side) {
  const std::string& scales = side.scales;
  return constraint(
             scales + ".region",
             "the valid region of " + scales + (side.left ? " is M x K/32" : " is K/32 x N") +
                 ", with K/32 rounded up",
             [=](const Call& call) {
               const TileSpec& tile = call.tile(scales);
               return std::pair{tile.valid_rows, tile.valid_cols} == side.region(call);
             },
             [=](Call& call, Draw&) {
               TileSpec& tile = call.tile(scales);
               const TileType& of = call.tile(side.of).type;
               std::tie(tile.valid_rows, tile.valid_cols) = side.region(call);
               tile.type.dynamic_valid_rows = of.dynamic_valid_rows;
               tile.type.dynamic_valid_cols = of.dynamic_valid_cols;
             },
             [=](Call& call, Draw& draw) {
               TileSpec& tile = call.tile(scales);
               tile.type.dynamic_valid_rows = tile.type.dynamic_valid_cols = true;
               const std::int64_t drawn = draw.integer(1, tile.cols() - 1);
               tile.valid_cols = drawn < tile.valid_cols ? drawn : drawn + 1;
             })
      .at(launch)
      .unchecked_on(every_target)
      .from("cube pages", "mte_l1_l0a_mx, mte_l1_l0b_mx: shapes of scales");
}

Constraints scales_of(const ScaledSide& side, const ProductPage& page) {
  const std::string& scales = side.scales;
  const TargetSet free = all_but(page.statics);
  return {element_is(scales, {e8m0}).unchecked_on(free).from(page.page, "scales are e8m0"),
          located_in(scales, {side.location})
              .unchecked_on(free)
              .from(page.page, "A5: legality of scales; the C++ call"),
          fractal(side),
          layout_is(scales, {side.layout})
              .unchecked_on(free)
              .from(page.page, "A5: fractals, legality of scales; MODEL 2"),
          whole_boxes(scales),
          shape(side, page),
          invariant(valid_within_shape(scales)).from("Tile class", "static valid bounds"),
          region(side)};
}

}  // namespace

std::int64_t groups_of(std::int64_t inner) { return (inner + scaled_group - 1) / scaled_group; }

Constraints scales_of_product(const ProductPage& page) {
  return joined(scales_of(left_side, page), scales_of(right_side, page));
}

std::vector<std::string> decisions_of_scaled_products() {
  return {"002-outside-the-valid-region", "110-sums-of-matrix-products",
          "112-tiles-of-the-matrix-unit", "113-products-with-scales"};
}

std::vector<Ambiguity> ambiguities_of_scaled_products(std::vector<Ambiguity> others) {
  std::vector<Ambiguity> all{
      {"the page leaves what scales do to targets; the page of mad_mx has a formula",
       "decision 113: the formula, a scale for each row or column and 32 elements of K"},
      {"the page has eight pairs of types, that of mad_mx e4m3 alone for now",
       "the page of the op: constraints aMatrix.element, bMatrix.element"},
      {"the page takes any K from aMatrix; that of mad_mx takes multiples of 64",
       "constraint aMatrix.groups on A5, whose breach is free; the CPU sums any K"},
      {"the page has checks of scales; headers have none of their type, place, layout and shape",
       "constraints aScaleMatrix.*, bScaleMatrix.*; errata of A5"},
      {"A5 passes no scales on: they have to lie where the address of the input says",
       "the page, which has them as operands; where tiles are bound is the caller's"},
      {"nothing compares K of one input with the other", "constraint bMatrix.inner, free"}};
  std::ranges::move(others, std::back_inserter(all));
  return all;
}

std::vector<std::string> notes_of_scaled_products() {
  return notes_of_products(
      {"a scale 0xFF is NaN, and so is every element of its group, zeros as well",
       "a2a3: the instruction does not exist",
       "a5: scales are found by the address of the input (TGET_SCALE_ADDR)"});
}

}  // namespace assay::ops
