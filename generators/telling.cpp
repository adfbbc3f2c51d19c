// SPDX-License-Identifier: Apache-2.0
#include "generators/telling.hpp"

#include <algorithm>

#include "generators/common_scenarios.hpp"
#include "generators/fill.hpp"
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

Telling telling_of(const Case& test, Looked* looked) {
  if (looked != nullptr) *looked = {};
  const Form& form = test.form();
  if (!test.intent.legal() || form.results.empty()) return Telling::enough;
  if (bytes_of(test.call) > most_bytes_looked_at) return Telling::enough;
  Looked own;
  Looked& seen = looked == nullptr ? own : *looked;
  std::vector<ElementArray>& before = seen.before;
  std::vector<Expected>& expected = seen.expected;
  before = fill(test, Poison::first);
  expected = expect(test.call, before, wide);
  if (compared_of(expected) == 0) {
    const bool compares =
        asks_for_an_end(form, test.scenario) && compared_of(test, before, expected) > 0;
    return compares ? Telling::enough : Telling::nothing;
  }
  return passing_null(test, before, expected) ? Telling::little : Telling::enough;
}

bool tells_little(const Recipe& recipe) {
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
