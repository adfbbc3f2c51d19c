// SPDX-License-Identifier: Apache-2.0
// Laws of case names.
#include "generators/recipe/naming.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "generators/law_test.hpp"
#include "generators/test/sample_page.hpp"

namespace assay::generators {
namespace {

using testing::HasSubstr;
using testing::MatchesRegex;

std::span<const OpSpec> pages() { return {&sample_page(), 1}; }

std::string refusal(std::string_view name) {
  try {
    case_named(name, pages());
  } catch (const BadName& bad) {
    return bad.what();
  }
  return "accepted";
}

Case some_case() {
  const OpSpec& op = sample_page();
  const Recipe recipe = recipes(op, op.forms[0], Target::a5, ElementType::f16).front();
  return draw(recipe, 0x9f3ac0e1);
}

std::string with(std::string name, std::string_view part, std::string_view other) {
  const std::size_t start = name.find(part);
  EXPECT_NE(start, std::string::npos) << name << " has no " << part;
  return name.replace(start, part.size(), other);
}

TEST(CaseName, LeadsBackToTheCase) {
  expect_law_of_each(recipes(sample_page()), 1, [](const Case& test_case) {
    const Case found = case_named(test_case.name, pages());
    RC_ASSERT(found.name == test_case.name);
    RC_ASSERT(found.call.attributes == test_case.call.attributes);
    RC_ASSERT(found.intent == test_case.intent);
    // Two leads can give a breach the same name; what counts is that one of them is found.
    RC_ASSERT(!test_case.intent.legal() || found.call.operands == test_case.call.operands);
  });
}

TEST(CaseName, SpellsTypesShapeValidRegionPlanAndKey) {
  EXPECT_THAT(some_case().name, MatchesRegex("SAMPLE/unary/a5/f16,f16/[0-9]+x[0-9]+/v[0-9]+x[0-9]+/"
                                             "uniform@9f3ac0e1"));
  const OpSpec& op = sample_page();
  const Recipe global = recipes(op, op.forms[1], Target::a5, ElementType::u8).front();
  EXPECT_THAT(draw(global, 0x1f).name,
              MatchesRegex("SAMPLE/move/a5/u8,[a-z0-9]+/[0-9]+x[0-9]+x[0-9]+x[0-9]+x[0-9]+/v-/"
                           "uniform@0000001f"));
  const Recipe conv = recipes(op, op.forms[3], Target::a5, ElementType::bf16).front();
  EXPECT_THAT(draw(conv, 1).name,
              MatchesRegex("SAMPLE/conv/a5/bf16,[a-z0-9]+/[1-3]x[1-3]x[1-3]x[1-3]x[1-3]/v-/"
                           "uniform@00000001"));
  for (const Recipe& recipe : recipes(op, op.forms[0], Target::a5, ElementType::f16)) {
    if (recipe.scenario.empty()) continue;
    EXPECT_THAT(draw(recipe, 1).name, HasSubstr("+one-row@00000001"));
  }
}

TEST(CaseName, IsRefusedWithTheReason) {
  const std::string good = some_case().name;
  EXPECT_EQ(refusal(good), "accepted");
  EXPECT_THAT(refusal("SAMPLE"), HasSubstr("OP/FORM/TARGET/DTYPES/SHAPE/VALID/PLAN@KEY"));
  EXPECT_THAT(refusal(with(good, "SAMPLE", "NONE")), HasSubstr("there is no instruction 'NONE'"));
  EXPECT_THAT(refusal(with(good, "unary", "binary")), HasSubstr("SAMPLE has no form 'binary'"));
  EXPECT_THAT(refusal(with(good, "a5", "a6")), HasSubstr("there is no target 'a6'"));
  EXPECT_THAT(refusal(with(good, "f16,", "f17,")), HasSubstr("no element type 'f17'"));
  EXPECT_THAT(refusal(with(good, "uniform", "text")), HasSubstr("no value plan 'text'"));
  EXPECT_THAT(refusal(with(good, "uniform", "uniform+tall")), HasSubstr("no scenario 'tall'"));
  EXPECT_THAT(refusal(with(good, "uniform", "uniform+breaks.x")),
              HasSubstr("no constraint 'x' on a5"));
  EXPECT_THAT(refusal(with(good, "uniform", "uniform+edge.src.rows.top")),
              HasSubstr("an edge ends in smallest, largest, below or above, not 'top'"));
  for (const std::string_view key :
       {"9f3ac0e", "9f3ac0e1a", "9F3AC0E1", "0x3ac0e1", "", "g0000000"}) {
    EXPECT_THAT(refusal(with(good, "9f3ac0e1", key)), HasSubstr("eight hexadecimal digits"));
  }
  EXPECT_THAT(refusal(with(good, "@9f3ac0e1", "")), HasSubstr("no '@'"));
}

TEST(CaseName, IsRefusedWhereItsPartsDoNotBelongTogether) {
  const Case test_case = some_case();
  EXPECT_THAT(refusal(with(test_case.name, "/v", "/v9")),
              testing::AllOf(HasSubstr("the valid region in this name and its key do not match"),
                             HasSubstr("draws '" + test_case.name + "'")));
  EXPECT_THAT(refusal(with(test_case.name, "f16,f16", "f16,f32")),
              HasSubstr("the types in this name and its key do not match"));
}

}  // namespace
}  // namespace assay::generators
