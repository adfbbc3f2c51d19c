// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/denied_calls.hpp"
#include "reference/ops/movement/accumulator/accumulator_forms.hpp"
#include "reference/ops/movement/accumulator/accumulator_windows.hpp"
#include "reference/ops/movement/accumulator/quantised.hpp"
#include "reference/ops/movement/shared/window.hpp"
#include "reference/ops/movement/store/insertion.hpp"
#include "reference/ops/page.hpp"

namespace assay::ops {
namespace {

using namespace vocabulary;

constexpr const char* tinsert_page = "TINSERT page";
const Window window{.large = "dst", .small = "src", .cuts_boxes = true};
const Window of_whole_boxes{.large = "dst", .small = "src"};

Constraints of(Location to, const Layouts& layouts) {
  // "must match" of Vec to Vec; into Mat there are paths of several layouts.
  const TargetSet unchecked = to == Location::vec ? TargetSet{cpu} : TargetSet{a5, cpu};
  const Elements whole_bytes{f16, bf16, f32, i32, i8, hif8, e4m3, e5m2, e8m0};
  const Elements elements{f16, bf16, f32, i32, i8, hif8, e4m3, e5m2, e8m0, e2m1, e1m2};
  return joined(
      Constraints{
          element_is("src", elements).on({a5}).from(tinsert_page, "A5: element types"),
          invariant(element_is("src", whole_bytes))
              .on({cpu})
              .from(tinsert_page, "A5: element types"),
          same_element("dst", "src").unchecked_on({cpu}).from(tinsert_page, "A5: one element type"),
          invariant(located_in("src", {Location::vec})).from(tinsert_page, "A5: Vec to Vec or Mat"),
          invariant(located_in("dst", {to})).from(tinsert_page, "A5: Vec to Vec or Mat"),
          layout_is("src", layouts)
              .on({a5, cpu})
              .unchecked_on(unchecked)
              .from(tinsert_page, "A5: paths by layout"),
          same_layout("dst", "src")
              .on({a5, cpu})
              .unchecked_on(unchecked)
              .from(tinsert_page, "A5: paths by layout"),
          plain_fractal("src"), plain_fractal("dst"), whole_boxes("src"), whole_boxes("dst"),
          valid_within_shape("src").from("Tile class", "static valid bounds"),
          valid_within_shape("dst").from("Tile class", "static valid bounds")},
      index_types(tinsert_page),
      Constraints{invariant(window_of_boxes(window)).from("decision 101", "blocks of 32 bytes"),
                  region_in_shape(window).at(launch).from(tinsert_page, "runtime bounds")},
      packed_window(window));
}

Constraints into_mat() {
  return joined(of(Location::mat, {TileLayout::ND, TileLayout::NZ, TileLayout::ZN}),
                Constraints{whole_rows_in_mat().on({a5}).at(launch).unchecked_on({a5}).from(
                                tinsert_page, "A5: Vec to Mat, ND: rows of 32 bytes"),
                            whole_blocks_of_rows().on({a5}).at(launch).from(
                                tinsert_page, "A5: Vec to Mat, ZN: indexRow and validRow")});
}

/// "Must" of the page: A5 compares places and layouts of a call that names its mode.
Constraints of_splits() {
  const Elements elements{f16, bf16, f32, i32, i8, hif8, e4m3, e5m2, e8m0, e2m1, e1m2};
  constexpr const char* split = "A5: NZ split";
  return joined(
      Constraints{element_is("src", elements).from(tinsert_page, split),
                  same_element("dst", "src").from(tinsert_page, split),
                  located_in("src", {Location::vec}).from(tinsert_page, split),
                  located_in("dst", {Location::mat}).from(tinsert_page, split),
                  layout_is("src", {TileLayout::NZ}).from(tinsert_page, split),
                  invariant(layout_is("dst", {TileLayout::NZ})).from(tinsert_page, split),
                  plain_fractal("src"), plain_fractal("dst"), whole_boxes("src"),
                  whole_boxes("dst"),
                  valid_within_shape("src").from("Tile class", "static valid bounds"),
                  valid_within_shape("dst").from("Tile class", "static valid bounds")},
      index_types(tinsert_page),
      Constraints{
          invariant(window_of_boxes(of_whole_boxes)).from("decision 101", "rows are rounded up"),
          region_in_shape(of_whole_boxes).at(launch).from(tinsert_page, "runtime bounds")},
      packed_window(of_whole_boxes));
}

const Operand kept{"dst", Role::in_out, OperandKind::tile};

std::vector<Scenario> with_windows(std::vector<Scenario> scenarios) {
  for (const Scenario& one : window_scenarios(of_whole_boxes)) scenarios.push_back(one);
  return scenarios;
}

/// SPLIT2 and SPLIT4 say in how many transfers, not what is put.
Form split() {
  return {.name = "split",
          .operands = {kept, src, index_row, index_col},
          .lead = "src",
          .attributes = {{"TInsertMode", {"SPLIT2", "SPLIT4"}}},
          .targets = {a5},
          .constraints = of_splits(),
          .results = {inserted()},
          .scenarios = with_windows({uneven_split()})};
}

Form acc() {
  return {.name = "acc",
          .operands = {kept, src, index_row, index_col},
          .lead = "src",
          .attributes = {relu_pre_mode()},
          .constraints = accumulator_insertion(tinsert_page, moved_as_is),
          .results = {growing(converting(inserted_through(converted_accumulator)))},
          .scenarios = with_windows(moved_types_scenarios(moved_as_is)),
          .plans = {"conversion", "moderate"},
          .admit = make_converted};
}

Form scaled() {
  return {.name = "scalar",
          .operands = {kept, src, descriptor_of_all, index_row, index_col},
          .lead = "src",
          .attributes = {relu_pre_mode()},
          .constraints = joined(accumulator_insertion(tinsert_page, moved_types), scaled_by_one()),
          .results = {inserted_through(quantised)},
          .scenarios = with_windows(moved_types_scenarios()),
          .admit = make_scaled};
}

}  // namespace

OpSpec TINSERT() {
  const Form form{.operands = {kept, src, index_row, index_col},
                  .lead = "src",
                  .targets = {a5, cpu},
                  .results = {inserted()},
                  .scenarios = window_scenarios(window)};
  OpSpec made{.mnemonic = "TINSERT",
              .summary = "Puts a tile into a window of another.",
              .forms = {form, form, acc(), scaled(), split()},
              .may_refuse = {small_floats_on_cpu(table_of_layouts)},
              .decisions = {"002-outside-the-valid-region", "101-windows", "130-descriptors",
                            "131-accumulator-windows", "140-conversions-of-accumulators",
                            "141-one-descriptor"},
              .ambiguities = insertion_ambiguities(),
              .notes = insertion_notes(),
              .errata = tinsert_errata()};
  made.forms[0].name = "vec";
  made.forms[0].constraints = of(Location::vec, {TileLayout::ND, TileLayout::NZ});
  made.forms[1].name = "mat";
  made.forms[1].constraints = into_mat();
  return made;
}

}  // namespace assay::ops
