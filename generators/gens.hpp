// SPDX-License-Identifier: Apache-2.0
// Cases for RapidCheck: drawn from pages, shown by their names, shrunk by the constraints of the
// page. How to write a property of five lines: README.md, examples/.
#pragma once

#include <rapidcheck.h>
#include <rapidcheck/detail/TestListenerAdapter.h>

#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "generators/filled_case.hpp"
#include "generators/generate.hpp"

namespace assay {

/// RapidCheck shows a case by its name.
void showValue(const Case& test_case, std::ostream& out);

namespace generators {

/// The set that cases are drawn from; by default all.
struct Among {
  std::string_view form = {};
  std::optional<Target> target = {};
  std::optional<ElementType> lead = {};
};

// Each of these takes recipes with equal chance, of every form, target and lead element of the op
// that `among` leaves. Throws std::invalid_argument where there is no such op, form or case.

/// Cases that keep all constraints of the page, with every value plan and scenario.
rc::Gen<Case> legal_case(const OpSpec& op, const Among& among = {});
rc::Gen<Case> legal_case(std::string_view op, const Among& among = {});

/// Cases at the edges of ordered constraints: the smallest and largest legal value and their
/// illegal neighbours. Case::intent says which: what is not legal() breaks that constraint alone.
rc::Gen<Case> boundary_case(const OpSpec& op, const Among& among = {});
rc::Gen<Case> boundary_case(std::string_view op, const Among& among = {});

/// Cases that break exactly one constraint: the one named, or any where the name is empty.
rc::Gen<Case> breaching_case(const OpSpec& op, std::string_view constraint = {},
                             const Among& among = {});
rc::Gen<Case> breaching_case(std::string_view op, std::string_view constraint = {},
                             const Among& among = {});

/// Legal cases of every page there is.
rc::Gen<Case> any_legal_case();

/// Any of the recipes, which must not be empty, and a case of it.
rc::Gen<Case> case_among(std::vector<Recipe> recipes);

/// Cases with the contents that they draw. They shrink to fewer elements, those to neutral values
/// and simpler bits, and are shown by their names and by what they hold that is not neutral.
rc::Gen<FilledCase> with_contents(rc::Gen<Case> cases);
void showValue(const FilledCase& filled, std::ostream& out);

/// Any of the recipes; shrinks towards the first.
rc::Gen<Recipe> any_recipe(std::vector<Recipe> recipes);
void showValue(const Recipe& recipe, std::ostream& out);

/// The case of a recipe and of any key. Asking for its value throws Unreachable for a key that has
/// no case; the generators above take another key.
rc::Gen<Case> case_of(Recipe recipe);

/// rc::check with an explicit seed, number of cases and silence.
struct SeededCheck {
  std::string name;
  std::uint64_t seed = 1;
  int cases = 100;
  bool shrink = true;
};

/// Checks the property with that many cases, the same for the same seed. rc::check() takes seed and
/// number from the environment, prints and returns a bool; this prints nothing and returns all that
/// RapidCheck found: print it with rc::detail::printResultMessage().
template <typename Property>
rc::detail::TestResult check(const SeededCheck& how, Property&& property) {
  rc::detail::TestMetadata metadata;
  metadata.id = how.name;
  rc::detail::TestParams params;
  params.seed = how.seed;
  params.maxSuccess = how.cases;
  params.disableShrinking = !how.shrink;
  rc::detail::TestListenerAdapter silent;
  return rc::detail::checkTestable(std::forward<Property>(property), metadata, params, silent,
                                   std::unordered_map<std::string, rc::detail::Reproduce>());
}

}  // namespace generators
}  // namespace assay

/// Properties that take a Case get any legal one.
template <>
struct rc::Arbitrary<assay::Case> {
  static rc::Gen<assay::Case> arbitrary() { return assay::generators::any_legal_case(); }
};
