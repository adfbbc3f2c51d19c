// SPDX-License-Identifier: Apache-2.0
#include "generators/shapes/scalar_types.hpp"

#include <gtest/gtest.h>

#include <set>

#include "generators/generate.hpp"
#include "generators/values/plans.hpp"
#include "reference/ops/op_index.hpp"

namespace assay::generators {
namespace {

std::optional<Recipe> recipe_of(std::string_view scenario, const char* op, ElementType lead) {
  const OpSpec* page = find_op(op);
  return common_recipe(scenario, *page, page->forms[0], Target::a5, lead, 0);
}

/// Special values that cases have.
std::set<std::uint64_t> specials_of(const ScalarScenario& one, ElementType lead) {
  std::set<std::uint64_t> special;
  const auto recipe = recipe_of(one.name, "TADDS", lead);
  EXPECT_TRUE(recipe) << one.name;
  if (!recipe) return special;
  const ElementFormat &from = format_of(one.element), &to = format_of(lead);
  const std::size_t count = specials_between(from, to);
  for (std::uint64_t index = 0; index < count; ++index) {
    const Case test_case = draw(*recipe, key_of(*recipe, 1, index));
    const ScalarSpec& scalar = test_case.call.scalar("scalar");
    EXPECT_EQ(scalar.element, one.element) << test_case.name;
    EXPECT_EQ(case_named(test_case.name).call.operands, test_case.call.operands);
    for (std::size_t number = 0; number < count; ++number) {
      if (scalar.bits == special_between(from, to, number)) special.insert(scalar.bits);
    }
  }
  // If one does not discriminate, another takes its place.
  EXPECT_GT(special.size(), count / 2) << one.name;
  return special;
}

TEST(ScalarScenarios, PassTheTypeThatTheyNameAndSpecialValues) {
  for (const ScalarScenario& one : scalar_scenarios) specials_of(one, ElementType::f32);
}

// 65520 is halfway between the largest half and 2^16.
TEST(ScalarScenarios, PassEdgesOfTheConversionToANarrowerFloat) {
  EXPECT_TRUE(specials_of(scalar_scenarios[0], ElementType::f16).contains(0x477FF000U));
  EXPECT_TRUE(specials_of(scalar_scenarios[1], ElementType::f16).contains(0x40EFFE0000000000U));
}

TEST(ScalarScenarios, AreNoneWhereNothingIsPassedOrNothingConverts) {
  EXPECT_FALSE(recipe_of("scalar as i64", "TADD", ElementType::i32));
  const OpSpec* extract = find_op("TEXTRACT");
  for (const Form& form : extract->forms) {
    if (!form.targets.contains(Target::a5)) continue;
    EXPECT_FALSE(common_recipe("scalar as f32", *extract, form, Target::a5, ElementType::f16, 0));
  }
}

}  // namespace
}  // namespace assay::generators
