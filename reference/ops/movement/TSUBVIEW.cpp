// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/movement/shared/moved.hpp"
#include "reference/ops/movement/shared/views.hpp"
#include "reference/ops/movement/shared/window.hpp"
#include "reference/ops/page.hpp"

namespace assay::ops {
namespace {

using namespace vocabulary;

constexpr const char* tsubview_page = "TSUBVIEW page";

const Elements a2a3_elements{i8, u8, i16, u16, i32, u32, i64, u64, f16, bf16, f32};
const Elements elements{i8,  u8,   i16, u16,  i32,  u32,  i64, u64,
                        f16, bf16, f32, e4m3, e5m2, e8m0, hif8};

Constraints all() {
  return joined(
      Constraints{
          invariant(element_is("src", a2a3_elements))
              .on({a2a3})
              .from(tsubview_page, "no list: all types"),
          invariant(element_is("src", elements))
              .on({a5, cpu})
              .from(tsubview_page, "no list: all types"),
          invariant(same_element("dst", "src")).from(tsubview_page, "the formula copies"),
          invariant(located_in("src", {Location::vec, Location::mat}))
              .from(tsubview_page, "TileType of both is equal"),
          one_location().from(tsubview_page, "TileType of both is equal"),
          invariant(unboxed("src")).from("decision 106", "steps of rows and columns"),
          invariant(unboxed("dst")).from("decision 106", "steps of rows and columns"),
          plain_fractal("src"), plain_fractal("dst"),
          one_direction().unchecked_on(every_target).from(tsubview_page, "auto mode: one BLayout"),
          one_step().from("decision 106", "a view moves nothing"),
          valid_within_shape("src").from("Tile class", "static valid bounds"),
          valid_within_shape("dst").from("Tile class", "static valid bounds"),
          no_more_valid()
              .at(launch)
              .unchecked_on(every_target)
              .from(tsubview_page, "auto mode: src is no less valid")},
      index_types(tsubview_page),
      Constraints{
          view_in_region().at(launch).from(tsubview_page, "the indices begin in the valid region"),
          aligned_view().at(launch).from("MODEL 5", "addresses of tiles")});
}

OriginOf of_window(const Call& call) { return from_corner(row_index(call), col_index(call)); }

}  // namespace

OpSpec TSUBVIEW() {
  return {
      .mnemonic = "TSUBVIEW",
      .summary = "Sees a window of a tile as a tile.",
      .forms = {{.name = "plain",
                 .operands = {dst, src, index_row, index_col},
                 .lead = "src",
                 .constraints = all(),
                 .results = {moved(of_window)},
                 .copies = true}},
      .decisions = {"002-outside-the-valid-region", "106-views"},
      .ambiguities = subview_ambiguities(),
      .notes = {"not tested: that later writes through one tile show in the other; boxed tiles; "
                "steps of dst that are not those of src"},
  };
}

}  // namespace assay::ops
