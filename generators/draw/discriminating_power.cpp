// SPDX-License-Identifier: Apache-2.0
#include "generators/draw/discriminating_power.hpp"

#include <algorithm>

#include "generators/draw/common_scenarios.hpp"
#include "generators/draw/fill.hpp"
#include "reference/judge/judge.hpp"

namespace assay::generators {
namespace {

/// A case must not depend on the profile of a user. What discriminates here also does so with every
/// narrower tolerance.
Tolerance wide(const ToleranceKey&) {
  constexpr double ulps = 16;
  return {.kind = Tolerance::Kind::ulp, .bound = ulps, .reason = {}};
}

}  // namespace

DiscriminatingPower discriminating_power_of(const Case& test_case, PrecomputedOracle* oracle) {
  if (oracle != nullptr) *oracle = {};
  const Form& form = test_case.form();
  if (!test_case.intent.legal() || form.results.empty()) return DiscriminatingPower::full;
  if (bytes_of(test_case.call) > most_bytes_looked_at) return DiscriminatingPower::full;
  PrecomputedOracle own;
  PrecomputedOracle& seen = oracle == nullptr ? own : *oracle;
  std::vector<ElementArray>& before = seen.before;
  std::vector<Expected>& expected = seen.expected;
  before = fill(test_case, Poison::first);
  expected = expect(test_case.call, before, wide);
  if (compared_of(expected) == 0) {
    const bool compares =
        asks_for_an_end(form, test_case.scenario) && compared_of(test_case, before, expected) > 0;
    return compares ? DiscriminatingPower::full : DiscriminatingPower::none;
  }
  return passing_null(test_case, before, expected) ? DiscriminatingPower::weak
                                                   : DiscriminatingPower::full;
}

bool is_weak(const Recipe& recipe) {
  const std::vector<std::string>& scenarios = recipe.form->copies_in;
  return recipe.intent.kind == Intent::Kind::inside &&
         std::ranges::find(scenarios, recipe.scenario) != scenarios.end();
}

std::int64_t bytes_of(const Call& call) {
  std::int64_t bytes = 0;
  for (const OperandValue& value : call.operands) {
    if (const auto* tile = std::get_if<TileSpec>(&value)) bytes += tile->type.bytes();
    if (const auto* global = std::get_if<GlobalSpec>(&value)) {
      bytes += bytes_for(global->element, global->allocation());
    }
  }
  return bytes;
}

}  // namespace assay::generators
