// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/denied_calls.hpp"
#include "reference/ops/movement/accumulator/accumulator_forms.hpp"
#include "reference/ops/movement/accumulator/accumulator_windows.hpp"
#include "reference/ops/movement/accumulator/quantised.hpp"
#include "reference/ops/movement/shared/moved.hpp"
#include "reference/ops/movement/shared/two_windows.hpp"
#include "reference/ops/movement/shared/window.hpp"
#include "reference/ops/page.hpp"
#include "reference/ops/small_types.hpp"

namespace assay::ops {
namespace {

using namespace vocabulary;

constexpr const char* textract_page = "TEXTRACT page";

const Elements vec_elements{i8, u8, i16, u16, i32, u32, f16, bf16, f32};
const Elements a2a3_elements{i8, f16, bf16, f32};
const Elements a5_elements{i8, hif8, e5m2, e4m3, f16, bf16, f32, e8m0, e2m1, e1m2};
const Elements cpu_elements{i8, hif8, e5m2, e4m3, f16, bf16, f32, e8m0};
const Window window{.large = "src", .small = "dst", .cuts_boxes = true};
const Window of_accumulators{.large = "src", .small = "dst"};

/// The common constraints of all forms.
Constraints common() {
  return joined(
      Constraints{same_element("dst", "src").from(textract_page, "element types are equal"),
                  plain_fractal("src"), plain_fractal("dst"), whole_boxes("src"),
                  whole_boxes("dst")},
      index_types(textract_page),
      Constraints{window_in_shape(window).at(launch).from(textract_page, "runtime bounds"),
                  invariant(window_in_region(window))
                      .at(launch)
                      .from("MODEL 2.2", "what is not valid has no value"),
                  valid_within_shape("src").from("Tile class", "static valid bounds"),
                  valid_within_shape("dst").from("Tile class", "static valid bounds")});
}

Constraints cube() {
  return joined(
      Constraints{
          element_is("src", a2a3_elements).on({a2a3}).from(textract_page, "A2A3: element types"),
          element_is("src", a5_elements).on({a5}).from(textract_page, "A5: element types"),
          invariant(element_is("src", cpu_elements))
              .on({cpu})
              .from(textract_page, "A5: element types"),
          invariant(located_in("src", {Location::mat})).from(textract_page, "Mat to Left or Right"),
          layout_is("src", {TileLayout::ZN, TileLayout::NZ})
              .unchecked_on({cpu})
              .from(textract_page, "layouts of src"),
          invariant(located_in("dst", {Location::left, Location::right}))
              .from(textract_page, "Mat to Left or Right"),
          invariant(operand_layout("dst")).from("MODEL 2", "operands of the matrix unit")},
      common(),
      Constraints{invariant(window_of_boxes(window)).from("decision 101", "blocks of 32 bytes")},
      packed_window(window));
}

Constraints vec() {
  return joined(
      Constraints{checked_by_size(element_is("src", vec_elements), "src")
                      .on(devices)
                      .from(textract_page, "Vec to Vec: element types"),
                  invariant(element_is("src", vec_elements))
                      .on({cpu})
                      .from(textract_page, "Vec to Vec: types"),
                  invariant(located_in("src", {Location::vec})).from(textract_page, "Vec to Vec"),
                  invariant(located_in("dst", {Location::vec})).from(textract_page, "Vec to Vec"),
                  invariant(layout_is("src", {TileLayout::ND, TileLayout::NZ}))
                      .from(textract_page, "ND and NZ"),
                  invariant(same_layout("dst", "src")).from(textract_page, "ND and NZ")},
      common(),
      Constraints{invariant(window_of_boxes(window)).from("decision 101", "blocks of 32 bytes")});
}

OriginOf of_window(const Call& call) { return from_corner(row_index(call), col_index(call)); }

std::vector<Scenario> with_windows(std::vector<Scenario> scenarios) {
  for (const Scenario& one : window_scenarios(of_accumulators)) scenarios.push_back(one);
  return scenarios;
}

Form acc() {
  return {.name = "acc",
          .operands = {dst, src, index_row, index_col},
          .lead = "dst",
          .attributes = {relu_pre_mode()},
          .constraints = accumulator_extraction(textract_page, moved_as_is),
          .may_refuse = {windows_of_accumulators()},
          .results = {growing(converting(extracted_through(converted_accumulator)))},
          .scenarios = with_windows(moved_types_scenarios(moved_as_is)),
          .plans = {"conversion", "moderate"},
          .admit = make_converted};
}

Form scaled() {
  return {
      .name = "scalar",
      .operands = {dst, src, descriptor_of_all, index_row, index_col},
      .lead = "dst",
      .attributes = {relu_pre_mode()},
      .constraints = joined(accumulator_extraction(textract_page, moved_types), scaled_by_one()),
      .may_refuse = {windows_of_accumulators()},
      .results = {extracted_through(quantised)},
      .scenarios = with_windows(moved_types_scenarios()),
      .admit = make_scaled};
}

}  // namespace

OpSpec TEXTRACT() {
  const Form form{.operands = {dst, src, index_row, index_col},
                  .lead = "dst",
                  .results = {moved(of_window)},
                  .scenarios = window_scenarios(window)};
  OpSpec made{.mnemonic = "TEXTRACT",
              .summary = "Takes a window out of a tile.",
              .forms = {form, form, acc(), scaled(), two_windows()},
              .may_refuse = {small_floats_on_cpu(table_of_layouts)},
              .decisions = {"002-outside-the-valid-region", "101-windows", "130-descriptors",
                            "131-accumulator-windows", "140-conversions-of-accumulators",
                            "141-one-descriptor"},
              .ambiguities = extraction_ambiguities(),
              .notes = extraction_notes(),
              .errata = textract_errata()};
  made.forms[0].name = "cube";
  made.forms[0].constraints = cube();
  made.forms[1].name = "vec";
  made.forms[1].constraints = vec();
  return made;
}

}  // namespace assay::ops
