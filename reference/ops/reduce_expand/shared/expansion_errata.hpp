// SPDX-License-Identifier: Apache-2.0
// Known deviations of implementations from the promises of pages that spread a row or a column; the
// numbers are those of each op.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "reference/isa/spec/erratum.hpp"
#include "reference/ops/placement.hpp"

namespace assay::ops {

/// `errata`, and the checks of CPU headers that differ from pages: types that they do not list are
/// refused, and of rows the full operand is not checked.
std::vector<Erratum> with_checks_of_cpu(std::vector<Erratum> errata, const std::string& op);

/// One row for all: 001, on A2A3.
std::vector<Erratum> errata_of_column_spread(const std::string& op);
/// One value or block for each row: 001 on A2A3, 002 and 003 on A5.
std::vector<Erratum> errata_of_row_spread(const std::string& op);
/// After those of a quotient: a CPU that crashes at the lowest integer over -1, and, checked before
/// that, asserts against a zero divisor.
std::vector<Erratum> with_trap(std::vector<Erratum> errata, const std::string& op,
                               const std::string& header);

/// After those of the exponential of a difference: A5 has one instruction for float that subtracts
/// and takes the exponential. One erratum for either spread source.
std::vector<Erratum> with_fused(std::vector<Erratum> errata, const std::string& op,
                                const std::string& header, Placement spread);

enum class Extreme : std::uint8_t { larger, smaller };

/// After those of an extreme: a CPU that compares and picks. `spread` is how one operand is.
std::vector<Erratum> with_pick(std::vector<Erratum> errata, const std::string& op, Extreme extreme,
                               Placement spread);

}  // namespace assay::ops
