// SPDX-License-Identifier: Apache-2.0
// The coverage of a run: op x form x target x dtype x {inside, edges, each constraint broken, value
// classes}.
#pragma once

#include <iosfwd>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "reference/judge/records/records.hpp"

namespace assay::reports {

enum class CoverageKind : std::uint8_t { value_class, scenario, edge, breach };

std::string_view name_of(CoverageKind kind);

/// One thing to be exercised, and what happened when it was.
struct CoverageItem {
  std::string op;
  std::string form;
  std::string target;
  std::string dtype;  ///< element of the lead operand
  CoverageKind kind = CoverageKind::value_class;
  std::string name = {};  ///< plan, scenario, "CONSTRAINT.largest", or the constraint broken alone
  std::map<VerdictKind, std::size_t> verdicts = {};

  std::size_t executed() const;
};

/// A constraint that no case can break alone with any element type: its name and why, if the page
/// says.
struct UnbrokenConstraint {
  std::string op;
  std::string form;
  std::string target;
  std::string constraint;
  std::string reason;  ///< empty if it should be breakable
};

struct Coverage {
  std::vector<CoverageItem> items;           ///< in the order of the pages
  std::vector<UnbrokenConstraint> unbroken;  ///< without a just-outside case
  std::size_t foreign = 0;  ///< records of these ops and targets that belong to no item
};

/// Drops items that occur a second time: recipes that differ in the form of the call alone.
void drop_repeated(Coverage& coverage);

/// Adds every record to the items it exercises. A legal case counts for its value class and its
/// scenario or edge, an illegal one for its constraint or edge.
void count_records(Coverage& coverage, const Records& records);

/// A row per op, form, target and dtype, then by name what was never executed and what cannot be
/// broken alone. `all` prints every item with its verdicts.
void print_coverage(std::ostream& out, const Coverage& coverage, bool all);

/// Everything as JSON: {"items": [...], "unbroken": [...], "totals": {...}}.
std::string coverage_as_json(const Coverage& coverage);

}  // namespace assay::reports
