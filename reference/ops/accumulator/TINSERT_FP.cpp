// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/denied_calls.hpp"
#include "reference/ops/movement/accumulator/accumulator_errata.hpp"
#include "reference/ops/movement/accumulator/accumulator_store.hpp"
#include "reference/ops/movement/accumulator/accumulator_windows.hpp"
#include "reference/ops/movement/accumulator/quantised.hpp"
#include "reference/ops/movement/shared/window.hpp"
#include "reference/ops/page.hpp"

namespace assay::ops {
namespace {

using namespace vocabulary;

constexpr const char* tinsert_fp_page = "TINSERT page";
const Window window{.large = "dst", .small = "src"};

Constraints constraints() {
  return joined(
      accumulators(tinsert_fp_page, devices, devices),
      Constraints{
          described_columns().from("MODEL 5", "the buffer of descriptors"),
          invariant(moved_type()).from(tinsert_fp_page, "types of accumulators with scales"),
          located_in("dst", {Location::mat})
              .on({a2a3})
              .from(tinsert_fp_page, "A2A3: Acc to Mat alone"),
          invariant(located_in("dst", {Location::vec, Location::mat}))
              .on({a5})
              .from(tinsert_fp_page, "A5: Acc to Mat, Vec"),
          invariant(located_in("dst", {Location::mat}))
              .on({cpu})
              .from(tinsert_fp_page, "Acc to Mat"),
          invariant(valid_within_shape("src")).from("Tile class", "static valid bounds"),
          invariant(valid_within_shape("dst")).from("Tile class", "static valid bounds")},
      accumulator_tile(tinsert_fp_page, devices), index_types("TINSERT_FP page"),
      Constraints{invariant(window_of_boxes(window)).from("MODEL 2.1", "whole boxes"),
                  region_in_shape(window).at(launch).from(tinsert_fp_page, "runtime bounds")},
      descriptors(tinsert_fp_page, devices));
}

}  // namespace

OpSpec TINSERT_FP() {
  std::vector<Scenario> scenarios = moved_types_scenarios();
  for (const Scenario& one : window_scenarios(window)) scenarios.push_back(one);
  return {
      .mnemonic = "TINSERT_FP",
      .summary =
          "Puts an accumulator into a window of a tile, converted by descriptors of columns.",
      .forms = {{.name = "plain",
                 .operands = {{"dst", Role::in_out, OperandKind::tile},
                              src,
                              descriptors_of_columns,
                              index_row,
                              index_col},
                 .lead = "src",
                 .attributes = {relu_pre_mode()},
                 .constraints = constraints(),
                 .results = {inserted_through(quantised)},
                 .scenarios = std::move(scenarios),
                 .admit = make_descriptors}},
      .may_refuse = {small_floats_on_cpu(table_of_layouts)},
      .decisions = {"101-windows", "130-descriptors", "131-accumulator-windows"},
      .ambiguities = quantiser_ambiguities(),
      .notes = {"what is beyond the values of dst, ties of HiFloat8, zeros of e4m3 and what relu "
                "does are "
                "choices (191)",
                "one element in sixteen is as drawn, and one may be beyond dst; products of all "
                "others are near values of dst"},
      .errata = tinsert_fp_errata(),
  };
}

}  // namespace assay::ops
