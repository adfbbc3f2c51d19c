// SPDX-License-Identifier: Apache-2.0
#include "generators/shapes/in_place.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "generators/draw/common_scenarios.hpp"
#include "generators/generate.hpp"
#include "generators/shrink/smaller.hpp"
#include "reference/ops/op_index.hpp"
#include "reference/ops/shared_memory.hpp"

namespace assay::generators {
namespace {

TEST(CallsInPlace, AreOneTileUnderTwoNamesWithOneContents) {
  const OpSpec* op = find_op("TSUB");
  for (const std::string_view scenario : {in_place_name, in_last_place_name}) {
    const auto recipe = common_recipe(scenario, *op, op->forms[0], Target::a5, ElementType::f16, 0);
    ASSERT_TRUE(recipe) << scenario;
    for (std::uint64_t index = 0; index < 8; ++index) {
      const Case test_case = draw(*recipe, key_of(*recipe, 1, index));
      const auto shared = shared_memory(test_case);
      ASSERT_TRUE(shared) << test_case.name;
      EXPECT_EQ(shared->input, scenario == in_place_name ? 1U : 2U);
      const std::vector<ElementArray> contents = fill(test_case, Poison::second);
      EXPECT_EQ(contents[shared->output], contents[shared->input]);
      EXPECT_NE(contents[1], contents[2]);
      EXPECT_EQ(case_named(test_case.name).call.operands, test_case.call.operands);
      EXPECT_EQ(shared_memory(case_named(test_case.name)), shared);
    }
  }
}

TEST(CallsInPlace, AreNotDrawnWhereAPageForbidsThemOrAResultNeedsOtherPlaces) {
  const auto drawn = [](std::string_view op, Target target, ElementType lead) {
    return common_recipe(in_place_name, *find_op(op), find_op(op)->forms[0], target, lead, 0);
  };
  EXPECT_TRUE(drawn("TAND", Target::a2a3, ElementType::i16));
  EXPECT_FALSE(drawn("TANDS", Target::a2a3, ElementType::i16));
  EXPECT_FALSE(drawn("TRECIP", Target::a2a3, ElementType::f32));
  EXPECT_TRUE(drawn("TRECIP", Target::a5, ElementType::f32));
  EXPECT_FALSE(drawn("TROWSUM", Target::cpu, ElementType::f32));
  EXPECT_FALSE(drawn("TTRANS", Target::cpu, ElementType::f32));
  EXPECT_FALSE(drawn("TGEMV_ACC", Target::cpu, ElementType::f16));
}

TEST(CallsInPlace, AreProductsThatAddToTheirOwnResult) {
  const OpSpec* op = find_op("TMATMUL_ACC");
  const Form& plain = *std::ranges::find(op->forms, "plain", &Form::name);
  for (const Target target : all_targets) {
    for (const ElementType lead : {ElementType::i8, ElementType::f16, ElementType::f32}) {
      const auto recipe = common_recipe(in_place_name, *op, plain, target, lead, 0);
      ASSERT_TRUE(recipe) << name_of(target) << name_of(lead);
      const Case test_case = draw(*recipe, key_of(*recipe, 1, 0));
      ASSERT_TRUE(shared_memory(test_case)) << test_case.name;
      EXPECT_EQ(test_case.call.tile("cOutMatrix"), test_case.call.tile("cInMatrix"));
      const std::vector<ElementArray> contents = fill(test_case, Poison::first);
      EXPECT_EQ(contents[0], contents[1]) << test_case.name;
    }
  }
}

// Tiles of TFILLPAD_INPLACE share their memory by the page, whatever the scenario.
TEST(CallsInPlace, AreAllCallsThatAPageWantsInPlace) {
  const OpSpec* op = find_op("TFILLPAD_INPLACE");
  const Form& two = *std::ranges::find(op->forms, "two", &Form::name);
  std::size_t apart = 0, other_types = 0;
  for (const Target target : all_targets) {
    Recipe recipe;
    recipe.op = op;
    recipe.form = &two;
    recipe.target = target;
    recipe.lead = ElementType::i16;
    recipe.plan = "uniform";
    for (std::uint64_t index = 0; index < 20; ++index) {
      recipe.scenario = index % 2 == 0 ? "none" : "other kind";
      const Case test_case = draw(recipe, key_of(recipe, 1, index));
      ASSERT_EQ(shared_memory(test_case), (SharedMemory{0, 1})) << test_case.name;
      const std::vector<ElementArray> contents = fill(test_case, Poison::first);
      ASSERT_EQ(contents[0].size(), contents[1].size());
      for (std::int64_t i = 0; i < contents[0].size(); ++i) {
        ASSERT_EQ(contents[0][i], contents[1][i]) << test_case.name;
      }
      if (test_case.call.operands[0] != test_case.call.operands[1]) ++apart;
      if (contents[0].type() != contents[1].type()) ++other_types;
    }
  }
  EXPECT_GT(apart, 30U);
  EXPECT_GT(other_types, 5U);
}

TEST(CallsInPlace, StayInPlaceWhenTheyShrink) {
  const OpSpec* op = find_op("TMUL");
  const auto recipe =
      common_recipe(in_place_name, *op, op->forms[0], Target::cpu, ElementType::f32, 0);
  ASSERT_TRUE(recipe);
  const Case test_case = draw(*recipe, key_of(*recipe, 1, 0));
  std::size_t smaller = 0;
  for (const Change& step : steps_down(test_case.call)) {
    const auto next = smaller_case(test_case, step);
    if (!next) continue;
    ++smaller;
    EXPECT_EQ(shared_memory(*next), shared_memory(test_case)) << next->name;
    const auto contents = carry_over(test_case, fill(test_case, Poison::first), *next, {});
    EXPECT_EQ(contents[0], contents[1]) << next->name;
    EXPECT_EQ(poisoned_anew(*next, contents)[0], poisoned_anew(*next, contents)[1]);
  }
  EXPECT_GT(smaller, 0U);
}

}  // namespace
}  // namespace assay::generators
