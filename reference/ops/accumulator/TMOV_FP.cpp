// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/denied_calls.hpp"
#include "reference/ops/movement/accumulator/accumulator_errata.hpp"
#include "reference/ops/movement/accumulator/accumulator_store.hpp"
#include "reference/ops/movement/accumulator/quantised.hpp"
#include "reference/ops/movement/shared/table_moves.hpp"
#include "reference/ops/page.hpp"

namespace assay::ops {
namespace {

using namespace vocabulary;

constexpr const char* tmov_fp_page = "TMOV_FP page";

Constraints constraints() {
  return joined(
      accumulators(tmov_fp_page),
      Constraints{
          described_columns().from("MODEL 5", "the buffer of descriptors"),
          invariant(moved_type()).from("TINSERT page", "types of accumulators with scales"),
          located_in("dst", {Location::mat})
              .on({a2a3})
              .from("TMOV page", "A2A3: pairs of locations"),
          located_in("dst", {Location::vec, Location::mat})
              .on({a5})
              .from(tmov_fp_page, "A5: Vec or Mat"),
          invariant(located_in("dst", {Location::mat})).on({cpu}).from(tmov_fp_page, "Vec or Mat")},
      accumulator_tile(tmov_fp_page),
      Constraints{invariant(one_shape()).from("TMOV page", "Rows and Cols of both are equal")},
      one_region(), descriptors(tmov_fp_page, devices));
}

Result by_columns(ElementFunction element) {
  return with_accumulator_choices(
      no_arithmetic(per_element({{"src"}, {"fp", Placement::row_vector}}, std::move(element))));
}

}  // namespace

OpSpec TMOV_FP() {
  return {
      .mnemonic = "TMOV_FP",
      .summary = "Moves an accumulator, converted by a descriptor for each column.",
      .forms = {{.name = "plain",
                 .operands = {dst, src, descriptors_of_columns},
                 .lead = "src",
                 .attributes = {relu_pre_mode()},
                 .constraints = constraints(),
                 .results = {by_columns(quantised)},
                 .scenarios = moved_types_scenarios(),
                 .admit = make_descriptors}},
      .may_refuse = {small_floats_on_cpu(table_of_layouts)},
      .decisions = {"103-moves", "130-descriptors"},
      .ambiguities = quantiser_ambiguities(),
      .notes = {"what is beyond the values of dst, ties of HiFloat8, zeros of e4m3 and what relu "
                "does are "
                "choices (191)",
                "one element in sixteen is as drawn, and one may be beyond dst; products of all "
                "others are near values of dst"},
      .errata = quantiser_errata("TMOV_FP", "TExtract.hpp", by_columns),
  };
}

}  // namespace assay::ops
