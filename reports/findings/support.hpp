// SPDX-License-Identifier: Apache-2.0
// The calls that a backend supports, and those that it no longer does: an instruction that is
// missing is `unsupported` in every case, and fails none.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "reference/judge/records/records.hpp"

namespace assay::reports {

/// Of the legal cases of a run: what was judged, and why others were not. Names are ascending.
SupportList support_of(const Records& records);

/// An entry of a list that legal cases of a run no longer exercise.
struct LostSupport {
  std::string combination;  ///< as in SupportList
  std::size_t cases = 0;    ///< unsupported ones
  std::string reason;       ///< of the first of them
};

/// Combinations of the list of which the run judged nothing though it had cases, and those with a
/// case that is unsupported for a reason unheard of. What the run has no case of is not lost. In
/// the order of the list.
std::vector<LostSupport> lost_support(const Records& records, const SupportList& list);

}  // namespace assay::reports
