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

void expect_specials(const ScalarScenario& one, ElementType lead) {
  const auto recipe = recipe_of(one.name, "TADDS", lead);
  ASSERT_TRUE(recipe) << one.name;
  const ElementFormat &from = format_of(one.element), &to = format_of(lead);
  const std::size_t count = specials_between(from, to);
  std::set<std::uint64_t> special;
  for (std::uint64_t index = 0; index < count; ++index) {
    const Case test = draw(*recipe, key_of(*recipe, 1, index));
    const ScalarSpec& scalar = test.call.scalar("scalar");
    EXPECT_EQ(scalar.element, one.element) << test.name;
    EXPECT_EQ(case_named(test.name).call.operands, test.call.operands);
    for (std::size_t number = 0; number < count; ++number) {
      if (scalar.bits == special_between(from, to, number)) special.insert(number);
    }
  }
  // Where one tells nothing another comes in its place.
  EXPECT_GT(special.size(), count / 2) << one.name;
}

TEST(ScalarScenarios, PassTheTypeThatTheyNameAndSpecialValues) {
  for (const ScalarScenario& one : scalar_scenarios) expect_specials(one, ElementType::f32);
}

TEST(ScalarScenarios, PassEdgesOfTheConversionToANarrowerFloat) {
  for (const ScalarScenario& one : {scalar_scenarios[0], scalar_scenarios[1]}) {
    expect_specials(one, ElementType::f16);
  }
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
