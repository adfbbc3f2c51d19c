// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/complex/printing.hpp"
#include "reference/ops/manual_examples.hpp"
#include "reference/ops/page.hpp"

namespace assay::ops {
namespace {

using namespace vocabulary;

constexpr const char* tprint_page = "TPRINT manual page";

const Elements printable{f32, f16, i8, i16, i32, u8, u16, u32};
const Operand global_src{"src", Role::input, OperandKind::global};
const Operand global_tmp{"tmp", Role::scratch, OperandKind::global};
const Attribute format{"format", {"Width8_Precision4", "Width8_Precision2", "Width10_Precision6"}};

Constraints of_tile() {
  return {
      element_is("src", printable).from(tprint_page, "element types"),
      located_in("src", {Location::vec})
          .unchecked_on({cpu})
          .from(tprint_page, "one argument: Vec tile"),
      layout_is("src",
                {TileLayout::ND, TileLayout::DN, TileLayout::NZ, TileLayout::ZN, TileLayout::ZZ})
          .unchecked_on(every_target)
          .from("MODEL 4", "NN is for scales"),
      whole_boxes("src"),
      plain_fractal("src"),
      valid_within_shape("src").from("Tile class", "static valid bounds"),
      invariant(non_empty("src")).at(launch).from("MODEL 2.2", "no rule for an empty region"),
  };
}

Constraints of_tile_through_scratch() {
  return {
      element_is("src", printable).from(tprint_page, "element types"),
      located_in("src", {Location::mat, Location::acc}, {Location::vec})
          .on({a2a3})
          .from(tprint_page, "two arguments: Mat or Acc tile"),
      located_in("src", {Location::acc}, {Location::vec})
          .on({a5})
          .from(tprint_page, "A5 has no Mat form"),
      invariant(located_in("src", {Location::mat, Location::acc}))
          .on({cpu})
          .from(tprint_page, "two arguments: Mat or Acc tile"),
      invariant(layout_is("src", {TileLayout::ND, TileLayout::NZ})).from(tprint_page, "layouts"),
      invariant(same_element("tmp", "src")).from(tprint_page, "tmp counts in sizeof(T)"),
      whole_boxes("src"),
      plain_fractal("src"),
      valid_within_shape("src").from("Tile class", "static valid bounds"),
      invariant(non_empty("src")).at(launch).from("MODEL 2.2", "no rule for an empty region"),
      invariant(dense_scratch()),
      scratch_size().at(launch).unchecked_on(every_target).from(tprint_page, "size of tmp"),
  };
}

Constraints of_view() {
  return {
      element_is("src", printable).from(tprint_page, "element types"),
      global_layout_is({GlobalLayout::ND, GlobalLayout::DN, GlobalLayout::NZ})
          .from(tprint_page, "GlobalTensor layouts"),
      invariant(printable_view()),
  };
}

void part_of_a_matrix(Call& call) {
  declare(call.global("src"), call.global("src").element, 16, 16, 32);
}

Result printed_as_read(Expected (*semantics)(const Evaluation&)) {
  return depending_on({Choice::unsigned_text}, {.operand = "text", .semantics = semantics});
}

}  // namespace

OpSpec TPRINT() {
  return {
      .mnemonic = "TPRINT",
      .summary = "Prints a tile or a view of global memory.",
      .forms = {{.name = "tile",
                 .operands = {src},
                 .lead = "src",
                 .attributes = {format},
                 .constraints = of_tile(),
                 .results = {printed_as_read(printed_tile)},
                 .scenarios = {overflowing(), example_of({"src"})},
                 .plans = {"text"},
                 .reads_invalid_region = true,
                 .max_elements = 768},
                {.name = "scratch",
                 .operands = {src, global_tmp},
                 .lead = "src",
                 .attributes = {format},
                 .constraints = of_tile_through_scratch(),
                 .results = {printed_as_read(printed_through_scratch)},
                 .plans = {"text"},
                 .reads_invalid_region = true,
                 .max_elements = 768},
                {.name = "global",
                 .operands = {global_src},
                 .lead = "src",
                 .attributes = {format},
                 .constraints = of_view(),
                 .results = {printed_as_read(printed_global)},
                 .scenarios = {manual_example(part_of_a_matrix)},
                 .plans = {"text"},
                 .max_elements = 768}},
      .decisions = {"007-tprint-text"},
      .ambiguities = printing_ambiguities(),
      .notes = printing_notes(),
      .errata = tprint_errata(),
  };
}

}  // namespace assay::ops
