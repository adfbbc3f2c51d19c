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

constexpr const char* textract_fp_page = "TEXTRACT page";
const Window window{.large = "src", .small = "dst"};

Constraints constraints() {
  return joined(
      accumulators(textract_fp_page, {a5}),
      Constraints{described_columns("dst").from("MODEL 5", "the buffer of descriptors"),
                  described_columns("src").from("MODEL 5", "the buffer of descriptors"),
                  invariant(moved_type()).from("TINSERT page", "types of accumulators with scales"),
                  located_in("dst", {Location::vec, Location::mat})
                      .on({a5})
                      .from(textract_fp_page, "A5: Acc to Mat, Vec"),
                  invariant(located_in("dst", {Location::mat}))
                      .on({a2a3, cpu})
                      .from(textract_fp_page, "Acc to Mat"),
                  invariant(valid_within_shape("src")).from("Tile class", "static valid bounds"),
                  invariant(valid_within_shape("dst")).from("Tile class", "static valid bounds")},
      accumulator_tile(textract_fp_page), index_types("TEXTRACT_FP page"),
      Constraints{invariant(window_of_boxes(window)).from("MODEL 2.1", "whole boxes"),
                  window_in_shape(window)
                      .at(launch)
                      .unchecked_on(every_target)
                      .from(textract_fp_page, "runtime bounds"),
                  invariant(window_in_region(window))
                      .at(launch)
                      .from("MODEL 2.2", "what is not valid has no value")},
      descriptors(textract_fp_page, {a5}));
}

}  // namespace

OpSpec TEXTRACT_FP() {
  std::vector<Scenario> scenarios = moved_types_scenarios();
  for (const Scenario& one : window_scenarios(window)) scenarios.push_back(one);
  return {
      .mnemonic = "TEXTRACT_FP",
      .summary = "Takes a window out of an accumulator, converted by descriptors of columns.",
      .forms = {{.name = "plain",
                 .operands = {dst, src, descriptors_of_columns, index_row, index_col},
                 .lead = "dst",
                 .attributes = {relu_pre_mode()},
                 .constraints = constraints(),
                 .results = {extracted_through(quantised)},
                 .scenarios = std::move(scenarios),
                 .admit = make_descriptors}},
      .may_refuse = {small_floats_on_cpu(table_of_layouts), windows_of_accumulators()},
      .decisions = {"101-windows", "130-descriptors", "131-accumulator-windows"},
      .ambiguities = window_of_accumulator_ambiguities(),
      .notes = {"what is beyond the values of dst, ties of HiFloat8, zeros of e4m3 and what relu "
                "does are "
                "choices (191)",
                "one element in sixteen is as drawn, and one may be beyond dst; products of all "
                "others are near values of dst"},
      .errata = quantiser_errata("TEXTRACT_FP", "TExtract.hpp", extracted_through),
  };
}

}  // namespace assay::ops
