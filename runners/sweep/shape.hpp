// SPDX-License-Identifier: Apache-2.0
// The largest useful tiles that a form takes on a target.
#pragma once

#include <cstdint>
#include <optional>

#include "reference/isa/case/case.hpp"

namespace assay::runners {

/// A legal case in which all tiles named by `result` (its operand and its arguments) have one shape
/// of at most 2^16 elements, plain row-major, valid as a whole, and all tiles together fit the
/// vector memory of the target (MODEL section 5). No larger than needed for `inputs`. Nothing if
/// the form takes no such tiles, or takes an argument that is no tile.
std::optional<Case> widest_case(const OpSpec& op, const Form& form, Target target, ElementType lead,
                                const Result& result, std::uint64_t inputs);

}  // namespace assay::runners
