// SPDX-License-Identifier: Apache-2.0
// A few representative cases, spread over ops, then forms, targets, element types and recipes.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "runners/cases/plan/suite.hpp"

namespace assay::runners {

/// Positions of the recipes in an order in which every prefix is spread: ops take turns, within an
/// op its forms, within a form the targets, within a target the element types of the lead operand,
/// and within those the recipes. Neighbours begin at different places, so that the first turn of
/// all ops does not cover only one target. The same for the same recipes.
std::vector<std::size_t> spread_order(std::span<const generators::Recipe> recipes);

/// For each case whether it represents its op, form and element type: one legal case of each that
/// is the first of a recipe without a scenario, on any target and with any value plan; or another
/// legal one if there is no such case.
std::vector<bool> sample_of(std::span<const PlannedCase> cases);

/// Draws cases one by one, and nothing if there are no more.
using CaseDrawer = std::function<std::optional<Case>()>;

/// Case after case of all recipes in spread order, no name twice, without end if values can be
/// drawn again. Calls without a valid element are left out. Draws ahead on so many threads, 0: one
/// per processor.
CaseDrawer drawn_in_turn(std::vector<generators::Recipe> recipes, std::uint64_t seed,
                         unsigned threads = 0);

/// Ops and constraints that cases show. A constraint is shown at its boundary or by a breach.
class Covered {
 public:
  /// Coverage of all given recipes.
  explicit Covered(std::span<const generators::Recipe> recipes);
  void add(const Case& test_case);
  /// "covers 87 of 87 ops, 310 of 950 constraints", and how many of them only a refused call shows.
  /// Empty for a suite without recipes.
  std::string text(bool with_illegal) const;

 private:
  using ConstraintName =
      std::tuple<std::string, std::string, std::string>;  ///< op, form, constraint
  std::set<std::string> all_ops_, ops_;
  std::set<ConstraintName> all_constraints_, legal_constraints_, constraints_;
};

}  // namespace assay::runners
