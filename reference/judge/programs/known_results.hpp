// SPDX-License-Identifier: Apache-2.0
// Bounds on the results of a call from bounds on its operands.
#pragma once

#include <span>
#include <vector>

#include "reference/isa/call/bounds.hpp"
#include "reference/judge/judge.hpp"

namespace assay {

/// Bounds on the results of a call, one per Form::results, from bounds on all its operands before
/// it.
std::vector<KnownElements> known_results(const Call& call, const std::vector<KnownElements>& before,
                                         const ToleranceLookup& tolerances);

/// The same of a call whose inputs are known to the bit, from what is acceptable of each result.
std::vector<KnownElements> known_results(const Call& call, const std::vector<KnownElements>& before,
                                         std::span<const Expected> acceptable);

/// Whether all elements that a call may read are known to the bit.
bool inputs_are_exact(const Call& call, const std::vector<KnownElements>& before);

}  // namespace assay
