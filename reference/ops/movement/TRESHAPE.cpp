// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/denied_calls.hpp"
#include "reference/ops/movement/shared/views.hpp"
#include "reference/ops/page.hpp"

namespace assay::ops {
namespace {

using namespace vocabulary;

constexpr const char* treshape_page = "TRESHAPE page";

const Elements a2a3_elements{i8, u8, i16, u16, i32, u32, i64, u64, f16, bf16, f32};
const Elements elements{i8,  u8,   i16, u16,  i32,  u32,  i64, u64,
                        f16, bf16, f32, e4m3, e5m2, e8m0, hif8};

Constraints of(const char* operand) {
  return {invariant(element_is(operand, a2a3_elements))
              .on({a2a3})
              .from(treshape_page, "no list: all types"),
          invariant(element_is(operand, elements))
              .on({a5, cpu})
              .from(treshape_page, "no list: all types"),
          whole_boxes(operand)};
}

Constraints all(const Locations& places, Constraint boxes) {
  return joined(
      of("src"), of("dst"),
      Constraints{
          invariant(located_in("src", places)).from(treshape_page, "TileType of both is equal"),
          one_location().from(treshape_page, "TileType of both is equal"), std::move(boxes),
          suits_its_place("src").from("MODEL 2", "tiles of the matrix unit"),
          boxes_alike().from(treshape_page, "no conversion of boxed and unboxed layouts"),
          suits_its_place("dst").from("MODEL 2", "tiles of the matrix unit"),
          equal_bytes().from(treshape_page, "total byte sizes are equal"),
          valid_within_shape("src").from("Tile class", "static valid bounds"),
          valid_within_shape("dst").from("Tile class", "static valid bounds"),
          first_is_valid().from("decision 106", "what is not valid has no value")});
}

}  // namespace

OpSpec TRESHAPE() {
  const Form form{
      .operands = {dst, src}, .lead = "src", .results = {reinterpreted()}, .copies = true};
  OpSpec made{.mnemonic = "TRESHAPE",
              .summary = "Sees the bytes of a tile as a tile of another type.",
              .forms = {form, form},
              .may_refuse = {small_floats_on_cpu(table_of_layouts)},
              .decisions = {"106-views"},
              .ambiguities = reshape_ambiguities(),
              .notes = {"not tested: that later writes through one tile show in the other; half "
                        "bytes; Bias and Scaling"},
              .errata = treshape_errata()};
  made.forms[0].name = "vec";
  made.forms[0].constraints =
      all({Location::vec}, invariant(unboxed("src")).from("MODEL 11", "boxed Vec tiles are open"));
  made.forms[1].name = "mat";
  made.forms[1].constraints =
      all({Location::mat, Location::left, Location::right, Location::acc},
          invariant(layout_is("src", {TileLayout::NZ, TileLayout::ZN, TileLayout::ZZ,
                                      TileLayout::NN, TileLayout::ND}))
              .from(treshape_page, "boxed or not"));
  return made;
}

}  // namespace assay::ops
