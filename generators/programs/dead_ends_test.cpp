// SPDX-License-Identifier: Apache-2.0
// Calls that programs skip could not have been drawn.
#include "generators/programs/dead_ends.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "generators/draw/choices.hpp"
#include "generators/draw/drawing.hpp"
#include "generators/draw/random_call.hpp"
#include "generators/draw/random_operand.hpp"
#include "generators/values/plans.hpp"
#include "reference/ops/op_index.hpp"

namespace assay::generators {
namespace {

template <typename Law>
void for_leads(const Law& law) {
  for (const OpSpec& op : all_ops()) {
    for (const Form& form : op.forms) {
      for (const Target target : all_targets) {
        if (!form.targets.contains(target)) continue;
        for (const ElementType lead : storable(target)) {
          Recipe recipe;
          recipe.op = &op;
          recipe.form = &form;
          recipe.target = target;
          recipe.lead = lead;
          recipe.plan = plans_of(form).front();
          law(recipe);
        }
      }
    }
  }
}

TEST(DeadEnds, AreDrawnInNoAttempt) {
  std::int64_t ends = 0, calls = 0;
  for_leads([&](const Recipe& recipe) {
    constexpr std::uint32_t key = 0x4d2a'0000;
    constexpr int attempts = 4;
    const bool drawn = draw_signature(recipe, key, attempts).has_value();
    const bool may = may_lead(*recipe.form, recipe.target, recipe.lead);
    EXPECT_FALSE(drawn && !may) << recipe.op->mnemonic << " " << recipe.form->name << " on "
                                << name_of(recipe.target) << " of " << name_of(recipe.lead);
    ends += may ? 0 : 1;
    calls += drawn ? 1 : 0;
  });
  EXPECT_GT(ends, 1000);
  EXPECT_GT(calls, 1000);
}

/// What is found for one call must hold for all.
TEST(DeadEnds, FollowFromTheElementTypeOfTheLeadAlone) {
  for_leads([](const Recipe& recipe) {
    const Form& form = *recipe.form;
    const auto found = std::ranges::find_if(form.constraints, [&](const Constraint& constraint) {
      return constraint.name == form.lead + ".element" &&
             constraint.targets.contains(recipe.target);
    });
    if (found == form.constraints.end()) return;
    const bool may = may_lead(form, recipe.target, recipe.lead);
    for (std::uint64_t seed = 0; seed < 6; ++seed) {
      Choices choices(seed);
      const Call call = random_call(recipe, choices);
      ASSERT_EQ(element_of(call.operands[form.index_of(form.lead)]), recipe.lead);
      EXPECT_EQ(found->holds(call), may) << recipe.op->mnemonic << " " << form.name;
    }
  });
}

}  // namespace
}  // namespace assay::generators
