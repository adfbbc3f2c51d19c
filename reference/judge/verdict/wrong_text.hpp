// SPDX-License-Identifier: Apache-2.0
// The sentence about the wrong elements of an output.
#pragma once

#include <string>

#include "reference/judge/verdict/verdict.hpp"

namespace assay {

/// "3 of 64 elements wrong, at (0, 5): expected 1.5, got 1.25", of the worst element, which must be
/// known with its type.
std::string wrong_text(const Verdict& verdict);

/// What differs, if the element is so far off that a distance in ulp measures nothing (over 10^6):
/// "another sign", "exponent off by +12", "relative error 0.25"; else empty.
std::string difference_text(const WorstElement& worst);

/// "2.085 ulp off, 2 allowed": with more digits than usual if these do not differ.
std::string distance_text(double ulp, double allowed);

}  // namespace assay
