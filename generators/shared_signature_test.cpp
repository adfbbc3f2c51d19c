// SPDX-License-Identifier: Apache-2.0
// Laws of directed cases on the signatures of plain ones.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "generators/draw/discriminating_power.hpp"
#include "generators/draw/drawing.hpp"
#include "generators/draw/solve_constraints.hpp"
#include "generators/generate.hpp"
#include "reference/ops/op_index.hpp"

namespace assay::generators {
namespace {

/// Of a few ops on the CPU, with one element type.
std::vector<Recipe> directed_recipes() {
  std::vector<Recipe> found;
  for (const char* name : {"TADD", "TCOLSUM", "TROWARGMAX", "TEXTRACT", "TLOAD", "TMATMUL"}) {
    const OpSpec* op = find_op(name);
    for (const Form& form : op->forms) {
      const std::vector<ElementType> leads = lead_elements(form, Target::cpu);
      if (leads.empty()) continue;
      for (Recipe recipe : recipes(*op, form, Target::cpu, leads.front())) {
        if (is_plain(recipe)) continue;
        recipe.shares_signature = true;
        found.push_back(std::move(recipe));
      }
    }
  }
  return found;
}

/// All cases on shared signatures, with their recipes.
std::vector<std::pair<Recipe, Case>> drawn_on_shared_signatures() {
  std::vector<std::pair<Recipe, Case>> found;
  for (const Recipe& recipe : directed_recipes()) {
    for (std::uint64_t donor = 0; donor < 2; ++donor) {
      const std::uint64_t index = donor * cases_of_a_signature;
      try {
        found.emplace_back(recipe, draw(recipe, key_of(recipe, 1, index)));
      } catch (const Unreachable&) {
        continue;
      }
    }
  }
  return found;
}

TEST(SharedSignature, HasTheSignatureOfAPlainCase) {
  const auto sharing = drawn_on_shared_signatures();
  EXPECT_GT(sharing.size(), 50U);
  for (const auto& [recipe, test_case] : sharing) {
    const Recipe donor = signature_donor(recipe);
    int attempt = 0;
    bool found = false;
    for (int i = 0; i < 2 && !found; ++i) {
      const auto signature = next_signature(donor, test_case.key, attempt, most_attempts);
      found = signature && same_signature(*signature, test_case.call);
    }
    EXPECT_TRUE(found) << test_case.name;
  }
}

TEST(SharedSignature, HasTheUpperHalfOfTheKeyOfItsDonor) {
  for (const Recipe& recipe : directed_recipes()) {
    const Recipe donor = signature_donor(recipe);
    for (std::uint64_t number = 0; number < 4; ++number) {
      const std::uint64_t index = number * cases_of_a_signature;
      EXPECT_EQ(key_of(recipe, 7, index + 1) >> 16U, key_of(donor, 7, index) >> 16U);
    }
  }
}

TEST(SharedSignature, ShowsWhatItIsFor) {
  std::size_t broken = 0, scenarios = 0;
  for (const auto& [recipe, test_case] : drawn_on_shared_signatures()) {
    EXPECT_EQ(test_case.intent, recipe.intent);
    EXPECT_EQ(test_case.scenario, recipe.scenario);
    scenarios += test_case.scenario.empty() ? 0 : 1;
    const std::vector<std::string> rules = violated(test_case.call);
    if (test_case.intent.legal()) {
      EXPECT_TRUE(rules.empty()) << test_case.name;
      continue;
    }
    ++broken;
    EXPECT_EQ(rules, std::vector<std::string>{test_case.intent.constraint}) << test_case.name;
  }
  EXPECT_GT(broken, 10U);
  EXPECT_GT(scenarios, 10U);
}

TEST(SharedSignature, HasANameThatLeadsBackToItAndToNoOther) {
  for (const auto& [recipe, test_case] : drawn_on_shared_signatures()) {
    const Case found = case_named(test_case.name);
    EXPECT_EQ(found.name, test_case.name);
    EXPECT_EQ(found.call.operands, test_case.call.operands) << test_case.name;
    EXPECT_EQ(found.call.attributes, test_case.call.attributes) << test_case.name;
  }
}

TEST(SharedSignature, IsNoneWhereTheRuleIsOneOfTypesOrTheCaseIsPlain) {
  std::size_t refused = 0;
  for (const Recipe& recipe : directed_recipes()) {
    const Constraint* rule = constraint_of(*recipe.form, recipe.target, recipe.intent.constraint);
    if (rule == nullptr || rule->stage != Stage::instantiation) continue;
    EXPECT_FALSE(may_share_signature(recipe));
    EXPECT_THROW(draw(recipe, key_of(recipe, 1, 0)), Unreachable);
    ++refused;
  }
  EXPECT_GT(refused, 20U);
  Recipe plain = signature_donor(directed_recipes().front());
  plain.shares_signature = true;
  EXPECT_THROW(draw(plain, key_of(plain, 1, 0)), Unreachable);
  EXPECT_THROW(case_named("TADD/plain/cpu/f32,f32,f32/8x8/v8x8/uniform+guest@00000000"), BadName);
}

}  // namespace
}  // namespace assay::generators
