// SPDX-License-Identifier: Apache-2.0
// From a random call to one that keeps every constraint, or every constraint but one.
#include "generators/draw/solve_constraints.hpp"

#include <algorithm>

#include "generators/draw/random_operand.hpp"

namespace assay::generators {
namespace {

constexpr int most_rounds = 8;

void repair_type(OperandValue& value) {
  auto* tile = std::get_if<TileSpec>(&value);
  if (tile == nullptr) return;
  TileType& type = tile->type;
  if (type.fractal != 512 && type.fractal != 1024 && type.fractal != 32) type.fractal = 512;
  if (type.conv) {
    for (std::int64_t& dim : type.conv->dims) dim = std::max<std::int64_t>(dim, 1);
    return;
  }
  // A row of one box is well formed as it is.
  if (type.is_boxed() && type.rows == 1 && type.cols == box_of(type).cols) return;
  make_well_formed(type);
}

/// A convolution tile has no valid region: all of it counts and nothing of that is dynamic.
void repair_valid(OperandValue& value, std::int64_t smallest) {
  auto* tile = std::get_if<TileSpec>(&value);
  if (tile == nullptr) return;
  if (tile->type.conv) {
    tile->type.dynamic_valid_rows = false;
    tile->type.dynamic_valid_cols = false;
    tile->valid_rows = 1;
    tile->valid_cols = tile->cols();
    return;
  }
  // Operands that are empty at launch are so by intent.
  const auto least = [smallest](bool dynamic, std::int64_t size) {
    return dynamic && size == 0 ? 0 : smallest;
  };
  tile->valid_rows = std::clamp(
      tile->valid_rows, least(tile->type.dynamic_valid_rows, tile->valid_rows), tile->rows());
  tile->valid_cols = std::clamp(
      tile->valid_cols, least(tile->type.dynamic_valid_cols, tile->valid_cols), tile->cols());
}

void mend_view(OperandValue& value) {
  auto* global = std::get_if<GlobalSpec>(&value);
  if (global == nullptr || !overlaps(*global)) return;
  for (std::int64_t& dim : global->shape) dim = std::max<std::int64_t>(dim, 1);
  global->base = std::max<std::int64_t>(global->base, 0);
  if (overlaps(*global)) global->stride = contiguous(*global);
}

/// Applies `change` to one operand; reverts it if it would repair the broken constraint.
template <typename Change>
void repair(Call& call, std::size_t operand, const Constraint* broken, Change change) {
  if (broken == nullptr || broken->holds(call)) {
    change(call.operands[operand]);
    return;
  }
  const OperandValue before = call.operands[operand];
  change(call.operands[operand]);
  if (call.operands[operand] != before && broken->holds(call)) call.operands[operand] = before;
}

void mend_all(Call& call, const Constraint* broken) {
  // An emptied region may have to spread to the operands that follow it.
  const std::int64_t smallest = broken == nullptr ? 1 : 0;
  for (std::size_t i = 0; i < call.operands.size(); ++i) {
    repair(call, i, broken, repair_type);
    repair(call, i, broken, [&](OperandValue& value) { repair_valid(value, smallest); });
    repair(call, i, broken, mend_view);
  }
}

bool is_sensible(const OperandValue& value) {
  if (const auto* tile = std::get_if<TileSpec>(&value)) {
    return !malformed(tile->type) && tile->valid_rows >= 0 && tile->valid_cols >= 0 &&
           tile->valid_rows <= tile->rows() && tile->valid_cols <= tile->cols();
  }
  const auto* global = std::get_if<GlobalSpec>(&value);
  return global == nullptr || !overlaps(*global);
}

}  // namespace

const Constraint* constraint_of(const Form& form, Target target, std::string_view name) {
  const auto found = std::ranges::find_if(form.constraints, [&](const Constraint& constraint) {
    return constraint.name == name && constraint.targets.contains(target);
  });
  return found == form.constraints.end() ? nullptr : &*found;
}

bool solve_constraints(Call& call, Draw& draw, const Constraint* broken) {
  for (int round = 0; round < most_rounds; ++round) {
    mend_all(call, broken);
    bool at_rest = true;
    for (const Constraint& constraint : call.form->constraints) {
      if (&constraint == broken || !constraint.applies(call) || constraint.holds(call)) continue;
      if (!constraint.impose) return false;
      constraint.impose(call, draw);
      at_rest = false;
    }
    if (at_rest) return true;
  }
  return false;
}

bool fulfils(const Call& call, const Constraint* broken) {
  for (const Constraint& constraint : call.form->constraints) {
    if (constraint.applies(call) && constraint.holds(call) == (&constraint == broken)) return false;
  }
  return broken != nullptr || std::ranges::all_of(call.operands, is_sensible);
}

std::vector<std::string> violated(const Call& call) {
  std::vector<std::string> names;
  for (const Constraint& constraint : call.form->constraints) {
    if (constraint.applies(call) && !constraint.holds(call)) names.push_back(constraint.name);
  }
  return names;
}

}  // namespace assay::generators
