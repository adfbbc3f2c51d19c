// SPDX-License-Identifier: Apache-2.0
// A law of all pages: no operand of a legal call has an element type that its target lacks.
#include "reference/isa/types/target_types.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <variant>

#include "generators/draw/drawing.hpp"
#include "generators/generate.hpp"
#include "reference/ops/op_index.hpp"

namespace assay::generators {
namespace {

constexpr std::uint32_t signatures_of_a_recipe = 4;

/// "TLOAD tile a2a3 src e4m3" for each tile and view whose type the target lacks.
void add_unknown(std::set<std::string>& found, const Call& call) {
  const Form& form = *call.form;
  for (std::size_t i = 0; i < call.operands.size(); ++i) {
    if (std::holds_alternative<ScalarSpec>(call.operands[i])) continue;
    const ElementType element = element_of(call.operands[i]);
    if (has_type(call.target, element)) continue;
    found.insert(form.op + " " + form.name + " " + std::string(name_of(call.target)) + " " +
                 form.operands[i].name + " " + std::string(name_of(element)));
  }
}

TEST(TargetTypes, AreThoseOfAllOperandsOfLegalCalls) {
  std::set<std::string> unknown;
  std::size_t drawn = 0;
  for (const OpSpec& op : all_ops()) {
    for (const Recipe& recipe : recipes(op)) {
      // Plans share their signatures.
      const bool repeats = is_plain(recipe) && recipe.plan != of_signature(recipe).plan;
      if (!recipe.intent.legal() || repeats) continue;
      for (std::uint32_t key = 0; key < signatures_of_a_recipe; ++key) {
        const auto call = draw_signature(recipe, key << 16U, 4);
        if (!call) continue;
        ++drawn;
        add_unknown(unknown, *call);
      }
    }
  }
  EXPECT_GT(drawn, 20'000U);
  EXPECT_EQ(unknown, std::set<std::string>());
}

}  // namespace
}  // namespace assay::generators
