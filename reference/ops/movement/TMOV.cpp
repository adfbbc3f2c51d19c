// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/denied_calls.hpp"
#include "reference/ops/movement/accumulator/accumulator_forms.hpp"
#include "reference/ops/movement/accumulator/quantised.hpp"
#include "reference/ops/movement/shared/table_moves.hpp"
#include "reference/ops/movement/shared/tile_moves.hpp"
#include "reference/ops/page.hpp"

namespace assay::ops {
namespace {

constexpr const char* tmov_page = "TMOV page";

Form move(const char* name, TargetSet targets, Constraints constraints) {
  return {.name = name,
          .operands = {dst, src},
          .lead = "src",
          .targets = targets,
          .constraints = std::move(constraints),
          .results = {growing(moved_as_numbers())},
          .copies = true};
}

Form cast() {
  return {.name = "cast",
          .operands = {dst, src},
          .lead = "src",
          .attributes = {relu_pre_mode()},
          .constraints = joined(accumulator_move(tmov_page, moved_as_is),
                                Constraints{changes_something().from(tmov_page, "the relu form")}),
          .results = {growing(converting(moved_through({"src"}, converted_accumulator)))},
          .scenarios = moved_types_scenarios(moved_as_is),
          .plans = {"conversion", "moderate"},
          .admit = make_converted};
}

Form scaled() {
  return {.name = "scalar",
          .operands = {dst, src, descriptor_of_all},
          .lead = "src",
          .attributes = {relu_pre_mode()},
          .constraints = joined(accumulator_move(tmov_page, moved_types), scaled_by_one()),
          .results = {moved_through({"src", "preQuantScalar"}, quantised)},
          .scenarios = moved_types_scenarios(),
          .admit = make_scaled};
}

}  // namespace

OpSpec TMOV() {
  return {
      .mnemonic = "TMOV",
      .summary = "Moves a tile into another memory or another layout.",
      .forms = {move("vec", every_target, vec_to_vec()),
                move("cube", every_target, mat_to_operand()),
                move("bias", every_target, mat_to_bias()),
                move("scaling", every_target, mat_to_scaling()),
                move("boxes", {a5, cpu}, vec_to_mat()), move("acc", {a5, cpu}, acc_to_vec_or_mat()),
                cast(), scaled(), move("scales", {a5, cpu}, mat_to_scales())},
      .may_refuse = {small_floats_on_cpu(table_of_layouts)},
      .decisions = {"002-outside-the-valid-region", "103-moves", "130-descriptors",
                    "140-conversions-of-accumulators", "141-one-descriptor"},
      .ambiguities = move_ambiguities(),
      .notes = move_notes(),
      .errata = tmov_errata(),
  };
}

}  // namespace assay::ops
