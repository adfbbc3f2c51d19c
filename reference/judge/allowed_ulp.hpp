// SPDX-License-Identifier: Apache-2.0
// The distances from exact values that are promised.
#pragma once

#include <optional>
#include <string>

#include "reference/isa/call/call.hpp"
#include "reference/isa/spec/expected.hpp"
#include "reference/judge/standard.hpp"
#include "reference/judge/verdict/verdict.hpp"

namespace assay {

/// The distance in ulp that a tolerance allows; nothing if it is no number of ulp.
std::optional<double> allowed_ulp(const Tolerance& tolerance);

/// The same for an element of an output of a call. Nothing where no distance is promised either:
/// results that are exact, and sums, whose promise is a range.
std::optional<double> allowed_ulp(const Call& call, const std::string& operand, ElementType element,
                                  const ToleranceLookup& tolerances);

/// ", 2.085 ulp off, 2 allowed", of the worst element of wrong values; empty where no distance is
/// promised.
std::string distance_of_worst(const Call& call, const Verdict& verdict,
                              const ToleranceLookup& tolerances);

}  // namespace assay
