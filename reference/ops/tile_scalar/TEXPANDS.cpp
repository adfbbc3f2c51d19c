// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/page.hpp"
#include "reference/ops/tile_scalar/fill.hpp"

namespace assay::ops {
namespace {

using namespace vocabulary;

constexpr const char* page = "TEXPANDS manual page";

const Elements mat_a2a3{i8, u8, i16, u16, i32, u32, f16, bf16, f32};
const Elements eight{i8, u8, i16, u16, i32, u32, f16, f32};
const Elements beyond_eight{bf16, i64, u64};
const Elements cpu_elements{i8, u8, i16, u16, i32, u32, i64, u64, f16, bf16, f32};

Constraints of_tile() {
  return {
      invariant(no_convolution_tile()),
      invariant(element_is("scalar", {f64, f32, i32, i64, u32}))
          .from("C++", "argument types that convert to every element type"),
      element_in(Location::vec, "dst", {i32, i16, f16, f32}, {i8, u8, u16, u32, bf16})
          .on({a2a3})
          .from(page, "A2A3 Vec element types"),
      element_in(Location::mat, "dst", mat_a2a3).on({a2a3}).from(page, "A2A3 Mat element types"),
      element_in(Location::vec, "dst", eight, beyond_eight)
          .on({a5})
          .from(page, "A5 Vec element types"),
      element_in(Location::mat, "dst", eight, beyond_eight)
          .on({a5})
          .from(page, "A5 Mat element types"),
      invariant(element_is("dst", cpu_elements))
          .on({cpu})
          .from("CPU header", "any arithmetic type"),
      located_in("dst", {Location::vec, Location::mat})
          .on(devices)
          .from(page, "tile location is Vec or Mat"),
      invariant(located_in("dst", {Location::vec, Location::mat}))
          .named("dst.location.cpu")
          .on({cpu})
          .from("MODEL 5", "other memories have no fill"),
      // Newer headers accept column-major Vec tiles, so a refusal is not promised.
      row_major_in_vec().on(devices).unchecked_on(devices).from(page, "Vec tile is row-major"),
      whole_boxes("dst"),
      plain_fractal("dst"),
      valid_within_shape("dst").from(page, "static valid bounds of Vec tiles"),
      block_count("Rows * Cols * sizeof(T) / 32")
          .on({a2a3})
          .at(launch)
          .from(page, "A2A3 Mat: number of 32-byte blocks"),
      block_count("Rows * Cols * sizeof(T) / 32")
          .on({a5})
          .from("A5 header", "Mat: number of 32-byte blocks"),
      invariant(convertible()),
  };
}

Constraints of_convolution_tile() {
  return {
      invariant(conv_tile()),
      invariant(element_is("scalar", {f64, f32, i32, i64, u32}))
          .from("C++", "argument types that convert to every element type"),
      element_is("dst", mat_a2a3).on({a2a3}).from(page, "A2A3 Mat element types"),
      element_is("dst", eight, beyond_eight).on({a5}).from(page, "A5 Mat element types"),
      invariant(located_in("dst", {Location::mat})).from(page, "convolution tiles are Mat tiles"),
      plain_fractal("dst"),
      block_count("the product of the dimensions before C0")
          .at(launch)
          .from(page, "A5 convolution tiles: product of the shape"),
      invariant(convertible()),
  };
}

}  // namespace

OpSpec TEXPANDS() {
  return {
      .mnemonic = "TEXPANDS",
      .family = "tile_scalar",
      .summary = "Fills a tile with a scalar.",
      .forms = {{.name = "tile",
                 .operands = {dst, scalar},
                 .lead = "dst",
                 .constraints = of_tile(),
                 .results = {{"dst", filled_tile}},
                 .scenarios = {single_row()}},
                {.name = "conv",
                 .operands = {dst, scalar},
                 .lead = "dst",
                 .targets = devices,
                 .constraints = of_convolution_tile(),
                 .results = {{"dst", filled_tile}}}},
      .decisions = {"002-outside-the-valid-region", "003-texpands-fill-region"},
      .ambiguities =
          {{"the manual lists four element types for A2A3 Vec tiles, the header nine",
            "constraint dst.element.Vec: the five others are never used, nor expected to be "
            "refused"},
           {"the manual lists eight element types for A5, the header also bf16 and 64-bit integers",
            "constraint dst.element.Vec: the three others are never used, nor expected to be "
            "refused"},
           {"the manual wants row-major Vec tiles, headers accept column-major",
            "constraint dst.row_major: legal cases keep it, a refusal is not promised"},
           {"Mat tiles are filled whole on devices and over the valid region on the CPU",
            "decision 003: the whole tile on devices, either on cpu"},
           {"A2A3 with a constant ValidCol below Cols is reported to fill consecutive elements",
            "decision 003: either reading on a2a3 with static valid columns"},
           {"64-bit Mat tiles pass the A5 element check but the fill has no 64-bit branch",
            "constraint dst.element.Mat: 64-bit is never used"},
           {"a negative int8 is reported to spill into the next byte of a Mat tile",
            "decision 003: either byte on devices"}},
      .notes = {"a2a3: 8-bit data are written in pairs of bytes"},
  };
}

}  // namespace assay::ops
