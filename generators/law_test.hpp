// SPDX-License-Identifier: Apache-2.0
// Laws over drawn cases in GoogleTest.
#pragma once

#include <gtest/gtest.h>

#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "generators/gens.hpp"

namespace assay::generators {

/// Names of the constraints that a call breaks, found without the generators' own machinery.
inline std::set<std::string> broken_constraints(const Call& call) {
  std::set<std::string> names;
  for (const Constraint& constraint : call.form->constraints) {
    if (constraint.targets.contains(call.target) && !constraint.holds(call))
      names.insert(constraint.name);
  }
  return names;
}

/// Fails the test with the smallest counterexample where the law, a property of RapidCheck, does
/// not hold for that many cases.
template <typename Law>
void expect_law(int cases, Law&& law) {
  const auto result = check({.name = "law", .cases = cases}, std::forward<Law>(law));
  if (result.template is<rc::detail::SuccessResult>()) return;
  std::ostringstream message;
  rc::detail::printResultMessage(result, message);
  ADD_FAILURE() << message.str();
}

/// The same for that many cases of each recipe; `law` takes a case. Keys without a case pass.
template <typename Law>
void expect_law_of_each(const std::vector<Recipe>& recipes, int cases, const Law& law) {
  for (const Recipe& recipe : recipes) {
    expect_law(cases, [&law, drawn = case_of(recipe)] {
      std::optional<Case> test_case;
      try {
        test_case = *drawn;
      } catch (const Unreachable&) {
        return;
      }
      law(*test_case);
    });
  }
}

/// The smallest counterexample to a law that does not hold, as text; empty if it holds.
template <typename Law>
std::string counterexample(Law&& law) {
  const auto result = check({.name = "false law", .cases = 200}, std::forward<Law>(law));
  if (!result.template is<rc::detail::FailureResult>()) return "";
  const auto& example = result.template get<rc::detail::FailureResult>().counterExample;
  return example.empty() ? "" : example.back().second;
}

}  // namespace assay::generators
