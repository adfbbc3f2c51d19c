// SPDX-License-Identifier: Apache-2.0
#include "runners/run/legal_neighbour.hpp"

#include <utility>

#include "generators/draw/drawing.hpp"
#include "generators/draw/solve_constraints.hpp"
#include "reference/ops/op_index.hpp"

namespace assay::runners {

std::optional<StoredCase> legal_neighbour(const Case& illegal) {
  const Constraint* const broken = illegal.intent.legal() ? nullptr : illegal.broken();
  if (broken == nullptr || broken->stage != Stage::launch) return std::nullopt;
  generators::Recipe recipe;
  recipe.op = find_op(illegal.form().op);
  recipe.form = illegal.call.form;
  recipe.target = illegal.call.target;
  recipe.lead = illegal.lead;
  recipe.plan = illegal.plan;
  Case legal = illegal;
  legal.intent = {};
  legal.scenario.clear();
  legal.call = generators::draw_launch(recipe, illegal.key, illegal.call);
  if (!generators::violated(legal.call).empty()) return std::nullopt;
  return StoredCase{std::move(legal), {}};
}

}  // namespace assay::runners
