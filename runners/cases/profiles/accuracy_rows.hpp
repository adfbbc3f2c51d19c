// SPDX-License-Identifier: Apache-2.0
// What an accuracy profile allows the results of an op, and how far those of a run are from the
// exact ones.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "generators/recipe/recipe.hpp"
#include "reference/judge/records/records.hpp"
#include "runners/cases/profiles/accuracy.hpp"

namespace assay::runners {

/// The results of a form on a target, whose lead has these elements.
struct AccuracyRow {
  std::string op;
  std::string form;
  std::string target;
  std::string dtype;
  Tolerance tolerance = {};
  std::string source = {};   ///< place in a profile, accuracy "KEY"; empty if the page decides
  std::string promise = {};  ///< what the page says where it decides: "exact", or the rule of sums

  // Of the judged cases of a run that have a distance from the exact value:
  std::size_t cases = 0;
  std::size_t failed = 0;
  std::optional<CaseRecord> worst = {};  ///< with the largest distance; see shows_distance()
  std::optional<CaseRecord> wrong = {};  ///< the first that failed, if it shows a wrong element
  RelativeErrors relative = {};          ///< of all judged cases
};

/// Whether the worst element of a record is the one with the largest distance: an element that is
/// wrong has precedence, and may be wrong for another reason than its distance.
bool shows_distance(const CaseRecord& record);

/// A common acceptance rule for operators of Ascend NPUs: the mean relative error (MERE) must be
/// below a threshold of the element type, and the maximum (MARE) below ten times that. Published by
/// users (pto-kernels #176, tilelang #1699), not by the manual, so no verdict depends on it.
/// Nothing for types without a threshold.
std::optional<double> relative_threshold(ElementType element);
inline constexpr double maximum_over_mean = 10;

/// Rows of floating-point elements, one for each form, target and element of the recipes, in their
/// order. `only_profile` leaves out those that the profile does not decide.
std::vector<AccuracyRow> accuracy_rows(std::span<const generators::Recipe> recipes,
                                       const AccuracyProfile& profile, bool only_profile);

/// Counts the records of a run.
void count_distances(std::vector<AccuracyRow>& rows, const Records& records);

/// The distance of the worst case as a part of what is allowed: 1 is at the limit. Nothing if there
/// is no such case or if the tolerance is no distance.
std::optional<double> share_of_allowed(const AccuracyRow& row);

/// "2 ulp from the exact value", "correctly rounded", or what the page says.
std::string allowed_text(const AccuracyRow& row);

/// Of a run, the row that is closest to its limit, as a line: op, type, target and the share of
/// what is allowed. Empty if no result of it has a distance as its limit.
std::string closest_to_limit(const Records& records, const AccuracyProfile& profile);

}  // namespace assay::runners
