// SPDX-License-Identifier: Apache-2.0
// The rule of a finding is derived from the cases of a run, many of which share more than their
// cause. Fresh cases, drawn for the rule, check whether it holds in general.
#pragma once

#include <cstdint>
#include <string>

#include "reports/findings/finding.hpp"

namespace assay::reports {

enum class RuleStanding : std::uint8_t {
  untested,      ///< too few fresh cases on the side of the rule
  uncontrolled,  ///< they fail there, and too few could be drawn elsewhere to compare with
  confirmed,     ///< they fail there about as often as the cases of the run, and less elsewhere
  contradicted,  ///< they fail there much less often, or as often elsewhere
};

/// The result of fresh cases for the rule of a finding. Contradicting takes a chance of at most 1
/// %: that so few fail where the rule covers them if four fifths of the run's share do; or that so
/// many fail elsewhere if half of the share that the rule covers does, or a quarter more than
/// elsewhere in the run.
RuleStanding standing_of(const Finding& finding, const FreshCases& fresh);

/// Takes note of fresh cases. A rule that they contradict leaves the title and the rule, and is
/// kept as `contradicted`.
void take_fresh(Finding& finding, const FreshCases& fresh);

/// "confirmed by fresh cases: 24 of 24 fail there, 0 of 24 elsewhere"; or why not: "not confirmed:
/// only 2 fresh cases elsewhere; 17 of 24 fail there, 0 of 2 elsewhere".
std::string fresh_text(const Finding& finding);

}  // namespace assay::reports
