// SPDX-License-Identifier: Apache-2.0
// Cases for RapidCheck: drawn from pages, shown by their names, shrunk by the rules of the page.
// How to write a property of five lines: README.md, examples/.
#pragma once

#include <rapidcheck.h>

#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "generators/filled_case.hpp"
#include "generators/generate.hpp"

namespace assay {

/// RapidCheck shows a case by its name.
void showValue(const Case& test, std::ostream& out);

namespace generators {

/// What cases are drawn among; all there are where nothing is said.
struct Among {
  std::string_view form = {};
  std::optional<Target> target = {};
  std::optional<ElementType> lead = {};
};

// Each of these takes recipes with equal chance, of every form, target and lead element of the op
// that `among` leaves. Throws std::invalid_argument where there is no such op, form or case.

/// Cases that keep all rules of the page, with every value plan and scenario.
rc::Gen<Case> legal_case(const OpSpec& op, const Among& among = {});
rc::Gen<Case> legal_case(std::string_view op, const Among& among = {});

/// Cases at the edges of ordered rules: the smallest and largest legal value and their illegal
/// neighbours. Case::intent tells which: what is not legal() breaks that rule alone.
rc::Gen<Case> boundary_case(const OpSpec& op, const Among& among = {});
rc::Gen<Case> boundary_case(std::string_view op, const Among& among = {});

/// Cases that break exactly one rule: the one named, or any where the name is empty.
rc::Gen<Case> breaching_case(const OpSpec& op, std::string_view rule = {}, const Among& among = {});
rc::Gen<Case> breaching_case(std::string_view op, std::string_view rule = {},
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

}  // namespace generators
}  // namespace assay

/// Properties that take a Case get any legal one.
template <>
struct rc::Arbitrary<assay::Case> {
  static rc::Gen<assay::Case> arbitrary() { return assay::generators::any_legal_case(); }
};
