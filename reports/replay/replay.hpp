// SPDX-License-Identifier: Apache-2.0
// One case drawn in full.
#pragma once

#include <iosfwd>
#include <span>

#include "reference/isa/case/case.hpp"
#include "reference/judge/standard.hpp"
#include "reference/judge/verdict/verdict.hpp"

namespace assay::reports {

/// One case side by side: the call, inputs, expected, got, bits and, where `tolerances` promise
/// one, ulp distance of the wrong (or the first `limit`) elements, and each output tile as a small
/// map with the valid region outlined and the wrong elements marked.
void print_replay(std::ostream& out, const Case& test_case, std::span<const Trial> trials,
                  std::span<const Expected> expected, const Verdict& verdict,
                  const ToleranceLookup& tolerances, bool colour, std::size_t limit = 16);

}  // namespace assay::reports
