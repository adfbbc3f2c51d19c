// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/manual_examples.hpp"
#include "reference/ops/page.hpp"
#include "reference/ops/tile_scalar/fill.hpp"
#include "reference/ops/tile_scalar/scalar_errata.hpp"

namespace assay::ops {
namespace {

using namespace vocabulary;

constexpr const char* texpands_page = "TEXPANDS manual page";

const Elements mat_a2a3{i8, u8, i16, u16, i32, u32, f16, bf16, f32};
const Elements eight{i8, u8, i16, u16, i32, u32, f16, f32};
const Elements cpu_elements{i8, u8, i16, u16, i32, u32, i64, u64, f16, bf16, f32};

Constraints of_tile() {
  return {
      invariant(no_convolution_tile()),
      invariant(element_is("scalar", {f64, f32, i32, i64, u32}))
          .from("C++", "argument types that convert to every element type"),
      element_in(Location::vec, "dst", {i32, i16, f16, f32})
          .on({a2a3})
          .from(texpands_page, "A2A3 Vec element types"),
      element_in(Location::mat, "dst", mat_a2a3)
          .on({a2a3})
          .from(texpands_page, "A2A3 Mat element types"),
      element_in(Location::vec, "dst", eight).on({a5}).from(texpands_page, "A5 Vec element types"),
      element_in(Location::mat, "dst", eight).on({a5}).from(texpands_page, "A5 Mat element types"),
      invariant(element_is("dst", cpu_elements))
          .on({cpu})
          .from("TEXPANDS later page", "types of devices, of which the CPU has a part"),
      located_in("dst", {Location::vec, Location::mat})
          .on(devices)
          .from(texpands_page, "tile location is Vec or Mat"),
      invariant(located_in("dst", {Location::vec, Location::mat}))
          .named("dst.location.cpu")
          .on({cpu})
          .from("MODEL 5", "other memories have no fill"),
      row_major_in_vec().unchecked_on({cpu}).from(texpands_page,
                                                  "A2A3 and A5: Vec tile is row-major"),
      whole_boxes("dst"),
      plain_fractal("dst"),
      valid_within_shape("dst").from(texpands_page, "static valid bounds of Vec tiles"),
      block_count("Rows * Cols * sizeof(T) / 32")
          .on({a2a3})
          .at(launch)
          .from(texpands_page, "A2A3 Mat: number of 32-byte blocks"),
      invariant(convertible()),
  };
}

Constraints of_convolution_tile() {
  return {
      invariant(conv_tile()),
      invariant(element_is("scalar", {f64, f32, i32, i64, u32}))
          .from("C++", "argument types that convert to every element type"),
      element_is("dst", mat_a2a3).on({a2a3}).from(texpands_page, "A2A3 Mat element types"),
      element_is("dst", eight).on({a5}).from(texpands_page, "A5 Mat element types"),
      invariant(located_in("dst", {Location::mat}))
          .from(texpands_page, "convolution tiles are Mat tiles"),
      plain_fractal("dst"),
      block_count("the product of the dimensions before C0")
          .at(launch)
          .unchecked_on({a2a3})
          .from(texpands_page, "A5 convolution tiles: product of the shape"),
      invariant(convertible()),
  };
}

/// Types that no target has in Vec tiles keep what was drawn.
void whole_tile(Call& call) {
  TileSpec& tile = call.tile("dst");
  const ElementType element = tile.type.element;
  if (element == f32 || element == f16 || element == i32 || element == i16) {
    declare(tile, element, 16, 16);
  }
}

}  // namespace

OpSpec TEXPANDS() {
  return {
      .mnemonic = "TEXPANDS",
      .summary = "Fills a tile with a scalar.",
      .forms = {{.name = "tile",
                 .operands = {dst, scalar},
                 .lead = "dst",
                 .constraints = of_tile(),
                 .results = {{"dst", filled_tile}},
                 .scenarios = {single_row(), ragged_rows(), manual_example(whole_tile)}},
                {.name = "conv",
                 .operands = {dst, scalar},
                 .lead = "dst",
                 .targets = devices,
                 .constraints = of_convolution_tile(),
                 .results = {{"dst", filled_tile}},
                 .scenarios = {four_dims()}}},
      .decisions = {"002-outside-the-valid-region", "003-texpands-fill-region"},
      .ambiguities = fill_ambiguities(),
      .notes = fill_notes(),
      .errata = texpands_errata(),
  };
}

}  // namespace assay::ops
