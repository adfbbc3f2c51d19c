// SPDX-License-Identifier: Apache-2.0
// Laws of directed cases on the signatures of plain ones.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "generators/drawing.hpp"
#include "generators/generate.hpp"
#include "generators/settle.hpp"
#include "generators/telling.hpp"
#include "reference/ops/op_index.hpp"

namespace assay::generators {
namespace {

/// Of a few ops on the CPU, with one element type.
std::vector<Recipe> twisted_recipes() {
  std::vector<Recipe> found;
  for (const char* name : {"TADD", "TCOLSUM", "TROWARGMAX", "TEXTRACT", "TLOAD", "TMATMUL"}) {
    const OpSpec* op = find_op(name);
    for (const Form& form : op->forms) {
      const std::vector<ElementType> leads = lead_elements(form, Target::cpu);
      if (leads.empty()) continue;
      for (Recipe recipe : recipes(*op, form, Target::cpu, leads.front())) {
        if (is_plain(recipe)) continue;
        recipe.guest = true;
        found.push_back(std::move(recipe));
      }
    }
  }
  return found;
}

/// All cases on shared signatures, with their recipes.
std::vector<std::pair<Recipe, Case>> drawn_guests() {
  std::vector<std::pair<Recipe, Case>> found;
  for (const Recipe& recipe : twisted_recipes()) {
    for (std::uint64_t host = 0; host < 2; ++host) {
      const std::uint64_t index = host * cases_of_a_signature;
      try {
        found.emplace_back(recipe, draw(recipe, key_of(recipe, 1, index)));
      } catch (const Unreachable&) {
        continue;
      }
    }
  }
  return found;
}

TEST(Guest, HasTheSignatureOfAPlainCase) {
  const auto guests = drawn_guests();
  EXPECT_GT(guests.size(), 50U);
  for (const auto& [recipe, test] : guests) {
    const Recipe host = host_of(recipe);
    int attempt = 0;
    bool found = false;
    for (int i = 0; i < 2 && !found; ++i) {
      const auto signature = next_signature(host, test.key, attempt, most_attempts);
      found = signature && same_signature(*signature, test.call);
    }
    EXPECT_TRUE(found) << test.name;
  }
}

TEST(Guest, HasTheUpperHalfOfTheKeyOfItsHost) {
  for (const Recipe& recipe : twisted_recipes()) {
    const Recipe host = host_of(recipe);
    for (std::uint64_t number = 0; number < 4; ++number) {
      const std::uint64_t index = number * cases_of_a_signature;
      EXPECT_EQ(key_of(recipe, 7, index + 1) >> 16U, key_of(host, 7, index) >> 16U);
    }
  }
}

TEST(Guest, ShowsWhatItIsFor) {
  std::size_t broken = 0, scenarios = 0;
  for (const auto& [recipe, test] : drawn_guests()) {
    EXPECT_EQ(test.intent, recipe.intent);
    EXPECT_EQ(test.scenario, recipe.scenario);
    scenarios += test.scenario.empty() ? 0 : 1;
    const std::vector<std::string> rules = violated(test.call);
    if (test.intent.legal()) {
      EXPECT_TRUE(rules.empty()) << test.name;
      continue;
    }
    ++broken;
    EXPECT_EQ(rules, std::vector<std::string>{test.intent.constraint}) << test.name;
  }
  EXPECT_GT(broken, 10U);
  EXPECT_GT(scenarios, 10U);
}

TEST(Guest, HasANameThatLeadsBackToItAndToNoOther) {
  for (const auto& [recipe, test] : drawn_guests()) {
    const Case found = case_named(test.name);
    EXPECT_EQ(found.name, test.name);
    EXPECT_EQ(found.call.operands, test.call.operands) << test.name;
    EXPECT_EQ(found.call.attributes, test.call.attributes) << test.name;
  }
}

TEST(Guest, IsNoneWhereTheRuleIsOneOfTypesOrNothingIsTwisted) {
  std::size_t refused = 0;
  for (const Recipe& recipe : twisted_recipes()) {
    const Constraint* rule = constraint_of(*recipe.form, recipe.target, recipe.intent.constraint);
    if (rule == nullptr || rule->stage != Stage::instantiation) continue;
    EXPECT_FALSE(may_be_guest(recipe));
    EXPECT_THROW(draw(recipe, key_of(recipe, 1, 0)), Unreachable);
    ++refused;
  }
  EXPECT_GT(refused, 20U);
  Recipe plain = host_of(twisted_recipes().front());
  plain.guest = true;
  EXPECT_THROW(draw(plain, key_of(plain, 1, 0)), Unreachable);
  EXPECT_THROW(case_named("TADD/plain/cpu/f32,f32,f32/8x8/v8x8/uniform+guest@00000000"), BadName);
}

}  // namespace
}  // namespace assay::generators
