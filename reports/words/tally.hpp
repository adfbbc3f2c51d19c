// SPDX-License-Identifier: Apache-2.0
// Records counted and grouped, the same way for every view.
#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "reference/judge/records/records.hpp"

namespace assay::reports {

inline constexpr std::array all_verdicts{
    VerdictKind::conforms,       VerdictKind::deviates,    VerdictKind::accepted_invalid,
    VerdictKind::rejected_valid, VerdictKind::crashed,     VerdictKind::timed_out,
    VerdictKind::flaky,          VerdictKind::unsupported, VerdictKind::target_defined,
    VerdictKind::distrusted,     VerdictKind::infra,       VerdictKind::known_deviation,
    VerdictKind::undecidable};

/// The largest distance of a case from exact values; nothing for NaN, and if the page promises no
/// distance: exact results have none, and a sum is promised within a range.
std::optional<double> promised_distance(const CaseRecord& record);

/// Verdicts of a group of records. Counts are cases unless they say elements.
struct Tally {
  std::array<std::size_t, all_verdicts.size()> kinds{};
  std::array<std::size_t, assembler_findings> of_assembler{};
  std::size_t total = 0;
  std::int64_t compared_elements = 0;
  std::int64_t target_defined_elements = 0;
  std::int64_t alternative_elements = 0;
  std::optional<double> worst_ulp;  ///< largest promised_distance()
  std::string worst_name;           ///< case with the worst ulp; the first of equals
  std::size_t disturbed = 0;        ///< cases whose calls left something of their process changed
  std::string disturbed_name;       ///< the first of them
  std::string disturbed_text;       ///< what that one left

  void add(const CaseRecord& record);
  std::size_t of(VerdictKind kind) const { return kinds[static_cast<std::size_t>(kind)]; }
  std::size_t of(AssemblerFinding finding) const {
    return of_assembler[static_cast<std::size_t>(finding)];
  }
  std::size_t failures() const;
  /// Failures other than `deviates`.
  std::size_t other_failures() const { return failures() - of(VerdictKind::deviates); }
  /// Cases with an answer: they conform, fail, or deviate as is known.
  std::size_t judged() const {
    return of(VerdictKind::conforms) + of(VerdictKind::known_deviation) + failures();
  }
};

Tally tally_of(const Records& records);

/// Sorts dtypes in the order of ElementType, unknown ones last.
struct DtypeKey {
  explicit DtypeKey(const std::string& dtype);
  std::size_t order;
  std::string name;
  // clang-tidy 14 takes the 0 that a comparison result is compared with for a pointer.
  friend auto operator<=>(const DtypeKey&,
                          const DtypeKey&) = default;  // NOLINT(modernize-use-nullptr)
};

/// (op, lead dtype) -> target -> verdicts.
using Matrix = std::map<std::pair<std::string, DtypeKey>, std::map<std::string, Tally>>;
Matrix matrix_of(const Records& records);

/// A run counted once, for a view that shows it in several places.
struct RunCounts {
  Tally all;
  Matrix cells;
};
RunCounts counted(const Records& records);

/// Targets that occur, in alphabetical order.
std::vector<std::string> targets_of(const Records& records);

/// Failing cases with one op, verdict and lead dtype, in the order of the records.
struct FailureGroup {
  std::string op;
  std::string verdict;  ///< verdict_text()
  std::string dtype;
  std::vector<std::size_t> cases;  ///< places in the records
};
/// Largest first.
std::vector<FailureGroup> failure_groups(const Records& records);

/// An intent as the record spells it: "edge.CONSTRAINT.largest" has the constraint and the side
/// "largest", "breaks.CONSTRAINT" the side "breaks", "inside" neither.
struct ConstraintSide {
  std::string constraint;
  std::string side;
};
ConstraintSide constraint_side(const std::string& intent);

/// (op, form, constraint) -> side -> verdicts. Without the inside cases.
using ConstraintCoverage =
    std::map<std::tuple<std::string, std::string, std::string>, std::map<std::string, Tally>>;
ConstraintCoverage constraint_coverage(const Records& records);

}  // namespace assay::reports
