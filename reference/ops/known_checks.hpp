// SPDX-License-Identifier: Apache-2.0
// Errata about what one check of a library says, and about calls that no check stops.
#pragma once

#include <string>
#include <vector>

#include "reference/ops/header_errata.hpp"

namespace assay::ops {

/// A call with such contents is refused by a check: `says` has parts of its text, of which a
/// refusal has one (Erratum::says). Another refusal of the same call is a deviation.
Erratum refusing(Erratum erratum, Arises arises, std::vector<std::string> says);

/// Illegal calls of the CPU with a dst of 4-bit elements write a byte for each, beyond its memory.
/// Critical.
Erratum overrunning(std::string number, const std::string& file);

}  // namespace assay::ops
