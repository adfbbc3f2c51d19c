// SPDX-License-Identifier: Apache-2.0
// Laws of recipes, keys and cases.
#include "generators/generate.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "generators/draw/drawing.hpp"
#include "generators/draw/random_operand.hpp"
#include "generators/law_test.hpp"
#include "generators/recipe/naming.hpp"
#include "generators/test/sample_page.hpp"
#include "generators/values/plans.hpp"
#include "reference/ops/op_index.hpp"

namespace assay::generators {
namespace {

using testing::ElementsAre;

TEST(Case, KeepsEveryRuleWhereItIsLegalAndBreaksExactlyOneElsewhere) {
  expect_law_of_each(recipes(sample_page()), 4, [](const Case& test_case) {
    const std::set<std::string> broken = broken_constraints(test_case.call);
    if (test_case.intent.legal()) {
      RC_ASSERT(broken.empty());
    } else {
      RC_ASSERT(broken == std::set<std::string>{test_case.intent.constraint});
    }
  });
}

/// The edges of the constraints of a form that a call reaches within many attempts, whatever the
/// plan.
std::set<std::string> reached_edges(const OpSpec& op, const Form& form, Target target,
                                    ElementType lead) {
  std::set<std::string> reached;
  for (const Constraint& constraint : form.constraints) {
    if (!constraint.edge || !constraint.targets.contains(target)) continue;
    for (const Edge edge : {Edge::smallest, Edge::largest, Edge::below, Edge::above}) {
      const Intent intent{Intent::Kind::boundary, constraint.name, edge};
      const std::vector<std::string> plans = plans_of(form);
      const bool always = std::ranges::all_of(plans, [&](const std::string& plan) {
        const Recipe recipe{.op = &op,
                            .form = &form,
                            .target = target,
                            .lead = lead,
                            .intent = intent,
                            .plan = plan,
                            .scenario = {}};
        return draw_signature(recipe, 0, most_attempts).has_value();
      });
      if (always) reached.insert(to_string(intent));
    }
  }
  return reached;
}

/// Planning gives an edge up after fewer attempts than a case has.
TEST(Recipes, HaveTheEdgesThatManyAttemptsReach) {
  for (const char* name : {"TDEQUANT", "TEXPANDS", "TQUANT"}) {
    const OpSpec& op = *find_op(name);
    for (const Form& form : op.forms) {
      for (const Target target : all_targets) {
        for (const ElementType lead : lead_elements(form, target)) {
          std::set<std::string> listed;
          for (const Recipe& recipe : recipes(op, form, target, lead)) {
            if (recipe.intent.kind == Intent::Kind::boundary) {
              listed.insert(to_string(recipe.intent));
            }
          }
          for (const std::string& edge : reached_edges(op, form, target, lead)) {
            EXPECT_TRUE(listed.contains(edge)) << name << ' ' << form.name << ' ' << edge;
          }
        }
      }
    }
  }
}

TEST(Case, HasWellFormedTilesAndViewsWhereItIsLegal) {
  expect_law_of_each(recipes(sample_page()), 4, [](const Case& test_case) {
    if (!test_case.intent.legal()) return;
    for (const OperandValue& value : test_case.call.operands) {
      if (const auto* tile = std::get_if<TileSpec>(&value)) {
        RC_ASSERT(!malformed(tile->type));
        RC_ASSERT(tile->valid_rows >= 1);
        RC_ASSERT(tile->valid_cols >= 1);
        RC_ASSERT(tile->valid_rows <= tile->rows());
        RC_ASSERT(tile->valid_cols <= tile->cols());
      }
      if (const auto* global = std::get_if<GlobalSpec>(&value)) {
        RC_ASSERT(!overlaps(*global));
        RC_ASSERT(global->base >= 0);
      }
    }
  });
}

TEST(Case, GivesTheLeadTheElementOfTheRecipeWhereItIsLegal) {
  for (const Recipe& recipe : recipes(sample_page())) {
    if (!recipe.intent.legal()) continue;
    expect_law_of_each({recipe}, 1, [&](const Case& test_case) {
      const std::size_t lead = recipe.form->index_of(recipe.form->lead);
      RC_ASSERT(element_of(test_case.call.operands[lead]) == recipe.lead);
    });
  }
}

TEST(Case, IsAFunctionOfRecipeAndKey) {
  expect_law(1000, [any = any_recipe(recipes(sample_page()))] {
    const Recipe recipe = *any;
    const Case test_case = *case_of(recipe);
    const Case again = draw(recipe, test_case.key);
    RC_ASSERT(again.name == test_case.name);
    RC_ASSERT(again.call.operands == test_case.call.operands);
    RC_ASSERT(again.call.attributes == test_case.call.attributes);
  });
}

TEST(Case, IsTheSameOnEveryThread) {
  const OpSpec& op = sample_page();
  const Recipe recipe = recipes(op, op.forms[0], Target::a5, ElementType::f16).front();
  const Case expected = draw(recipe, 0x12345678);
  std::vector<Case> drawn(8);
  std::vector<std::thread> threads;
  threads.reserve(drawn.size());
  for (Case& slot : drawn) threads.emplace_back([&] { slot = draw(recipe, 0x12345678); });
  for (std::thread& thread : threads) thread.join();
  for (const Case& test_case : drawn) EXPECT_EQ(test_case.call.operands, expected.call.operands);
}

TEST(Case, SharesItsSignatureWithAllKeysOfTheSameUpperHalf) {
  expect_law(300, [any = any_recipe(recipes(sample_page()))] {
    const Recipe recipe = *any;
    const Case first = *case_of(recipe);
    for (std::uint32_t lower = 1; lower < 16; ++lower) {
      const Case other = draw(recipe, first.key ^ lower);
      RC_ASSERT(same_signature(first.call, other.call));
    }
  });
}

TEST(Case, VariesWhatIsKnownAtLaunchInsideOneSignature) {
  const OpSpec& op = sample_page();
  const Recipe recipe = recipes(op, op.forms[0], Target::cpu, ElementType::f32).front();
  std::size_t most = 0;
  for (std::uint64_t group = 0; group < 8; ++group) {
    std::set<std::pair<std::int64_t, std::int64_t>> regions;
    for (std::uint64_t i = 0; i < 16; ++i) {
      const Case test_case = draw(recipe, key_of(recipe, 9, 16 * group + i));
      const TileSpec& src = test_case.call.tile("src");
      regions.emplace(src.valid_rows, src.valid_cols);
    }
    most = std::max(most, regions.size());
  }
  EXPECT_GE(most, 6U);
}

TEST(Case, LiesExactlyAtTheEdgeItNames) {
  int edges = 0;
  expect_law_of_each(recipes(sample_page()), 6, [&](const Case& test_case) {
    if (test_case.intent.kind != Intent::Kind::boundary) return;
    edges += 1;
    const std::int64_t rows = test_case.call.tile("src").valid_rows;
    const std::int64_t expected = test_case.intent.edge == Edge::smallest
                                      ? 1
                                      : (test_case.intent.edge == Edge::largest ? 48 : 49);
    RC_ASSERT(rows == expected);
  });
  EXPECT_GT(edges, 0);
}

TEST(Recipes, ListPlansScenariosEdgesAndBreachesInThisOrder) {
  const OpSpec& op = sample_page();
  std::vector<std::string> lines;
  for (const Recipe& recipe : recipes(op, op.forms[0], Target::a5, ElementType::f16)) {
    lines.push_back(recipe.intent.kind == Intent::Kind::inside && recipe.scenario.empty()
                        ? recipe.plan
                        : recipe.scenario + to_string(recipe.intent));
  }
  EXPECT_THAT(lines,
              ElementsAre("uniform", "exponent", "specials", "extremes", "domain", "nearties",
                          "one rowinside", "edge.src.rows.smallest", "edge.src.rows.largest",
                          "edge.src.rows.above", "breaks.dst.same_element", "breaks.src.location",
                          "breaks.src.layout", "breaks.dst.same_valid_region", "breaks.src.rows"));
}

TEST(Recipes, GiveEachTwistedCallEachPlanOverAsManyTurns) {
  const OpSpec& op = sample_page();
  std::map<std::string, std::set<std::string>> plans;
  std::set<std::string> all;
  const auto first = recipes(op, op.forms[0], Target::a5, ElementType::f16);
  for (const Recipe& recipe : first) all.insert(recipe.plan);
  for (std::uint64_t turn = 0; turn < all.size(); ++turn) {
    const auto turned = recipes(op, op.forms[0], Target::a5, ElementType::f16, turn);
    ASSERT_EQ(turned.size(), first.size());
    for (std::size_t i = 0; i < turned.size(); ++i) {
      EXPECT_EQ(to_string(turned[i].intent), to_string(first[i].intent));
      const bool twisted =
          turned[i].intent.kind == Intent::Kind::boundary || !turned[i].scenario.empty();
      if (twisted) {
        plans[turned[i].scenario + to_string(turned[i].intent)].insert(turned[i].plan);
      } else {
        EXPECT_EQ(turned[i].plan, first[i].plan);
      }
    }
  }
  EXPECT_EQ(plans.size(), 4U);
  for (const auto& [what, seen] : plans) EXPECT_EQ(seen, all) << what;
}

TEST(Recipes, FollowTheTargetOfARule) {
  const OpSpec& op = sample_page();
  const Form& spread = op.forms[2];
  EXPECT_THAT(lead_elements(spread, Target::cpu),
              ElementsAre(ElementType::f32, ElementType::i8, ElementType::i32));
  // Off the cpu every element type of the machine goes; a2a3 has no small floats.
  EXPECT_THAT(lead_elements(spread, Target::a2a3),
              ElementsAre(ElementType::f32, ElementType::f16, ElementType::bf16, ElementType::i4,
                          ElementType::i8, ElementType::u8, ElementType::i16, ElementType::u16,
                          ElementType::i32, ElementType::u32, ElementType::i64, ElementType::u64));
}

TEST(Draw, SaysThatARecipeIsUnreachable) {
  const OpSpec& op = sample_page();
  Recipe recipe = recipes(op, op.forms[0], Target::a5, ElementType::f16).front();
  recipe.intent = Intent{Intent::Kind::outside, "tmp.bytes", Edge::smallest};
  EXPECT_THROW(draw(recipe, 1), Unreachable);
  recipe.intent = Intent{};
  recipe.lead = ElementType::i32;
  EXPECT_THROW(draw(recipe, 1), Unreachable);
}

TEST(Keys, AreDistinctAndShareTheUpperHalfBySixteen) {
  const OpSpec& op = sample_page();
  const auto all = recipes(op, op.forms[0], Target::a5, ElementType::f16);
  std::set<std::uint32_t> keys;
  std::set<std::uint32_t> uppers;
  for (std::uint64_t i = 0; i < 1600; ++i) {
    const std::uint32_t key = key_of(all[0], 1, i);
    EXPECT_EQ(key >> 16U, key_of(all[0], 1, i / 16 * 16) >> 16U);
    keys.insert(key);
    uppers.insert(key >> 16U);
  }
  EXPECT_EQ(keys.size(), 1600U);
  EXPECT_EQ(uppers.size(), 100U);
  EXPECT_NE(key_of(all[0], 1, 0), key_of(all[0], 2, 0));
  EXPECT_NE(key_of(all[0], 1, 0), key_of(all[1], 1, 0));
}

TEST(Keys, LeadAllPlansOfAFormThroughTheSameSignatures) {
  const OpSpec& op = sample_page();
  const Recipe first = recipes(op, op.forms[0], Target::a5, ElementType::f16).front();
  const std::vector<std::string> plans = plans_of(*first.form);
  std::set<std::uint32_t> all;
  for (const std::string& plan : plans) {
    Recipe recipe = first;
    recipe.plan = plan;
    ASSERT_TRUE(is_plain(recipe));
    std::set<std::uint32_t> own;
    for (std::uint64_t group = 0; group < plans.size(); ++group) {
      own.insert(key_of(recipe, 1, group * cases_of_a_signature) >> 16U);
    }
    EXPECT_EQ(own.size(), plans.size());
    all.insert(own.begin(), own.end());
  }
  EXPECT_EQ(all.size(), plans.size());
}

TEST(Case, OfAnotherPlanAndTheSameUpperHalfHasTheSameSignature) {
  expect_law(200, [all = recipes(sample_page())] {
    const Recipe recipe = *any_recipe(all);
    if (!is_plain(recipe)) return;
    const Case first = *case_of(recipe);
    for (const std::string& plan : plans_of(*recipe.form)) {
      Recipe other = recipe;
      other.plan = plan;
      RC_ASSERT(same_signature(first.call, draw(other, first.key).call));
    }
  });
}

TEST(Pads, AreAllMetByAPlanWithEachLead) {
  const OpSpec& op = sample_page();
  for (const ElementType lead : lead_elements(op.forms[0], Target::a5)) {
    const Recipe recipe = recipes(op, op.forms[0], Target::a5, lead).front();
    std::set<PadKind> pads;
    for (std::uint64_t group = 0; group < 5; ++group) {
      const Case test_case = draw(recipe, key_of(recipe, 1, group * cases_of_a_signature));
      pads.insert(test_case.call.tile("dst").type.pad.kind);
    }
    EXPECT_EQ(pads.size(), 5U) << name_of(lead);
  }
}

TEST(Attributes, AreAllMetByAPlanWithEachLead) {
  const OpSpec& op = sample_page();
  const Form& spread = op.forms[2];
  for (const ElementType lead : lead_elements(spread, Target::cpu)) {
    const Recipe recipe = recipes(op, spread, Target::cpu, lead).front();
    std::set<int> modes;
    for (std::uint64_t group = 0; group < 3; ++group) {
      modes.insert(
          draw(recipe, key_of(recipe, 1, group * cases_of_a_signature)).call.attributes.front());
    }
    EXPECT_EQ(modes.size(), 3U) << name_of(lead);
  }
}

// An implementation that lacks one mode may have all others.
TEST(Attributes, DifferBetweenTheScenariosOfAForm) {
  const OpSpec& op = *find_op("TCVT");
  std::set<int> modes;
  for (const Recipe& recipe : recipes(op, op.forms[0], Target::a5, ElementType::f32)) {
    if (!recipe.scenario.starts_with("to ")) continue;  // others choose the mode themselves
    modes.insert(draw(recipe, key_of(recipe, 1, 0)).call.attributes.front());
  }
  EXPECT_GE(modes.size(), 3U);
}

TEST(Scalars, MeetEverySpecialValueInTheFirstCasesOfTheCommonPlans) {
  const OpSpec& op = sample_page();
  const Form& spread = op.forms[2];
  for (const ElementType lead : lead_elements(spread, Target::cpu)) {
    std::set<std::size_t> met;
    for (const Recipe& recipe : recipes(op, spread, Target::cpu, lead)) {
      if (!is_plain(recipe)) continue;
      for (std::uint64_t group = 0; group < 4; ++group) {
        const ScalarSpec scalar =
            draw(recipe, key_of(recipe, 1, group * cases_of_a_signature)).call.scalar("scalar");
        for (std::size_t number = 0; number < special_scalars; ++number) {
          if (scalar.bits == special_scalar(format_of(scalar.element), number)) {
            met.insert(number);
          }
        }
      }
    }
    EXPECT_EQ(met.size(), special_scalars) << name_of(lead);
  }
}

TEST(LargeRecipe, HasManyElementsWhereTheFormTakesThem) {
  const OpSpec& op = sample_page();
  const auto recipe = common_recipe(large_name, op, op.forms[2], Target::cpu, ElementType::f32);
  ASSERT_TRUE(recipe);
  for (std::uint64_t index = 0; index < 8; ++index) {
    const Case test_case = draw(*recipe, key_of(*recipe, 1, index));
    const TileSpec& dst = test_case.call.tile("dst");
    EXPECT_GE(dst.valid_rows * dst.valid_cols, 16384);
    EXPECT_EQ(case_named(test_case.name, std::span(&op, 1)).call.operands, test_case.call.operands);
  }
  // A convolution tile has no rows and columns.
  EXPECT_FALSE(common_recipe(large_name, op, op.forms[3], Target::a5, ElementType::bf16));
}

TEST(LargeRecipe, HasLinesThatNoNumberOfThreadsDividesAndTilesOfOneType) {
  const OpSpec& op = sample_page();
  const auto recipe = common_recipe("large alike", op, op.forms[2], Target::cpu, ElementType::f32);
  ASSERT_TRUE(recipe);
  for (std::uint64_t index = 0; index < 8; ++index) {
    const Case test_case = draw(*recipe, key_of(*recipe, 1, index));
    const TileSpec& dst = test_case.call.tile("dst");
    const bool columns = dst.type.blayout == BLayout::col_major;
    EXPECT_EQ(dst.valid_rows, dst.rows());
    EXPECT_EQ(dst.valid_cols, dst.cols());
    EXPECT_EQ((columns ? dst.cols() : dst.rows()) % 2, 1);
    EXPECT_GE(dst.valid_rows * dst.valid_cols, 16384);
    EXPECT_EQ(case_named(test_case.name, std::span(&op, 1)).call.operands, test_case.call.operands);
  }
}

TEST(LargeRecipe, LeavesOutTheLastLinesOfAPart) {
  const OpSpec& op = sample_page();
  const auto recipe = common_recipe("large part", op, op.forms[2], Target::cpu, ElementType::f32);
  ASSERT_TRUE(recipe);
  for (std::uint64_t index = 0; index < 8; ++index) {
    const TileSpec dst = draw(*recipe, key_of(*recipe, 1, index)).call.tile("dst");
    EXPECT_LT(dst.valid_rows * dst.valid_cols, dst.rows() * dst.cols());
    EXPECT_GE(dst.valid_rows * dst.valid_cols, 16384);
  }
}

}  // namespace
}  // namespace assay::generators
