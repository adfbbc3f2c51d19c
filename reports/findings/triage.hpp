// SPDX-License-Identifier: Apache-2.0
// Two runs compared, case by case.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "reference/judge/records/records.hpp"
#include "reports/findings/finding.hpp"
#include "reports/findings/waiver.hpp"

namespace assay::reports {

/// The change of a case between two runs. The first that applies, in this order.
enum class Change : std::uint8_t {
  fresh,           ///< fails, and did not fail before or was not run
  persisting,      ///< fails, and failed or was flaky before
  flaky,           ///< failed in some executions only
  fixed,           ///< conforms, and failed, was flaky or a known deviation before
  unsupported,     ///< is unsupported now, and was something else
  target_defined,  ///< is target-defined now and was something else, or is so with another outcome
  known,           ///< is a known deviation now, and conformed or was not judged before
  explained,       ///< is a known deviation now, and failed before
  drifted,         ///< conforms in both, with another worst ulp
  lost,            ///< conformed or failed before; has no answer now, or is not in the run
  same,            ///< anything else
};
inline constexpr std::array all_changes{Change::fresh, Change::persisting,  Change::flaky,
                                        Change::fixed, Change::unsupported, Change::target_defined,
                                        Change::known, Change::explained,   Change::drifted,
                                        Change::lost,  Change::same};
std::string_view name_of(Change change);  ///< "new", "persisting", ...

struct ChangedCase {
  std::string name;
  Change change = Change::same;
  std::string was;  ///< verdict_text(), "not run"
  std::string now;
  std::optional<double> was_ulp;
  std::optional<double> now_ulp;
  bool waived = false;
};

struct Triage {
  std::array<std::size_t, all_changes.size()> counts{};  ///< in the order of all_changes
  std::vector<ChangedCase> cases;                        ///< all but `same`, by change, then name
  /// "OP/FORM/TARGET constraint NAME": those with a judged case before and none now.
  std::vector<std::string> lost_constraints;
  std::vector<std::string> opened;  ///< ids of findings that the baseline does not have
  std::vector<std::string>
      fixed_errata;                 ///< numbers of errata that the run exercises without effect
  std::vector<std::string> closed;  ///< titles of findings that the run does not have

  Completion baseline = {};
  Completion run = {};

  std::size_t of(Change change) const { return counts[static_cast<std::size_t>(change)]; }
  /// Something new in the run: a new failure that no waiver covers, a case that was not flaky
  /// before, a new unsupported or target-defined one, a larger worst ulp, lost coverage, unless a
  /// run that was stopped did not reach it.
  bool news = false;
};

/// The change of one case; a null record was not run.
Change change_of(const CaseRecord* was, const CaseRecord* now);

/// Of several records with one name the last one counts. `waived` has one entry per record of
/// `run`, or none. `before` and `now` give the completed part of the plan of each of the two.
Triage triage_of(const Records& baseline, const Records& run, const std::vector<bool>& waived = {},
                 const Completion& before = {}, const Completion& now = {});

/// Fills in `opened` and `closed`, which compare ids. A run that was stopped closes none.
void compare_findings(Triage& triage, std::span<const Finding> before,
                      std::span<const Finding> now);

/// A table of the findings of both, new ones first; these in detail; then counts and cases, at most
/// `limit` of each kind of change.
void print_triage(std::ostream& out, const Triage& triage, std::span<const Finding> findings,
                  const Waived& waived, bool colour, std::size_t limit = 10);
std::string triage_as_json(const Triage& triage, std::span<const Finding> findings,
                           const Waived& waived);
std::string triage_as_markdown(const Triage& triage, std::span<const Finding> findings,
                               const Waived& waived);

}  // namespace assay::reports
