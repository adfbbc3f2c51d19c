// SPDX-License-Identifier: Apache-2.0
#include "generators/large.hpp"

#include <array>

#include "generators/drawing.hpp"
#include "generators/random_operand.hpp"
#include "generators/values/plans.hpp"

namespace assay::generators {
namespace {

struct Shape {
  std::int64_t rows;
  std::int64_t cols;
};

/// A little more than there must be, so that the last row may be left out.
constexpr std::array<Shape, 6> shapes{
    {{132, 128}, {260, 64}, {520, 32}, {66, 256}, {1040, 16}, {17, 1024}}};

std::size_t lead_of(const Call& call) { return call.form->index_of(call.form->lead); }

/// All tiles, since either of two operands that are equally large may follow the other.
void enlarge_tiles(Call& call, Draw& draw) {
  const Shape& shape = draw.pick(std::span<const Shape>(shapes));
  for (std::size_t i = 0; i < call.operands.size(); ++i) {
    auto* tile = std::get_if<TileSpec>(&call.operands[i]);
    if (tile == nullptr || call.form->operands[i].role == Role::scratch) continue;
    tile->type.rows = shape.rows;
    tile->type.cols = shape.cols;
    tile->type.dynamic_valid_rows = tile->type.dynamic_valid_cols = true;
    make_well_formed(tile->type);
    tile->valid_rows = tile->rows();
    tile->valid_cols = tile->cols();
  }
}

}  // namespace

void enlarge(Call& call, Draw& draw) {
  OperandValue& lead = call.operands[lead_of(call)];
  if (auto* view = std::get_if<GlobalSpec>(&lead); view != nullptr && !shows_many(call)) {
    const Shape& shape = draw.pick(std::span<const Shape>(shapes));
    view->layout = GlobalLayout::ND;
    view->shape = {1, 1, 1, shape.rows, shape.cols};
    view->stride = contiguous(*view);
    return;
  }
  auto* tile = std::get_if<TileSpec>(&lead);
  if (tile == nullptr || tile->type.conv) return;
  if (tile->type.elements() < many_elements) enlarge_tiles(call, draw);
  const std::int64_t left_out = draw.integer(0, 1);
  for (OperandValue& value : call.operands) {
    auto* one = std::get_if<TileSpec>(&value);
    if (one == nullptr || one->rows() != tile->rows() || one->cols() != tile->cols()) continue;
    one->valid_rows = one->rows() - left_out;
    one->valid_cols = one->cols();
  }
}

bool shows_many(const Call& call) {
  const OperandValue& lead = call.operands[lead_of(call)];
  if (const auto* view = std::get_if<GlobalSpec>(&lead)) return view->elements() >= many_elements;
  const auto* tile = std::get_if<TileSpec>(&lead);
  return tile != nullptr && tile->valid_rows * tile->valid_cols >= many_elements;
}

std::optional<Recipe> large_recipe(const OpSpec& op, const Form& form, Target target,
                                   ElementType lead, std::uint64_t turn) {
  const std::vector<std::string> plans = plans_of(form);
  Recipe recipe;
  recipe.op = &op;
  recipe.form = &form;
  recipe.target = target;
  recipe.lead = lead;
  recipe.plan = plans[turn % plans.size()];
  recipe.scenario = large_name;
  if (!draw_signature(recipe, 0, most_attempts)) return std::nullopt;
  return recipe;
}

}  // namespace assay::generators
