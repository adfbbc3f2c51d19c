// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/movement/shared/tile_moves.hpp"
#include "reference/ops/page.hpp"

namespace assay::ops {
namespace {

Form move(const char* name, TargetSet targets, Constraints constraints) {
  return {.name = name,
          .operands = {dst, src},
          .lead = "src",
          .targets = targets,
          .constraints = std::move(constraints),
          .results = {growing(moved_as_numbers())},
          .copies = true};
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
                move("boxes", {a5, cpu}, vec_to_mat()),
                move("acc", {a5, cpu}, acc_to_vec_or_mat())},
      .decisions = {"002-outside-the-valid-region", "102-forms-that-copy", "103-moves"},
      .ambiguities = move_ambiguities(),
      .notes = move_notes(),
      .errata = tmov_errata(),
  };
}

}  // namespace assay::ops
