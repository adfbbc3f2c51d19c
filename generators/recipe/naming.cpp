// SPDX-License-Identifier: Apache-2.0
#include "generators/recipe/naming.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <span>

namespace assay::generators {
namespace {

std::string spell_sizes(const OperandValue& lead) {
  if (const auto* global = std::get_if<GlobalSpec>(&lead)) {
    return fmt::format("{}/v-", fmt::join(global->shape, "x"));
  }
  if (const auto* tile = std::get_if<TileSpec>(&lead)) {
    if (const auto& conv = tile->type.conv) {
      const std::span<const std::int64_t> dims(conv->dims);
      return fmt::format("{}/v-", fmt::join(dims.first(static_cast<std::size_t>(conv->rank)), "x"));
    }
    return fmt::format("{}x{}/v{}x{}", tile->type.rows, tile->type.cols, tile->valid_rows,
                       tile->valid_cols);
  }
  return "1/v-";
}

std::string spell_detail(const Recipe& recipe) {
  std::string detail = recipe.plan;
  if (recipe.shares_signature) detail += fmt::format("+{}", shared_signature_name);
  if (recipe.alike) detail += fmt::format("+{}", alike_name);
  if (!recipe.scenario.empty()) detail += fmt::format("+{}", hyphenated(recipe.scenario));
  if (recipe.intent.kind != Intent::Kind::inside) {
    detail += fmt::format("+{}", to_string(recipe.intent));
  }
  return detail;
}

}  // namespace

std::string spell_types(const Call& call) {
  const Form& form = *call.form;
  const std::size_t lead = form.index_of(form.lead);
  std::string types(name_of(element_of(call.operands[lead])));
  for (std::size_t i = 0; i < form.operands.size(); ++i) {
    const Operand& operand = form.operands[i];
    if (i == lead || operand.role == Role::scratch || operand.set_before) continue;
    types += fmt::format(",{}", name_of(element_of(call.operands[i])));
  }
  return types;
}

std::string hyphenated(std::string text) {
  std::ranges::replace(text, ' ', '-');
  return text;
}

std::string spell(const Recipe& recipe, const Call& call, std::uint32_t key) {
  const Form& form = *recipe.form;
  return fmt::format("{}/{}/{}/{}/{}/{}@{:08x}", form.op, form.name, name_of(recipe.target),
                     spell_types(call), spell_sizes(call.operands[form.index_of(form.lead)]),
                     spell_detail(recipe), key);
}

}  // namespace assay::generators
