// SPDX-License-Identifier: Apache-2.0
// A call drawn at random for a recipe.
#include "generators/draw/random_call.hpp"

#include <array>

#include "generators/draw/random_operand.hpp"
#include "generators/shapes/scalar_types.hpp"
#include "generators/values/plans.hpp"
#include "reference/support/hash.hpp"

namespace assay::generators {
namespace {

std::size_t lead_index(const Form& form) { return form.index_of(form.lead); }

/// Like `lead` in most cases, where there is one.
OperandValue random_operand(const Recipe& recipe, const Operand& operand, const OperandValue* lead,
                            Draw& draw) {
  ElementType element = recipe.lead;
  if (lead != nullptr && !draw.chance(75)) {
    const std::vector<ElementType> elements = storable(recipe.target);
    element = draw.pick(std::span<const ElementType>(elements));
  }
  const std::int64_t size = recipe.form->max_elements;
  if (operand.kind == OperandKind::global) return random_global(draw, element, size);
  if (operand.kind == OperandKind::scalar) {
    ScalarSpec scalar = random_scalar(draw, recipe.lead);
    redraw_bits(draw, scalar, recipe.plan);
    return scalar;
  }
  TileSpec tile = random_tile(draw, element, size);
  const auto* model = lead == nullptr ? nullptr : std::get_if<TileSpec>(lead);
  if (model == nullptr || !draw.chance(60)) return tile;
  const Pad pad = tile.type.pad;
  tile = *model;
  tile.type.pad = pad;
  tile.type.element = element;
  return tile;
}

/// An inside case with fewer rows than is usual for the page shows little; edges still go there.
void show_enough_rows(Call& call, const Recipe& recipe) {
  auto* tile = std::get_if<TileSpec>(&call.operands[lead_index(*call.form)]);
  if (tile == nullptr || recipe.intent.kind != Intent::Kind::inside) return;
  const std::int64_t wanted = recipe.form->usual_rows;
  if (tile->valid_rows < wanted) set_valid(*tile, wanted, tile->valid_cols);
}

std::uint64_t special_bits(ElementType element, const Recipe& recipe, std::size_t number) {
  const ElementFormat& format = format_of(element);
  if (!scalar_type_of(recipe.scenario)) return special_scalar(format, number);
  // A scalar that is set before the call has another type, and fewer special values.
  const ElementFormat& lead = format_of(recipe.lead);
  return special_between(format, lead, number % specials_between(format, lead));
}

}  // namespace

Call random_call(const Recipe& recipe, Draw& draw) {
  const Form& form = *recipe.form;
  Call call{&form, recipe.target, {}, {}};
  call.operands.resize(form.operands.size());
  const std::size_t lead = lead_index(form);
  call.operands[lead] = random_operand(recipe, form.operands[lead], nullptr, draw);
  for (std::size_t i = 0; i < form.operands.size(); ++i) {
    if (i == lead) continue;
    call.operands[i] = random_operand(recipe, form.operands[i], &call.operands[lead], draw);
  }
  for (const Attribute& attribute : form.attributes) {
    const auto last = static_cast<std::int64_t>(attribute.values.size()) - 1;
    call.attributes.push_back(static_cast<int>(draw.integer(0, last)));
  }
  show_enough_rows(call, recipe);
  return call;
}

void count_off(Call& call, const Recipe& recipe, Draw& draw, std::size_t turn) {
  const std::size_t number =
      turn + static_cast<std::size_t>(recipe.lead) + support::hash_text(recipe.form->name) % 16;
  if (!call.attributes.empty()) {
    const std::size_t count = call.form->attributes.front().values.size();
    call.attributes.front() = static_cast<int>(number % count);
  }
  constexpr std::array kinds{PadKind::null, PadKind::zero, PadKind::max, PadKind::min,
                             PadKind::custom};
  for (std::size_t i = 0; i < call.operands.size(); ++i) {
    auto* tile = std::get_if<TileSpec>(&call.operands[i]);
    if (tile == nullptr || call.form->operands[i].role == Role::scratch) continue;
    if (call.form->operands[i].role == Role::input) continue;
    tile->type.pad = {kinds.at(number % kinds.size()), 0};
    if (tile->type.pad.kind != PadKind::custom) continue;
    const auto bits = static_cast<std::uint64_t>(draw.integer(0, 0xffffffff));
    tile->type.pad.custom_bits = static_cast<std::uint32_t>(bits & mask_of(tile->type.element));
  }
}

void redraw_launch(Call& call, const Recipe& recipe, Draw& draw, int attempt,
                   std::optional<std::size_t> special) {
  const auto* lead = std::get_if<TileSpec>(&call.operands[lead_index(*call.form)]);
  const int tiles_percent = attempt < 4 ? 100 : (attempt < 8 ? 50 : 0);
  for (OperandValue& value : call.operands) {
    if (auto* scalar = std::get_if<ScalarSpec>(&value)) {
      redraw_bits(draw, *scalar, recipe.plan);
      if (special) scalar->bits = special_bits(scalar->element, recipe, *special);
    }
    if (!draw.chance(tiles_percent)) continue;
    if (auto* global = std::get_if<GlobalSpec>(&value)) {
      redraw_launch(draw, *global, call.form->max_elements);
    }
    if (auto* tile = std::get_if<TileSpec>(&value)) {
      redraw_valid(draw, *tile);
      if (tile == lead) show_enough_rows(call, recipe);
      const bool follow = draw.chance(75);
      if (lead == nullptr || tile == lead || !follow) continue;
      if (tile->type.dynamic_valid_rows) tile->valid_rows = lead->valid_rows;
      if (tile->type.dynamic_valid_cols) tile->valid_cols = lead->valid_cols;
    }
  }
}

}  // namespace assay::generators
