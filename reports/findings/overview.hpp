// SPDX-License-Identifier: Apache-2.0
// What a reader needs first: every finding in a line, and what changed.
#pragma once

#include <cstddef>
#include <functional>
#include <iosfwd>
#include <span>
#include <string>

#include "reports/findings/finding.hpp"
#include "reports/findings/triage.hpp"

namespace assay::reports {

/// "12 new, 118 accuracy drift, 10,011 unchanged": cases by change.
std::string counts_text(const Triage& triage);

/// "1,409 failing cases in 12 findings; 9 have a probable cause".
std::string overview_text(std::span<const Finding> findings);

/// That sentence, then a line for each of the first 30 findings, or of `limit` if that is more: its
/// id, its number of cases and its title. "new" precedes those of which `is_new` says so.
void print_overview(std::ostream& out, std::span<const Finding> findings, bool colour,
                    std::size_t limit, const std::function<bool(const Finding&)>& is_new = {});

/// A few lines for each of at most `limit` findings.
void print_details(std::ostream& out, std::span<const Finding> findings, bool colour,
                   std::size_t limit);

}  // namespace assay::reports
